// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// A growing buffer that encoders append to; the plain body of an archive grows in one of these.
///
/// Its fields are private, and each is read or written in one step: so the compiler proves that no two
/// accesses overlap, and the innermost loop of every save checks nothing for it at run time.
final class ByteSink {
  private var base: UnsafeMutableRawPointer
  private var filled = 0
  private var capacity: Int

  init(capacity: Int = 256) {
    self.capacity = max(capacity, 64)
    base = .allocate(byteCount: self.capacity, alignment: 16)
  }

  deinit { base.deallocate() }

  var count: Int { filled }

  /// Gives the memory up with what was appended; begins anew with a little.
  ///
  /// - Returns: Whoever takes it frees it.
  func detach() -> UnsafeMutableRawBufferPointer {
    let detached = UnsafeMutableRawBufferPointer(start: base, count: filled)
    (filled, capacity) = (0, 64)
    base = .allocate(byteCount: 64, alignment: 16)
    return detached
  }

  @inline(__always)
  private func reserve(_ additional: Int) {
    if filled &+ additional > capacity { grow(additional) }
  }

  /// Makes room, and lends the place behind what was appended; give it back to ``end(at:)``.
  @inline(__always)
  func cursor(room: Int) -> ByteCursor {
    reserve(room)
    return ByteCursor(place: base + filled)
  }

  /// The same, if there is room already.
  @inline(__always)
  func cursor(ifRoom room: Int) -> ByteCursor? {
    filled &+ room <= capacity ? ByteCursor(place: base + filled) : nil
  }

  /// Ends what was put where a cursor began.
  @inline(__always)
  func end(at cursor: ByteCursor) { filled = cursor.place - base }

  @inline(never)
  private func grow(_ additional: Int) {
    let larger = max(capacity * 2, filled + additional)
    let moved = UnsafeMutableRawPointer.allocate(byteCount: larger, alignment: 16)
    moved.copyMemory(from: base, byteCount: filled)
    base.deallocate()
    base = moved
    capacity = larger
  }

  @inline(__always)
  func append(_ byte: UInt8) {
    reserve(1)
    let place = filled
    base.storeBytes(of: byte, toByteOffset: place, as: UInt8.self)
    filled = place &+ 1
  }

  @inline(__always)
  func append(_ bytes: UnsafeRawBufferPointer) {
    guard let source = bytes.baseAddress, !bytes.isEmpty else { return }
    reserve(bytes.count)
    let place = filled
    (base + place).copyMemory(from: source, byteCount: bytes.count)
    filled = place &+ bytes.count
  }

  @inline(__always)
  func append(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { append($0) }
  }

  /// Appends a fixed-width integer, little endian.
  @inline(__always)
  func append<Integer: FixedWidthInteger>(fixed value: Integer) {
    let size = MemoryLayout<Integer>.size
    reserve(size)
    let place = filled
    (base + place).storeBytes(of: value.littleEndian, as: Integer.self)
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
      append(UnsafeRawBufferPointer(utf8))
    }
  }

  /// Takes back what was appended behind a place.
  func truncate(to count: Int) { filled = min(count, filled) }

  /// Overwrites four bytes that were appended before.
  @inline(__always)
  func patch(_ value: UInt32, at offset: Int) {
    base.storeBytes(of: value.littleEndian, toByteOffset: offset, as: UInt32.self)
  }

  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: base, count: filled) }

  func array() -> [UInt8] { [UInt8](bytes) }
}

/// A place in the memory of a ``ByteSink`` that has room for what is put there.
///
/// Apart from the sink, since a place in a local variable need not be read again after each byte.
struct ByteCursor {
  private(set) var place: UnsafeMutableRawPointer

  @inline(__always)
  init(place: UnsafeMutableRawPointer) { self.place = place }

  /// Puts the lowest bytes of a word; there must be room for all eight.
  @inline(__always)
  mutating func put(_ word: UInt64, count: Int) {
    place.storeBytes(of: word.littleEndian, as: UInt64.self)
    place += count
  }

  @inline(__always)
  mutating func put(_ byte: UInt8) {
    place.storeBytes(of: byte, as: UInt8.self)
    place += 1
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
    bytes.withUnsafeBytes { bytes in
      bytes.baseAddress.map { place.copyMemory(from: $0, byteCount: bytes.count) }
    }
    place += bytes.count
  }

  /// Puts an array of numbers, of which there is one at least; there must be room for eight bytes
  /// each and sixteen more.
  @inline(__always)
  mutating func put(_ values: [Double]) {
    put(.doubles)
    put(variable: UInt64(values.count))
    // In place, since going through an array counts it.
    values.withUnsafeBufferPointer { values in
      for value in values { put(value.bitPattern, count: 8) }
    }
  }
}
