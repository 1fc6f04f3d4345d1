// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// How the current archive ends, as the process remembers it that wrote every byte of it.
public struct ArchiveEnd: Hashable, Sendable {
  /// How many bytes it has.
  public var size: Int
  /// Its last bytes, which no two archives have in common.
  public var tag: [UInt8]
  /// How many bytes these are.
  static let tagSize = 16

  /// Describes an end.
  ///
  /// - Parameters:
  ///   - size: How many bytes the archive has.
  ///   - tag: Its last bytes.
  public init(size: Int, tag: [UInt8]) { (self.size, self.tag) = (size, tag) }

  /// Whether an archive's bytes end like this.
  package func matches(_ bytes: [UInt8]) -> Bool {
    bytes.count == size && bytes.suffix(tag.count) == tag[...]
  }
}
