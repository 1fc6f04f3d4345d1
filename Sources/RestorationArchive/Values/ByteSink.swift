// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

/// A growing buffer that encoders append to; the plain body of an archive grows in one of these.
///
/// Its fields are private, and each is read or written in one step: so the compiler proves that no two
/// accesses overlap, and the innermost loop of every save checks nothing for it at run time.
///
/// Safe: every place lies between `base` and `capacity`, and the memory is this object's alone.
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

  /// Makes room, and lends the place behind what was appended; give it back to ``end(at:)``.
  @inline(__always)
  func cursor(room: Int) -> ByteCursor {
    reserve(room)
    return unsafe ByteCursor(place: base + filled, end: base + capacity)
  }

  /// The same, if there is room already.
  @inline(__always)
  func cursor(ifRoom room: Int) -> ByteCursor? {
    unsafe filled &+ room <= capacity
      ? ByteCursor(place: base + filled, end: base + capacity) : nil
  }

  /// Ends what was put where a cursor began.
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

  /// Appends an integer in groups of seven bits, lowest first.
  @inline(__always)
  func append(variable value: UInt64) {
    var cursor = cursor(room: 10)
    cursor.put(variable: value)
    end(at: cursor)
  }

  /// Appends a length and the UTF-8 of a string.
  @inline(__always)
  func append(string: String) {
    var string = string
    string.withUTF8 { utf8 in
      append(variable: UInt64(utf8.count))
      unsafe append(UnsafeRawBufferPointer(utf8))
    }
  }

  /// Takes back what was appended behind a place.
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

  /// A part of what was appended.
  func array(_ part: Range<Int>) -> [UInt8] {
    precondition(part.lowerBound >= 0 && part.upperBound <= filled)
    return unsafe [UInt8](UnsafeRawBufferPointer(rebasing: bytes[part]))
  }

  /// Whether a part of what was appended is the same as a part of an array, of the same size.
  func isSame(_ part: Range<Int>, as other: [UInt8], at start: Int) -> Bool {
    precondition(part.lowerBound >= 0 && part.upperBound <= filled)
    precondition(start >= 0 && part.count <= other.count - start)
    return unsafe other.withUnsafeBytes { other in
      unsafe UnsafeRawBufferPointer(rebasing: bytes[part]).equals(
        UnsafeRawBufferPointer(rebasing: other[start..<start + part.count]))
    }
  }
}

/// A place in the memory of a ``ByteSink`` that has room for what is put there.
///
/// Apart from the sink, since a place in a local variable need not be read again after each byte. Safe as
/// long as nothing is appended to the sink meanwhile: nothing is put behind `end`.
@safe struct ByteCursor: ~Copyable {
  fileprivate private(set) var place: UnsafeMutableRawPointer
  private let end: UnsafeMutableRawPointer

  @inline(__always)
  fileprivate init(place: UnsafeMutableRawPointer, end: UnsafeMutableRawPointer) {
    unsafe (self.place, self.end) = (place, end)
  }

  @inline(__always)
  private func checkRoom(_ count: Int) { unsafe precondition(count <= end - place) }

  /// Puts the lowest bytes of a word; there must be room for all eight.
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

  /// Puts an integer in groups of seven bits; there must be room for ten bytes.
  @inline(__always)
  mutating func put(variable value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      put(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    put(UInt8(truncatingIfNeeded: rest))
  }

  /// Puts bytes; there must be room for them.
  @inline(__always)
  mutating func put(_ bytes: Span<UInt8>) {
    checkRoom(bytes.count)
    unsafe bytes.withUnsafeBytes { bytes in
      unsafe bytes.baseAddress.map { unsafe place.copyMemory(from: $0, byteCount: bytes.count) }
    }
    unsafe place += bytes.count
  }

  /// Puts an array of numbers, of which there is one at least; there must be room for eight bytes
  /// each and sixteen more.
  @inline(__always)
  mutating func put(_ values: [Double]) {
    put(.doubles)
    put(variable: UInt64(values.count))
    for index in values.indices { put(values[index].bitPattern, count: 8) }
  }
}
