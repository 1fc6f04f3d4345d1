// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// What a pass has yet to encode, and who encodes at which number.
///
/// Kept from pass to pass, empty, so that a pass asks for no memory that the one before has had.
final class PreserveWorkspace {
  struct Entry {
    let number: ObjectNumber
    let object: any StateRestoring
    /// The place of the object's class in ``ParticipantClasses``, if it is known.
    let classIndex: Int?
    /// That of its registration; 0 when it has none.
    let serial: UInt64
  }

  @exclusivity(unchecked) private var queue: [Entry] = []
  /// By number: one more than the place in the queue of who encodes there; 0 where nobody does.
  @exclusivity(unchecked) private var claims: [UInt32] = []
  /// What is left of the owners before those that the pass begins with.
  var spareOwners = OwnerTable()

  /// A table without owners that may know those of this pass already.
  func takeOwners() -> OwnerTable {
    var owners = spareOwners
    spareOwners = OwnerTable()
    owners.begin()
    return owners
  }

  @inline(__always)
  func entry(at index: Int) -> Entry? { index < queue.count ? queue[index] : nil }

  func claimant(of number: ObjectNumber) -> (any StateRestoring)? {
    let index = Int(number.rawValue)
    guard index < claims.count, claims[index] != 0 else { return nil }
    return queue[Int(claims[index]) - 1].object
  }

  @inline(__always)
  func isClaimed(_ number: ObjectNumber) -> Bool {
    let index = Int(number.rawValue)
    return index < claims.count && claims[index] != 0
  }

  /// Lets an object encode at a number, unless someone does: `false` then.
  ///
  /// - Parameters:
  ///   - number: The number.
  ///   - object: Is kept until the pass ends.
  ///   - classIndex: The place of its class in ``ParticipantClasses``, if it is known.
  ///   - serial: That of its registration; 0 when it has none.
  /// - Returns: Whether it encodes there.
  @inline(__always)
  func enqueue(
    _ number: ObjectNumber, _ object: __owned any StateRestoring, classIndex: Int?, serial: UInt64
  ) -> Bool {
    let index = Int(number.rawValue)
    if index >= claims.count { grow(to: index) }
    guard claims[index] == 0 else { return false }
    queue.append(Entry(number: number, object: object, classIndex: classIndex, serial: serial))
    claims[index] = UInt32(queue.count)
    return true
  }

  private func grow(to index: Int) {
    claims.append(contentsOf: repeatElement(0, count: max(64, index + 1 + claims.count / 2)))
  }

  /// Lets the objects go.
  func clear() {
    for entry in queue { claims[Int(entry.number.rawValue)] = 0 }
    queue.removeAll(keepingCapacity: true)
  }
}
