// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// Text that cannot break out of its line, turn its direction or speak to a terminal.
///
/// Archives hold what users typed. Control characters, those that change the direction of writing
/// included, and backslashes are shown as escapes.
package func printable(_ text: String) -> String {
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

/// Whether a scalar neither speaks to a terminal nor changes how its neighbours are shown.
package func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.properties.generalCategory {
  case .control, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: false
  case .format: scalar == "\u{200D}"  // the joiner within emoji is harmless
  default: true
  }
}

/// A number of things.
package func counted(_ count: Int, _ one: String, _ many: String) -> String {
  "\(count) \(count == 1 ? one : many)"
}
