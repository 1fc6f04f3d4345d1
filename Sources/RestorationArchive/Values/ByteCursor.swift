// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

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
