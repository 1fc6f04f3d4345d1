// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// What lies at a path, links not followed; `nil` when nothing does.
///
/// Lends the path to the system, which the language would copy for it: a save asks three times.
func status(of path: String) -> stat? {
  var status = stat()
  return path.withCString { lstat($0, &status) } == 0 ? status : nil
}

/// A file that stays open as long as somebody may read it.
final class PosixReadableFile: Sendable {
  private let descriptor: Int32
  private let path: String

  init(descriptor: Int32, path: String) { (self.descriptor, self.path) = (descriptor, path) }

  deinit { close(descriptor) }

  @Sendable func read(_ memory: UnsafeMutableRawBufferPointer, at offset: Int)
    throws(ArchiveError) -> Int
  {
    while true {
      let count = pread(descriptor, memory.baseAddress, memory.count, off_t(offset))
      if count >= 0 { return count }
      guard errno == EINTR else { throw .systemFailure("Reading the file", path) }
    }
  }
}

final class PosixAppendableFile: AppendableFile {
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
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      throw .systemFailure("Looking at the file", path)
    }
    try writeAll(bytes, bytes.indices, to: descriptor, at: Int(status.st_size), path)
  }

  func sync() throws(ArchiveError) {
    guard fdatasync(descriptor) == 0 else { throw .systemFailure("Syncing the file", path) }
  }
}

final class PosixMarkerFile: MarkerFile {
  let contents: [UInt8]
  private let openDescriptor: Int32

  init(contents: [UInt8], openDescriptor: Int32) {
    (self.contents, self.openDescriptor) = (contents, openDescriptor)
  }

  deinit { close(openDescriptor) }

  var descriptor: Int32? { openDescriptor }

  func write(_ bytes: [UInt8], at offset: Int) {
    guard FileSizeLimit.allows(offset + bytes.count) else { return }
    var count: Int
    repeat {
      count = pwrite(openDescriptor, bytes, bytes.count, off_t(offset))
    } while count < 0 && errno == EINTR
  }
}

/// Writes a part of some bytes, in one call unless the system takes fewer.
///
/// - Parameters:
///   - bytes: The bytes.
///   - part: Which of them.
///   - descriptor: The file, which is written at its end.
///   - offset: Where that is.
///   - path: The file's name, for errors.
/// - Throws: ``ArchiveError`` when not all of them could be written.
func writeAll(
  _ bytes: [UInt8], _ part: Range<Int>, to descriptor: Int32, at offset: Int, _ path: String
) throws(ArchiveError) {
  guard FileSizeLimit.allows(offset + part.count) else {
    errno = EFBIG
    throw .systemFailure("Writing the file", path)
  }
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

/// How large the process may make files.
///
/// A write beyond that is answered by SIGXFSZ, which ends a program that has not asked for it; so it
/// is refused beforehand, and how the program takes its signals stays its own business.
private enum FileSizeLimit {
  static func allows(_ size: Int) -> Bool {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0 else { return true }
    return UInt64(size) <= limit.rlim_cur
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
