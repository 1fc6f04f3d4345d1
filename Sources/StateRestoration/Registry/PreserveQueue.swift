// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// The objects that a pass has yet to encode, with their numbers.
struct PreserveQueue {
  /// Facts about an encoding object, besides the object itself.
  struct Entry {
    fileprivate let id: ObjectIdentifier
    let number: ObjectNumber
    /// The index of its class in ``ParticipantClasses``.
    let classIndex: Int
    /// The index of its registration, if it has one.
    let registration: Int?
    /// The serial of its registration; 0 when it has none.
    let serial: UInt64
    /// The index of the object in the queue.
    fileprivate let place: Int

    /// Whether the entry belongs to an object.
    func isOf(_ object: AnyObject) -> Bool { id == ObjectIdentifier(object) }
  }

  private var entries: [Entry] = []
  /// Objects retained until the pass ends, so their identities stay unique.
  ///
  /// First come the objects that were registered when the pass began, if these are roots, at the
  /// indices of their registrations; then come others. `nil` for an object that was dead or was
  /// taken.
  private var objects: [AnyObject?] = []
  /// Objects that have encoded.
  private var taken: [AnyObject?] = []
  /// Maps object number to entry index + 1; 0 means unclaimed.
  private var claims: [UInt32] = []
  private var next = 0

  /// The number of objects known to encode.
  var count: Int { entries.count }

  func isClaimed(_ number: ObjectNumber) -> Bool { claim(of: number) != 0 }

  /// Returns the entry of the object that encodes at a number.
  func claimant(of number: ObjectNumber) -> Entry? {
    let claim = claim(of: number)
    return claim == 0 ? nil : entries[Int(claim) - 1]
  }

  @inline(__always)
  private func claim(of number: ObjectNumber) -> UInt32 {
    number.index < claims.count ? claims[number.index] : 0
  }

  /// The number of registrations when the pass began.
  private(set) var registeredCount = 0

  /// Retains all registered objects, before anything encodes.
  mutating func begin(with registered: [AnyObject?]) {
    precondition(objects.isEmpty && entries.isEmpty)
    (objects, registeredCount) = (registered, registered.count)
  }

  /// Whether an object that was registered at the beginning is alive.
  func isAlive(at index: Int) -> Bool { objects[index] != nil }

  /// Queues an object at a number that is still unclaimed.
  ///
  /// - Parameters:
  ///   - object: The object.
  ///   - number: The number that it encodes at.
  ///   - classIndex: The index of its class in ``ParticipantClasses``.
  ///   - registration: The index of its registration, if it has one.
  ///   - serial: The serial of its registration; 0 when it has none.
  mutating func append(
    _ object: AnyObject, _ number: ObjectNumber, classIndex: Int, registration: Int?,
    serial: UInt64
  ) {
    append(
      Entry(
        id: ObjectIdentifier(object), number: number, classIndex: classIndex,
        registration: registration, serial: serial, place: objects.count))
    objects.append(object)
  }

  /// Queues an object that was registered at the beginning.
  ///
  /// - Parameters:
  ///   - index: The index of its registration.
  ///   - number: The number that it encodes at.
  ///   - row: Its registration.
  mutating func append(
    registered index: Int, _ number: ObjectNumber, _ row: borrowing Registration
  ) {
    append(
      Entry(
        id: row.id, number: number, classIndex: row.classIndex, registration: index,
        serial: row.serial, place: index))
  }

  private mutating func append(_ entry: Entry) {
    if entry.number.index >= claims.count { grow(to: entry.number.index) }
    entries.append(entry)
    claims[entry.number.index] = UInt32(entries.count)
  }

  private mutating func grow(to index: Int) {
    claims.append(contentsOf: repeatElement(0, count: max(64, index + 1 + claims.count / 2)))
  }

  /// Takes the next object to encode; return all with ``putBack(_:)``.
  ///
  /// Moving an object out avoids retaining it, which is expensive for an object with weak
  /// references.
  ///
  /// - Parameter entry: Receives the object's entry; unchanged at the end.
  /// - Returns: `nil` at the end.
  mutating func takeNext(_ entry: inout Entry?) -> AnyObject? {
    guard next < entries.count else { return nil }
    entry = entries[next]
    var taken: AnyObject?
    swap(&taken, &objects[entries[next].place])
    precondition(taken != nil, "An object encodes twice.")
    next += 1
    return taken
  }

  /// Retains objects that were taken.
  mutating func putBack(_ taken: [AnyObject?]) {
    if self.taken.isEmpty { self.taken = taken } else { self.taken += taken }
  }

  /// Empties the queue, but keeps memory for entries and claims.
  ///
  /// - Returns: The objects, for the caller to release.
  mutating func removeAll() -> [[AnyObject?]] {
    for entry in entries { claims[entry.number.index] = 0 }
    entries.removeAll(keepingCapacity: true)
    (next, registeredCount) = (0, 0)
    defer { (objects, taken) = ([], []) }
    return [objects, taken]
  }
}
