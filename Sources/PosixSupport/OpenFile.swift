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

/// An open file or folder; closed when nobody holds it any more.
package final class OpenFile: Sendable {
  /// What a file is opened for.
  ///
  /// No link is followed, except to a folder.
  package enum Purpose: Sendable {
    case reading
    /// To be read anywhere, and written at its end.
    case appending
    /// To be read, written and locked.
    case updating
    /// The same; the file is made when there is none.
    case updatingOrMaking
    /// A new file to be written; throws ``SystemError/exists`` when there is one.
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

  /// Opens a file; a new one is for its owner alone.
  ///
  /// Never waits, as opening a pipe would.
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

  // MARK: Bytes

  /// Reads bytes; fewer than asked for where the file ends.
  package func bytes(_ count: Int, at offset: Int) throws(SystemError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    let found = try unsafe checked(pread(descriptor, &bytes, count, off_t(offset)))
    bytes.removeLast(count - found)
    return bytes
  }

  /// Writes bytes at the end of the file, in one call unless the system takes fewer.
  ///
  /// - Parameters:
  ///   - bytes: The bytes.
  ///   - end: The size of the file.
  /// - Throws: ``SystemError``; some of the bytes may be written then.
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

  /// Refuses a size that the process may not give a file.
  ///
  /// The system would answer with SIGXFSZ, which ends a program that does not handle it.
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
    /// Waits until all of the file, or all names in the folder, are on the disk.
    ///
    /// `fsync` of this system leaves them in the disk's own memory.
    package func sync() throws(SystemError) {
      if fcntl(descriptor, F_FULLFSYNC) == -1 { try checked(fsync(descriptor)) }
    }

    /// Waits until the bytes of the file are on the disk.
    package func syncBytes() throws(SystemError) { try sync() }
  #else
    /// Waits until all of the file, or all names in the folder, are on the disk.
    package func sync() throws(SystemError) { try checked(fsync(descriptor)) }

    /// Waits until the bytes of the file are on the disk.
    package func syncBytes() throws(SystemError) { try checked(fdatasync(descriptor)) }
  #endif
}

/// An open folder and the files in it, wherever its path leads meanwhile.
extension OpenFile {
  /// The names in the folder.
  ///
  /// Opens no file: closing it would drop the lock that this process may have on it.
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
      // The name ends with a 0; what follows need not be readable.
      names.append(
        unsafe withUnsafeBytes(of: &entry.pointee.d_name) { name in
          unsafe String(decoding: name.prefix { $0 != 0 }, as: UTF8.self)
        })
    }
    return names
  }

  /// Looks at a file in the folder and follows no link; `nil` when there is none.
  package func status(of name: String) -> FileStatus? {
    var status = stat()
    guard unsafe fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
    return FileStatus(status)
  }

  /// Renames a file in the folder.
  package func rename(_ name: String, to newName: String) throws(SystemError) {
    try unsafe checked(renameat(descriptor, name, descriptor, newName))
  }

  /// Leaves a file in the folder, or with `nil` the folder itself, to its owner alone.
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
  /// Locks the file until it is closed; waits while another one has it locked.
  package func lock() throws(SystemError) { try checked(flock(descriptor, LOCK_EX)) }

  /// Locks the file for this process, until that closes it by any descriptor; never waits.
  ///
  /// - Returns: `false` while another process has it.
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

  /// The other process that has claimed the file; `nil` when none has.
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

/// Descriptors that others have opened.
extension OpenFile {
  /// Waits until there is something to read, or the other end is closed; `false` when time is up.
  package static func canRead(_ descriptor: Int32, within time: Duration) -> Bool {
    var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    let milliseconds = Int32(min(max(time / .milliseconds(1), 0), 60_000)) + 1
    return unsafe poll(&polled, 1, milliseconds) > 0
  }

  /// Takes what an event counter has counted, so that it can be waited for again.
  package static func resetEvents(_ descriptor: Int32) {
    var count: UInt64 = 0
    _ = unsafe read(descriptor, &count, MemoryLayout<UInt64>.size)
  }

  /// Writes to a pipe; where nobody reads it any more, that fails and does not end this process.
  ///
  /// - Parameters:
  ///   - descriptor: The pipe.
  ///   - write: Writes to it.
  /// - Throws: What `write` throws.
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
