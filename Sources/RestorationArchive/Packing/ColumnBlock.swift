// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// How the numbers of a column are packed; `Documentation/ArchiveFormat.md` is the norm.
///
/// A block says how many bits each of its numbers takes beyond the smallest of them, or each of their
/// differences beyond the smallest of those. So a column that never changes, and one that counts,
/// cost next to nothing, and one odd row does not spoil the other blocks.
enum ColumnBlock {
  /// Rows of a block; the last one of a column has the rest.
  static let rows = 256
  /// Set in a block's first byte when differences are packed; the rest of the byte is the width.
  static let differences: UInt8 = 0x40
  static let widest: UInt8 = 32
  /// A block has at least its first byte and its base, whatever it holds.
  static let smallest = 2
}
