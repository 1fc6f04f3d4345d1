// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// A growing buffer that encoders append to; the plain body of an archive grows in one of these.
///
/// A class with unchecked exclusivity because it is the innermost loop of every save: the checks
/// cost more than the writes.
package final class ByteSink {
  @exclusivity(unchecked) private var base: UnsafeMutableRawPointer
  @exclusivity(unchecked) package private(set) var count = 0
  @exclusivity(unchecked) private var capacity: Int

  package init(capacity: Int = 4096) {
    self.capacity = max(capacity, 64)
    base = .allocate(byteCount: self.capacity, alignment: 16)
  }

  /// Goes on in memory that another one, or a pool, has given up.
  init(_ memory: BodyMemory) {
    (base, count, capacity) = (memory.base, 0, memory.capacity)
  }

  deinit { base.deallocate() }

  /// Gives the memory up with what was appended; begins anew with a little.
  func detach() -> (memory: BodyMemory, count: Int) {
    defer {
      (count, capacity) = (0, 64)
      base = .allocate(byteCount: 64, alignment: 16)
    }
    return (BodyMemory(base: base, capacity: capacity), count)
  }

  @inline(__always)
  private func reserve(_ additional: Int) {
    if count + additional > capacity { grow(additional) }
  }

  /// Makes room, and lends the place behind what was appended; give it back to ``end(at:)``.
  @inline(__always)
  func cursor(room: Int) -> ByteCursor {
    reserve(room)
    return ByteCursor(place: base + count)
  }

  /// The same, if there is room already.
  @inline(__always)
  func cursor(ifRoom room: Int) -> ByteCursor? {
    count &+ room <= capacity ? ByteCursor(place: base + count) : nil
  }

  /// Ends what was put where a cursor began.
  @inline(__always)
  func end(at cursor: ByteCursor) { count = cursor.place - base }

  @inline(never)
  private func grow(_ additional: Int) {
    let larger = max(capacity * 2, count + additional)
    let moved = UnsafeMutableRawPointer.allocate(byteCount: larger, alignment: 16)
    moved.copyMemory(from: base, byteCount: count)
    base.deallocate()
    (base, capacity) = (moved, larger)
  }

  @inline(__always)
  package func append(_ byte: UInt8) {
    reserve(1)
    base.storeBytes(of: byte, toByteOffset: count, as: UInt8.self)
    count += 1
  }

  @inline(__always)
  package func append(_ bytes: UnsafeRawBufferPointer) {
    guard let source = bytes.baseAddress, !bytes.isEmpty else { return }
    reserve(bytes.count)
    (base + count).copyMemory(from: source, byteCount: bytes.count)
    count += bytes.count
  }

  @inline(__always)
  package func append(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { append($0) }
  }

  /// Appends a fixed-width integer, little endian.
  @inline(__always)
  package func append<Integer: FixedWidthInteger>(fixed value: Integer) {
    let size = MemoryLayout<Integer>.size
    reserve(size)
    (base + count).storeBytes(of: value.littleEndian, as: Integer.self)
    count += size
  }

  /// Appends an integer in groups of seven bits, lowest first.
  @inline(__always)
  package func append(variable value: UInt64) {
    var cursor = cursor(room: 10)
    cursor.put(variable: value)
    end(at: cursor)
  }

  /// Appends a length and the UTF-8 of a string.
  @inline(__always)
  package func append(string: String) {
    var string = string
    string.withUTF8 { utf8 in
      append(variable: UInt64(utf8.count))
      append(UnsafeRawBufferPointer(utf8))
    }
  }

  /// Takes back what was appended behind a place.
  package func truncate(to count: Int) { self.count = min(count, self.count) }

  /// Overwrites four bytes that were appended before.
  @inline(__always)
  package func patch(_ value: UInt32, at offset: Int) {
    base.storeBytes(of: value.littleEndian, toByteOffset: offset, as: UInt32.self)
  }

  /// A word that was appended before.
  @inline(__always)
  func word(at offset: Int) -> UInt32 {
    UInt32(littleEndian: base.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }

  package var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: base, count: count) }

  package func array() -> [UInt8] { [UInt8](bytes) }
}
