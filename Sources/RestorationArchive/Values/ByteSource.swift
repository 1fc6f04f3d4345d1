// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// Reads bytes in sequence and never past the end.
///
/// Every read returns `nil` if too few bytes are left. Nothing here traps on hostile bytes.
struct ByteSource {
  private let bytes: [UInt8]
  private(set) var position: Int
  let end: Int

  /// Creates a source for a part of an array.
  ///
  /// - Parameters:
  ///   - bytes: The array.
  ///   - range: The part to read, clamped to the array.
  init(_ bytes: [UInt8], _ range: Range<Int>) {
    self.bytes = bytes
    self.position = min(max(range.lowerBound, 0), bytes.count)
    self.end = min(max(range.upperBound, position), bytes.count)
  }

  /// Creates a source for all of an array.
  init(_ bytes: [UInt8]) { self.init(bytes, 0..<bytes.count) }

  /// Creates a source for a part that was already checked.
  ///
  /// An example is a record whose row was checked to be within the array.
  @inline(__always)
  init(_ bytes: [UInt8], from position: Int, to end: Int) {
    (self.bytes, self.position, self.end) = (bytes, position, end)
  }

  var remaining: Int { end &- position }
  var isAtEnd: Bool { position >= end }

  mutating func byte() -> UInt8? {
    guard position < end else { return nil }
    defer { position &+= 1 }
    return bytes[position]
  }

  mutating func fixed<Integer: FixedWidthInteger>(_: Integer.Type) -> Integer? {
    let size = MemoryLayout<Integer>.size
    guard remaining >= size else { return nil }
    defer { position &+= size }
    return bytes.integer(at: position)
  }

  /// Reads a variable-length integer; most have one or two bytes.
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

  /// Reads a variable-length integer of unpredictable size.
  ///
  /// Up to four bytes are decoded without a branch that the processor would mispredict.
  @inline(__always)
  mutating func unforeseenVariable() -> UInt64? {
    guard remaining >= 8 else { return longVariable() }
    let word = bytes.integer(at: position, as: UInt64.self)
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

  /// Skips the number of a coding key, if it was predicted.
  ///
  /// The number is a variable-length integer.
  @inline(__always)
  mutating func skip(_ encoded: UInt64, size: Int) -> Bool {
    guard remaining >= 8 else { return skipLast(encoded, size: size) }
    let word = bytes.integer(at: position, as: UInt64.self)
    guard (word ^ encoded) &<< UInt64(64 &- 8 &* size) == 0 else { return false }
    position &+= size
    return true
  }

  /// Skips a predicted coding key with fewer than eight bytes left.
  private mutating func skipLast(_ encoded: UInt64, size: Int) -> Bool {
    guard size <= remaining else { return false }
    for place in 0..<size {
      guard bytes[position + place] == UInt8(truncatingIfNeeded: encoded >> UInt64(8 * place))
      else { return false }
    }
    position &+= size
    return true
  }

  /// Reads a length that does not exceed the remaining bytes.
  @inline(__always)
  mutating func length() -> Int? {
    guard let value = variable(), value <= UInt64(remaining) else { return nil }
    return Int(value)
  }

  @inline(__always)
  mutating func slice(_ count: Int) -> ArraySlice<UInt8>? {
    range(count).map { bytes[$0] }
  }

  /// Returns the range of the next bytes and advances past them.
  @inline(__always)
  mutating func range(_ count: Int) -> Range<Int>? {
    guard count >= 0, count <= remaining else { return nil }
    defer { position &+= count }
    return position..<position &+ count
  }

  @inline(__always)
  mutating func string() -> String? {
    guard let count = length(), let utf8 = range(count) else { return nil }
    return bytes.text(utf8)
  }

  /// Reads the values of a packed array, eight bytes each.
  @inline(__always)
  mutating func doubles() -> [Double]? {
    guard let count = variable(), count <= UInt64(remaining / 8), let part = range(8 * Int(count))
    else { return nil }
    func double(_ place: Int) -> Double {
      Double(bitPattern: bytes.integer(at: part.lowerBound &+ 8 &* place))
    }
    // Most are points, sizes and rectangles. A literal takes half the instructions of a general
    // array.
    switch count {
    case 2: return [double(0), double(1)]
    case 4: return [double(0), double(1), double(2), double(3)]
    default: return (0..<Int(count)).map(double)
    }
  }

  /// Skips one value and visits the references in it.
  ///
  /// - Parameters:
  ///   - visit: Receives the number of each reference; `false` ends the search.
  ///   - depth: The number of arrays and dictionaries around the value.
  /// - Returns: `false` when the search was ended or the bytes are not a value.
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
        if tag == .dictionary, value.length().flatMap({ value.range($0) }) == nil { return false }
        guard value.visitReferences(visit, depth: depth + 1) else { return false }
      }
      self = value
      return position == end
    default: return skipValue()
    }
  }

  /// Skips one value without decoding it.
  ///
  /// - Returns: `false` when the bytes are not a value.
  mutating func skipValue() -> Bool {
    guard let tag = byte().flatMap(ValueTag.init) else { return false }
    switch tag {
    case .null, .false, .true: return true
    case .integer, .unsigned, .reference: return variable() != nil
    case .float: return range(4) != nil
    case .double, .date: return range(8) != nil
    case .string, .data: return length().flatMap { range($0) } != nil
    case .doubles:
      guard let count = variable(), count <= UInt64(remaining / 8) else { return false }
      return range(8 * Int(count)) != nil
    case .array, .dictionary:
      guard let size = fixed(UInt32.self) else { return false }
      return range(Int(size)) != nil
    }
  }
}

/// The first byte of every value, which identifies its type.
///
/// `Documentation/ArchiveFormat.md` specifies the bytes that follow each tag.
enum ValueTag: UInt8 {
  case null = 0
  case `false` = 1
  case `true` = 2
  /// A variable-length integer in zigzag form.
  case integer = 3
  /// A variable-length integer above `Int64.max`.
  case unsigned = 4
  case float = 5
  case double = 6
  case string = 7
  case data = 8
  /// Seconds since 2001-01-01 00:00 UTC, as a double.
  case date = 9
  case array = 10
  case dictionary = 11
  /// The number of another object of the same archive.
  case reference = 12
  /// An array of doubles only: count and values, without tags.
  case doubles = 13

  /// Creates a tag from its byte; unlike the compiler's version, inlined.
  ///
  /// It is called for every value. Without inlining, it is on a page of code that a launch needs
  /// for nothing else.
  @inline(__always)
  init?(rawValue: UInt8) {
    switch rawValue {
    case Self.null.rawValue: self = .null
    case Self.false.rawValue: self = .false
    case Self.true.rawValue: self = .true
    case Self.integer.rawValue: self = .integer
    case Self.unsigned.rawValue: self = .unsigned
    case Self.float.rawValue: self = .float
    case Self.double.rawValue: self = .double
    case Self.string.rawValue: self = .string
    case Self.data.rawValue: self = .data
    case Self.date.rawValue: self = .date
    case Self.array.rawValue: self = .array
    case Self.dictionary.rawValue: self = .dictionary
    case Self.reference.rawValue: self = .reference
    case Self.doubles.rawValue: self = .doubles
    default: return nil
    }
  }

  /// The type's name for diagnostics and the tool.
  var name: String {
    switch self {
    case .null: "nil"
    case .false, .true: "Bool"
    case .integer, .unsigned: "integer"
    case .float, .double: "floating point"
    case .string: "String"
    case .data: "Data"
    case .date: "Date"
    case .array, .doubles: "array"
    case .dictionary: "dictionary"
    case .reference: "reference"
    }
  }
}
