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
  private(set) var keys: [ForeseenKey] = []

  /// - Parameter capacity: So many keys are foreseen; 0 for an object whose like is not read.
  init(capacity: Int = mostKeys) { self.capacity = capacity }

  /// The place of a key; taken in if there is room.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - index: Its row in the table of strings.
  /// - Returns: `nil` when there is no room, or the key is not foreseen.
  func place(of key: String, index: UInt32) -> Int? {
    if let known = keys.firstIndex(where: { $0.index == index }) { return known }
    // Of ASCII, equal strings of the same length are the same bytes.
    guard keys.count < capacity, key.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
    keys.append(ForeseenKey(key, index: index))
    return keys.count - 1
  }
}

/// A key as it was met, and what is written for it.
struct ForeseenKey {
  private let key: String
  let index: UInt32
  /// The row's number as a record holds it.
  let encoded: UInt64
  let encodedSize: Int

  init(_ key: String, index: UInt32) {
    (self.key, self.index) = (key, index)
    var encoded: UInt64 = 0
    var (size, rest) = (0, index)
    while rest >= 0x80 {
      encoded |= UInt64(rest & 0x7F | 0x80) << UInt64(8 * size)
      size += 1
      rest >>= 7
    }
    (self.encoded, encodedSize) = (encoded | UInt64(rest) << UInt64(8 * size), size + 1)
  }

  /// Whether it is the very same, byte for byte; of one literal, that takes a few instructions.
  @inline(__always)
  func isKey(_ other: String) -> Bool { key == other && key.utf8.count == other.utf8.count }
}
