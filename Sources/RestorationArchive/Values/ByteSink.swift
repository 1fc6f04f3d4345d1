// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

/// A growing buffer for encoders, such as for an archive's plain body.
///
/// Its fields are private, and each is read or written in one step. So the compiler can prove that
/// accesses do not overlap, and the innermost loop of every save needs no exclusivity checks at run
/// time.
///
/// Safe: every offset is between `base` and `capacity`, and only this object uses the memory.
@safe final class ByteSink {
  private var base: UnsafeMutableRawPointer
  private var filled = 0
  private var capacity: Int

  init(capacity: Int = 256) {
    self.capacity = max(capacity, 64)
    unsafe base = .allocate(byteCount: self.capacity, alignment: 16)
  }

  deinit { unsafe base.deallocate() }

  var count: Int { filled }

  @inline(__always)
  private func reserve(_ additional: Int) {
    if filled &+ additional > capacity { grow(additional) }
  }

  /// Reserves room and returns a cursor to the end of the bytes.
  ///
  /// Pass the cursor back to ``end(at:)``.
  @inline(__always)
  func cursor(room: Int) -> ByteCursor {
    reserve(room)
    return unsafe ByteCursor(place: base + filled, end: base + capacity)
  }

  /// Returns a cursor to the end, if there is room already.
  @inline(__always)
  func cursor(ifRoom room: Int) -> ByteCursor? {
    unsafe filled &+ room <= capacity
      ? ByteCursor(place: base + filled, end: base + capacity) : nil
  }

  /// Completes writing through a cursor.
  @inline(__always)
  func end(at cursor: consuming ByteCursor) { filled = unsafe cursor.place - base }

  @inline(never)
  private func grow(_ additional: Int) {
    let larger = max(capacity * 2, filled + additional)
    let moved = UnsafeMutableRawPointer.allocate(byteCount: larger, alignment: 16)
    unsafe moved.copyMemory(from: base, byteCount: filled)
    unsafe base.deallocate()
    unsafe base = moved
    capacity = larger
  }

  @inline(__always)
  func append(_ byte: UInt8) {
    reserve(1)
    let place = filled
    unsafe base.storeBytes(of: byte, toByteOffset: place, as: UInt8.self)
    filled = place &+ 1
  }

  @inline(__always)
  private func append(_ bytes: UnsafeRawBufferPointer) {
    guard let source = bytes.baseAddress, unsafe !bytes.isEmpty else { return }
    reserve(bytes.count)
    let place = filled
    unsafe (base + place).copyMemory(from: source, byteCount: bytes.count)
    filled = place &+ bytes.count
  }

  @inline(__always)
  func append(_ bytes: [UInt8]) {
    unsafe bytes.withUnsafeBytes { unsafe append($0) }
  }

  func append(_ data: Data) { unsafe data.withUnsafeBytes { unsafe append($0) } }

  /// Appends a fixed-width integer, little endian.
  @inline(__always)
  func append<Integer: FixedWidthInteger>(fixed value: Integer) {
    let size = MemoryLayout<Integer>.size
    reserve(size)
    let place = filled
    unsafe (base + place).storeBytes(of: value.littleEndian, as: Integer.self)
    filled = place &+ size
  }

  /// Appends a variable-length integer, the lowest seven bits first.
  @inline(__always)
  func append(variable value: UInt64) {
    var cursor = cursor(room: 10)
    cursor.put(variable: value)
    end(at: cursor)
  }

  /// Appends the length and the UTF-8 bytes of a string.
  @inline(__always)
  func append(string: String) {
    var string = string
    string.withUTF8 { utf8 in
      append(variable: UInt64(utf8.count))
      unsafe append(UnsafeRawBufferPointer(utf8))
    }
  }

  /// Removes all bytes after an offset.
  func truncate(to count: Int) { filled = min(max(0, count), filled) }

  /// Overwrites four bytes that were appended before.
  @inline(__always)
  func patch(_ value: UInt32, at offset: Int) {
    precondition(offset >= 0 && offset <= filled - 4)
    unsafe base.storeBytes(of: value.littleEndian, toByteOffset: offset, as: UInt32.self)
  }

  private var bytes: UnsafeRawBufferPointer {
    unsafe UnsafeRawBufferPointer(start: base, count: filled)
  }

  func array() -> [UInt8] { unsafe [UInt8](bytes) }

  /// Returns a part of the appended bytes.
  func array(_ part: Range<Int>) -> [UInt8] {
    precondition(part.lowerBound >= 0 && part.upperBound <= filled)
    return unsafe [UInt8](UnsafeRawBufferPointer(rebasing: bytes[part]))
  }

  /// Returns whether a part equals a part of an array.
  ///
  /// Both parts have the same size.
  func isSame(_ part: Range<Int>, as other: [UInt8], at start: Int) -> Bool {
    precondition(part.lowerBound >= 0 && part.upperBound <= filled)
    precondition(start >= 0 && part.count <= other.count - start)
    return unsafe other.withUnsafeBytes { other in
      unsafe UnsafeRawBufferPointer(rebasing: bytes[part]).equals(
        UnsafeRawBufferPointer(rebasing: other[start..<start + part.count]))
    }
  }
}

/// A write position in the memory of a ``ByteSink``.
///
/// It is separate from the sink, because a position in a local variable is not reloaded after each
/// byte. It is safe as long as nothing else is appended to the sink: nothing is written beyond
/// `end`.
@safe struct ByteCursor: ~Copyable {
  fileprivate private(set) var place: UnsafeMutableRawPointer
  private let end: UnsafeMutableRawPointer

  @inline(__always)
  fileprivate init(place: UnsafeMutableRawPointer, end: UnsafeMutableRawPointer) {
    unsafe (self.place, self.end) = (place, end)
  }

  @inline(__always)
  private func checkRoom(_ count: Int) { unsafe precondition(count <= end - place) }

  /// Writes the lowest bytes of a word.
  ///
  /// There must be room for all eight.
  @inline(__always)
  mutating func put(_ word: UInt64, count: Int) {
    checkRoom(8)
    unsafe place.storeBytes(of: word.littleEndian, as: UInt64.self)
    unsafe place += count
  }

  @inline(__always)
  mutating func put(_ byte: UInt8) {
    checkRoom(1)
    unsafe place.storeBytes(of: byte, as: UInt8.self)
    unsafe place += 1
  }

  @inline(__always)
  mutating func put(_ tag: ValueTag) { put(tag.rawValue) }

  /// Writes a variable-length integer; there must be room for ten bytes.
  @inline(__always)
  mutating func put(variable value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      put(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    put(UInt8(truncatingIfNeeded: rest))
  }

  /// Writes bytes; there must be room for them.
  @inline(__always)
  mutating func put(_ bytes: Span<UInt8>) {
    checkRoom(bytes.count)
    unsafe bytes.withUnsafeBytes { bytes in
      unsafe bytes.baseAddress.map { unsafe place.copyMemory(from: $0, byteCount: bytes.count) }
    }
    unsafe place += bytes.count
  }

  /// Writes a packed, non-empty array of numbers.
  ///
  /// There must be room for eight bytes each and sixteen more.
  @inline(__always)
  mutating func put(_ values: [Double]) {
    put(.doubles)
    put(variable: UInt64(values.count))
    for index in values.indices { put(values[index].bitPattern, count: 8) }
  }
}
