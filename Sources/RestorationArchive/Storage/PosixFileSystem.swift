// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import FileWriteback
import Glibc

/// The real file system.
package struct PosixFileSystem: FileSystem {
  package init() {}

  private func failure(_ action: String, _ path: String) -> ArchiveError {
    .systemFailure(action, path)
  }

  package func read(_ path: String, limit: Int) throws(ArchiveError) -> [UInt8]? {
    let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      throw failure("Opening the file", path)
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw failure("Looking at the file", path) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw ArchiveError(.damaged, "This is not a regular file", file: path)
    }
    guard Int(status.st_size) <= limit else {
      throw ArchiveError(.limitExceeded, "The file is larger than \(limit) bytes", file: path)
    }
    var hasFailed = false
    // Not set to zero first: each page would be touched twice.
    let room = ArchiveSeal.room(toOpen: Int(status.st_size))
    let bytes = [UInt8](unsafeUninitializedCapacity: room) { buffer, filled in
      let memory = UnsafeMutableRawBufferPointer(
        rebasing: UnsafeMutableRawBufferPointer(buffer)[..<Int(status.st_size)])
      FreshMemory.take(memory.baseAddress, memory.count)
      while filled < status.st_size {
        let rest = UnsafeMutableRawBufferPointer(rebasing: memory[filled...])
        let count = Glibc.read(descriptor, rest.baseAddress, rest.count)
        if count < 0, errno == EINTR { continue }
        hasFailed = count < 0
        if count <= 0 { return }
        filled += count
      }
    }
    if hasFailed { throw failure("Reading the file", path) }
    return bytes
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
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
    var descriptor = Glibc.open(path, flags, 0o600)
    if descriptor < 0, errno == EEXIST {
      unlink(path)  // what a process left that died while writing
      descriptor = Glibc.open(path, flags, 0o600)
    }
    guard descriptor >= 0 else { throw failure("Making the file", path) }
    defer { close(descriptor) }
    do throws(ArchiveError) {
      try writePieces(bytes, to: descriptor, path)
      guard fsync(descriptor) == 0 else { throw failure("Syncing the file", path) }
    } catch {
      unlink(path)  // a full disk needs the room
      throw error
    }
  }

  /// So much of a file is written before the system is told to bring it to the disk: less is not
  /// worth a call.
  private static let pieceSize = 512 << 10

  /// Writes a file whose pieces are on their way to the disk while the next ones are written: the sync
  /// at the end waits for less.
  private func writePieces(_ bytes: [UInt8], to descriptor: Int32, _ path: String)
    throws(ArchiveError)
  {
    for start in stride(from: 0, to: bytes.count, by: Self.pieceSize) {
      let piece = start..<min(start + Self.pieceSize, bytes.count)
      try writeAll(bytes, piece, to: descriptor, path)
      guard piece.upperBound < bytes.count else { return }
      restoration_begin_writeback(descriptor, Int64(start), Int64(piece.count))
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
    if Glibc.link(path, newPath) == 0 { return true }
    if errno == EEXIST { return false }
    throw failure("Linking the file", path)
  }

  package func remove(_ path: String) throws(ArchiveError) {
    guard unlink(path) == 0 || errno == ENOENT else { throw failure("Removing the file", path) }
  }

  package func exists(_ path: String) -> Bool {
    // What cannot be looked at may be there (R198).
    path.withCString { access($0, F_OK) == 0 || errno != ENOENT && errno != ENOTDIR }
  }

  package func hold(_ path: String) -> HeldFile? {
    guard let status = status(of: path), status.st_size >= Self.pieceSize, status.st_nlink == 1,
      case let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK),
      descriptor >= 0
    else { return nil }
    return HeldFile { close(descriptor) }
  }

  package func syncFolder(_ path: String) throws(ArchiveError) {
    let descriptor = Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure("Opening the folder", path) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw failure("Syncing the folder", path) }
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

/// What lies at a path, links not followed; `nil` when nothing does.
///
/// Lends the path to the system, which the language would copy for it: a save asks three times.
func status(of path: String) -> stat? {
  var status = stat()
  return path.withCString { lstat($0, &status) } == 0 ? status : nil
}

private final class PosixAppendableFile: AppendableFile {
  private let descriptor: Int32
  private let (device, inode): (dev_t, ino_t)
  private let path: String

  init(descriptor: Int32, _ status: stat, path: String) {
    (self.descriptor, self.path) = (descriptor, path)
    (device, inode) = (status.st_dev, status.st_ino)
  }

  deinit { close(descriptor) }

  /// One look at the name says all: as long as the file is open, no other gets its number.
  func isStill(endingIn end: ArchiveEnd) -> Bool {
    guard let status = status(of: path), status.st_dev == device, status.st_ino == inode,
      status.st_mode & S_IFMT == S_IFREG, status.st_nlink == 1,
      Int(status.st_size) == end.size, end.tag.count <= end.size
    else { return false }
    var tag = [UInt8](repeating: 0, count: end.tag.count)
    let count = pread(descriptor, &tag, tag.count, off_t(end.size - tag.count))
    return count == tag.count && tag == end.tag
  }

  func append(_ bytes: [UInt8]) throws(ArchiveError) {
    try writeAll(bytes, bytes.indices, to: descriptor, path)
  }

  func sync() throws(ArchiveError) {
    guard fdatasync(descriptor) == 0 else { throw .systemFailure("Syncing the file", path) }
  }
}

private final class PosixMarkerFile: MarkerFile {
  let contents: [UInt8]
  private let openDescriptor: Int32

  init(contents: [UInt8], openDescriptor: Int32) {
    (self.contents, self.openDescriptor) = (contents, openDescriptor)
  }

  deinit { close(openDescriptor) }

  var descriptor: Int32? { openDescriptor }

  func write(_ bytes: [UInt8], at offset: Int) {
    var count: Int
    repeat {
      count = pwrite(openDescriptor, bytes, bytes.count, off_t(offset))
    } while count < 0 && errno == EINTR
  }
}

/// Writes a part of some bytes, in one call unless the system takes fewer.
private func writeAll(
  _ bytes: [UInt8], _ part: Range<Int>, to descriptor: Int32, _ path: String
) throws(ArchiveError) {
  var written = part.lowerBound
  while written < part.upperBound {
    let count = bytes.withUnsafeBytes { buffer in
      write(descriptor, buffer.baseAddress?.advanced(by: written), part.upperBound - written)
    }
    if count < 0 {
      if errno == EINTR { continue }
      throw .systemFailure("Writing the file", path)
    }
    written += count
  }
}

extension ArchiveError {
  /// What the operating system said last.
  static func systemFailure(_ action: String, _ path: String) -> ArchiveError {
    let number = errno
    return ArchiveError(
      .inputOutput, "\(action) failed: \(String(cString: strerror(number)))", file: path,
      systemError: number)
  }
}
