// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// An object as it was registered.
struct Registration {
  let identifier: RestorationIdentifier
  /// Of the parent's registration; 0 when there is no parent.
  let parentSerial: UInt64
  /// Stands for a parent that is not registered itself.
  static let otherParent = UInt64.max
  var hasParent: Bool { parentSerial != 0 }
}

/// What is known of registrations, in the order in which they were made, each at the same place of three
/// arrays; of objects that are gone, until they drop out.
struct RegistrationRows: ~Copyable {
  private(set) var registrations: [Registration] = []
  private var objects: [WeakObject] = []
  var marks: [RegistrationMark] = []
  /// The places of registrations; of an object that is gone, until another one lies where it lay.
  private var places = IdentityTable()

  var count: Int { marks.count }
  var indices: Range<Int> { marks.indices }

  mutating func append(
    _ object: any StateRestoring, _ registration: consuming Registration, serial: UInt64,
    classIndex: Int
  ) {
    let id = ObjectIdentifier(object)
    places.set(marks.count, for: id)
    objects.append(WeakObject(object))
    registrations.append(registration)
    marks.append(RegistrationMark(id: id, serial: serial, classIndex: classIndex))
  }

  /// Gives an object another registration.
  mutating func replace(
    at index: Int, _ object: any StateRestoring, _ registration: Registration
  ) {
    objects[index] = WeakObject(object)
    registrations[index] = registration
    marks[index].forget()
  }

  /// Makes room for more registrations.
  mutating func reserve(_ more: Int) {
    registrations.reserveCapacity(count + more)
    objects.reserveCapacity(count + more)
    marks.reserveCapacity(count + more)
    places.reserve(count + more)
  }

  /// Keeps those at some places alone; each has another place then.
  mutating func keep(_ kept: [Int]) {
    registrations = kept.map { registrations[$0] }
    objects = kept.map { objects[$0] }
    marks = kept.map { marks[$0] }
    places = IdentityTable(capacity: kept.count)
    for index in marks.indices {
      places.set(index, for: marks[index].id)
      marks[index].forget()
    }
  }

  // MARK: Objects

  /// A registered object, if it lives.
  mutating func object(at index: Int) -> (any StateRestoring)? { objects[index].load() }

  /// All objects; `nil` for one that is gone.
  mutating func living() -> [AnyObject?] { objects.indices.map { objects[$0].loadAny() } }

  /// Where an identity was registered; the object there may be another by now.
  func place(of id: ObjectIdentifier) -> Int? { places[id] }

  // MARK: In a pass

  /// Begins a pass, in which nobody encodes yet.
  mutating func forgetClaims() { places.removeNotes() }

  /// Notes that an object, which is kept from now on, is the one that encodes at a number.
  mutating func claim(_ number: ObjectNumber, at index: Int, in pass: UInt64) {
    marks[index].keep(in: pass)
    places.setNote(number.rawValue, of: marks[index].id)
  }

  /// The number of an object that encodes.
  func claimedNumber(of id: ObjectIdentifier) -> ObjectNumber? {
    places.note(of: id).map { ObjectNumber($0) }
  }

  /// Lets objects encode at the numbers that they had in the pass before and have still.
  ///
  /// - Parameters:
  ///   - indices: Those that are looked at; afterwards those that are left.
  ///   - queue: Has the objects.
  ///   - numbers: Takes their numbers.
  ///   - pass: The pass that runs.
  ///   - epoch: That of its tables.
  /// - Returns: The first that needs a closer look; `nil` when there is none.
  mutating func enqueueKept(
    _ indices: inout Range<Int>, into queue: inout PreserveQueue, _ numbers: inout [ObjectNumber],
    in pass: UInt64, epoch: UInt32
  ) -> Int? {
    for index in indices where queue.isAlive(at: index) {
      guard let number = keptNumber(at: index, in: pass, epoch: epoch), !queue.isClaimed(number)
      else {
        indices = index + 1..<indices.upperBound
        return index
      }
      claim(number, at: index, in: pass)
      queue.append(registered: index, number, marks[index])
      numbers.append(number)
    }
    return nil
  }

  /// The number that an object had in the pass before and has still.
  ///
  /// It lies below the same parent, whose own number is the same. The object must be alive.
  private func keptNumber(at index: Int, in pass: UInt64, epoch: UInt32) -> ObjectNumber? {
    let mark = marks[index]
    if mark.pass == pass { return mark.number }
    guard mark.epoch == epoch, mark.number != nil else { return nil }
    guard let parent = mark.parentIndex else { return mark.number }
    let isSame = marks[parent].isAlive(in: pass) && marks[parent].number == mark.parentNumber
    return isSame ? mark.number : nil
  }
}
