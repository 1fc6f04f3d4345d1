// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// The sizes of an archive file's parts, in bytes.
package struct ArchiveFileSizes: Hashable, Sendable {
  /// The whole file.
  package let file: Int
  /// The header, which anyone can read.
  package let header: Int
  /// The plain body of the base.
  package let base: Int
  /// The plain bodies of the appended saves.
  package let log: Int
  /// Trailing bytes that belong to no complete appended save.
  package let torn: Int

  /// The overhead of sealing: lengths, kinds and tags of frames.
  package var seal: Int { file - header - base - log - torn }
}
