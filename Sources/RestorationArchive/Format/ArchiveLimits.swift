// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// The largest sizes, counts and depths that are read; each is checked before it is used.
///
/// Far above what an interface needs and far below what would hurt the process that reads.
package enum ArchiveLimits {
  /// Bytes of a sealed file.
  package static let fileSize = 512 << 20
  /// Bytes of a body, to a writer.
  package static let bodySize = 256 << 20
  /// Bytes of all records together, to a writer.
  package static let records = 192 << 20
  /// Bytes of all strings of the tables together, to a writer.
  package static let stringBytes = 48 << 20
  /// Bytes of one sealed chunk, in plain text.
  package static let chunkSize = 1 << 20
  /// Object numbers in one archive.
  package static let objects = 1 << 20
  /// Steps in the table of paths.
  package static let paths = 1 << 22
  /// Strings in the string table.
  package static let strings = 1 << 21
  /// Components of a path.
  package static let pathDepth = 256
  /// Arrays and dictionaries within each other in one value.
  package static let valueDepth = 64
  /// Notes of an archive.
  package static let notes = 256
  /// Bytes of all notes together.
  package static let noteBytes = 64 << 10
  /// Sections of a body.
  package static let sections = 64
  /// Sections of a body that this version does not know.
  package static let unknownSections = 51
  /// Saves appended to one file, to be read.
  package static let appendedSaves = 4_096
  /// The same, to be written: damage in the middle of a log loses what follows it (R199).
  package static let writtenSaves = 128
  /// Bytes that a log may always have, however small its base is.
  package static let smallLog = 1 << 20
  /// The same for a session, of which a server has thousands: its changes stay in memory until there is a new base,
  /// and are read when it is woken.
  package static let smallSessionLog = 8_192
  /// Bytes of a marker, no more and no fewer.
  package static let markerSize = 336
  /// Bytes of a sealed launch image file.
  package static let launchImageFileSize = 128 << 20
  /// Pictures in a launch image file.
  package static let launchImages = 64
  /// Paths that one picture names.
  package static let launchImageContent = 1_024
  /// Points along a side of a picture.
  package static let launchImageSide = 65_536.0
}
