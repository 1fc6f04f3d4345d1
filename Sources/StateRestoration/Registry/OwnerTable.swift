// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// The objects at numbers, as found by passes and restores; held weakly.
struct OwnerTable {
  /// The numbers with a remembered object, which may be released.
  private(set) var numbers = NumberSet()
  /// Objects by number; empty at other numbers.
  private var owners: [WeakObject?] = []

  /// Creates an empty table, with room for as many numbers.
  init(capacity: Int = 0) { owners.reserveCapacity(capacity) }

  /// The count of numbers with an object, which may be released.
  var count: Int { numbers.count }

  /// Whether an object is remembered at a number, even if released.
  func knows(_ number: ObjectNumber) -> Bool { numbers.contains(number) }

  /// The object at a number, if it is alive.
  subscript(_ number: ObjectNumber) -> (any StateRestoring)? {
    number.index < owners.count ? owners[number.index]?.object : nil
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

  /// Whether a number has this object.
  func holds(_ object: any StateRestoring, at number: ObjectNumber) -> Bool {
    self[number] === object
  }

  /// Forgets the object at a number.
  mutating func forget(_ number: ObjectNumber) {
    guard knows(number) else { return }
    numbers.remove(number)
    owners[number.index] = nil
    // What is left is looked through for released objects.
    while let last = owners.indices.last, !knows(ObjectNumber(UInt32(last))) { owners.removeLast() }
  }

  /// Remembers an object at a number.
  mutating func set(_ object: WeakObject, at number: ObjectNumber) {
    while owners.count <= number.index { owners.append(nil) }
    owners[number.index] = object
    numbers.insert(number)
  }

  /// Returns the same objects, even released ones, at other numbers.
  func renumbered(_ renumber: (ObjectNumber) -> ObjectNumber?) -> OwnerTable {
    var table = OwnerTable(capacity: owners.count)
    for number in numbers {
      if let owner = owners[number.index], let new = renumber(number) { table.set(owner, at: new) }
    }
    return table
  }
}
