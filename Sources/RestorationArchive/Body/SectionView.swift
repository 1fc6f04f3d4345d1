// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// One section of a body, while the body's bytes are lent; answers `nil` past its end.
struct SectionView {
  let bytes: UnsafeRawBufferPointer

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  /// A word that is known to lie within the section.
  @inline(__always)
  subscript(offset: Int) -> UInt32 {
    UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }

  /// A word, the section counted in words.
  @inline(__always)
  func word(_ index: Int) -> UInt32? {
    index >= 0 && index < bytes.count / 4 ? self[4 * index] : nil
  }

  @inline(__always)
  func slice(_ offset: Int, _ count: Int) -> UnsafeRawBufferPointer? {
    guard offset >= 0, count >= 0, offset <= bytes.count, count <= bytes.count - offset else {
      return nil
    }
    return UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + count])
  }

  /// A row of a table of them.
  @inline(__always)
  func row<Row: BodyRow>(_ index: Int, _: Row.Type = Row.self) -> Row? {
    index >= 0 && index < count(of: Row.self) ? Row(self, at: index * Row.size) : nil
  }

  /// How many rows there are.
  func count<Row: BodyRow>(of _: Row.Type) -> Int { bytes.count / Row.size }

  /// All rows.
  func rows<Row: BodyRow>(_: Row.Type = Row.self) -> [Row] {
    (0..<count(of: Row.self)).map { Row(self, at: $0 * Row.size) }
  }

  /// All words.
  var words: [UInt32] { (0..<bytes.count / 4).map { self[4 * $0] } }
}

extension UnsafeRawBufferPointer {
  /// Whether two buffers hold the same bytes.
  func equals(_ other: UnsafeRawBufferPointer) -> Bool {
    guard count == other.count else { return false }
    var place = 0
    while place &+ 8 <= count {
      guard
        loadUnaligned(fromByteOffset: place, as: UInt64.self)
          == other.loadUnaligned(fromByteOffset: place, as: UInt64.self)
      else { return false }
      place &+= 8
    }
    while place < count {
      guard self[place] == other[place] else { return false }
      place &+= 1
    }
    return true
  }
}
