// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import PosixSupport
import Synchronization

/// The files that this process has locked against other processes.
///
/// These are POSIX record locks. The system releases them when the process dies, so no lock is ever
/// stale. A forked child does not inherit them, so it counts as another process. A lock is also
/// lost when the process closes the file through any other descriptor, as a program does that
/// copies its own state folder. So each claim takes the lock again, which costs one system call if
/// it is still held.
final class ProcessLocks: Sendable {
  /// The locks of this process.
  static let shared = ProcessLocks()

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
    var isNamed: Bool { FileStatus(path: path)?.isSameFile(as: status) ?? false }

    var isStillHeld: Bool {
      process == ThisProcess.identifier && isNamed && (try? file.claim()) == true
    }
  }

  /// One entry for each path; there are only a few.
  private let table = Mutex<[Held]>([])

  private init() {}

  /// Claims a file; see ``FileSystem/claim(_:)``.
  func claim(_ path: String) throws(ArchiveError) -> Bool {
    let result = table.withLock { table in
      Result { () throws(ArchiveError) in
        if let index = table.firstIndex(where: { $0.path == path }) {
          if table[index].isStillHeld { return true }
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

  /// Opens and locks a file; `nil` when another process holds it.
  private func openLocked(_ path: String) throws(ArchiveError) -> Held? {
    while true {
      let (file, status) = try PosixFileSystem().openShared(path, "Opening the lock file")
      guard try attempt(file.claim(), "Locking the file", path) else { return nil }
      let held = Held(path: path, file: file, status: status)
      if held.isNamed { return held }
      // The file was removed between the two calls: others would not find the locked one.
    }
  }
}
