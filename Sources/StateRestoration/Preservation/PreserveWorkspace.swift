// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// What a pass has yet to encode, and who encodes at which number.
///
/// Kept from pass to pass, empty, so that a pass asks for no memory that the one before has had.
final class PreserveWorkspace {
  /// What is known of an object that encodes, besides the object itself.
  struct Entry {
    fileprivate let id: ObjectIdentifier
    let number: ObjectNumber
    private let shortClassIndex: UInt32
    private let shortRegistration: UInt32

    fileprivate init(
      _ id: ObjectIdentifier, _ number: ObjectNumber, classIndex: Int, registration: Int?
    ) {
      (self.id, self.number) = (id, number)
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

  private let registry: ObjectRegistry
  private var queue: [Entry] = []
  /// The objects, at the same index, which are kept until the pass ends; `nil` for one that is taken.
  private var objects: [AnyObject?] = []
  /// By number: one more than the place in the queue of who encodes there; 0 where nobody does.
  private var claims: [UInt32] = []
  /// What is left of the owners before those that the pass begins with.
  var spareOwners: OwnerTable

  init(_ registry: ObjectRegistry) {
    self.registry = registry
    spareOwners = OwnerTable(registry)
  }

  /// A table without owners that may know those of this pass already.
  func takeOwners() -> OwnerTable {
    var owners = spareOwners
    spareOwners = OwnerTable(registry)
    owners.begin()
    return owners
  }

  @inline(__always)
  func entry(at index: Int) -> Entry? { index < queue.count ? queue[index] : nil }

  /// Takes an object out: moved, it need not be counted once more while it encodes.
  func takeObject(at index: Int) -> AnyObject {
    var taken: AnyObject?
    swap(&taken, &objects[index])
    guard let taken else { preconditionFailure("An object was encoded while it encodes.") }
    return taken
  }

  /// Puts an object back that was taken.
  func putBack(_ object: consuming AnyObject, at index: Int) { objects[index] = object }

  @inline(__always)
  func isClaimed(_ number: ObjectNumber) -> Bool { claim(of: number) != 0 }

  /// Whether an object encodes at a number.
  @inline(__always)
  func isClaimed(_ number: ObjectNumber, by object: AnyObject) -> Bool {
    let claim = claim(of: number)
    return claim != 0 && queue[Int(claim) - 1].isOf(object)
  }

  /// The place of the class of who encodes at a number in ``ParticipantClasses``.
  func claimingClassIndex(of number: ObjectNumber) -> Int? {
    let claim = claim(of: number)
    return claim == 0 ? nil : queue[Int(claim) - 1].classIndex
  }

  /// The place of the registration of who encodes at a number, if that has one.
  func claimingRegistration(of number: ObjectNumber) -> Int? {
    let claim = claim(of: number)
    return claim == 0 ? nil : queue[Int(claim) - 1].registration
  }

  @inline(__always)
  private func claim(of number: ObjectNumber) -> UInt32 {
    let index = Int(number.rawValue)
    return index < claims.count ? claims[index] : 0
  }

  /// Lets an object encode at a number where nobody does yet.
  ///
  /// - Parameters:
  ///   - object: Is kept until the pass ends.
  ///   - number: The number that it encodes at.
  ///   - classIndex: The place of its class in ``ParticipantClasses``.
  ///   - registration: The place of its registration, if it has one.
  @inline(__always)
  func enqueue(
    _ object: consuming AnyObject, _ number: ObjectNumber, classIndex: Int, registration: Int?
  ) {
    let index = Int(number.rawValue)
    if index >= claims.count { grow(to: index) }
    let id = ObjectIdentifier(copy object)
    queue.append(Entry(id, number, classIndex: classIndex, registration: registration))
    objects.append(object)
    claims[index] = UInt32(queue.count)
  }

  private func grow(to index: Int) {
    claims.append(contentsOf: repeatElement(0, count: max(64, index + 1 + claims.count / 2)))
  }

  /// Lets the objects go.
  func clear() {
    for entry in queue { claims[Int(entry.number.rawValue)] = 0 }
    queue.removeAll(keepingCapacity: true)
    // What goes may run code of the program, which may begin a pass.
    let gone = objects
    objects = []
    objects.reserveCapacity(gone.count)
  }
}
