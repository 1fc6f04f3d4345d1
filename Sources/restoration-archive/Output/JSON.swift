// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if Tool
import Foundation
import RestorationArchive

/// Prints a value as JSON.
///
/// Keys are sorted, dates are in UTC, and no control character reaches the terminal.
///
/// - Parameter value: The value; absent properties have no key.
/// - Throws: The errors of encoding it.
func printJSON(_ value: some Encodable) throws { print(try jsonText(value)) }

/// Returns a value as JSON.
///
/// - Parameter value: The value. Its dates are written like `2013-05-12T01:22:07Z`, or `null` when
///   out of range.
/// - Returns: Lines, without a line break at the end.
/// - Throws: The errors of encoding it.
func jsonText(_ value: some Encodable) throws -> String {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
  encoder.dateEncodingStrategy = .custom { date, encoder in
    var container = encoder.singleValueContainer()
    try container.encode(isoText(date))
  }
  let encoded = String(decoding: try encoder.encode(value), as: UTF8.self)
  var text = ""
  text.reserveCapacity(encoded.utf8.count)
  var rest = encoded[...]
  while !rest.isEmpty {
    let end = rest.utf8.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex
    appendPrintable(rest[..<end], to: &text)
    if end < rest.endIndex { text += "\n" }
    rest = rest[end...].dropFirst()
  }
  return text
}

/// Appends a line of JSON, with unprintable scalars escaped.
///
/// Unprintable scalars occur only in strings, and there any scalar may be an escape.
private func appendPrintable(_ line: Substring, to text: inout String) {
  if line.utf8.allSatisfy(isPrintableASCII) { return text += line }
  for scalar in line.unicodeScalars {
    if isPrintable(scalar) {
      text.unicodeScalars.append(scalar)
    } else {
      for unit in String(scalar).utf16 {
        let digits = String(unit, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }
    }
  }
}
#endif
