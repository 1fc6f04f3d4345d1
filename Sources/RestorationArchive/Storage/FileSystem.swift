// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Logging
package import PosixSupport
import Synchronization

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

/// Checks a folder before its first use and after each failure.
///
/// All copies of a store or key file share one instance.
package final class FolderCare: Sendable {
  /// The kind of a folder.
  package enum Kind: Sendable {
    /// The folder of a store.
    ///
    /// It is closed to other users. Entries that are no files are moved out of the way of saves.
    case store
    /// The application's folder, which contains a key.
    ///
    /// It is closed to other users. A link in place of the key is not moved: a new key would open
    /// nothing.
    case application
    /// Any folder in which someone has put a key.
    case foreign
  }

  private struct State {
    var isDone = false
    /// Repairs that are in the log.
    var logged: Set<String> = []
    var foreign: Set<String> = []
  }

  private let state = Mutex(State())

  /// Secures the folder, unless that was done.
  ///
  /// - Parameters:
  ///   - logger: Receives a warning about each repair, once.
  ///   - secure: Secures the folder, and returns the repairs.
  /// - Returns: Whether there was a new repair.
  /// - Throws: ``ArchiveError``, as `secure` does. The next call then tries again.
  func secureOnce(_ logger: Logger, _ secure: () throws(ArchiveError) -> [String])
    throws(ArchiveError) -> Bool
  {
    if state.withLock({ $0.isDone }) { return false }
    let repairs = try secure()
    let news = state.withLock { state in
      state.isDone = true
      // Where modes cannot be changed, the same flaw is found again and again.
      return repairs.filter { state.logged.insert($0).inserted }
    }
    for repair in news { logger.warning("\(repair)") }
    return !news.isEmpty
  }

  /// Notes an entry with a file's name that is none.
  func noteForeign(_ name: String) { state.withLock { _ = $0.foreign.insert(name) } }

  /// Whether an entry was none of the store's files; `true` only once.
  func takeForeign(_ name: String) -> Bool { state.withLock { $0.foreign.remove(name) != nil } }

  /// Makes the next call check again, after a failure.
  func forget() { state.withLock { $0.isDone = false } }
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

/// A marker in memory, which a test's next process finds.
final class MemoryMarkerFile: MarkerFile {
  /// The contents, which live as long as the store.
  final class Content: Sendable {
    fileprivate let page = SharedPage(size: ArchiveLimits.markerSize)
    fileprivate let count = Mutex(0)
  }

  let contents: [UInt8]
  let descriptor: Int32? = nil
  private let content: Content

  init(_ content: Content) {
    self.content = content
    contents = content.count.withLock { content.page.bytes($0) }
  }

  /// The memory itself, to be written like a mapped file.
  var page: SharedPage { content.page }

  func write(_ bytes: [UInt8], at offset: Int) {
    content.count.withLock { count in
      if page.write(bytes, at: offset) { count = max(count, offset + bytes.count) }
    }
  }
}
