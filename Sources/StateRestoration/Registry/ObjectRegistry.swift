// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// The registered objects, with their identifiers and parents.
///
/// A pass visits all of them. It keeps what it found about each object in a mark, for the next
/// pass.
final class ObjectRegistry {
  /// A single value, so that changing many rows takes one access.
  private(set) var rows = RegistrationRows()
  /// Parents that are not registered, by the serial of the child's registration.
  private(set) var otherParents: [UInt64: WeakObject] = [:]
  private var sizeToCleanAt = 64
  /// The serial of the last registered object.
  private(set) var serial: UInt64 = 0
  /// Counts objects that received another name or parent.
  private(set) var changes = 0

  /// The number of the current or last pass.
  private(set) var pass: UInt64 = 1  // marks begin with 0, which is no pass
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
    let itsSerial = known.map { rows.marks[$0].serial } ?? serial + 1
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
    rows.replace(
      at: known, object, Registration(identifier: identifier, parentSerial: parentSerial))
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
    rows.append(
      object, Registration(identifier: identifier, parentSerial: parentSerial), serial: serial,
      classIndex: classIndex)
  }

  /// Reserves room for more registrations.
  func reserve(_ count: Int) { rows.reserve(count) }

  /// Removes dead objects, once they are at least half of all.
  ///
  /// Their addresses may be used again by new objects.
  private func removeDeadObjects() {
    let living = rows.indices.filter(isAlive)
    // Looks rarely while there are few objects, since looking takes as long as registering.
    sizeToCleanAt = max(64, 4 * living.count)
    guard 2 * living.count <= count else { return }
    rows.keep(living)
    if !otherParents.isEmpty {
      let serials = Set(rows.marks.lazy.map(\.serial))
      otherParents = otherParents.filter { serials.contains($0.key) }
    }
  }

  /// Notes whether an object named its registered parent, or none.
  func setNamesItsParent(_ does: Bool, at index: Int) { rows.marks[index].setNamesItsParent(does) }

  @inline(__always)
  func contains(_ object: AnyObject) -> Bool { index(of: object) != nil }

  /// Whether an object is the parent that another was registered below.
  @inline(__always)
  func isParent(_ parent: AnyObject, at index: Int) -> Bool {
    if let known = rows.marks[index].parentIndex, rows.marks[known].isAlive(in: pass),
      rows.marks[known].id == ObjectIdentifier(parent)
    {
      return true
    }
    return livingParent(at: index) === parent
  }

  /// Returns the index of an object's registration.
  ///
  /// A new object may have the identity of a dead one; that does not make it registered.
  func index(of object: AnyObject) -> Int? {
    guard let index = rows.place(of: ObjectIdentifier(object)) else { return nil }
    if isInPass, rows.marks[index].isAlive(in: pass) { return index }
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
    rows.forgetClaims()
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
    let count = rows.marks.reversed().prefix { $0.serial > serial }.count
    return rows.marks.count - count..<rows.marks.count
  }

  /// Whether a living object was registered below one of these registrations.
  func hasChildren(of serials: Set<UInt64>) -> Bool {
    guard let first = serials.min(), let last = serials.max() else { return false }
    return rows.indices.contains { index in
      let parent = rows.registrations[index].parentSerial
      return parent >= first && parent <= last && serials.contains(parent) && isAlive(at: index)
    }
  }

  /// Whether a registered object is alive.
  func isAlive(at index: Int) -> Bool { object(at: index) != nil }

  /// Returns a registered object, if alive.
  @inline(__always)
  func object(at index: Int) -> (any StateRestoring)? {
    rows.object(at: index)
  }

  /// Returns the number that the last full pass found, if still valid.
  ///
  /// - Returns: `nil` when the number must be found again.
  func settledNumber(at index: Int, in tables: SnapshotTables) -> ObjectNumber? {
    guard numbering === tables else { return nil }
    let number = rows.marks[index].number
    var next = index
    // A parent is registered before a mark names it and the number is found, so there is no cycle.
    for _ in 0...ArchiveLimits.pathDepth {
      let mark = rows.marks[next]
      guard mark.epoch == epoch, mark.number != nil else { return nil }
      guard let parent = mark.parentIndex else { return number }
      guard object(at: parent) != nil, rows.marks[parent].number == mark.parentNumber else {
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
    rows.marks[index].set(number, pass: pass)
    guard number != nil else { return }
    if !rows.registrations[index].hasParent {
      rows.marks[index].epoch = epoch
    } else if let parent = livingParent(at: index), let parentNumber = numberOfParent(parent),
      let parentIndex = self.index(of: parent)
    {
      rows.marks[index].setParent(parentIndex, number: parentNumber)
      rows.marks[index].epoch = epoch
    }
  }

  /// Returns the index of an object that this pass retains.
  func keptIndex(of object: AnyObject) -> Int? {
    guard let index = rows.place(of: ObjectIdentifier(object)),
      rows.marks[index].isAlive(in: pass)
    else { return nil }
    return index
  }

  /// Notes that an object, retained from now on, encodes at a number.
  func claim(_ number: ObjectNumber, at index: Int) -> RegistrationMark {
    rows.claim(number, at: index, in: pass)
    return rows.marks[index]
  }

  /// Returns all registered objects by index; `nil` for dead ones.
  func living() -> [AnyObject?] { rows.living() }

  /// Queues objects whose number is still that of the pass before.
  ///
  /// - Parameters:
  ///   - indices: The indices to examine; afterwards the remaining ones.
  ///   - queue: Holds the objects.
  ///   - numbers: Receives their numbers.
  /// - Returns: The first index that needs a closer look; `nil` when there is none.
  func enqueueKept(
    _ indices: inout Range<Int>, into queue: inout PreserveQueue, _ numbers: inout [ObjectNumber]
  ) -> Int? { rows.enqueueKept(&indices, into: &queue, &numbers, in: pass, epoch: epoch) }

  /// Returns the number at which an object encodes in this pass.
  func claimedNumber(of id: ObjectIdentifier) -> ObjectNumber? { rows.claimedNumber(of: id) }

  /// Returns the facts that passes found about a registered object.
  func mark(at index: Int) -> RegistrationMark { rows.marks[index] }

  func registration(at index: Int) -> Registration { rows.registrations[index] }

  /// The number of registrations, including those of dead objects.
  var count: Int { rows.marks.count }
}
