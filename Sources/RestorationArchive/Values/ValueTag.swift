// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

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
