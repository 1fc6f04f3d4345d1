// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// Descriptions of a value that do not reveal it.
extension ArchivedValue {
  /// The value's type, named as in JSON output.
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

  /// The value's type and size as readable text: `String, 12 bytes`.
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
