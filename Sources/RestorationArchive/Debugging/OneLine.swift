// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// Text that stays on its line and in its direction: whatever would not is shown as an escape.
package func oneLine(_ text: String) -> String {
  var result = ""
  for scalar in text.unicodeScalars {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned:
      result += scalar == "\n" ? "\\n" : scalar.escaped
    case .format where scalar != "\u{200D}":  // the joiner within emoji is harmless
      result += scalar.escaped
    default:
      result.unicodeScalars.append(scalar)
    }
  }
  return result
}

extension Unicode.Scalar {
  fileprivate var escaped: String { "\\u{\(String(value, radix: 16, uppercase: true))}" }
}
