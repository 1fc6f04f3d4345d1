// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// A set of object numbers as a bitmap, in archive order.
///
/// Most numbers of an archive are in such a set or out of it together: hashing each would take
/// longer than testing its bit.
/// than to look at it.
struct NumberSet: Sendable, Sequence {
  private var words: [UInt64] = []
  private(set) var count = 0

  init() {}

  init(_ numbers: some Sequence<ObjectNumber>) {
    for number in numbers { insert(number) }
  }

  var isEmpty: Bool { count == 0 }

  func contains(_ number: ObjectNumber) -> Bool {
    let word = number.index / UInt64.bitWidth
    return word < words.count && words[word] & Self.bit(of: number) != 0
  }

  mutating func insert(_ number: ObjectNumber) {
    let word = number.index / UInt64.bitWidth
    if word >= words.count {
      words.append(contentsOf: repeatElement(0, count: word + 1 - words.count))
    }
    guard words[word] & Self.bit(of: number) == 0 else { return }
    words[word] |= Self.bit(of: number)
    count += 1
  }

  mutating func remove(_ number: ObjectNumber) {
    guard contains(number) else { return }
    words[number.index / UInt64.bitWidth] &= ~Self.bit(of: number)
    count -= 1
  }

  mutating func subtract(_ numbers: some Sequence<ObjectNumber>) {
    for number in numbers { remove(number) }
  }

  private static func bit(of number: ObjectNumber) -> UInt64 {
    1 << UInt64(number.index % UInt64.bitWidth)
  }

  func makeIterator() -> some IteratorProtocol<ObjectNumber> {
    words.indices.lazy.flatMap { place in
      sequence(state: words[place]) { rest -> ObjectNumber? in
        guard rest != 0 else { return nil }
        defer { rest &= rest - 1 }
        return ObjectNumber(UInt32(place * UInt64.bitWidth + rest.trailingZeroBitCount))
      }
    }.makeIterator()
  }
}
