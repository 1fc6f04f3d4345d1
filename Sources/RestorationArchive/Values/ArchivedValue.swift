// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import FoundationEssentials

/// A value as stored in an archive, for tools and tests.
///
/// Hooks decode typed values instead.
public enum ArchivedValue: Hashable, Sendable {
  /// An encoded `nil`.
  case null
  /// A `Bool`.
  case bool(Bool)
  /// A signed integer of any width.
  case integer(Int64)
  /// An integer above `Int64.max`.
  case unsigned(UInt64)
  /// A `Float`.
  case float(Float)
  /// A `Double`.
  case double(Double)
  /// A `String`.
  case string(String)
  /// A `Data`.
  case data(Data)
  /// A `Date`.
  case date(Date)
  /// An array, or a value that encoded itself as one.
  case array([ArchivedValue])
  /// A dictionary with string keys, sorted by key.
  ///
  /// Also a value that encoded itself as one.
  case dictionary([Entry])
  /// A reference to another object of the archive.
  case reference(ObjectNumber)

  /// A dictionary's key and its value.
  public struct Entry: Hashable, Sendable {
    /// The key.
    public var key: String
    /// The value.
    public var value: ArchivedValue

    /// Creates an entry.
    public init(key: String, value: ArchivedValue) {
      (self.key, self.value) = (key, value)
    }
  }

  /// Returns whether arrays and dictionaries nest no deeper than a limit.
  ///
  /// A reader does not follow deeper nesting.
  package func isWithinDepth(_ limit: Int) -> Bool {
    switch self {
    case .array(let elements): limit > 0 && elements.allSatisfy { $0.isWithinDepth(limit - 1) }
    case .dictionary(let entries):
      limit > 0 && entries.allSatisfy { $0.value.isWithinDepth(limit - 1) }
    default: true
    }
  }

  static func read(_ source: inout ByteSource, depth: Int = 0) -> ArchivedValue? {
    guard depth <= ArchiveLimits.valueDepth, let tag = source.byte().flatMap(ValueTag.init) else {
      return nil
    }
    switch tag {
    case .null: return .null
    case .false: return .bool(false)
    case .true: return .bool(true)
    case .integer: return source.variable().map { .integer($0.unzigzagged) }
    case .unsigned: return source.variable().map { .unsigned($0) }
    case .float: return source.fixed(UInt32.self).map { .float(Float(bitPattern: $0)) }
    case .double: return source.fixed(UInt64.self).map { .double(Double(bitPattern: $0)) }
    case .date:
      return source.fixed(UInt64.self).map {
        .date(Date(timeIntervalSinceReferenceDate: Double(bitPattern: $0)))
      }
    case .string: return source.string().map { .string($0) }
    case .data: return source.length().flatMap { source.slice($0) }.map { .data(Data($0)) }
    case .reference:
      return source.variable().flatMap(UInt32.init(exactly:)).map { .reference(ObjectNumber($0)) }
    case .doubles:
      return source.doubles().map { numbers in .array(numbers.map { .double($0) }) }
    case .array, .dictionary:
      guard let size = source.fixed(UInt32.self), Int(size) <= source.remaining else { return nil }
      let end = source.position + Int(size)
      guard let count = source.variable(), count <= UInt64(size) else { return nil }
      var elements: [ArchivedValue] = []
      var entries: [Entry] = []
      for _ in 0..<count {
        if tag == .array {
          guard let value = read(&source, depth: depth + 1) else { return nil }
          elements.append(value)
        } else {
          guard let key = source.string(), let value = read(&source, depth: depth + 1) else {
            return nil
          }
          entries.append(Entry(key: key, value: value))
        }
      }
      guard source.position == end else { return nil }
      return tag == .array ? .array(elements) : .dictionary(entries)
    }
  }
}

extension Int64 {
  var zigzagged: UInt64 { UInt64(bitPattern: (self << 1) ^ (self >> 63)) }
}

extension UInt64 {
  var unzigzagged: Int64 { Int64(bitPattern: self >> 1) ^ -Int64(bitPattern: self & 1) }
}

extension ArchivedValue {
  /// The name of the value's type in diagnostics; never its content.
  package var typeName: String {
    switch self {
    case .null: ValueTag.null.name
    case .bool: ValueTag.true.name
    case .integer, .unsigned: ValueTag.integer.name
    case .float, .double: ValueTag.double.name
    case .string: ValueTag.string.name
    case .data: ValueTag.data.name
    case .date: ValueTag.date.name
    case .array: ValueTag.array.name
    case .dictionary: ValueTag.dictionary.name
    case .reference: ValueTag.reference.name
    }
  }

  /// Returns the value as an integer; `nil` if it does not fit.
  ///
  /// The result is also `nil` for a value that is not an integer.
  func integer<Integer: FixedWidthInteger>(_: Integer.Type) -> Integer? {
    switch self {
    case .integer(let value): Integer(exactly: value)
    case .unsigned(let value): Integer(exactly: value)
    default: nil
    }
  }

  /// The value as a double; `nil` unless it is a floating-point number.
  var double: Double? {
    switch self {
    case .double(let value): value
    case .float(let value): Double(value)
    default: nil
    }
  }

  /// The value as a float; `nil` unless it is a floating-point number.
  ///
  /// A double is rounded.
  var float: Float? {
    switch self {
    case .float(let value): value
    case .double(let value): Float(value)
    default: nil
    }
  }
}

extension [ArchivedValue.Entry] {
  /// Finds a value by its key with binary search.
  ///
  /// Archives sort dictionaries by the UTF-8 of their keys.
  func value(forKey key: String) -> ArchivedValue? {
    var low = startIndex
    var high = endIndex
    while low < high {
      let middle = low + (high - low) / 2
      if self[middle].key.utf8.lexicographicallyPrecedes(key.utf8) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    guard low < endIndex, ExactString(self[low].key) == ExactString(key) else { return nil }
    return self[low].value
  }
}

extension ArchivedValue {
  /// The value as an archive has it.
  var bytes: [UInt8] {
    let sink = ByteSink()
    sink.append(self)
    return sink.array()
  }
}

extension ByteSink {
  /// Appends a value, with dictionaries sorted by their keys' UTF-8.
  ///
  /// So equal values have equal bytes.
  func append(_ value: ArchivedValue) {
    switch value {
    case .null: append(tag: .null)
    case .bool(let bool): append(tag: bool ? .true : .false)
    case .integer(let integer): append(tag: .integer, variable: integer.zigzagged)
    case .unsigned(let unsigned): append(tag: .unsigned, variable: unsigned)
    case .float(let float): append(tag: .float, fixed: float.bitPattern)
    case .double(let double): append(tag: .double, fixed: double.bitPattern)
    case .date(let date):
      append(tag: .date, fixed: date.timeIntervalSinceReferenceDate.bitPattern)
    case .string(let string):
      append(tag: .string)
      append(string: string)
    case .data(let data): append(data: data)
    case .reference(let number): append(tag: .reference, variable: UInt64(number.rawValue))
    case .array(let elements):
      if let doubles = elements.doubles { return append(doubles) }
      appendContainer(.array, count: elements.count) { elements.forEach(append(_:)) }
    case .dictionary(let entries):
      let sorted = entries.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
      appendContainer(.dictionary, count: sorted.count) {
        for entry in sorted {
          append(string: entry.key)
          append(entry.value)
        }
      }
    }
  }

  func appendContainer(_ tag: ValueTag, count: Int, _ contents: () -> Void) {
    append(tag: tag)
    let sizeOffset = self.count
    append(fixed: UInt32(0))
    append(variable: UInt64(count))
    contents()
    patch(UInt32(truncatingIfNeeded: self.count - sizeOffset - 4), at: sizeOffset)
  }

  /// Appends an array of numbers in packed form.
  ///
  /// An empty array is not packed: it is written like an empty array of any other type, since
  /// nothing tells its element type.
  func append(_ values: [Double]) {
    guard !values.isEmpty else { return appendContainer(.array, count: 0) {} }
    var cursor = cursor(room: 16 + 8 * values.count)
    cursor.put(values)
    end(at: cursor)
  }

  func append(data: Data) {
    append(tag: .data)
    append(variable: UInt64(data.count))
    append(data)
  }

  @inline(__always)
  func append(tag: ValueTag) { append(tag.rawValue) }

  @inline(__always)
  func append(tag: ValueTag, variable: UInt64) {
    append(tag.rawValue)
    append(variable: variable)
  }

  @inline(__always)
  func append<Integer: FixedWidthInteger>(tag: ValueTag, fixed: Integer) {
    append(tag.rawValue)
    append(fixed: fixed)
  }
}

extension [ArchivedValue] {
  /// The elements, if all are doubles; `nil` otherwise.
  ///
  /// Equal arrays then have equal bytes.
  fileprivate var doubles: [Double]? {
    guard case .double = first else { return nil }
    var doubles: [Double] = []
    for element in self {
      guard case .double(let double) = element else { return nil }
      doubles.append(double)
    }
    return doubles
  }
}

extension ArchivedValue {
  /// The size of the value in a record, in bytes, before sealing.
  package var byteCount: Int {
    let sink = ByteSink()
    sink.append(self)
    return sink.count
  }
}
