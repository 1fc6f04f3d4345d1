// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// The registered objects, with their identifiers and parents.
///
/// A pass visits all of them. The engine remembers a registered object by its serial: a second weak
/// reference would cost as much as the first, in time and memory.
final class ObjectRegistry {
  /// In order of registration; a dead object stays until removed.
  private(set) var rows: [Registration] = []
  /// The indices of rows by identity.
  ///
  /// The identity of a dead object stays until a new object at its address is registered.
  private var indices: [ObjectIdentifier: Int] = [:]
  /// Parents that are not registered, by the serial of the child's registration.
  private(set) var otherParents: [UInt64: WeakObject] = [:]
  private var sizeToCleanAt = 64
  /// The serial of the last registered object.
  private(set) var serial: UInt64 = 0
  /// Counts objects that received another name or parent.
  private(set) var changes = 0

  /// The number of the current or last pass.
  private(set) var pass: UInt64 = 1  // rows begin with 0, which is no pass
  /// Whether that pass is still running.
  private var isInPass = false
  /// Counts the snapshot tables that passes have numbered objects in.
  private(set) var epoch: UInt32 = 0
  private weak var numbering: SnapshotTables?

  /// Registers an object; its parent is held weakly from now on.
  ///
  /// If an object is registered again, only its new identifier and parent count. `classIndex` is
  /// the index of its class in ``ParticipantClasses``.
  func register(
    _ object: any StateRestoring, as identifier: RestorationIdentifier,
    parent: (any StateRestoring)?, classIndex: Int
  ) {
    // A pass relies on the indices of the objects that it retains.
    if count >= sizeToCleanAt, !isInPass { removeDeadObjects() }
    let known = index(of: object)
    let itsSerial = known.map { rows[$0].serial } ?? serial + 1
    var parentSerial = parent.map { serial(of: $0) } ?? 0
    if let parent, parentSerial == 0 {
      parentSerial = Registration.otherParent
      otherParents[itsSerial] = WeakObject(parent)
    } else if known != nil {
      otherParents[itsSerial] = nil
    }
    guard let known else {
      return append(object, as: identifier, parentSerial: parentSerial, classIndex: classIndex)
    }
    changes += 1
    rows[known].move(to: identifier, parentSerial: parentSerial)
  }

  /// Registers an object, unless it already is registered.
  ///
  /// - Parameters:
  ///   - object: The object.
  ///   - identifier: Its name.
  ///   - parentSerial: The serial of its parent's registration; 0 without a parent.
  ///   - classIndex: The index of its class in ``ParticipantClasses``.
  /// - Returns: The serial of the registration; `nil` when there was one already.
  func insert(
    _ object: any StateRestoring, as identifier: consuming RestorationIdentifier,
    parentSerial: UInt64, classIndex: Int
  ) -> UInt64? {
    guard !contains(object) else { return nil }
    append(object, as: identifier, parentSerial: parentSerial, classIndex: classIndex)
    return serial
  }

  private func append(
    _ object: any StateRestoring, as identifier: consuming RestorationIdentifier,
    parentSerial: UInt64, classIndex: Int
  ) {
    serial += 1
    indices[ObjectIdentifier(object)] = rows.count
    rows.append(
      Registration(
        object, as: identifier, parentSerial: parentSerial, serial: serial, classIndex: classIndex))
  }

  /// Reserves room for more registrations.
  func reserve(_ count: Int) {
    rows.reserveCapacity(self.count + count)
    indices.reserveCapacity(self.count + count)
  }

  /// Removes dead objects, once they are at least half of all.
  ///
  /// Their addresses may be used again by new objects.
  private func removeDeadObjects() {
    let living = rows.indices.filter(isAlive)
    // Looks rarely while there are few objects, since looking takes as long as registering.
    sizeToCleanAt = max(64, 4 * living.count)
    guard 2 * living.count <= count else { return }
    rows = living.map { rows[$0] }
    indices = [:]
    for index in rows.indices {
      indices[rows[index].id] = index
      rows[index].forget()
    }
    if !otherParents.isEmpty {
      let serials = Set(rows.lazy.map(\.serial))
      otherParents = otherParents.filter { serials.contains($0.key) }
    }
  }

  /// Notes whether an object named its registered parent, or none.
  func setNamesItsParent(_ does: Bool, at index: Int) { rows[index].namesItsParent = does }

  @inline(__always)
  func contains(_ object: AnyObject) -> Bool { index(of: object) != nil }

  /// Whether an object is the parent that another was registered below.
  @inline(__always)
  func isParent(_ parent: AnyObject, at index: Int) -> Bool {
    if let known = rows[index].parentIndex, rows[known].isAlive(in: pass),
      rows[known].id == ObjectIdentifier(parent)
    {
      return true
    }
    return livingParent(at: index) === parent
  }

  /// Returns the index of an object's registration.
  ///
  /// A new object may have the identity of a dead one; that does not make it registered.
  func index(of object: AnyObject) -> Int? {
    guard let index = indices[ObjectIdentifier(object)] else { return nil }
    if isInPass, rows[index].isAlive(in: pass) { return index }
    return self.object(at: index) === object ? index : nil
  }

  /// All living objects, in the order of registration.
  var objects: [any StateRestoring] {
    rows.indices.compactMap { object(at: $0) }
  }

  // MARK: Passes

  /// Begins a pass that numbers objects in the given tables.
  ///
  /// The caller must retain objects that it finds alive until ``endPass()``.
  func beginPass(_ tables: SnapshotTables) {
    if numbering !== tables {
      epoch += 1
      numbering = tables
    }
    pass += 1
    isInPass = true
  }

  /// Ends a pass: objects may be released from now on.
  func endPass() {
    pass += 1
    isInPass = false
  }

  /// Passes all living objects and their registration indices to a closure.
  func forEachObject(_ body: (any StateRestoring, Int) -> Void) {
    for index in rows.indices { if let object = object(at: index) { body(object, index) } }
  }

  /// Returns the indices of objects that were registered after a serial.
  func indices(after serial: UInt64) -> Range<Int> {
    let count = rows.reversed().prefix { $0.serial > serial }.count
    return rows.count - count..<rows.count
  }

  /// Whether a living object was registered below one of these registrations.
  func hasChildren(of serials: Set<UInt64>) -> Bool {
    guard let first = serials.min(), let last = serials.max() else { return false }
    return rows.indices.contains { index in
      let parent = rows[index].parentSerial
      return parent >= first && parent <= last && serials.contains(parent) && isAlive(at: index)
    }
  }

  /// Whether a registered object is alive.
  func isAlive(at index: Int) -> Bool { object(at: index) != nil }

  /// Returns a registered object, if alive.
  @inline(__always)
  func object(at index: Int) -> (any StateRestoring)? {
    rows[index].load()
  }

  /// Returns the number that the last full pass found, if still valid.
  ///
  /// - Returns: `nil` when the number must be found again.
  func settledNumber(at index: Int, in tables: SnapshotTables) -> ObjectNumber? {
    guard numbering === tables else { return nil }
    let number = rows[index].number
    var next = index
    // A parent is registered before a row names it and the number is found, so there is no cycle.
    for _ in 0...ArchiveLimits.pathDepth {
      guard rows[next].epoch == epoch, rows[next].number != nil else { return nil }
      guard let parent = rows[next].parentIndex else { return number }
      guard object(at: parent) != nil, rows[parent].number == rows[next].parentNumber else {
        return nil
      }
      next = parent
    }
    return nil
  }

  /// Notes an object's number in this pass; the caller retains the object.
  ///
  /// - Parameters:
  ///   - number: Its number; `nil` when it has no path.
  ///   - object: The object.
  ///   - numberOfParent: Returns the number of its parent, if the parent is registered.
  func place(
    _ number: ObjectNumber?, of object: any StateRestoring,
    numberOfParent: (any StateRestoring) -> ObjectNumber?
  ) {
    guard let index = index(of: object) else { return }
    rows[index].set(number, pass: pass)
    guard number != nil else { return }
    if !rows[index].hasParent {
      rows[index].epoch = epoch
    } else if let parent = livingParent(at: index), let parentNumber = numberOfParent(parent),
      let parentIndex = self.index(of: parent)
    {
      rows[index].setParent(parentIndex, number: parentNumber)
      rows[index].epoch = epoch
    }
  }

  /// Returns the index of an object that this pass retains.
  func keptIndex(of object: AnyObject) -> Int? {
    guard let index = indices[ObjectIdentifier(object)],
      rows[index].isAlive(in: pass)
    else { return nil }
    return index
  }

  /// Notes that an object, retained from now on, encodes at a number.
  func claim(_ number: ObjectNumber, at index: Int) { rows[index].claim(number, in: pass) }

  /// Returns all registered objects by index; `nil` for dead ones.
  func living() -> [AnyObject?] { rows.indices.map { rows[$0].loadAny() } }

  /// Returns an object's number if still that of the pass before.
  ///
  /// That requires the same parent, with an unchanged number. The object must be alive.
  func keptNumber(at index: Int) -> ObjectNumber? {
    if rows[index].isAlive(in: pass) { return rows[index].number }
    guard rows[index].epoch == epoch, let number = rows[index].number else { return nil }
    guard let parent = rows[index].parentIndex else { return number }
    let isSame =
      rows[parent].isAlive(in: pass) && rows[parent].number == rows[index].parentNumber
    return isSame ? number : nil
  }

  /// Returns the number at which an object encodes in this pass.
  func claimedNumber(of id: ObjectIdentifier) -> ObjectNumber? {
    indices[id].flatMap { rows[$0].claim(in: pass) }
  }

  /// The number of registrations, including those of dead objects.
  var count: Int { rows.count }

  // MARK: Serials

  /// Returns the parent that an object was registered below, if alive.
  func livingParent(at index: Int) -> (any StateRestoring)? {
    let serial = rows[index].parentSerial
    guard serial == Registration.otherParent else { return object(ofSerial: serial) }
    return otherParents[rows[index].serial]?.object
  }

  /// Returns the object of a registration, if alive.
  func object(ofSerial serial: UInt64) -> (any StateRestoring)? {
    index(ofSerial: serial).flatMap { object(at: $0) }
  }

  /// Returns the index of a registration; `nil` if it was removed.
  func index(ofSerial serial: UInt64) -> Int? {
    // Serials ascend from 1. If no registration was removed, serial n is at index n - 1, else at or
    // before that.
    var places = 0..<min(rows.count, Int(serial))
    if let last = places.last, rows[last].serial == serial { return last }
    while !places.isEmpty {
      let middle = places.lowerBound + places.count / 2
      if rows[middle].serial == serial { return middle }
      places =
        rows[middle].serial < serial
        ? middle + 1..<places.upperBound : places.lowerBound..<middle
    }
    return nil
  }

  /// Returns the serial of an object's registration; 0 without one.
  func serial(of object: any StateRestoring) -> UInt64 {
    index(of: object).map { rows[$0].serial } ?? 0
  }
}
