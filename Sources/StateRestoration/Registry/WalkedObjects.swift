// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// The objects that a walk has met, with their numbers.
///
/// It retains them until the walk ends, so that their identities stay unique.
struct WalkedObjects {
  struct Place {
    let object: any StateRestoring
    /// Its number, or why it has none.
    let number: Result<ObjectNumber, BrokenLink>
  }

  private var all: [Place] = []
  /// The indices of places by object.
  private var indices: [ObjectIdentifier: Int] = [:]
  /// The indices of the objects that encode, by number.
  private var owners: [ObjectNumber: Int] = [:]
  /// The objects that encode, in their order.
  private var queue: [(object: any StateRestoring, number: ObjectNumber)] = []
  private var next = 0

  /// Returns the place of an object that was met.
  subscript(_ object: AnyObject) -> Place? { indices[ObjectIdentifier(object)].map { all[$0] } }

  /// Adds an object that was not met yet.
  mutating func add(_ object: any StateRestoring, at number: Result<ObjectNumber, BrokenLink>) {
    indices[ObjectIdentifier(object)] = all.count
    all.append(Place(object: object, number: number))
  }

  /// Returns the object that encodes at a number.
  func owner(of number: ObjectNumber) -> (any StateRestoring)? {
    owners[number].map { all[$0].object }
  }

  /// Returns the number at which an object encodes.
  func encodingNumber(of id: ObjectIdentifier) -> ObjectNumber? {
    guard let index = indices[id], case .success(let number) = all[index].number,
      owners[number] == index
    else { return nil }
    return number
  }

  /// Queues an object for encoding; no other may have its number.
  mutating func enqueue(_ object: any StateRestoring, at number: ObjectNumber) {
    guard let index = indices[ObjectIdentifier(object)] else { return }
    owners[number] = index
    queue.append((object, number))
  }

  /// Returns the next object to encode; `nil` at the end.
  mutating func takeNext() -> (object: any StateRestoring, number: ObjectNumber)? {
    guard next < queue.count else { return nil }
    defer { next += 1 }
    return queue[next]
  }

  /// Reserves room for as many objects.
  mutating func reserve(_ count: Int) {
    all.reserveCapacity(count)
    queue.reserveCapacity(count)
    indices.reserveCapacity(count)
    owners.reserveCapacity(count)
  }
}
