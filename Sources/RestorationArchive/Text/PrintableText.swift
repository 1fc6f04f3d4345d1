// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// Text that cannot break out of its line, turn its direction or speak to a terminal.
///
/// Archives hold what users typed. Control characters, those that change the direction of writing
/// included, and backslashes are shown as escapes.
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

/// Whether a byte is printable text by itself: nearly all are, and to ask for a scalar's properties takes
/// longer than the rest of a document.
package func isPrintableASCII(_ byte: UInt8) -> Bool { (0x20...0x7E).contains(byte) }

/// Whether a scalar neither speaks to a terminal nor changes how its neighbours are shown.
package func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
  if scalar.isASCII { return isPrintableASCII(UInt8(scalar.value)) }
  return switch scalar.properties.generalCategory {
  case .control, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: false
  case .format: scalar == "\u{200D}"  // the joiner within emoji is harmless
  default: true
  }
}

/// A number of things.
package func counted(_ count: Int, _ one: String, _ many: String) -> String {
  "\(count) \(count == 1 ? one : many)"
}
