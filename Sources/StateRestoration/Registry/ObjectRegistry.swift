// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// The registered objects, with their identifiers and parents.
final class ObjectRegistry {
  /// A registered object.
  struct Row {
    let object: WeakObject
    fileprivate(set) var identifier: RestorationIdentifier
    /// The parent that it was registered below; `nil` without one.
    fileprivate(set) var parent: WeakObject?
    /// The number of the registration.
    let serial: UInt64
    /// The object's number, valid for one epoch of the registry.
    fileprivate var number: ObjectNumber?
    fileprivate var epoch: UInt32 = 0
  }

  /// In order of registration; a dead object stays until removed.
  private(set) var rows: [Row] = []
  /// The indices of rows by identity.
  ///
  /// The identity of a dead object stays until a new object at its address is registered.
  private var indices: [ObjectIdentifier: Int] = [:]
  private var sizeToCleanAt = 64
  /// The serial of the last registered object.
  private(set) var serial: UInt64 = 0
  /// Counts objects that received another name or parent.
  private(set) var renamings = 0
  /// Counts the times that all numbers became invalid.
  private var epoch: UInt32 = 1
  private weak var numbering: SnapshotTables?

  // MARK: Registering

  /// Registers an object; its parent is held weakly from now on.
  ///
  /// If an object is registered again, only its new identifier and parent count.
  func register(
    _ object: any StateRestoring, as identifier: RestorationIdentifier,
    parent: (any StateRestoring)?
  ) {
    guard let known = index(of: object) else {
      return append(object, as: identifier, parent: parent)
    }
    (rows[known].identifier, rows[known].parent) = (identifier, parent.map { WeakObject($0) })
    renamings += 1
    epoch += 1  // objects below it have other addresses now
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

  private func append(
    _ object: any StateRestoring, as identifier: RestorationIdentifier,
    parent: (any StateRestoring)?
  ) {
    if rows.count >= sizeToCleanAt { removeDeadObjects() }
    serial += 1
    indices[ObjectIdentifier(object)] = rows.count
    rows.append(
      Row(
        object: WeakObject(object), identifier: identifier,
        parent: parent.map { WeakObject($0) }, serial: serial))
  }

  /// Reserves room for more registrations.
  func reserve(_ count: Int) {
    rows.reserveCapacity(rows.count + count)
    indices.reserveCapacity(rows.count + count)
  }

  /// Removes dead objects, once they are at least half of all.
  ///
  /// Their addresses may be used again by new objects.
  private func removeDeadObjects() {
    let living = rows.filter { $0.object.object != nil }
    // Looks rarely while there are few objects, since looking takes as long as registering.
    sizeToCleanAt = max(64, 4 * living.count)
    guard 2 * living.count <= rows.count else { return }
    rows = living
    indices = [:]
    for (index, row) in rows.enumerated() {
      if let object = row.object.object { indices[ObjectIdentifier(object)] = index }
    }
  }

  // MARK: Looking up

  func contains(_ object: AnyObject) -> Bool { index(of: object) != nil }

  /// Returns the index of an object's row, until the next registration.
  ///
  /// A new object may have the identity of a dead one; that does not make it registered.
  func index(of object: AnyObject) -> Int? {
    guard let index = indices[ObjectIdentifier(object)], rows[index].object.object === object
    else { return nil }
    return index
  }

  /// Returns an object with its protocol, if it is registered.
  func participant(_ object: AnyObject) -> (any StateRestoring)? {
    index(of: object).flatMap { rows[$0].object.object }
  }

  /// Whether an object is the parent that another was registered below.
  func isParent(_ parent: AnyObject, of object: AnyObject) -> Bool {
    index(of: object).map { rows[$0].parent?.object === parent } ?? false
  }

  /// All living objects, in the order of registration.
  var objects: [any StateRestoring] { rows.compactMap(\.object.object) }

  /// Returns the living objects with later serials, up to a last one.
  func objects(after serial: UInt64, upTo last: UInt64) -> [any StateRestoring] {
    rows.reversed().prefix { $0.serial > serial }.filter { $0.serial <= last }
      .compactMap(\.object.object).reversed()
  }

  /// Whether a living object was registered below one that is gone.
  var hasOrphans: Bool {
    rows.contains { row in
      row.parent.map { $0.object == nil } ?? false && row.object.object != nil
    }
  }

  // MARK: Numbers

  /// Returns an object's number, if it was found before.
  ///
  /// - Parameters:
  ///   - object: A registered object.
  ///   - tables: The tables of the number.
  /// - Returns: `nil` when the number must be found again.
  func number(of object: AnyObject, in tables: SnapshotTables) -> ObjectNumber? {
    guard numbering === tables, let index = index(of: object), rows[index].epoch == epoch
    else { return nil }
    var next = rows[index].parent
    while let parent = next {
      // What has a number had only registered parents then; one of them may be gone by now.
      guard let above = parent.object.flatMap({ self.index(of: $0) }) else { return nil }
      next = rows[above].parent
    }
    return rows[index].number
  }

  /// Remembers an object's number, if only a registration can change it.
  ///
  /// That is so when all objects above it are registered.
  func remember(_ number: ObjectNumber, of object: any StateRestoring, in tables: SnapshotTables) {
    guard let index = index(of: object) else { return }
    if numbering !== tables { (numbering, epoch) = (tables, epoch + 1) }
    guard let parent = rows[index].parent else { return set(number, at: index) }
    if let above = parent.object, self.number(of: above, in: tables) != nil {
      set(number, at: index)
    }
  }

  private func set(_ number: ObjectNumber, at index: Int) {
    (rows[index].number, rows[index].epoch) = (number, epoch)
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
      throw .invalidParent(className: archivedClassName(of: Swift.type(of: object)))
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
    while let index = index(of: next) {
      paths.add(next, as: rows[index].identifier)
      depth += 1
      guard rows[index].parent != nil else {
        return paths.all.dropFirst().map { RestorationAddress(scene: "", kind: .object, path: $0) }
      }
      guard depth < RestorationPath.maximumDepth, let parent = rows[index].parent?.object else {
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
      switch error {
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
    while let index = index(of: next) {
      identifiers.append(rows[index].identifier)
      guard identifiers.count <= RestorationPath.maximumDepth else {
        throw .parentCycle(className: archivedClassName(of: Swift.type(of: object)))
      }
      guard rows[index].parent != nil else { return (identifiers, nil) }
      guard let parent = rows[index].parent?.object else {
        throw .parentGone(className: archivedClassName(of: Swift.type(of: next)))
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
      throw .notRegistered(className: archivedClassName(of: Swift.type(of: object)))
    }
    return try self.address(of: object)
  }
}
