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

/// The first bytes of a file, mapped into memory.
///
/// Writing them takes no system call.
///
/// They reach the file even if the process crashes. A page can also exist without a file.
@safe package final class SharedPage: @unchecked Sendable {  // written by one thread at a time
  @usableFromInline let start: UnsafeMutableRawPointer
  @usableFromInline let size: Int

  /// Creates a page without a file, filled with zeros.
  package init(size: Int) {
    guard let start = unsafe Self.map(size, MAP_SHARED | MAP_ANONYMOUS, -1) else {
      fatalError("There is no memory left")
    }
    unsafe (self.start, self.size) = (start, size)
  }

  /// Maps the first bytes of an open file; `nil` if that fails.
  ///
  /// Also `nil` if a later write could fail.
  ///
  /// A write beyond the end of the file would end the process. So would a write for which a full
  /// disk has no room, on a file system that writes each change to a new place. Therefore the
  /// system is asked to make the page writable beforehand.
  package init?(mapping descriptor: Int32, size: Int) {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_size >= size,
      let start = unsafe Self.map(size, MAP_SHARED, descriptor)
    else { return nil }
    unsafe (self.start, self.size) = (start, size)
    #if !canImport(Darwin)
    let populateForWriting: Int32 = 23  // MADV_POPULATE_WRITE, since Linux 5.14
    // `deinit` unmaps the memory if this fails.
    if unsafe madvise(start, size, populateForWriting) != 0, errno != EINVAL { return nil }
    #endif
  }

  deinit { unsafe munmap(start, size) }

  private static func map(_ size: Int, _ flags: Int32, _ descriptor: Int32)
    -> UnsafeMutableRawPointer?
  {
    let start = unsafe mmap(nil, size, PROT_READ | PROT_WRITE, flags, descriptor, 0)
    return unsafe start == UnsafeMutableRawPointer(bitPattern: -1) ? nil : start  // MAP_FAILED
  }

  /// Writes a little-endian integer.
  @inlinable package func store(_ word: UInt32, at offset: Int) {
    precondition(offset >= 0 && offset <= size - 4)
    unsafe start.storeBytes(of: word.littleEndian, toByteOffset: offset, as: UInt32.self)
  }

  /// Writes bytes at an offset; returns `false` if they do not fit.
  package func write(_ bytes: [UInt8], at offset: Int) -> Bool {
    guard offset >= 0, bytes.count <= size - offset else { return false }
    unsafe UnsafeMutableRawBufferPointer(start: start + offset, count: bytes.count)
      .copyBytes(from: bytes)
    return true
  }

  /// Returns the first bytes.
  package func bytes(_ count: Int) -> [UInt8] {
    unsafe Array(UnsafeRawBufferPointer(start: start, count: min(count, size)))
  }
}
