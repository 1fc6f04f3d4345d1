// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc

/// Text that cannot break out of its line or speak to the terminal.
///
/// Archives hold what users typed. Control characters, those that change the direction of writing
/// included, and backslashes are shown as escapes.
func printable(_ text: String) -> String {
  var result = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\\": result += "\\\\"
    case "\n": result += "\\n"
    case "\r": result += "\\r"
    case "\t": result += "\\t"
    default:
      if isPrintable(scalar) {
        result.unicodeScalars.append(scalar)
      } else {
        result += escape(scalar)
      }
    }
  }
  return result
}

/// Whether a scalar neither speaks to the terminal nor changes how its neighbours are shown.
func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.properties.generalCategory {
  case .control, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: false
  case .format: scalar == "\u{200D}"  // the joiner within emoji is harmless
  default: true
  }
}

private func escape(_ scalar: Unicode.Scalar) -> String {
  "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
}

/// A date as `2013-05-12 01:22:07 +0000`, in every locale and time zone.
func timestampText(_ date: Date) -> String {
  let seconds = date.timeIntervalSince1970.rounded(.down)
  guard seconds.isFinite, abs(seconds) < 1e12 else { return "(a date out of range)" }
  var time = time_t(seconds)
  var parts = tm()
  gmtime_r(&time, &parts)
  func digits(_ value: Int32, _ count: Int = 2) -> String {
    let text = String(value)
    return String(repeating: "0", count: max(0, count - text.count)) + text
  }
  return digits(parts.tm_year + 1900, 4) + "-" + digits(parts.tm_mon + 1) + "-"
    + digits(parts.tm_mday) + " " + digits(parts.tm_hour) + ":" + digits(parts.tm_min) + ":"
    + digits(parts.tm_sec) + " +0000"
}
