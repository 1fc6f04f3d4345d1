// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// What is said of a value to whom it is not shown (R189).
extension ArchivedValue {
  /// What it is, in the word that JSON output has for it.
  package var jsonType: String {
    switch self {
    case .null: "nil"
    case .bool: "bool"
    case .integer, .unsigned: "integer"
    case .float: "float"
    case .double: "double"
    case .date: "date"
    case .string: "string"
    case .data: "data"
    case .array: "array"
    case .dictionary: "dictionary"
    case .reference: "reference"
    }
  }

  /// What it is and how large, for people: `String, 12 bytes`.
  package var outline: String {
    guard self != .null else { return jsonType }
    let name = jsonType.prefix(1).uppercased() + jsonType.dropFirst()
    return switch self {
    case .string(let string): "\(name), \(counted(string.utf8.count, "byte", "bytes"))"
    case .data(let data): "\(name), \(counted(data.count, "byte", "bytes"))"
    case .array(let elements): "\(name), \(counted(elements.count, "element", "elements"))"
    case .dictionary(let entries): "\(name), \(counted(entries.count, "entry", "entries"))"
    default: name
    }
  }
}
