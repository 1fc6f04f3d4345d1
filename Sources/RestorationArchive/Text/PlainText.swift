// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials

/// Returns text with control characters and backslashes escaped.
///
/// Archives contain user input. The escaped text cannot leave its line, change the writing
/// direction or send commands to a terminal.
package func printable(_ text: String) -> String {
  let backslash = UInt8(ascii: "\\")
  if text.utf8.allSatisfy({ isPrintableASCII($0) && $0 != backslash }) { return text }
  var result = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\\": result += "\\\\"
    case "\n": result += "\\n"
    case "\r": result += "\\r"
    case "\t": result += "\\t"
    case _ where isPrintable(scalar): result.unicodeScalars.append(scalar)
    default: result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
    }
  }
  return result
}

/// Returns whether a byte is a printable ASCII character.
///
/// Nearly all bytes are. Looking up the properties of a scalar takes longer than everything else in
/// a document.
package func isPrintableASCII(_ byte: UInt8) -> Bool { (0x20...0x7E).contains(byte) }

/// Returns whether a scalar affects neither terminals nor neighbouring text.
package func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
  if scalar.isASCII { return isPrintableASCII(UInt8(scalar.value)) }
  return switch scalar.properties.generalCategory {
  case .control, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: false
  case .format: scalar == "\u{200D}"  // the zero-width joiner in emoji is harmless
  default: true
  }
}

/// Returns a count with its noun in the singular or plural.
package func counted(_ count: Int, _ one: String, _ many: String) -> String {
  "\(count) \(count == 1 ? one : many)"
}

/// Formats a date in UTC as `2013-05-12 01:22:07 +0000`.
///
/// The text is the same in every locale and time zone.
package func timestampText(_ date: Date) -> String {
  guard isInRange(date) else { return "(a date out of range)" }
  return date.formatted(Date.ISO8601FormatStyle(dateTimeSeparator: .space)).dropLast() + " +0000"
}

/// Formats a date as `2013-05-12T01:22:07Z`; `nil` when it is out of range.
package func isoText(_ date: Date) -> String? {
  isInRange(date) ? date.formatted(.iso8601) : nil
}

/// Whether the year has four digits, from `Date.distantPast` on.
private func isInRange(_ date: Date) -> Bool {
  (Date.distantPast.timeIntervalSince1970..<253_402_300_800).contains(date.timeIntervalSince1970)
}

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
