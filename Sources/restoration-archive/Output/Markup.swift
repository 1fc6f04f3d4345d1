// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// Returns text that is safe in HTML or SVG.
///
/// It cannot break out of an element or an attribute. Unprintable characters appear as escapes, as
/// in ``printable(_:)``: they are not allowed in either language, or would change the direction of
/// writing.
func markup(_ text: String) -> String { escaped(printable(text)) }

/// Escapes text that is already printable, for HTML or SVG.
func escaped(_ text: String) -> String {
  var result = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "&": result += "&amp;"
    case "<": result += "&lt;"
    case ">": result += "&gt;"
    case "\"": result += "&quot;"
    case "'": result += "&#39;"
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result
}

/// Returns a name as markup with line-break opportunities between its words.
func breakable(_ name: String) -> String {
  var result = ""
  var wasSmall = false
  for scalar in printable(name).unicodeScalars {
    if wasSmall, scalar.properties.isUppercase { result += "<wbr>" }
    result += escaped(String(scalar))
    wasSmall = scalar.properties.isLowercase
    if scalar == "." || scalar == "/" { result += "<wbr>" }
  }
  return result
}

/// Returns a number for markup, with at most two decimal places.
///
/// It does not depend on the locale.
func decimal(_ value: Double) -> String {
  let hundredths = Int((value * 100).rounded())
  let (whole, rest) = hundredths.magnitude.quotientAndRemainder(dividingBy: 100)
  let sign = hundredths < 0 ? "-" : ""
  if rest == 0 { return "\(sign)\(whole)" }
  return "\(sign)\(whole).\(rest < 10 ? "0" : "")\(rest % 10 == 0 ? rest / 10 : rest)"
}
