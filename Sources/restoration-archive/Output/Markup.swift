// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// Text that cannot break out of an element or an attribute of HTML or SVG.
///
/// What is not printable is shown as an escape, like in ``printable(_:)``: it is not allowed in
/// either language, or would change the direction of writing.
func markup(_ text: String) -> String { escaped(printable(text)) }

/// Text that is printable already, as part of HTML or SVG.
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

/// A name as a program has it, as markup that may be broken where its words begin.
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

/// A number for markup: no locale, at most two places after the point.
func decimal(_ value: Double) -> String {
  let hundredths = Int((value * 100).rounded())
  let (whole, rest) = hundredths.magnitude.quotientAndRemainder(dividingBy: 100)
  let sign = hundredths < 0 ? "-" : ""
  if rest == 0 { return "\(sign)\(whole)" }
  return "\(sign)\(whole).\(rest < 10 ? "0" : "")\(rest % 10 == 0 ? rest / 10 : rest)"
}
