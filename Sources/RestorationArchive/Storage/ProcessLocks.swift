// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Glibc
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
    let descriptor: Int32
    /// Of the open file, so that no other one has its number meanwhile.
    let (device, inode): (dev_t, ino_t)
    /// A forked child finds its parent's table in its memory, but holds nothing.
    let process = getpid()
  }

  /// One for each path; a handful.
  private let table = Mutex<[Held]>([])

  private init() {}

  /// See ``FileSystem/claim(_:)``.
  func claim(_ path: String) throws(ArchiveError) -> Bool {
    let result = table.withLock { table in
      Result { () throws(ArchiveError) in
        if let index = table.firstIndex(where: { $0.path == path }) {
          let held = table[index]
          if held.process == getpid(), isNamed(held), lock(held.descriptor) { return true }
          // Someone has removed the file or taken it over.
          close(held.descriptor)
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
    let held = table.withLock { table in
      table.firstIndex { $0.path == path }.map { table.remove(at: $0) }
    }
    if let held { close(held.descriptor) }
  }

  /// The process that holds a file, this one excepted; asking neither makes nor takes anything.
  ///
  /// A process that reads a file it holds loses it, so this must not be asked about such a file.
  ///
  /// - Returns: `nil` when none does, or it cannot be found out.
  static func holder(of path: String) -> Int32? {
    let descriptor = Glibc.open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var region = wholeFile
    guard fcntl(descriptor, F_GETLK, &region) == 0, region.l_type != Int16(F_UNLCK) else {
      return nil
    }
    return region.l_pid
  }

  /// Opens and locks a file; `nil` when another process has it.
  private func openLocked(_ path: String) throws(ArchiveError) -> Held? {
    while true {
      let flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
      let descriptor = Glibc.open(path, flags, 0o600)
      guard descriptor >= 0 else { throw .systemFailure("Opening the lock file", path) }
      var status = stat()
      guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
        close(descriptor)
        throw ArchiveError(.inputOutput, "This is not a regular file", file: path)
      }
      guard lock(descriptor) else {
        let number = errno
        close(descriptor)
        if number == EAGAIN || number == EACCES { return nil }
        errno = number
        throw .systemFailure("Locking the file", path)
      }
      let held = Held(
        path: path, descriptor: descriptor, device: status.st_dev, inode: status.st_ino)
      if isNamed(held) { return held }
      // It was removed between the two calls: what is locked is no longer what others would find.
      close(descriptor)
    }
  }

  private func lock(_ descriptor: Int32) -> Bool {
    var region = Self.wholeFile
    return fcntl(descriptor, F_SETLK, &region) == 0
  }

  private static var wholeFile: flock {
    var region = flock()
    region.l_type = Int16(F_WRLCK)
    region.l_whence = Int16(SEEK_SET)  // from 0, with no length
    return region
  }

  /// Whether a file that is open is what others find under its path.
  private func isNamed(_ held: Held) -> Bool {
    guard let named = status(of: held.path) else { return false }
    return held.device == named.st_dev && held.inode == named.st_ino
  }
}
