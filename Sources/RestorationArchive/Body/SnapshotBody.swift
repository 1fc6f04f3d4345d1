// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// The bytes of a body, and where its tables lie.
final class SnapshotBody: Sendable {
  let bytes: [UInt8]
  let directory: SectionDirectory
  let tables: SnapshotView

  /// Reads the directory.
  ///
  /// - Parameters:
  ///   - bytes: A whole body, or that of a change.
  ///   - needsStrings: Whether there must be strings; a change without new ones may leave them out.
  /// - Throws: ``ArchiveError`` when the sections do not lie within the bytes.
  init(_ bytes: [UInt8], needsStrings: Bool = true) throws(ArchiveError) {
    directory = try SectionDirectory(bytes, needsStrings: needsStrings)
    tables = SnapshotView(directory, in: bytes)
    self.bytes = bytes
  }
}
