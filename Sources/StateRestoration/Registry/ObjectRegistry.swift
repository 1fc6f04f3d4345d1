// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// The objects that were registered, under which identifier and below which parent (R87–R89).
///
/// A pass looks at all of them; what it found out of one is kept for the next pass in a mark.
final class ObjectRegistry {
  /// In one value, so that what changes many of them takes one access.
  private(set) var rows = RegistrationRows()
  /// Parents that are not registered, by the serial of the registration below them.
  private(set) var otherParents: [UInt64: WeakObject] = [:]
  private var sizeToCleanAt = 64
  /// The serial of the last object that came.
  private(set) var serial: UInt64 = 0
  /// Counts objects that were given another name or parent.
  private(set) var changes = 0

  /// The pass that runs, or ran last.
  private(set) var pass: UInt64 = 1  // marks begin with none
  /// Whether that pass runs still.
  private var isInPass = false
  /// Counts the tables that passes have turned objects into numbers of.
  private(set) var epoch: UInt32 = 0
  private weak var numbering: SnapshotTables?

  /// Takes an object in; its parent is held weakly from now on (R160).
  ///
  /// Registered again, an object has its later identifier and parent only. The index of its class is
  /// that in ``ParticipantClasses``.
  func register(
    _ object: any StateRestoring, as identifier: RestorationIdentifier,
    parent: (any StateRestoring)?, classIndex: Int
  ) {
    // A pass counts on the places of what it keeps.
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

  /// Takes in an object, unless it is registered.
  ///
  /// - Parameters:
  ///   - object: The object.
  ///   - identifier: Its name.
  ///   - parentSerial: That of its parent's registration; 0 without a parent.
  ///   - classIndex: The place of its class in ``ParticipantClasses``.
  /// - Returns: The serial of the registration; `nil` when there is one already.
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

  /// Makes room for objects that are to be registered.
  func reserve(_ count: Int) { rows.reserve(count) }

  /// Dead objects drop out (R88), once there are as many of them as others; an address may be used
  /// again by a new object.
  private func removeDeadObjects() {
    let living = rows.indices.filter(isAlive)
    // Looked at seldom while there are few, since that takes as long as registering.
    sizeToCleanAt = max(64, 4 * living.count)
    guard 2 * living.count <= count else { return }
    rows.keep(living)
    if !otherParents.isEmpty {
      let serials = Set(rows.marks.lazy.map(\.serial))
      otherParents = otherParents.filter { serials.contains($0.key) }
    }
  }

  /// Notes whether an object named the parent it was registered below, or none.
  func setNamesItsParent(_ does: Bool, at index: Int) { rows.marks[index].setNamesItsParent(does) }

  @inline(__always)
  func contains(_ object: AnyObject) -> Bool { index(of: object) != nil }

  /// Whether an object is the one that another was registered below.
  @inline(__always)
  func isParent(_ parent: AnyObject, at index: Int) -> Bool {
    if let known = rows.marks[index].parentIndex, rows.marks[known].isAlive(in: pass),
      rows.marks[known].id == ObjectIdentifier(parent)
    {
      return true
    }
    return livingParent(at: index) === parent
  }

  /// The place of an object's registration.
  ///
  /// What is gone leaves its identity to a new object, which is not registered by that.
  func index(of object: AnyObject) -> Int? {
    guard let index = rows.place(of: ObjectIdentifier(object)) else { return nil }
    if isInPass, rows.marks[index].isAlive(in: pass) { return index }
    return self.object(at: index) === object ? index : nil
  }

  /// All living objects, in the order they were registered.
  var objects: [any StateRestoring] {
    rows.indices.compactMap { object(at: $0) }
  }

  // MARK: Passes

  /// Begins a pass that turns objects into numbers of some tables.
  ///
  /// Objects that are found to live must be kept until ``endPass()``.
  func beginPass(_ tables: SnapshotTables) {
    if numbering !== tables {
      epoch += 1
      numbering = tables
    }
    pass += 1
    isInPass = true
    rows.forgetClaims()
  }

  /// Ends a pass: objects may go from now on.
  func endPass() {
    pass += 1
    isInPass = false
  }

  /// Lends all living objects, and the places of their registrations.
  func forEachObject(_ body: (any StateRestoring, Int) -> Void) {
    for index in rows.indices { if let object = object(at: index) { body(object, index) } }
  }

  /// The places of the objects that were registered after that of a serial.
  func indices(after serial: UInt64) -> Range<Int> {
    let count = rows.marks.reversed().prefix { $0.serial > serial }.count
    return rows.marks.count - count..<rows.marks.count
  }

  /// Whether a living object was registered below one of those of some serials.
  func hasChildren(of serials: Set<UInt64>) -> Bool {
    guard let first = serials.min(), let last = serials.max() else { return false }
    return rows.indices.contains { index in
      let parent = rows.registrations[index].parentSerial
      return parent >= first && parent <= last && serials.contains(parent) && isAlive(at: index)
    }
  }

  /// Whether a registered object lives.
  func isAlive(at index: Int) -> Bool { object(at: index) != nil }

  /// A registered object, if it lives.
  @inline(__always)
  func object(at index: Int) -> (any StateRestoring)? {
    rows.object(at: index)
  }

  /// The number that the last pass over all objects has found out, if it is right without one.
  ///
  /// - Returns: `nil` when it is to be found out.
  func settledNumber(at index: Int, in tables: SnapshotTables) -> ObjectNumber? {
    guard numbering === tables else { return nil }
    let number = rows.marks[index].number
    var next = index
    // A mark names a parent that was registered before its number was found out: no circle.
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

  /// Keeps the number that an object has in this pass; the object is kept, too.
  ///
  /// - Parameters:
  ///   - number: Its number; `nil` when it has no path.
  ///   - object: The object.
  ///   - numberOfParent: Finds the number of its parent, if that is registered.
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

  /// The index of an object that this pass has found to live, and keeps.
  func keptIndex(of object: AnyObject) -> Int? {
    guard let index = rows.place(of: ObjectIdentifier(object)),
      rows.marks[index].isAlive(in: pass)
    else { return nil }
    return index
  }

  /// Notes that an object, which is kept from now on, is the one that encodes at a number.
  func claim(_ number: ObjectNumber, at index: Int) -> RegistrationMark {
    rows.claim(number, at: index, in: pass)
    return rows.marks[index]
  }

  /// The registered objects, at the places of their registrations; `nil` for one that is gone.
  func living() -> [AnyObject?] { rows.living() }

  /// Lets objects encode at the numbers that they had in the pass before and have still.
  ///
  /// - Parameters:
  ///   - indices: Those that are looked at; afterwards those that are left.
  ///   - queue: Has the objects.
  ///   - numbers: Takes their numbers.
  /// - Returns: The first that needs a closer look; `nil` when there is none.
  func enqueueKept(
    _ indices: inout Range<Int>, into queue: inout PreserveQueue, _ numbers: inout [ObjectNumber]
  ) -> Int? { rows.enqueueKept(&indices, into: &queue, &numbers, in: pass, epoch: epoch) }

  /// The number of an object that encodes in this pass.
  func claimedNumber(of id: ObjectIdentifier) -> ObjectNumber? { rows.claimedNumber(of: id) }

  /// What passes have found out of a registered object.
  func mark(at index: Int) -> RegistrationMark { rows.marks[index] }

  func registration(at index: Int) -> Registration { rows.registrations[index] }

  /// How many objects are known, some of which may be gone.
  var count: Int { rows.marks.count }
}
