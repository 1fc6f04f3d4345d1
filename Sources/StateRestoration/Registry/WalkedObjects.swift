// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// The objects that a walk has met, with their numbers.
///
/// It retains them until the walk ends, so that their identities stay unique. What is asked of every
/// object is found by its index here, since hashing it again takes longer.
struct WalkedObjects {
  private struct Place {
    let object: any StateRestoring
    /// Its number, or why it has none.
    let number: Result<ObjectNumber, BrokenLink>
    /// Whether it encodes at that number.
    var encodes = false
  }

  private var places: [Place] = []
  private var indices: [ObjectIdentifier: Int] = [:]
  /// The index of the object that encodes, by number.
  private var owners: [Int?] = []
  /// The numbers of the objects that encode, in their order.
  private var queue: [ObjectNumber] = []
  private var next = 0

  /// Returns the index of an object that was met.
  func index(of object: AnyObject) -> Int? { indices[ObjectIdentifier(object)] }

  /// Returns the number of an object that was met.
  func number(of object: AnyObject) -> Result<ObjectNumber, BrokenLink>? {
    index(of: object).map { places[$0].number }
  }

  /// Returns the object at an index.
  func object(at index: Int) -> any StateRestoring { places[index].object }

  /// Returns an object's number, or why it has none.
  func number(at index: Int) -> Result<ObjectNumber, BrokenLink> { places[index].number }

  /// Adds an object that was not met yet, and returns its index.
  mutating func add(_ object: any StateRestoring, at number: Result<ObjectNumber, BrokenLink>)
    -> Int
  {
    indices[ObjectIdentifier(object)] = places.count
    places.append(Place(object: object, number: number))
    return places.count - 1
  }

  /// Returns the object that encodes at a number.
  func owner(of number: ObjectNumber) -> (any StateRestoring)? {
    ownerIndex(of: number).map { places[$0].object }
  }

  private func ownerIndex(of number: ObjectNumber) -> Int? {
    number.index < owners.count ? owners[number.index] : nil
  }

  /// Returns an object's number, if it encodes there.
  func encodingNumber(of id: ObjectIdentifier) -> ObjectNumber? {
    guard let index = indices[id], places[index].encodes else { return nil }
    return try? places[index].number.get()
  }

  /// Queues the object at an index for encoding.
  ///
  /// - Parameters:
  ///   - index: The object.
  ///   - number: Its number, or one that it had earlier in this pass.
  /// - Returns: The other object that encodes at this number; `nil` when there is none.
  mutating func enqueue(_ index: Int, at number: ObjectNumber) -> (any StateRestoring)? {
    if let first = ownerIndex(of: number) { return first == index ? nil : places[first].object }
    while owners.count <= number.index { owners.append(nil) }
    owners[number.index] = index
    if case .success(number) = places[index].number { places[index].encodes = true }
    queue.append(number)
    return nil
  }

  /// Returns the next object to encode, with its number.
  mutating func takeNext() -> (object: any StateRestoring, number: ObjectNumber)? {
    guard next < queue.count, let owner = owner(of: queue[next]) else { return nil }
    defer { next += 1 }
    return (owner, queue[next])
  }

  /// Reserves room for as many objects.
  mutating func reserve(_ count: Int) {
    places.reserveCapacity(count)
    queue.reserveCapacity(count)
    indices.reserveCapacity(count)
    owners.reserveCapacity(count)
  }
}
