// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The real file system.
package struct PosixFileSystem: FileSystem {
  private let hasHardLinks: Bool

  /// - Parameter hasHardLinks: `false` tries none, as in a test of file systems that lack them.
  package init(hasHardLinks: Bool = true) { self.hasHardLinks = hasHardLinks }

  private func failure(_ action: String, _ path: String) -> ArchiveError {
    .systemFailure(action, path)
  }

  package func open(_ path: String, limit: Int) throws(ArchiveError) -> StoredBytes? {
    let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      throw failure("Opening the file", path)
    }
    let file = PosixReadableFile(descriptor: descriptor, path: path)
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw failure("Looking at the file", path) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw ArchiveError(.damaged, "This is not a regular file", file: path)
    }
    guard Int(status.st_size) <= limit else {
      throw ArchiveError(.limitExceeded, "The file is larger than \(limit) bytes", file: path)
    }
    return StoredBytes(count: Int(status.st_size), file.read)
  }

  package func createFolder(_ path: String) throws(ArchiveError) {
    if mkdir(path, 0o700) == 0 { return syncParent(of: path) }
    if errno == EEXIST { return }
    guard errno == ENOENT, let slash = path.lastIndex(of: "/"), slash != path.startIndex else {
      throw failure("Making the folder", path)
    }
    try createFolder(String(path[..<slash]))
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
      throw failure("Making the folder", path)
    }
    syncParent(of: path)
  }

  /// Makes a new folder's name durable, as far as the folder above it may be opened.
  private func syncParent(of path: String) {
    guard let slash = path.lastIndex(of: "/") else { return }
    try? syncFolder(slash == path.startIndex ? "/" : String(path[..<slash]))
  }

  package func write(_ bytes: [UInt8], to path: String) throws(ArchiveError) {
    try make(path) { descriptor throws(ArchiveError) in
      try writeAll(bytes, bytes.indices, to: descriptor, at: 0, path)
    }
  }

  package func copy(_ path: String, to newPath: String) throws(ArchiveError) {
    guard let file = try open(path, limit: .max) else {
      errno = ENOENT
      throw failure("Copying the file", path)
    }
    try make(newPath) { descriptor throws(ArchiveError) in
      var piece = [UInt8](repeating: 0, count: min(file.count, 512 << 10))
      var position = 0
      while position < file.count {
        let count = try piece.withUnsafeMutableBufferPointer { piece throws(ArchiveError) in
          try file.fill(UnsafeMutableRawBufferPointer(piece), at: position)
        }
        if count == 0 { return }
        try writeAll(piece, 0..<count, to: descriptor, at: position, newPath)
        position += count
      }
    }
  }

  /// Makes a new file, lets it be written, and waits until its bytes are on the disk.
  private func make(_ path: String, _ write: (Int32) throws(ArchiveError) -> Void)
    throws(ArchiveError)
  {
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
    var descriptor = Glibc.open(path, flags, 0o600)
    if descriptor < 0, errno == EEXIST {
      unlink(path)  // what a process left that died while writing
      descriptor = Glibc.open(path, flags, 0o600)
    }
    guard descriptor >= 0 else { throw failure("Making the file", path) }
    defer { close(descriptor) }
    do throws(ArchiveError) {
      try write(descriptor)
      guard fsync(descriptor) == 0 else { throw failure("Syncing the file", path) }
    } catch {
      unlink(path)  // a full disk needs the room
      throw error
    }
  }

  package func open(_ path: String, after end: ArchiveEnd) throws(ArchiveError)
    -> (any AppendableFile)?
  {
    let flags = O_RDWR | O_APPEND | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
    let descriptor = Glibc.open(path, flags)
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      throw failure("Opening the file", path)
    }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      let error = failure("Looking at the file", path)
      close(descriptor)
      throw error
    }
    let file = PosixAppendableFile(descriptor: descriptor, status, path: path)
    return file.isStill(endingIn: end) ? file : nil
  }

  package func identity(of path: String) -> FileIdentity? {
    status(of: path).map { FileIdentity($0) }
  }

  package func openMarker(_ path: String, size: Int) throws(ArchiveError) -> (any MarkerFile)? {
    let flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
    let descriptor = Glibc.open(path, flags, 0o600)
    guard descriptor >= 0 else { throw failure("Opening the file", path) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw ArchiveError(.inputOutput, "This is not a regular file", file: path)
    }
    // What is larger is none of ours; one byte more than ours tells.
    var bytes = [UInt8](repeating: 0, count: size + 1)
    let count = pread(descriptor, &bytes, bytes.count, 0)
    guard count >= 0 else {
      let error = failure("Reading the file", path)
      close(descriptor)
      throw error
    }
    if count != size { ftruncate(descriptor, 0) }
    return PosixMarkerFile(
      contents: count > 0 ? Array(bytes.prefix(count)) : [], openDescriptor: descriptor)
  }

  package func rename(_ path: String, to newPath: String) throws(ArchiveError) {
    guard Glibc.rename(path, newPath) == 0 else { throw failure("Renaming the file", path) }
  }

  package func link(_ path: String, to newPath: String) throws(ArchiveError) -> Bool {
    if !hasHardLinks {
      errno = EPERM
    } else if Glibc.link(path, newPath) == 0 {
      return true
    }
    if errno == EEXIST { return false }
    throw failure("Linking the file", path)
  }

  package func moveToNew(_ path: String, to newPath: String) throws(ArchiveError) -> Bool {
    do throws(ArchiveError) {
      guard try link(path, to: newPath) else { return false }
      try remove(path)
      return true
    } catch  where error.saysThatLinksAreMissing {
      return try moveWhileLocked(path, to: newPath)
    }
  }

  /// Renames unless the name is taken, where the system can only rename whatever there is.
  ///
  /// One process at a time looks and renames. The lock file stays, since another process may be about to
  /// lock it.
  private func moveWhileLocked(_ path: String, to newPath: String) throws(ArchiveError) -> Bool {
    let lock = newPath + ".lock"
    let descriptor = Glibc.open(lock, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw failure("Opening the lock file", lock) }
    defer { close(descriptor) }
    while flock(descriptor, LOCK_EX) != 0 {
      guard errno == EINTR else { throw failure("Locking the file", lock) }
    }
    guard status(of: newPath) == nil else { return false }
    try rename(path, to: newPath)
    return true
  }

  package func remove(_ path: String) throws(ArchiveError) {
    guard unlink(path) == 0 || errno == ENOENT else { throw failure("Removing the file", path) }
  }

  package func exists(_ path: String) -> Bool {
    // What cannot be looked at may be there (R198).
    path.withCString { access($0, F_OK) == 0 || errno != ENOENT && errno != ENOTDIR }
  }

  package func syncFolder(_ path: String) throws(ArchiveError) {
    let descriptor = Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure("Opening the folder", path) }
    defer { close(descriptor) }
    while fsync(descriptor) != 0 {
      if errno == EINTR { continue }
      // A file system that cannot sync a folder, as some over a network, can do no more.
      if [EINVAL, EOPNOTSUPP].contains(errno) { return }
      throw failure("Syncing the folder", path)
    }
  }

  package func claim(_ path: String) throws(ArchiveError) -> Bool {
    try ProcessLocks.shared.claim(path)
  }

  package func release(_ path: String) { ProcessLocks.shared.release(path) }

  /// The process that has claimed a file; `nil` when none has.
  ///
  /// Must not be asked about a file that this process has claimed.
  package func holder(_ path: String) -> Int32? { ProcessLocks.holder(of: path) }
}
