// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

package import PosixSupport
import Synchronization

/// The files that this process has locked against other processes.
///
/// These are POSIX record locks. The system releases them when the process dies, so no lock is ever
/// stale. A forked child does not inherit them, so it counts as another process. A lock is also
/// lost when the process closes the file through any other descriptor, as a program does that
/// copies its own state folder. So each claim takes the lock again, which costs one system call if
/// it is still held.
package final class ProcessLocks: Sendable {
  /// The locks of this process.
  package static let shared = ProcessLocks()

  /// Looks at a path without following a link.
  private let look: @Sendable (String) -> FileStatus?

  private struct Held {
    let path: String
    let file: OpenFile
    /// The status of the open file.
    ///
    /// While the file is open, no other file gets its inode number.
    let status: FileStatus
    /// The process that took the lock.
    ///
    /// A forked child inherits the parent's table in its memory, but holds no lock.
    let process = ThisProcess.identifier

    /// Whether the path still names the open file.
    func isNamed(_ look: (String) -> FileStatus?) -> Bool {
      look(path)?.isSameFile(as: status) ?? false
    }

    func isStillHeld(_ look: (String) -> FileStatus?) -> Bool {
      process == ThisProcess.identifier && isNamed(look) && (try? file.claim()) == true
    }
  }

  /// One entry for each path; there are only a few.
  private let table = Mutex<[Held]>([])

  /// Creates a table of its own, for tests.
  ///
  /// - Parameter look: Looks at a path.
  package init(look: @escaping @Sendable (String) -> FileStatus? = { FileStatus(path: $0) }) {
    self.look = look
  }

  /// Claims a file; see ``FileSystem/claim(_:)``.
  func claim(_ path: String) throws(ArchiveError) -> Bool {
    let result = table.withLock { table in
      Result { () throws(ArchiveError) in
        if let index = table.firstIndex(where: { $0.path == path }) {
          if table[index].isStillHeld(look) { return true }
          // The file was removed or taken over. Close it first: closing it later would unlock the
          // new one.
          table.remove(at: index)
        }
        guard let held = try openLocked(path) else { return false }
        table.append(held)
        return true
      }
    }
    return try result.get()
  }

  /// Releases a file; see ``FileSystem/release(_:)``.
  func release(_ path: String) {
    table.withLock { table in table.removeAll { $0.path == path } }
  }

  /// The most attempts to lock a file under its name.
  ///
  /// A file is removed between two calls once, when another process retires its state.
  private static let attempts = 8

  /// Opens and locks a file; `nil` when another process holds it.
  ///
  /// On some file systems a file has another number at each look, or cannot be looked at.
  private func openLocked(_ path: String) throws(ArchiveError) -> Held? {
    for _ in 1...Self.attempts {
      let (file, status) = try PosixFileSystem().openShared(path, "Opening the lock file")
      guard try attempt(file.claim(), "Locking the file", path) else { return nil }
      let held = Held(path: path, file: file, status: status)
      if held.isNamed(look) { return held }
      // The file was removed between the two calls: others would not find the locked one.
    }
    throw ArchiveError(
      .inputOutput,
      "The lock file is another one at each look, so other processes cannot be told apart",
      file: path, systemError: SystemError.stale.number)
  }
}
