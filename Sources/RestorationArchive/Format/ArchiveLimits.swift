// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// The largest sizes, counts and depths that are written and accepted.
///
/// Each value is checked before it is used. The limits are far above the needs of an interface, and
/// far below what would harm the process that reads.
package enum ArchiveLimits {
  /// The size of a sealed file, in bytes.
  package static let fileSize = 512 << 20
  /// The size of a body from a writer, in bytes.
  static let bodySize = 256 << 20
  /// The size of all records from a writer, in bytes.
  package static let records = 192 << 20
  /// The size of all table strings from a writer, in bytes.
  static let stringBytes = 48 << 20
  /// The plain size of one sealed chunk, in bytes.
  package static let chunkSize = 1 << 20
  /// Object numbers in one archive.
  package static let objects = 1 << 20
  /// Steps in the table of paths.
  package static let paths = 1 << 22
  /// Strings in the string table.
  package static let strings = 1 << 21
  /// Components of a path.
  package static let pathDepth = 256
  /// Nesting levels of arrays and dictionaries in one value.
  package static let valueDepth = 64
  /// Notes in an archive.
  package static let notes = 256
  /// The size of all notes, in bytes.
  static let noteBytes = 64 << 10
  /// Sections of a body.
  package static let sections = 64
  /// Unknown sections of a body.
  package static let unknownSections = 51
  /// Saves appended to one file, for a reader.
  package static let appendedSaves = 4_096
  /// Saves appended to one file, for a writer.
  ///
  /// Damage in the middle of a log loses everything after it, so this limit is low.
  package static let writtenSaves = 128
  /// The size that a log may always reach, in bytes.
  ///
  /// It does not depend on the size of the base.
  package static let smallLog = 1 << 20
  /// The size that a session's log may always reach, in bytes.
  ///
  /// A server has thousands of sessions. The changes of a session stay in memory until a new base
  /// is written, and are read when the session wakes.
  static let smallSessionLog = 8_192
  /// The exact size of a marker, in bytes.
  static let markerSize = 336
  /// The size of a sealed launch image file, in bytes.
  package static let launchImageFileSize = 128 << 20
  /// Pictures in a launch image file.
  package static let launchImages = 64
  /// Paths that one picture may name.
  static let launchImageContent = 1_024
  /// The length of a picture's side, in points.
  static let launchImageSide = 65_536.0
}
