// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// Reads bytes one after the other and never past the end.
///
/// Every read answers `nil` where the bytes do not suffice; nothing here traps on hostile bytes.
struct ByteSource {
  private let bytes: UnsafeRawBufferPointer
  private(set) var position: Int
  let end: Int

  /// Reads a part of a buffer.
  ///
  /// - Parameters:
  ///   - bytes: The buffer; must outlive the source.
  ///   - range: The part to read, clamped to the buffer.
  init(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) {
    self.bytes = bytes
    self.position = min(max(range.lowerBound, 0), bytes.count)
    self.end = min(max(range.upperBound, position), bytes.count)
  }

  /// Reads a part that is known to lie within a buffer, such as a record whose row was checked.
  @inline(__always)
  init(_ bytes: UnsafeRawBufferPointer, from position: Int, to end: Int) {
    (self.bytes, self.position, self.end) = (bytes, position, end)
  }

  var remaining: Int { end &- position }
  var isAtEnd: Bool { position >= end }
  /// All bytes that are left.
  var rest: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: bytes[position..<end]) }

  mutating func byte() -> UInt8? {
    guard position < end else { return nil }
    defer { position &+= 1 }
    return bytes[position]
  }

  mutating func fixed<Integer: FixedWidthInteger>(_: Integer.Type) -> Integer? {
    let size = MemoryLayout<Integer>.size
    guard remaining >= size else { return nil }
    defer { position &+= size }
    return Integer(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: Integer.self))
  }

  /// An integer in groups of seven bits; most have one or two.
  @inline(__always)
  mutating func variable() -> UInt64? {
    guard remaining >= 2 else { return longVariable() }
    let (low, high) = (UInt64(bytes[position]), UInt64(bytes[position &+ 1]))
    if low < 0x80 {
      position &+= 1
      return low
    }
    guard high < 0x80 else { return longVariable() }
    position &+= 2
    return low & 0x7F | high << 7
  }

  /// The same, where nobody can foresee how many groups there are: up to four nothing is asked that a
  /// processor would guess wrong.
  @inline(__always)
  mutating func unforeseenVariable() -> UInt64? {
    guard remaining >= 8 else { return longVariable() }
    let word = bytes.eight(position)
    let ends = ~word & 0x8080_8080_8080_8080
    let size = ends.trailingZeroBitCount &>> 3 &+ 1
    guard size <= 4 else { return longVariable() }
    position &+= size
    let groups = word & (ends ^ (ends &- 1))
    return groups & 0x7F | groups &>> 1 & 0x7F &<< 7 | groups &>> 2 & 0x7F &<< 14
      | groups &>> 3 & 0x7F &<< 21
  }

  @inline(never)
  private mutating func longVariable() -> UInt64? {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while let next = byte() {
      guard shift < 63 || (shift == 63 && next <= 1) else { return nil }
      value |= UInt64(next & 0x7F) << shift
      if next < 0x80 { return value }
      shift += 7
    }
    return nil
  }

  /// Steps over a key, if it is the one that is foreseen, in groups of seven bits.
  @inline(__always)
  mutating func skip(_ encoded: UInt64, size: Int) -> Bool {
    guard remaining >= 8 else { return skipLast(encoded, size: size) }
    let word = bytes.eight(position)
    guard (word ^ encoded) &<< UInt64(64 &- 8 &* size) == 0 else { return false }
    position &+= size
    return true
  }

  /// The same where the bytes end soon.
  private mutating func skipLast(_ encoded: UInt64, size: Int) -> Bool {
    guard size <= remaining else { return false }
    for place in 0..<size {
      guard bytes[position + place] == UInt8(truncatingIfNeeded: encoded >> UInt64(8 * place))
      else { return false }
    }
    position &+= size
    return true
  }

  /// A length that lies within the bytes that are left.
  @inline(__always)
  mutating func length() -> Int? {
    guard let value = variable(), value <= UInt64(remaining) else { return nil }
    return Int(value)
  }

  @inline(__always)
  mutating func slice(_ count: Int) -> UnsafeRawBufferPointer? {
    guard count >= 0, count <= remaining else { return nil }
    defer { position &+= count }
    return UnsafeRawBufferPointer(rebasing: bytes[position..<position + count])
  }

  @inline(__always)
  mutating func string() -> String? {
    guard let count = length(), let utf8 = slice(count) else { return nil }
    return String(exactly: utf8)
  }

  /// The values of a packed array, eight bytes each.
  @inline(__always)
  mutating func doubles() -> UnsafeRawBufferPointer? {
    guard let count = variable(), count <= UInt64(remaining / 8) else { return nil }
    return slice(8 * Int(count))
  }

  /// Steps over one value, and looks at the references in it.
  ///
  /// - Parameters:
  ///   - visit: Gets the number of each; `false` ends the search.
  ///   - depth: How many arrays and dictionaries lie around the value.
  /// - Returns: `false` when the search was ended, or the bytes are not a value.
  mutating func visitReferences(_ visit: (ObjectNumber) -> Bool, depth: Int = 0) -> Bool {
    var value = self
    guard let tag = value.byte().flatMap(ValueTag.init) else { return false }
    switch tag {
    case .reference:
      guard let number = value.variable().flatMap(UInt32.init(exactly:)) else { return false }
      self = value
      return visit(ObjectNumber(number))
    case .array, .dictionary:
      guard depth < ArchiveLimits.valueDepth, let size = value.fixed(UInt32.self),
        Int(size) <= value.remaining, case let end = value.position + Int(size),
        let count = value.variable(), count <= UInt64(size)
      else { return false }
      for _ in 0..<count {
        if tag == .dictionary, value.length().flatMap({ value.slice($0) }) == nil { return false }
        guard value.visitReferences(visit, depth: depth + 1) else { return false }
      }
      self = value
      return position == end
    default: return skipValue()
    }
  }

  /// Steps over one value without reading it.
  ///
  /// - Returns: `false` when the bytes are not a value.
  mutating func skipValue() -> Bool {
    guard let tag = byte().flatMap(ValueTag.init) else { return false }
    switch tag {
    case .null, .false, .true: return true
    case .integer, .unsigned, .reference: return variable() != nil
    case .float: return slice(4) != nil
    case .double, .date: return slice(8) != nil
    case .string, .data: return length().flatMap { slice($0) } != nil
    case .doubles: return doubles() != nil
    case .array, .dictionary:
      guard let size = fixed(UInt32.self) else { return false }
      return slice(Int(size)) != nil
    }
  }
}

extension UnsafeRawBufferPointer {
  /// Whether no byte has its highest bit set.
  @inline(__always)
  fileprivate var isASCII: Bool {
    guard count >= 8 else { return allSatisfy { $0 < 0x80 } }
    let last = count &- 8
    // Of a short text some bytes are looked at twice, so that nothing depends on how many there are.
    var bits =
      eight(0) | eight(Swift.min(8, last)) | eight(Swift.min(16, last)) | eight(Swift.min(24, last))
      | eight(last)
    var place = 32
    while place < last {
      bits |= eight(place)
      place &+= 8
    }
    return bits & 0x8080_8080_8080_8080 == 0
  }

  /// The eight bytes from a place on, the first of them lowest.
  @inline(__always)
  fileprivate func eight(_ place: Int) -> UInt64 {
    UInt64(littleEndian: loadUnaligned(fromByteOffset: place, as: UInt64.self))
  }
}

extension String {
  /// The text of bytes that are UTF-8; `nil` for any others.
  init?(exactly utf8: UnsafeRawBufferPointer) {
    let bytes = utf8.bindMemory(to: UInt8.self)
    guard !utf8.isASCII else {
      // Asked for here, since the library takes four times as long to find it out.
      self.init(copying: UTF8Span(unchecked: bytes.span, isKnownASCII: true))
      return
    }
    guard let text = try? UTF8Span(validating: bytes.span) else { return nil }
    self.init(copying: text)
  }
}
