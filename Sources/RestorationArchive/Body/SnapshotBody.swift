// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// The bytes of a body and where its sections lie; neither changes, nor do the bytes move.
final class SnapshotBody: @unchecked Sendable {  // immutable from the first moment
  /// The bytes, as long as this object lives.
  let bytes: UnsafeRawBufferPointer
  let directory: SectionDirectory
  /// The tables, as long as this object lives.
  let tables: SnapshotView

  /// Takes over what a sink holds.
  ///
  /// - Parameters:
  ///   - sink: A whole body, or that of a change.
  ///   - needsStrings: Whether there must be strings; a change without new ones may leave them out.
  /// - Throws: ``ArchiveError`` when the sections do not lie within the bytes.
  init(_ sink: ByteSink, needsStrings: Bool = true) throws(ArchiveError) {
    directory = try SectionDirectory(sink.bytes, needsStrings: needsStrings)
    bytes = UnsafeRawBufferPointer(sink.detach())
    tables = SnapshotView(directory, in: bytes)
  }

  /// Copies bytes that were read.
  convenience init(_ read: [UInt8], needsStrings: Bool = true) throws(ArchiveError) {
    let sink = ByteSink(capacity: read.count)
    sink.append(read)
    try self.init(sink, needsStrings: needsStrings)
  }

  deinit { bytes.deallocate() }
}
