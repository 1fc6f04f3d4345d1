// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

package import PosixSupport

/// The file operations that stores and keys need.
///
/// This is a protocol of the package, so that tests can make each operation fail, or cut the power
/// after it.
package protocol FileSystem: Sendable {
  /// Opens a file, to be read in pieces.
  ///
  /// `nil` when the file does not exist. Throws when the file is larger than the limit.
  func open(_ path: String, limit: Int) throws(ArchiveError) -> StoredBytes?

  /// Creates a folder and its parents, readable by the owner alone.
  func createFolder(_ path: String) throws(ArchiveError)

  /// Writes a new file, and waits until it is on disk.
  ///
  /// Only the owner can read it.
  func write(_ bytes: [UInt8], to path: String) throws(ArchiveError)

  /// Copies a file, and waits until the copy is on disk.
  func copy(_ path: String, to newPath: String) throws(ArchiveError)

  /// Opens a file for appending.
  ///
  /// `nil` unless the file has one name only, and the given end.
  func open(_ path: String, after end: ArchiveEnd) throws(ArchiveError) -> (any AppendableFile)?

  /// Opens a small file that is written in place.
  ///
  /// The file is created if it does not exist. `nil` where such files are not supported.
  func openMarker(_ path: String, size: Int) throws(ArchiveError) -> (any MarkerFile)?

  /// Renames a file, and replaces any file with the new name.
  func rename(_ path: String, to newPath: String) throws(ArchiveError)

  /// Gives a file a second name; `false` when it is taken.
  ///
  /// Where files have one name only, this throws an error, and
  /// ``SystemError/saysThatLinksAreMissing`` of its cause is `true`.
  func link(_ path: String, to newPath: String) throws(ArchiveError) -> Bool

  /// Renames a file, unless the new name is taken.
  ///
  /// If it is taken, this returns `false` and both files stay as they were. If several processes
  /// want the same name at once, one of them gets it.
  func moveToNew(_ path: String, to newPath: String) throws(ArchiveError) -> Bool

  /// Removes a file, if it exists.
  func remove(_ path: String) throws(ArchiveError)

  /// Whether a file may exist.
  ///
  /// `false` only when the file certainly does not exist.
  func exists(_ path: String) -> Bool

  /// Returns the names of all entries in a folder; none when it does not exist.
  func names(in folder: String) throws(ArchiveError) -> [String]

  /// Returns data that identifies a file's present bytes, without reading them.
  ///
  /// `nil` when it is not available.
  func status(of path: String) -> FileStatus?

  /// Closes files to other users, and refuses files of other users.
  ///
  /// - Parameters:
  ///   - folder: The folder; it need not exist.
  ///   - care: The kind of folder, which decides about the folder itself and about entries that
  ///     are no files.
  ///   - isConcerned: Selects the files to check, by name.
  /// - Returns: A part of a sentence for each repair.
  /// - Throws: ``ArchiveError`` when something belongs to another user.
  func secure(_ folder: String, _ care: FolderCare.Kind, _ isConcerned: (String) -> Bool)
    throws(ArchiveError) -> [String]

  /// Waits until the names in a folder are on disk.
  func syncFolder(_ path: String) throws(ArchiveError)

  /// Claims a file for this process, and creates it if needed.
  ///
  /// The call never waits. The claim lasts until ``release(_:)`` or the end of the process. A
  /// repeated call checks that this process still holds the file, and claims it again if it was
  /// removed.
  ///
  /// - Returns: `false` while another process holds it.
  func claim(_ path: String) throws(ArchiveError) -> Bool

  /// Releases a file that this process holds.
  func release(_ path: String)
}

extension FileSystem {
  /// Reads all bytes of a file; see ``open(_:limit:)``.
  package func read(_ path: String, limit: Int) throws(ArchiveError) -> [UInt8]? {
    try open(path, limit: limit)?.all()
  }

  package func secure(_ folder: String, _ care: FolderCare.Kind, _ isConcerned: (String) -> Bool)
    throws(ArchiveError) -> [String]
  { [] }

  package func openMarker(_ path: String, size: Int) throws(ArchiveError) -> (any MarkerFile)? {
    nil
  }

  package func status(of path: String) -> FileStatus? { nil }
}

/// A file that grows at its end.
///
/// It is closed when the last reference to it is released.
package protocol AppendableFile: AnyObject, Sendable {
  /// Whether its path is its only name and it has this end.
  func isStill(endingIn end: ArchiveEnd) -> Bool

  /// Appends bytes.
  ///
  /// When this throws, some of them may have been written.
  func append(_ bytes: [UInt8]) throws(ArchiveError)

  /// Waits until all bytes of the file are on disk.
  func sync() throws(ArchiveError)
}

extension AppendableFile {
  /// Returns `false`: the file is opened again for each save.
  package func isStill(endingIn end: ArchiveEnd) -> Bool { false }
}

/// A small file that records the progress of a launch.
///
/// A store opens it, and it stays open while there is a reference to it. If this process dies, the
/// next one reads what was written. The bytes need not survive a power loss, so nothing is synced.
/// A failed write is ignored, because a marker must never cost state.
public protocol MarkerFile: Sendable {
  /// The contents when the file was opened; empty for a new one.
  var contents: [UInt8] { get }

  /// Writes bytes at an offset.
  ///
  /// - Parameters:
  ///   - bytes: Any bytes.
  ///   - offset: The offset of the first byte, from the start of the file.
  func write(_ bytes: [UInt8], at offset: Int)

  /// The open file's descriptor, for signal handlers; `nil` without a file.
  var descriptor: Int32? { get }
}
