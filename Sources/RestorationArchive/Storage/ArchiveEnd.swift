// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// The end of the current archive, as its writer remembers it.
///
/// The writer is the process that wrote every byte of it.
public struct ArchiveEnd: Hashable, Sendable {
  /// The size of the archive, in bytes.
  public var size: Int
  /// The last bytes of the archive, which no other archive shares.
  public var tag: [UInt8]
  /// The size of the tag, in bytes.
  static let tagSize = 16

  /// Creates a description of an archive's end.
  ///
  /// - Parameters:
  ///   - size: The size of the archive, in bytes.
  ///   - tag: The last bytes of the archive.
  public init(size: Int, tag: [UInt8]) { (self.size, self.tag) = (size, tag) }

  /// Whether an archive's bytes have this end.
  package func matches(_ bytes: [UInt8]) -> Bool {
    bytes.count == size && bytes.suffix(tag.count) == tag[...]
  }
}
