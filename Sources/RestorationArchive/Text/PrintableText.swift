// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

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
