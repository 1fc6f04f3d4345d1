// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#else
import Darwin
#endif

/// An open file or folder, which is closed when released.
package final class OpenFile: Sendable {
  /// The purpose of opening a file.
  ///
  /// Links are not followed, except links to folders.
  package enum Purpose: Sendable {
    case reading
    /// Reading anywhere, and writing at the end.
    case appending
    /// Reading, writing and locking.
    case updating
    /// Reading, writing and locking; the file is created if needed.
    case updatingOrMaking
    /// Writing a new file; throws ``SystemError/exists`` when one exists.
    case making
    case folder

    fileprivate var flags: Int32 {
      switch self {
      case .reading: O_RDONLY | O_NOFOLLOW
      case .appending: O_RDWR | O_APPEND | O_NOFOLLOW
      case .updating: O_RDWR | O_NOFOLLOW
      case .updatingOrMaking: O_RDWR | O_CREAT | O_NOFOLLOW
      case .making: O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW
      case .folder: O_RDONLY | O_DIRECTORY
      }
    }
  }

  package let descriptor: Int32

  /// Opens a file; a new one is accessible only to its owner.
  ///
  /// Never waits, unlike the usual opening of a pipe.
  package init(_ path: String, for purpose: Purpose) throws(SystemError) {
    let flags = purpose.flags | O_CLOEXEC | O_NONBLOCK
    descriptor = try unsafe checked(open(path, flags, 0o600))
  }

  /// Takes over an open descriptor.
  package init(taking descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  package func status() throws(SystemError) -> FileStatus {
    var status = stat()
    try unsafe checked(fstat(descriptor, &status))
    return FileStatus(status)
  }

  /// Throws ``SystemError`` when the process lacks descriptors for more files.
  package static func requireRoom(for count: Int) throws(SystemError) {
    var files: [OpenFile] = []
    for _ in 0..<count {
      do throws(SystemError) {
        files.append(try OpenFile("/", for: .folder))
      } catch {
        // A refusal for another reason says nothing about descriptors.
        guard error.isShortage else { return }
        throw error
      }
    }
  }

  // MARK: Bytes

  /// Reads bytes; fewer than requested at the end of the file.
  package func bytes(_ count: Int, at offset: Int) throws(SystemError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    let found = try unsafe checked(pread(descriptor, &bytes, count, off_t(offset)))
    bytes.removeLast(count - found)
    return bytes
  }

  /// Writes bytes at the end of the file.
  ///
  /// This takes one call unless the system accepts only some of the bytes.
  ///
  /// - Parameters:
  ///   - bytes: The bytes to write.
  ///   - end: The present size of the file.
  /// - Throws: ``SystemError``; some of the bytes may have been written.
  package func append(_ bytes: [UInt8], at end: Int) throws(SystemError) {
    try requireSize(end + bytes.count)
    var rest = bytes[...]
    while !rest.isEmpty {
      let written = try unsafe checked(
        rest.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) })
      rest.removeFirst(written)
    }
  }

  /// Writes a few bytes in place.
  package func overwrite(_ bytes: [UInt8], at offset: Int) throws(SystemError) {
    try requireSize(offset + bytes.count)
    try unsafe checked(pwrite(descriptor, bytes, bytes.count, off_t(offset)))
  }

  /// Throws if no file of the process may reach this size.
  ///
  /// Otherwise the system would send SIGXFSZ, which ends a program that does not handle it.
  private func requireSize(_ size: Int) throws(SystemError) {
    #if canImport(Glibc)
    let kind = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
    #else
    let kind = RLIMIT_FSIZE
    #endif
    var limit = rlimit()
    if unsafe getrlimit(kind, &limit) == 0, UInt64(size) > UInt64(limit.rlim_cur) {
      throw .fileTooLarge
    }
  }

  /// Removes all bytes.
  package func truncate() throws(SystemError) { try checked(ftruncate(descriptor, 0)) }

  #if canImport(Darwin)
  /// Waits until all of the file or folder is on disk.
  ///
  /// For a folder, that means its names.
  ///
  /// `fsync` of this system leaves the data in the disk's own cache.
  package func sync() throws(SystemError) {
    if fcntl(descriptor, F_FULLFSYNC) == -1 { try checked(fsync(descriptor)) }
  }

  /// Waits until the bytes of the file are on disk.
  package func syncBytes() throws(SystemError) { try sync() }
  #else
  /// Waits until all of the file or folder is on disk.
  ///
  /// For a folder, that means its names.
  package func sync() throws(SystemError) { try checked(fsync(descriptor)) }

  /// Waits until the bytes of the file are on disk.
  package func syncBytes() throws(SystemError) { try checked(fdatasync(descriptor)) }
  #endif
}

/// Operations on the files of an open folder, wherever it moves.
extension OpenFile {
  /// Returns the names in the folder.
  ///
  /// No file is opened, because closing it would drop this process's lock on it.
  package func names() throws(SystemError) -> [String] {
    let copy = try checked(fcntl(descriptor, F_DUPFD_CLOEXEC, 0))
    guard let list = unsafe fdopendir(copy) else {
      let error = SystemError(errno)
      close(copy)
      throw error
    }
    defer { unsafe closedir(list) }
    unsafe rewinddir(list)
    var names: [String] = []
    while let entry = unsafe readdir(list) {
      // The name ends with a zero byte; the memory after it may not be readable.
      names.append(
        unsafe withUnsafeBytes(of: &entry.pointee.d_name) { name in
          unsafe String(decoding: name.prefix { $0 != 0 }, as: UTF8.self)
        })
    }
    return names
  }

  /// Reads a file's status without following links; `nil` if missing.
  package func status(of name: String) -> FileStatus? {
    var status = stat()
    guard unsafe fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
    return FileStatus(status)
  }

  /// Renames a file in the folder.
  package func rename(_ name: String, to newName: String) throws(SystemError) {
    try unsafe checked(renameat(descriptor, name, descriptor, newName))
  }

  /// Makes a file in the folder accessible only to its owner.
  ///
  /// `nil` applies to the folder itself.
  package func closeToOthers(_ name: String?) throws(SystemError) {
    if let name {
      try unsafe checked(fchmodat(descriptor, name, 0o600, 0))
    } else {
      try checked(fchmod(descriptor, 0o700))
    }
  }
}

/// Locks on the file.
extension OpenFile {
  /// Locks the file until it is closed; waits for other locks.
  package func lock() throws(SystemError) { try checked(flock(descriptor, LOCK_EX)) }

  /// Locks the file for this process; never waits.
  ///
  /// The lock ends when the process closes any descriptor of the file.
  ///
  /// - Returns: `false` while another process has the lock.
  package func claim() throws(SystemError) -> Bool {
    var region = Self.wholeFile
    do {
      try unsafe checked(fcntl(descriptor, F_SETLK, &region))
      return true
    } catch {
      if error.number == EAGAIN || error.number == EACCES { return false }
      throw error
    }
  }

  /// The other process that has claimed the file, or `nil`.
  package var claimant: Int32? {
    var region = Self.wholeFile
    let isKnown = unsafe fcntl(descriptor, F_GETLK, &region) == 0
    return isKnown && region.l_type != Int16(F_UNLCK) ? region.l_pid : nil
  }

  private static var wholeFile: flock {
    var region = flock()
    region.l_type = Int16(F_WRLCK)
    region.l_whence = Int16(SEEK_SET)  // from 0, with no length
    return region
  }
}

/// Operations on descriptors opened elsewhere.
extension OpenFile {
  /// Waits for data or the other end's close; `false` at timeout.
  package static func canRead(_ descriptor: Int32, within time: Duration) -> Bool {
    var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    let milliseconds = Int32(min(max(time / .milliseconds(1), 0), 60_000)) + 1
    return unsafe poll(&polled, 1, milliseconds) > 0
  }

  /// Resets an event counter, so that it can be waited for again.
  package static func resetEvents(_ descriptor: Int32) {
    var count: UInt64 = 0
    _ = unsafe read(descriptor, &count, MemoryLayout<UInt64>.size)
  }

  /// Writes to a pipe without raising a signal.
  ///
  /// If the reader has closed the pipe, writing fails and this process does not end.
  ///
  /// - Parameters:
  ///   - descriptor: The pipe.
  ///   - write: Writes to the pipe.
  /// - Throws: The error that `write` throws.
  package static func withoutSignal(_ descriptor: Int32, _ write: () throws -> Void) rethrows {
    #if canImport(Darwin)
    _ = fcntl(descriptor, F_SETNOSIGPIPE, 1)
    #else
    var (brokenPipe, mask) = (sigset_t(), sigset_t())
    unsafe sigemptyset(&brokenPipe)
    unsafe sigaddset(&brokenPipe, SIGPIPE)
    unsafe pthread_sigmask(SIG_BLOCK, &brokenPipe, &mask)
    defer {
      var atOnce = timespec()
      unsafe sigtimedwait(&brokenPipe, nil, &atOnce)
      unsafe pthread_sigmask(SIG_SETMASK, &mask, nil)
    }
    #endif
    try write()
  }
}
