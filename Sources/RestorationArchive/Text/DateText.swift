// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials

/// Returns a date as `2013-05-12 01:22:07 +0000`.
///
/// The result does not depend on locale or time zone.
package func timestampText(_ date: Date) -> String {
  dayAndTime(date).map { "\($0.day) \($0.time) +0000" } ?? "(a date out of range)"
}

/// Returns a date as `2013-05-12T01:22:07Z`; `nil` when out of range.
package func isoText(_ date: Date) -> String? {
  dayAndTime(date).map { "\($0.day)T\($0.time)Z" }
}

private func dayAndTime(_ date: Date) -> (day: String, time: String)? {
  let seconds = date.timeIntervalSince1970.rounded(.down)
  guard seconds.isFinite, abs(seconds) < 1e12 else { return nil }
  // Counted from March of the year -40,000, so no value is negative and a leap day ends its year.
  let sinceThen = Int(seconds) + (100 * 146_097 + 719_468) * 86_400
  let (day, second) = sinceThen.quotientAndRemainder(dividingBy: 86_400)
  let (era, dayOfEra) = day.quotientAndRemainder(dividingBy: 146_097)  // an era is 400 years
  let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
  let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
  let month = (5 * dayOfYear + 2) / 153
  let year = 400 * (era - 100) + yearOfEra + (month < 10 ? 0 : 1)
  return (
    "\(digits(year, 4))-\(digits(month < 10 ? month + 3 : month - 9))"
      + "-\(digits(dayOfYear - (153 * month + 2) / 5 + 1))",
    "\(digits(second / 3600)):\(digits(second / 60 % 60)):\(digits(second % 60))"
  )
}

private func digits(_ value: Int, _ count: Int = 2) -> String {
  let text = String(value)
  return String(repeating: "0", count: max(0, count - text.count)) + text
}
