// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

package import PosixSupport

/// The few file operations that stores and keys are made of.
///
/// A protocol of the package's own, so that tests can let each operation fail or be the last one
/// before the power goes.
package protocol FileSystem: Sendable {
  /// A file's bytes, to be read piece by piece; `nil` when there is no such file. A larger file than
  /// the limit throws.
  func open(_ path: String, limit: Int) throws(ArchiveError) -> StoredBytes?

  /// Makes a folder and those above it, readable by the owner alone.
  func createFolder(_ path: String) throws(ArchiveError)

  /// Writes a new file, readable by the owner alone, and waits until its bytes are on the disk.
  func write(_ bytes: [UInt8], to path: String) throws(ArchiveError)

  /// Makes a new file that holds what another one does, and waits until its bytes are on the disk.
  func copy(_ path: String, to newPath: String) throws(ArchiveError)

  /// Opens a file to which bytes are appended; `nil` unless it has one name only and ends as said.
  func open(_ path: String, after end: ArchiveEnd) throws(ArchiveError) -> (any AppendableFile)?

  /// Opens a file of a few bytes to be written in place, and makes it when there is none; `nil`
  /// where there are no such files.
  func openMarker(_ path: String, size: Int) throws(ArchiveError) -> (any MarkerFile)?

  /// Gives a file another name, replacing what has that name.
  func rename(_ path: String, to newPath: String) throws(ArchiveError)

  /// Gives a file a second name; `false` when the name is taken. Throws with a cause that
  /// ``SystemError/saysThatLinksAreMissing`` where files have one name only.
  func link(_ path: String, to newPath: String) throws(ArchiveError) -> Bool

  /// Gives a file another name unless that is taken: `false`, and both files are as they were.
  ///
  /// Of several processes that want the same name at once, one gets it.
  func moveToNew(_ path: String, to newPath: String) throws(ArchiveError) -> Bool

  /// Removes a file; that there is none is no error.
  func remove(_ path: String) throws(ArchiveError)

  /// Whether there is a file, as far as can be told: `false` only where there is none for certain.
  func exists(_ path: String) -> Bool

  /// What tells a file's present bytes from all others, without reading them; `nil` when that is not
  /// to be had.
  func status(of path: String) -> FileStatus?

  /// Closes what others may read, and refuses what is another user's (R202).
  ///
  /// - Parameters:
  ///   - folder: The folder; need not be there.
  ///   - care: What to do about the folder itself, and about what is no file.
  ///   - isConcerned: Which of its files to look at, by their names.
  /// - Returns: What was put right; a part of a sentence for each.
  /// - Throws: ``ArchiveError`` when something is another user's.
  func secure(_ folder: String, _ care: FolderCare.Kind, _ isConcerned: (String) -> Bool)
    throws(ArchiveError) -> [String]

  /// Waits until the names in a folder are on the disk.
  func syncFolder(_ path: String) throws(ArchiveError)

  /// Holds a file for this process until it ends, making the file if need be; never waits.
  ///
  /// Asked again, says whether this process still holds it: the file may have been removed.
  ///
  /// - Returns: `false` while another process holds it.
  func claim(_ path: String) throws(ArchiveError) -> Bool

  /// Lets go of a file that this process holds.
  func release(_ path: String)
}

extension FileSystem {
  /// All bytes of a file; see ``open(_:limit:)``.
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

/// A file that grows at its end; closed when nobody holds it any more.
package protocol AppendableFile: AnyObject, Sendable {
  /// Whether its path still names it, and nothing else does, and it ends as said.
  func isStill(endingIn end: ArchiveEnd) -> Bool

  /// Writes bytes behind all others; when it throws, some of them may be there.
  func append(_ bytes: [UInt8]) throws(ArchiveError)

  /// Waits until all bytes of the file are on the disk.
  func sync() throws(ArchiveError)
}

extension AppendableFile {
  /// `false`: the file is opened anew for each save.
  package func isStill(endingIn end: ArchiveEnd) -> Bool { false }
}
