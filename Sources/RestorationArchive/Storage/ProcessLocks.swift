// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import PosixSupport
import Synchronization

/// The files that this process holds, so that no other one of the application has them (R156).
///
/// Record locks of POSIX: the system drops them when the process dies, so none is ever stale, and a
/// forked child does not inherit them, so it is another process here, too. Such a lock also goes
/// when the process closes the file by any other descriptor, as a program does that copies its own
/// state folder; so it is taken anew at each claim, which costs one call where it is still there.
final class ProcessLocks: Sendable {
  /// Those of this process.
  static let shared = ProcessLocks()

  private struct Held {
    let path: String
    let file: OpenFile
    /// Of the open file, so that no other one has its number meanwhile.
    let status: FileStatus
    /// A forked child finds its parent's table in its memory, but holds nothing.
    let process = ThisProcess.identifier

    /// Whether the open file is what others find under its path.
    var isNamed: Bool { FileStatus(path: path)?.isSameFile(as: status) ?? false }

    var isStillHeld: Bool {
      process == ThisProcess.identifier && isNamed && (try? file.claim()) == true
    }
  }

  /// One for each path; a handful.
  private let table = Mutex<[Held]>([])

  private init() {}

  /// See ``FileSystem/claim(_:)``.
  func claim(_ path: String) throws(ArchiveError) -> Bool {
    let result = table.withLock { table in
      Result { () throws(ArchiveError) in
        if let index = table.firstIndex(where: { $0.path == path }) {
          if table[index].isStillHeld { return true }
          // Someone has removed the file or taken it over. Closed first: later, that would unlock the new one.
          table.remove(at: index)
        }
        guard let held = try openLocked(path) else { return false }
        table.append(held)
        return true
      }
    }
    return try result.get()
  }

  /// See ``FileSystem/release(_:)``.
  func release(_ path: String) {
    table.withLock { table in table.removeAll { $0.path == path } }
  }

  /// Opens and locks a file; `nil` when another process has it.
  private func openLocked(_ path: String) throws(ArchiveError) -> Held? {
    while true {
      let (file, status) = try PosixFileSystem().openShared(path, "Opening the lock file")
      guard try attempt(file.claim(), "Locking the file", path) else { return nil }
      let held = Held(path: path, file: file, status: status)
      if held.isNamed { return held }
      // It was removed between the two calls: what is locked is no longer what others would find.
    }
  }
}
