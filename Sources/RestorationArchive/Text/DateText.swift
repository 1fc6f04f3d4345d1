// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials

/// Formats a date in UTC as `2013-05-12 01:22:07 +0000`.
///
/// The text is the same in every locale and time zone.
package func timestampText(_ date: Date) -> String {
  guard isInRange(date) else { return "(a date out of range)" }
  return date.formatted(Date.ISO8601FormatStyle(dateTimeSeparator: .space)).dropLast() + " +0000"
}

/// Formats a date as `2013-05-12T01:22:07Z`; `nil` when it is out of range.
package func isoText(_ date: Date) -> String? {
  isInRange(date) ? date.formatted(.iso8601) : nil
}

/// Whether the year has four digits, from `Date.distantPast` on.
private func isInRange(_ date: Date) -> Bool {
  (Date.distantPast.timeIntervalSince1970..<253_402_300_800).contains(date.timeIntervalSince1970)
}
