// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// Maps numbers to their objects, as found by passes and restores.
struct OwnerTable {
  private enum Owner {
    case none
    /// A registered object, by its serial.
    case registered(UInt64)
    case other(WeakObject)
  }

  /// Holds the registered objects, which need no second weak reference here.
  private let registry: ObjectRegistry
  private var owners: [Owner] = []

  /// Creates an empty table.
  ///
  /// - Parameters:
  ///   - registry: The registry of the objects.
  ///   - capacity: The number of rows to reserve.
  init(_ registry: ObjectRegistry, capacity: Int = 0) {
    self.registry = registry
    owners.reserveCapacity(capacity)
  }

  private func owner(at number: ObjectNumber) -> Owner {
    number.index < owners.count ? owners[number.index] : .none
  }

  /// The numbers with a remembered object, which may be released.
  var numbers: some Sequence<ObjectNumber> {
    owners.indices.lazy.map { ObjectNumber(UInt32($0)) }.filter(knows)
  }

  /// The count of numbers with an object, which may be released.
  var count: Int { numbers.reduce(0) { count, _ in count + 1 } }

  /// Whether an object is remembered at a number, even if released.
  func knows(_ number: ObjectNumber) -> Bool {
    if case .none = owner(at: number) { false } else { true }
  }

  /// The object at a number, if it is alive.
  subscript(_ number: ObjectNumber) -> (any StateRestoring)? {
    switch owner(at: number) {
    case .none: nil
    case .registered(let serial): registry.object(ofSerial: serial)
    case .other(let object): object.object
    }
  }

  /// Finds released objects by checking some numbers in turn.
  ///
  /// - Parameters:
  ///   - most: How many numbers to check.
  ///   - next: The index to start at; then the index to start at the next time.
  /// - Returns: The numbers whose objects were released.
  func missing(among most: Int, from next: inout Int) -> [ObjectNumber] {
    var missing: [ObjectNumber] = []
    for _ in 0..<min(most, owners.count) {
      if next >= owners.count { next = 0 }
      let number = ObjectNumber(UInt32(next))
      if knows(number), self[number] == nil { missing.append(number) }
      next += 1
    }
    return missing
  }

  /// Returns the serial of the object at a number.
  ///
  /// The object may be released; 0 means that it is not registered.
  func serial(at number: ObjectNumber) -> UInt64? {
    switch owner(at: number) {
    case .none: nil
    case .registered(let serial): serial
    case .other: 0
    }
  }

  /// Whether a number has this object.
  func holds(_ object: any StateRestoring, at number: ObjectNumber) -> Bool {
    self[number] === object
  }

  /// Whether a number has the object of this registration.
  func holds(_ serial: UInt64, at number: ObjectNumber) -> Bool {
    if case .registered(serial) = owner(at: number) { true } else { false }
  }

  /// Forgets the object at a number.
  mutating func forget(_ number: ObjectNumber) {
    if knows(number) { owners[number.index] = .none }
  }

  /// Remembers an object that is alive.
  ///
  /// - Parameters:
  ///   - object: The object.
  ///   - number: Its number.
  ///   - serial: The serial of its registration; 0 when it has none.
  mutating func set(_ object: any StateRestoring, at number: ObjectNumber, serial: UInt64) {
    set(serial == 0 ? .other(WeakObject(object)) : .registered(serial), at: number)
  }

  /// Remembers a registered object by its serial.
  mutating func set(_ serial: UInt64, at number: ObjectNumber) {
    set(.registered(serial), at: number)
  }

  /// Copies the entry of another table, even for a released object.
  mutating func take(_ number: ObjectNumber, from other: OwnerTable, at place: ObjectNumber) {
    if other.knows(number) { set(other.owner(at: number), at: place) }
  }

  private mutating func set(_ owner: Owner, at number: ObjectNumber) {
    while owners.count <= number.index { owners.append(.none) }
    owners[number.index] = owner
  }
}
