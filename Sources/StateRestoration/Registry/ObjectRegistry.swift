// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// The registered objects, with their identifiers and parents.
final class ObjectRegistry {
  /// A registered object.
  final class Row: WeakObject {
    fileprivate(set) var identifier: RestorationIdentifier
    /// The parent that it was registered below.
    ///
    /// `nil` without one, or when it is gone.
    private(set) weak var parent: (any StateRestoring)?
    /// Whether it was registered below a parent, which may be gone.
    fileprivate private(set) var hasParent = false
    /// The number of the registration.
    let serial: UInt64
    /// Whether it has restored or saved a record.
    ///
    /// It then claims no other one: its values are newer.
    fileprivate(set) var hasHadRecord = false
    /// The object's number, valid for one epoch of the registry.
    fileprivate var number: ObjectNumber?
    fileprivate var epoch: UInt32 = 0

    init(
      _ object: any StateRestoring, as identifier: RestorationIdentifier,
      parent: (any StateRestoring)?, serial: UInt64
    ) {
      (self.identifier, self.serial) = (identifier, serial)
      super.init(object)
      put(below: parent)
    }

    fileprivate func put(below parent: (any StateRestoring)?) {
      (self.parent, hasParent) = (parent, parent != nil)
    }
  }

  /// In order of registration; a dead object stays until removed.
  private(set) var rows: [Row] = []
  /// The rows by identity.
  ///
  /// The identity of a dead object stays until a new object at its address is registered.
  private var rowsByObject: [ObjectIdentifier: Row] = [:]
  private var sizeToCleanAt = 64
  /// The serial of the last registered object.
  private(set) var serial: UInt64 = 0
  /// Counts objects that received another name or parent.
  private(set) var renamings = 0
  /// Counts the times that all numbers became invalid.
  private var epoch: UInt32 = 1
  /// The serial of the tables that the numbers belong to.
  private var numbering: UInt64?

  // MARK: Registering

  /// Registers an object; its parent is held weakly from now on.
  ///
  /// If an object is registered again, only its new identifier and parent count.
  ///
  /// - Returns: Its row.
  func register(
    _ object: any StateRestoring, as identifier: RestorationIdentifier,
    parent: (any StateRestoring)?
  ) -> Row {
    guard let known = row(of: object) else {
      return append(object, as: identifier, parent: parent)
    }
    known.identifier = identifier
    known.put(below: parent)
    renamings += 1
    epoch += 1  // objects below it have other addresses now
    return known
  }

  /// Registers an object, unless it already is registered.
  ///
  /// - Parameters:
  ///   - object: The object.
  ///   - identifier: Its name.
  ///   - parent: Its parent, if it has one.
  /// - Returns: Whether it was registered now.
  func insert(
    _ object: any StateRestoring, as identifier: RestorationIdentifier,
    parent: (any StateRestoring)?
  ) -> Bool {
    guard !contains(object) else { return false }
    append(object, as: identifier, parent: parent)
    return true
  }

  /// Treats an object as released, until it is registered again.
  func forget(_ object: AnyObject) { row(of: object)?.forget() }

  @discardableResult
  private func append(
    _ object: any StateRestoring, as identifier: RestorationIdentifier,
    parent: (any StateRestoring)?
  ) -> Row {
    if rows.count >= sizeToCleanAt { removeDeadObjects() }
    serial += 1
    let row = Row(object, as: identifier, parent: parent, serial: serial)
    rowsByObject[ObjectIdentifier(object)] = row
    rows.append(row)
    return row
  }

  /// Reserves room for more registrations.
  func reserve(_ count: Int) {
    rows.reserveCapacity(rows.count + count)
    rowsByObject.reserveCapacity(rows.count + count)
  }

  /// Removes dead objects, once they are at least half of all.
  ///
  /// Their addresses may be used again by new objects.
  private func removeDeadObjects() {
    let living = rows.filter { $0.object != nil }
    // Looks rarely while there are few objects, since looking takes as long as registering.
    sizeToCleanAt = max(64, 4 * living.count)
    guard 2 * living.count <= rows.count else { return }
    rows = living
    rowsByObject = [:]
    for row in rows {
      if let object = row.object { rowsByObject[ObjectIdentifier(object)] = row }
    }
  }

  // MARK: Looking up

  func contains(_ object: AnyObject) -> Bool { row(of: object) != nil }

  /// Returns an object's row, if it is registered.
  ///
  /// A new object may have the identity of a dead one; that does not make it registered.
  private func row(of object: AnyObject) -> Row? {
    guard let row = rowsByObject[ObjectIdentifier(object)], row.object === object else {
      return nil
    }
    return row
  }

  /// Returns the weak reference to an object.
  ///
  /// - Parameters:
  ///   - object: The object.
  ///   - hasRecord: Whether it has a record from now on.
  /// - Returns: The one reference to a registered object, or a new one to another object.
  func reference(to object: any StateRestoring, hasRecord: Bool = true) -> WeakObject {
    guard let row = row(of: object) else { return WeakObject(object) }
    if hasRecord { row.hasHadRecord = true }
    return row
  }

  /// Lets all objects claim records again, such as those saved before the launch restores.
  func forgetRecords() { for row in rows { row.hasHadRecord = false } }

  /// Returns an object with its protocol, if it is registered.
  func participant(_ object: AnyObject) -> (any StateRestoring)? {
    row(of: object)?.object
  }

  /// All living objects, in the order of registration.
  var objects: [any StateRestoring] { rows.compactMap(\.object) }

  /// Returns the living objects with later serials, up to a last one.
  func objects(after serial: UInt64, upTo last: UInt64) -> [any StateRestoring] {
    rows.reversed().prefix { $0.serial > serial }.filter { $0.serial <= last }
      .compactMap(\.object).reversed()
  }

  /// Whether a living object was registered below one that is gone.
  var hasOrphans: Bool {
    rows.contains { $0.hasParent && $0.parent == nil && $0.object != nil }
  }

  // MARK: Numbers

  /// Returns an object's number, if it was found before.
  ///
  /// - Parameters:
  ///   - object: A registered object.
  ///   - tables: The tables of the number.
  ///   - hasPlace: Whether an object is known to have a path.
  /// - Returns: `nil` when the number must be found again.
  func number(
    of object: AnyObject, in tables: SnapshotTables,
    hasPlace: (AnyObject) -> Bool = { _ in false }
  ) -> ObjectNumber? {
    guard numbering == tables.serial, let row = row(of: object), row.epoch == epoch else {
      return nil
    }
    // What has a number had only registered parents then; one of them may be gone by now.
    var next = row
    while next.hasParent {
      guard let parent = next.parent else { return nil }
      if hasPlace(parent) { break }
      guard let above = self.row(of: parent) else { return nil }
      next = above
    }
    return row.number
  }

  /// Forgets all numbers; they are found again by address.
  func forgetNumbers() { epoch += 1 }

  /// Remembers an object's number, if only a registration can change it.
  ///
  /// That is so when all objects above it are registered.
  func remember(_ number: ObjectNumber, of object: any StateRestoring, in tables: SnapshotTables) {
    guard let row = row(of: object) else { return }
    if numbering != tables.serial { (numbering, epoch) = (tables.serial, epoch + 1) }
    if row.hasParent {
      guard let above = row.parent, self.number(of: above, in: tables) != nil else { return }
    }
    (row.number, row.epoch) = (number, epoch)
  }
}

// MARK: - Addresses

extension ObjectRegistry {
  /// Returns a registered object's address: its parent's path and its identifier.
  ///
  /// - Parameters:
  ///   - object: The object.
  ///   - tree: Gives the addresses of parents that are not registered.
  /// - Returns: `nil` when the object is not registered.
  /// - Throws: The first broken link above the object.
  func address(of object: any StateRestoring, in tree: (any RestorationTree)?)
    throws(BrokenLink) -> RestorationAddress?
  {
    let (identifiers, parent) = try way(to: object)
    guard !identifiers.isEmpty else { return nil }
    guard let parent else {
      return address(in: RestorationAddress(scene: "", kind: .object, path: .init()), identifiers)
    }
    let above = try tree.address(of: parent)
    guard above.kind == .controller else {
      throw BrokenLink(.invalidParent, className: archivedClassName(of: Swift.type(of: object)))
    }
    return address(in: above, identifiers)
  }

  /// Returns the addresses at which earlier versions saved a registered object.
  func formerAddresses(of object: any StateRestoring, in tree: (any RestorationTree)?)
    -> [RestorationAddress]
  {
    var paths = FormerPaths()
    var next: any StateRestoring = object
    var depth = 0
    while let row = row(of: next) {
      paths.add(next, as: row.identifier)
      depth += 1
      guard row.hasParent else {
        return paths.all.dropFirst().map { RestorationAddress(scene: "", kind: .object, path: $0) }
      }
      guard depth < RestorationPath.maximumDepth, let parent = row.parent else {
        return []
      }
      next = parent
    }
    guard let tree, let above = try? tree.address(of: next) else { return [] }
    let all = ([above] + tree.formerAddresses(of: next)).flatMap { above in
      paths.all.map {
        RestorationAddress(
          scene: above.scene, kind: .object,
          path: RestorationPath(above.path.components + $0.components))
      }
    }
    return Array(all.dropFirst())
  }

  /// Returns a registered object's address, or what it needs to get one.
  func place(of object: any StateRestoring, in tree: (any RestorationTree)?)
    -> RegisteredPlaces.Place
  {
    do throws(BrokenLink) {
      guard let address = try address(of: object, in: tree) else { return .unknown }
      return .at(address)
    } catch {
      switch error.code {
      case .notRegistered:
        let missing = try? way(to: object).parent
        return .nowhere(until: missing.map { ObjectIdentifier($0) })
      case .parentGone, .parentCycle, .invalidParent, .neverPreserved: return .nowhere(until: nil)
      default: return .unknown
      }
    }
  }

  /// Returns an object's chain of identifiers and the unregistered parent above it.
  ///
  /// The chain starts with the object's own identifier.
  private func way(to object: any StateRestoring) throws(BrokenLink)
    -> ([RestorationIdentifier], parent: (any StateRestoring)?)
  {
    var identifiers: [RestorationIdentifier] = []
    var next: any StateRestoring = object
    while let row = row(of: next) {
      identifiers.append(row.identifier)
      guard identifiers.count <= RestorationPath.maximumDepth else {
        throw BrokenLink(.parentCycle, className: archivedClassName(of: Swift.type(of: object)))
      }
      guard row.hasParent else { return (identifiers, nil) }
      guard let parent = row.parent else {
        throw BrokenLink(.parentGone, className: archivedClassName(of: Swift.type(of: next)))
      }
      next = parent
    }
    return (identifiers, next)
  }

  private func address(in parent: RestorationAddress, _ identifiers: [RestorationIdentifier])
    -> RestorationAddress
  {
    var components = parent.path.components
    components.reserveCapacity(components.count + identifiers.count)
    for identifier in identifiers.reversed() { components.append(.identifier(identifier)) }
    return RestorationAddress(
      scene: parent.scene, kind: .object, path: RestorationPath(components))
  }
}

extension Optional where Wrapped == any RestorationTree {
  /// Returns the address of an unregistered object; throws without a tree.
  func address(of object: any StateRestoring) throws(BrokenLink) -> RestorationAddress {
    guard let self else {
      throw BrokenLink(.notRegistered, className: archivedClassName(of: Swift.type(of: object)))
    }
    return try self.address(of: object)
  }
}
