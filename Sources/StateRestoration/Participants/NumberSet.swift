// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import BitCollections
import RestorationArchive

/// A set of object numbers, in the order of the archive.
///
/// One bit each: hashing a number would take longer than looking at it.
struct NumberSet: Sendable, Sequence {
  private var bits = BitSet()

  init() {}

  init(_ numbers: some Sequence<ObjectNumber>) { bits = BitSet(numbers.lazy.map(\.index)) }

  var isEmpty: Bool { bits.isEmpty }

  /// The number of elements; reads all bits to count them.
  var count: Int { bits.count }

  func contains(_ number: ObjectNumber) -> Bool { bits.contains(number.index) }

  mutating func insert(_ number: ObjectNumber) { bits.insert(number.index) }

  mutating func remove(_ number: ObjectNumber) { bits.remove(number.index) }

  mutating func subtract(_ numbers: some Sequence<ObjectNumber>) {
    for number in numbers { bits.remove(number.index) }
  }

  func makeIterator() -> some IteratorProtocol<ObjectNumber> {
    bits.lazy.map { ObjectNumber(UInt32($0)) }.makeIterator()
  }
}
