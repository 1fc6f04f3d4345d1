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

/// The first bytes of a file, in memory: writing them takes no system call.
///
/// They reach the file although the process crashes. There are also pages without a file.
@safe package final class SharedPage: @unchecked Sendable {  // written by one thread at a time
  @usableFromInline let start: UnsafeMutableRawPointer
  @usableFromInline let size: Int

  /// Bytes of no file, all 0.
  package init(size: Int) {
    guard let start = unsafe Self.map(size, MAP_SHARED | MAP_ANONYMOUS, -1) else {
      fatalError("There is no memory left")
    }
    unsafe (self.start, self.size) = (start, size)
  }

  /// The first bytes of an open file; `nil` when they cannot be mapped, or a write could fail later.
  ///
  /// A write beyond the end of the file would be fatal, and so would one for which a full disk has no
  /// room; a file system that puts each change in a new place needs some. So the system is asked to make
  /// the page writable beforehand.
  package init?(mapping descriptor: Int32, size: Int) {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_size >= size,
      let start = unsafe Self.map(size, MAP_SHARED, descriptor)
    else { return nil }
    unsafe (self.start, self.size) = (start, size)
    #if !canImport(Darwin)
      let populateForWriting: Int32 = 23  // MADV_POPULATE_WRITE, since Linux 5.14
      // `deinit` unmaps what is given up here.
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

  /// Writes a number, its lowest byte first.
  @inlinable package func store(_ word: UInt32, at offset: Int) {
    precondition(offset >= 0 && offset <= size - 4)
    unsafe start.storeBytes(of: word.littleEndian, toByteOffset: offset, as: UInt32.self)
  }

  /// Writes bytes at a place; `false` when there is no room for them.
  package func write(_ bytes: [UInt8], at offset: Int) -> Bool {
    guard offset >= 0, bytes.count <= size - offset else { return false }
    unsafe UnsafeMutableRawBufferPointer(start: start + offset, count: bytes.count)
      .copyBytes(from: bytes)
    return true
  }

  /// The first bytes.
  package func bytes(_ count: Int) -> [UInt8] {
    unsafe Array(UnsafeRawBufferPointer(start: start, count: min(count, size)))
  }
}
