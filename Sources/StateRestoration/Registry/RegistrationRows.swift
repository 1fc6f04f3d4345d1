// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// An object as it was registered.
struct Registration {
  let identifier: RestorationIdentifier
  /// The serial of the parent's registration; 0 when there is no parent.
  let parentSerial: UInt64
  /// Stands for a parent that is not registered.
  static let otherParent = UInt64.max
  var hasParent: Bool { parentSerial != 0 }
}

/// The registrations in order, each a row across three arrays.
///
/// The row of a dead object stays until it is removed.
struct RegistrationRows: ~Copyable {
  private(set) var registrations: [Registration] = []
  private var objects: [WeakObject] = []
  var marks: [RegistrationMark] = []
  /// The row indices by identity.
  ///
  /// The identity of a dead object stays until a new object at its address is registered.
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

  /// Replaces the registration of an object.
  mutating func replace(
    at index: Int, _ object: any StateRestoring, _ registration: Registration
  ) {
    objects[index] = WeakObject(object)
    registrations[index] = registration
    marks[index].forget()
  }

  /// Reserves room for more registrations.
  mutating func reserve(_ more: Int) {
    registrations.reserveCapacity(count + more)
    objects.reserveCapacity(count + more)
    marks.reserveCapacity(count + more)
    places.reserve(count + more)
  }

  /// Keeps only the rows at some indices; their indices change.
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

  /// Returns a registered object, if alive.
  mutating func object(at index: Int) -> (any StateRestoring)? { objects[index].load() }

  /// Returns all objects; `nil` for dead ones.
  mutating func living() -> [AnyObject?] { objects.indices.map { objects[$0].loadAny() } }

  /// Returns the row of an identity; another object may have it now.
  func place(of id: ObjectIdentifier) -> Int? { places[id] }

  // MARK: In a pass

  /// Begins a pass, in which no object encodes yet.
  mutating func forgetClaims() { places.removeNotes() }

  /// Notes that an object, retained from now on, encodes at a number.
  mutating func claim(_ number: ObjectNumber, at index: Int, in pass: UInt64) {
    marks[index].keep(in: pass)
    places.setNote(number.rawValue, of: marks[index].id)
  }

  /// Returns the number at which an object encodes.
  func claimedNumber(of id: ObjectIdentifier) -> ObjectNumber? {
    places.note(of: id).map { ObjectNumber($0) }
  }

  /// Queues objects whose number is still that of the pass before.
  ///
  /// - Parameters:
  ///   - indices: The indices to examine; afterwards the remaining ones.
  ///   - queue: Holds the objects.
  ///   - numbers: Receives their numbers.
  ///   - pass: The current pass.
  ///   - epoch: The epoch of its tables.
  /// - Returns: The first index that needs a closer look; `nil` when there is none.
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

  /// Returns an object's number if still that of the pass before.
  ///
  /// That requires the same parent, with an unchanged number. The object must be alive.
  private func keptNumber(at index: Int, in pass: UInt64, epoch: UInt32) -> ObjectNumber? {
    let mark = marks[index]
    if mark.pass == pass { return mark.number }
    guard mark.epoch == epoch, mark.number != nil else { return nil }
    guard let parent = mark.parentIndex else { return mark.number }
    let isSame = marks[parent].isAlive(in: pass) && marks[parent].number == mark.parentNumber
    return isSame ? mark.number : nil
  }
}
