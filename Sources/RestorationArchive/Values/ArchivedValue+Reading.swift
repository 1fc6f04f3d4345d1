// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

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
