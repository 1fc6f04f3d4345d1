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
