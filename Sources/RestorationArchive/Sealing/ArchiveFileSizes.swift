// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// What the bytes of an archive file are, in bytes.
package struct ArchiveFileSizes: Hashable, Sendable {
  /// The whole file.
  package let file: Int
  /// The header, which anyone can read.
  package let header: Int
  /// The plain body of the base.
  package let base: Int
  /// The plain bodies of what was appended.
  package let log: Int
  /// Bytes at the end that are no part of an appended save that was finished.
  package let torn: Int

  /// What sealing adds to the plain bytes: lengths, kinds and tags of frames.
  package var seal: Int { file - header - base - log - torn }
}
