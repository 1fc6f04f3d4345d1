// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// The bytes of a body, with its directory and tables.
final class SnapshotBody: Sendable {
  let bytes: [UInt8]
  let directory: SectionDirectory
  let tables: SnapshotView

  /// Reads the directory.
  ///
  /// - Parameters:
  ///   - bytes: A whole body, or the body of a change.
  ///   - needsStrings: Whether the section of strings is required. A change without new strings may
  ///     leave it out.
  /// - Throws: ``ArchiveError`` when the sections do not lie within the bytes.
  init(_ bytes: [UInt8], needsStrings: Bool = true) throws(ArchiveError) {
    directory = try SectionDirectory(bytes, needsStrings: needsStrings)
    tables = SnapshotView(directory, in: bytes)
    self.bytes = bytes
  }
}
