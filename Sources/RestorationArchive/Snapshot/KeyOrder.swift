// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// The keys that the hooks of one class ask for, in the order they were first asked for.
///
/// Hooks of a class ask for the same keys in the same order, so that the next key is known without
/// looking at its text.
final class KeyOrder {
  /// A key, and the row of its text in the snapshot.
  private struct Entry {
    let key: String
    let row: UInt32
  }

  /// More keys than this are found by their text each time.
  private static let limit = 64

  @exclusivity(unchecked) private var entries: [Entry] = []

  /// The row of a key if it comes next in the order.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - place: Where in the order the hook is.
  /// - Returns: `nil` when another key, or none, comes next.
  @inline(__always)
  func row(of key: String, at place: Int) -> UInt32? {
    guard place < entries.count, entries[place].key.isIdentical(with: key) else { return nil }
    return entries[place].row
  }

  /// The place of a key that was asked for before.
  func place(of key: String) -> Int? { entries.firstIndex { $0.key.isIdentical(with: key) } }

  /// The row of the key at a place.
  func row(at place: Int) -> UInt32 { entries[place].row }

  /// Remembers where a key was found.
  ///
  /// - Returns: The key's place in the order; its end when there are too many.
  func append(_ key: String, row: UInt32) -> Int {
    if entries.count < Self.limit { entries.append(Entry(key: key, row: row)) }
    return entries.count - 1
  }
}

extension String {
  /// Whether two strings are the same piece of text in memory, or the same few letters.
  ///
  /// Equal bits of two strings that both live mean the same text; unequal ones mean nothing.
  @inline(__always)
  fileprivate func isIdentical(with other: String) -> Bool {
    let (mine, others) = (
      unsafeBitCast(self, to: (UInt64, UInt64).self),
      unsafeBitCast(other, to: (UInt64, UInt64).self)
    )
    return mine == others
  }
}
