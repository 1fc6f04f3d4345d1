// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// What a pass has yet to encode, and who encodes at which number.
///
/// Kept from pass to pass, empty, so that a pass asks for no memory that the one before has had.
final class PreserveWorkspace {
  /// An object that encodes.
  struct Entry {
    let object: AnyObject
    let number: ObjectNumber
    private let shortClassIndex: UInt32
    private let shortRegistration: UInt32

    /// - Parameters:
    ///   - object: Is kept until the pass ends.
    ///   - number: The number that it encodes at.
    ///   - classIndex: The place of its class in ``ParticipantClasses``.
    ///   - registration: The place of its registration, if it has one.
    init(_ object: AnyObject, _ number: ObjectNumber, classIndex: Int, registration: Int?) {
      (self.object, self.number) = (object, number)
      shortClassIndex = UInt32(classIndex)
      shortRegistration = registration.map { UInt32($0) } ?? .max
    }

    var classIndex: Int { Int(shortClassIndex) }
    var registration: Int? { shortRegistration == .max ? nil : Int(shortRegistration) }
  }

  private let registry: ObjectRegistry
  private var queue: [Entry] = []
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

  @inline(__always)
  func isClaimed(_ number: ObjectNumber) -> Bool { claim(of: number) != 0 }

  /// Whether an object encodes at a number.
  @inline(__always)
  func isClaimed(_ number: ObjectNumber, by object: AnyObject) -> Bool {
    let claim = claim(of: number)
    return claim != 0 && queue[Int(claim) - 1].object === object
  }

  /// The class of who encodes at a number.
  func claimingClass(of number: ObjectNumber) -> AnyClass? {
    let claim = claim(of: number)
    return claim == 0 ? nil : type(of: queue[Int(claim) - 1].object)
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
  @inline(__always)
  func enqueue(_ entry: Entry) {
    let index = Int(entry.number.rawValue)
    if index >= claims.count { grow(to: index) }
    queue.append(entry)
    claims[index] = UInt32(queue.count)
  }

  private func grow(to index: Int) {
    claims.append(contentsOf: repeatElement(0, count: max(64, index + 1 + claims.count / 2)))
  }

  /// Lets the objects go.
  func clear() {
    for entry in queue { claims[Int(entry.number.rawValue)] = 0 }
    // What goes may run code of the program, which may begin a pass.
    let gone = queue
    queue = []
    queue.reserveCapacity(gone.count)
  }
}
