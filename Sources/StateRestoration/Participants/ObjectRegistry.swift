// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// The objects that were registered, under which identifier and below which parent (R87–R89).
///
/// A pass looks at all of them; what it found out of one is kept for the next pass in a mark.
final class ObjectRegistry {
  struct Registration {
    let identifier: RestorationIdentifier
    /// Of the parent's registration; 0 when there is no parent.
    let parentSerial: UInt64
    /// Stands for a parent that is not registered itself.
    static let otherParent = UInt64.max
    var hasParent: Bool { parentSerial != 0 }
  }

  /// In the order in which they were registered; of those that are gone, until they drop out.
  private(set) var registrations: [Registration] = []
  /// Their objects, at the same index.
  private var weakObjects: [WeakObject] = []
  /// Parents that are not registered, by the serial of the registration below them.
  private(set) var otherParents: [UInt64: WeakObject] = [:]
  /// Of each registration, at the same index.
  private(set) var marks: [RegistrationMark] = []
  /// The places of registrations; of an object that is gone, until another one lies where it lay.
  private var table = IdentityTable()
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
    if registrations.count >= sizeToCleanAt, !isInPass { removeDeadObjects() }
    let known = index(of: object)
    let itsSerial = known.map { marks[$0].serial } ?? serial + 1
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
    weakObjects[known] = WeakObject(object)
    registrations[known] = Registration(identifier: identifier, parentSerial: parentSerial)
    marks[known].forget()
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
    table.set(marks.count, for: ObjectIdentifier(object))
    weakObjects.append(WeakObject(object))
    registrations.append(Registration(identifier: identifier, parentSerial: parentSerial))
    marks.append(
      RegistrationMark(id: ObjectIdentifier(object), serial: serial, classIndex: classIndex))
  }

  /// Makes room for objects that are to be registered.
  func reserve(_ count: Int) {
    registrations.reserveCapacity(marks.count + count)
    weakObjects.reserveCapacity(marks.count + count)
    marks.reserveCapacity(marks.count + count)
    table.reserve(marks.count + count)
  }

  /// Dead objects drop out (R88), once there are as many of them as others; an address may be used
  /// again by a new object.
  private func removeDeadObjects() {
    let living = registrations.indices.filter { object(at: $0) != nil }
    // Looked at seldom while there are few, since that takes as long as registering.
    sizeToCleanAt = max(64, 4 * living.count)
    guard 2 * living.count <= registrations.count else { return }
    registrations = living.map { registrations[$0] }
    weakObjects = living.map { weakObjects[$0] }
    marks = living.map { marks[$0] }
    if !otherParents.isEmpty {
      let serials = Set(marks.lazy.map(\.serial))
      otherParents = otherParents.filter { serials.contains($0.key) }
    }
    table = IdentityTable(capacity: living.count)
    for index in marks.indices {
      table.set(index, for: marks[index].id)
      marks[index].forget()
    }
  }

  /// Notes whether an object named the parent it was registered below, or none.
  func setNamesItsParent(_ does: Bool, at index: Int) { marks[index].setNamesItsParent(does) }

  @inline(__always)
  func contains(_ object: AnyObject) -> Bool { index(of: object) != nil }

  /// Whether an object is the one that another was registered below.
  @inline(__always)
  func isParent(_ parent: AnyObject, at index: Int) -> Bool {
    if let known = marks[index].parentIndex, marks[known].isAlive(in: pass),
      marks[known].id == ObjectIdentifier(parent)
    {
      return true
    }
    return livingParent(at: index) === parent
  }

  /// The place of an object's registration.
  ///
  /// What is gone leaves its identity to a new object, which is not registered by that.
  func index(of object: AnyObject) -> Int? {
    guard let index = table[ObjectIdentifier(object)] else { return nil }
    if isInPass, marks[index].isAlive(in: pass) { return index }
    return self.object(at: index) === object ? index : nil
  }

  /// All living objects, in the order they were registered.
  var objects: [any StateRestoring] {
    registrations.indices.compactMap { object(at: $0) }
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
    table.removeNotes()
  }

  /// Ends a pass: objects may go from now on.
  func endPass() {
    pass += 1
    isInPass = false
  }

  /// Lends all living objects, and the places of their registrations.
  func forEachObject(_ body: (any StateRestoring, Int) -> Void) {
    for index in registrations.indices { if let object = object(at: index) { body(object, index) } }
  }

  /// The places of the objects that were registered after that of a serial.
  func indices(after serial: UInt64) -> Range<Int> {
    let count = marks.reversed().prefix { $0.serial > serial }.count
    return marks.count - count..<marks.count
  }

  /// Whether a living object was registered below one of those of some serials.
  func hasChildren(of serials: Set<UInt64>) -> Bool {
    guard let first = serials.min(), let last = serials.max() else { return false }
    return registrations.indices.contains { index in
      let parent = registrations[index].parentSerial
      return parent >= first && parent <= last && serials.contains(parent) && isAlive(at: index)
    }
  }

  /// Whether a registered object lives.
  func isAlive(at index: Int) -> Bool { object(at: index) != nil }

  /// A registered object, if it lives.
  @inline(__always)
  func object(at index: Int) -> (any StateRestoring)? {
    weakObjects[index].load()
  }

  /// The number that an object had in the pass before and has still.
  ///
  /// It lies below the same parent, whose own number is the same. The object must be alive.
  private static func keptNumber(
    at index: Int, in pass: UInt64, _ epoch: UInt32, _ marks: [RegistrationMark]
  ) -> ObjectNumber? {
    let mark = marks[index]
    if mark.pass == pass { return mark.number }
    guard mark.epoch == epoch, mark.number != nil else { return nil }
    if let parent = mark.parentIndex {
      guard marks[parent].isAlive(in: pass), marks[parent].number == mark.parentNumber else {
        return nil
      }
    }
    return mark.number
  }

  /// The number that the last pass over all objects has found out, if it is right without one.
  ///
  /// - Returns: `nil` when it is to be found out.
  func settledNumber(at index: Int, in tables: SnapshotTables) -> ObjectNumber? {
    guard numbering === tables else { return nil }
    let number = marks[index].number
    var next = index
    // A mark names a parent that was registered before its number was found out: no circle.
    for _ in 0...ArchiveLimits.pathDepth {
      let mark = marks[next]
      guard mark.epoch == epoch, mark.number != nil else { return nil }
      guard let parent = mark.parentIndex else { return number }
      guard object(at: parent) != nil, marks[parent].number == mark.parentNumber else {
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
    marks[index].set(number, pass: pass)
    guard number != nil else { return }
    if !registrations[index].hasParent {
      marks[index].epoch = epoch
    } else if let parent = livingParent(at: index), let parentNumber = numberOfParent(parent),
      let parentIndex = self.index(of: parent)
    {
      marks[index].setParent(parentIndex, number: parentNumber)
      marks[index].epoch = epoch
    }
  }

  /// The index of an object that this pass has found to live, and keeps.
  @inline(__always)
  func keptIndex(of object: AnyObject) -> Int? {
    guard let index = table[ObjectIdentifier(object)], marks[index].isAlive(in: pass) else {
      return nil
    }
    return index
  }

  /// Notes that an object, which is kept from now on, is the one that encodes at a number.
  func claim(_ number: ObjectNumber, at index: Int) -> RegistrationMark {
    Self.claim(number, at: index, in: pass, &marks, &table)
    return marks[index]
  }

  private static func claim(
    _ number: ObjectNumber, at index: Int, in pass: UInt64, _ marks: inout [RegistrationMark],
    _ table: inout IdentityTable
  ) {
    marks[index].keep(in: pass)
    table.setNote(number.rawValue, of: marks[index].id)
  }

  /// The registered objects, at the places of their registrations; `nil` for one that is gone.
  func living() -> [AnyObject?] { Self.living(&weakObjects) }

  private static func living(_ objects: inout [WeakObject]) -> [AnyObject?] {
    objects.indices.map { objects[$0].loadAny() }
  }

  /// Lets objects encode at the numbers that they had in the pass before and have still.
  ///
  /// - Parameters:
  ///   - indices: Those that are looked at; afterwards those that are left.
  ///   - queue: Has the objects.
  ///   - numbers: Takes their numbers.
  /// - Returns: The first that needs a closer look; `nil` when there is none.
  func enqueueKept(
    _ indices: inout Range<Int>, into queue: inout PreserveQueue, _ numbers: inout [ObjectNumber]
  ) -> Int? {
    let end = indices.upperBound
    let index = Self.enqueueKept(indices, into: &queue, &numbers, in: pass, epoch, &marks, &table)
    indices = min(index + 1, end)..<end
    return index < end ? index : nil
  }

  /// Borrows what it changes once for all objects.
  private static func enqueueKept(
    _ indices: Range<Int>, into queue: inout PreserveQueue, _ numbers: inout [ObjectNumber],
    in pass: UInt64, _ epoch: UInt32, _ marks: inout [RegistrationMark],
    _ table: inout IdentityTable
  ) -> Int {
    for index in indices where queue.isAlive(at: index) {
      guard let number = keptNumber(at: index, in: pass, epoch, marks), !queue.isClaimed(number)
      else { return index }
      claim(number, at: index, in: pass, &marks, &table)
      let mark = marks[index]
      queue.append(registered: index, number, mark, isParentDue: mark.isParentDue(in: pass))
      numbers.append(number)
    }
    return indices.upperBound
  }

  /// The number of an object that encodes in this pass.
  @inline(__always)
  func claimedNumber(of id: ObjectIdentifier) -> ObjectNumber? {
    table.note(of: id).map { ObjectNumber($0) }
  }

  /// How many objects are known, some of which may be gone.
  var count: Int { marks.count }
}
