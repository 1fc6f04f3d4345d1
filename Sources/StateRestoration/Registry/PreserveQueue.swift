// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// What a pass has yet to encode, and who encodes at which number.
struct PreserveQueue {
  /// What is known of an object that encodes, besides the object itself.
  struct Entry {
    fileprivate let id: ObjectIdentifier
    let number: ObjectNumber
    private let shortClassIndex: UInt32
    private let shortRegistration: UInt32
    fileprivate let place: UInt32
    /// That of its registration; 0 when it has none.
    let serial: UInt64

    fileprivate init(
      _ id: ObjectIdentifier, _ number: ObjectNumber, classIndex: Int, registration: Int?,
      _ mark: RegistrationMark?, at place: Int
    ) {
      (self.id, self.number) = (id, number)
      (serial, self.place) = (mark?.serial ?? 0, UInt32(place))
      shortClassIndex = UInt32(classIndex)
      shortRegistration = registration.map { UInt32($0) } ?? .max
    }

    /// The place of its class in ``ParticipantClasses``.
    var classIndex: Int { Int(shortClassIndex) }
    /// The place of its registration, if it has one.
    var registration: Int? { shortRegistration == .max ? nil : Int(shortRegistration) }

    /// Whether it is of an object.
    func isOf(_ object: AnyObject) -> Bool { id == ObjectIdentifier(object) }
  }

  private var entries: [Entry] = []
  /// Objects that are kept until the pass ends, so that their identities stay theirs.
  ///
  /// Those that were registered when it began, if these are roots, at the places of their registrations,
  /// then others. `nil` for one that had gone, or was taken.
  private var objects: [AnyObject?] = []
  /// Those that have encoded.
  private var taken: [AnyObject?] = []
  /// By number: one more than the place among the entries of who encodes there; 0 where nobody does.
  private var claims: [UInt32] = []
  private var next = 0

  /// How many objects encode, as far as is known.
  var count: Int { entries.count }

  func isClaimed(_ number: ObjectNumber) -> Bool { claim(of: number) != 0 }

  /// What is known of who encodes at a number.
  func claimant(of number: ObjectNumber) -> Entry? {
    let claim = claim(of: number)
    return claim == 0 ? nil : entries[Int(claim) - 1]
  }

  @inline(__always)
  private func claim(of number: ObjectNumber) -> UInt32 {
    number.index < claims.count ? claims[number.index] : 0
  }

  /// How many registrations it began with.
  private(set) var registeredCount = 0

  /// Keeps all objects that are registered; before anything encodes.
  mutating func begin(with registered: [AnyObject?]) {
    precondition(objects.isEmpty && entries.isEmpty)
    (objects, registeredCount) = (registered, registered.count)
  }

  /// Whether a registered object that it began with lives.
  func isAlive(at index: Int) -> Bool { objects[index] != nil }

  /// Lets an object encode at a number where nobody does yet.
  ///
  /// - Parameters:
  ///   - object: The object.
  ///   - number: The number that it encodes at.
  ///   - classIndex: The place of its class in ``ParticipantClasses``.
  ///   - registration: The place of its registration, if it has one.
  ///   - mark: What is known of its registration.
  mutating func append(
    _ object: AnyObject, _ number: ObjectNumber, classIndex: Int, registration: Int?,
    _ mark: RegistrationMark?
  ) {
    append(
      Entry(
        ObjectIdentifier(object), number, classIndex: classIndex, registration: registration, mark,
        at: objects.count))
    objects.append(object)
  }

  /// The same for a registered object that it began with.
  ///
  /// - Parameters:
  ///   - index: The place of its registration.
  ///   - number: The number that it encodes at.
  ///   - mark: What is known of its registration.
  @inline(__always)
  mutating func append(
    registered index: Int, _ number: ObjectNumber, _ mark: RegistrationMark
  ) {
    append(
      Entry(
        mark.id, number, classIndex: mark.classIndex, registration: index, mark,
        at: index))
  }

  private mutating func append(_ entry: Entry) {
    if entry.number.index >= claims.count { grow(to: entry.number.index) }
    entries.append(entry)
    claims[entry.number.index] = UInt32(entries.count)
  }

  private mutating func grow(to index: Int) {
    claims.append(contentsOf: repeatElement(0, count: max(64, index + 1 + claims.count / 2)))
  }

  /// Takes the next object that is to encode; give all back to ``putBack(_:)``.
  ///
  /// Moved, an object is not counted: that of one which is held weakly is dear.
  ///
  /// - Parameter entry: What is known of it; as it was when there is none.
  /// - Returns: `nil` at the end.
  mutating func takeNext(_ entry: inout Entry?) -> AnyObject? {
    guard next < entries.count else { return nil }
    entry = entries[next]
    var taken: AnyObject?
    swap(&taken, &objects[Int(entries[next].place)])
    precondition(taken != nil, "An object encodes twice.")
    next += 1
    return taken
  }

  /// Keeps objects that were taken.
  mutating func putBack(_ taken: [AnyObject?]) {
    if self.taken.isEmpty { self.taken = taken } else { self.taken += taken }
  }

  /// Begins anew; the memory of entries and claims stays for the next pass.
  ///
  /// - Returns: The objects, for the caller to let go.
  mutating func removeAll() -> [[AnyObject?]] {
    for entry in entries { claims[entry.number.index] = 0 }
    entries.removeAll(keepingCapacity: true)
    (next, registeredCount) = (0, 0)
    defer { (objects, taken) = ([], []) }
    return [objects, taken]
  }
}
