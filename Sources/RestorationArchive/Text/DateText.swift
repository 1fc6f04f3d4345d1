// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials
import Glibc

/// A date as `2013-05-12 01:22:07 +0000`, in every locale and time zone.
package func timestampText(_ date: Date) -> String {
  dayAndTime(date).map { "\($0.day) \($0.time) +0000" } ?? "(a date out of range)"
}

/// A date as `2013-05-12T01:22:07Z`; `nil` when it is out of range.
package func isoText(_ date: Date) -> String? {
  dayAndTime(date).map { "\($0.day)T\($0.time)Z" }
}

private func dayAndTime(_ date: Date) -> (day: String, time: String)? {
  let seconds = date.timeIntervalSince1970.rounded(.down)
  guard seconds.isFinite, abs(seconds) < 1e12 else { return nil }
  var time = time_t(seconds)
  var parts = tm()
  gmtime_r(&time, &parts)
  func digits(_ value: Int32, _ count: Int = 2) -> String {
    let text = String(value)
    return String(repeating: "0", count: max(0, count - text.count)) + text
  }
  return (
    digits(parts.tm_year + 1900, 4) + "-" + digits(parts.tm_mon + 1) + "-" + digits(parts.tm_mday),
    digits(parts.tm_hour) + ":" + digits(parts.tm_min) + ":" + digits(parts.tm_sec)
  )
}
