// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// The keys that objects of one class have written or asked for, in the order in which they were met.
///
/// Objects of a class use the same keys in the same order: a key that is the one foreseen need not be
/// looked up in the table of strings.
final class KeyShape {
  /// So many keys of a class are foreseen at the most; a record's set of them is one word.
  static let mostKeys = 64
  private let capacity: Int

  /// What is foreseen; behind the last one, and in the last place, lies one that no key equals.
  ///
  /// A pointer, since this is read for every value of every pass.
  let keys: UnsafeMutablePointer<ForeseenKey>
  private(set) var count = 0

  /// - Parameter capacity: So many keys are foreseen; 0 for an object whose like is not read.
  init(capacity: Int = mostKeys) {
    self.capacity = capacity
    keys = .allocate(capacity: capacity + 1)
    if capacity > 0 { keys.initialize(to: ForeseenKey()) }
    (keys + capacity).initialize(to: ForeseenKey())
  }

  deinit {
    keys.deinitialize(count: count)
    if count < capacity { (keys + count).deinitialize(count: 1) }
    (keys + capacity).deinitialize(count: 1)
    keys.deallocate()
  }

  /// The first key that is foreseen, if there is one.
  var first: UnsafePointer<ForeseenKey> { UnsafePointer(keys) }

  /// What no key equals.
  var none: UnsafePointer<ForeseenKey> { UnsafePointer(keys + capacity) }

  /// The place of a key that was met as this very string.
  func place(of bits: KeyBits) -> Int? { (0..<count).first { keys[$0].bits == bits } }

  /// The place of a key; taken in if there is room, and known as this very string from now on.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - index: Its row in the table of strings.
  /// - Returns: `nil` when there is no room.
  func place(of key: String, index: UInt32) -> Int? {
    if let known = (0..<count).first(where: { keys[$0].index == index }) {
      keys[known] = ForeseenKey(key, index: index)
      return known
    }
    guard count < capacity else { return nil }
    keys[count] = ForeseenKey(key, index: index)
    count += 1
    if count < capacity { (keys + count).initialize(to: ForeseenKey()) }
    return count - 1
  }
}

/// A key as it was met, and what is written for it.
struct ForeseenKey {
  /// Keeps what the bits say true.
  private let key: String
  let bits: KeyBits
  let index: UInt32
  /// The row's number as a record holds it.
  let encoded: UInt64
  let encodedSize: Int

  /// None: no string has these bits.
  init() { (key, bits, index, encoded, encodedSize) = ("", KeyBits(), .max, 0, 0) }

  init(_ key: String, index: UInt32) {
    self.key = key
    self.index = index
    bits = KeyBits(key)
    var encoded: UInt64 = 0
    var (size, rest) = (0, index)
    while rest >= 0x80 {
      encoded |= UInt64(rest & 0x7F | 0x80) << UInt64(8 * size)
      size += 1
      rest >>= 7
    }
    (self.encoded, encodedSize) = (encoded | UInt64(rest) << UInt64(8 * size), size + 1)
  }
}

/// The sixteen bytes that a string is: its text, if that is short, or where its text lies.
///
/// Strings of equal bits are equal as long as one of them is kept: nobody changes text in a place
/// that two share. Unequal bits say nothing. Comparing them takes two instructions, where comparing
/// or hashing text takes hundreds, eight times an object.
struct KeyBits: Equatable {
  private let low, high: UInt64

  /// Those of no string.
  init() { (low, high) = (0, 0) }

  @inline(__always)
  init(_ string: String) {
    (low, high) = unsafeBitCast(string, to: (UInt64, UInt64).self)
  }

  @inline(__always)
  static func == (left: Self, right: Self) -> Bool {
    (left.low ^ right.low) | (left.high ^ right.high) == 0
  }
}
