// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

package import Logging

/// Says step by step what restoration does, one line each, while debug logging is on (R132).
///
/// A line has the activity, the time since that began, the step, how long that took with all that
/// happened within, and what it was about:
///
///     restore       1.90 ms  decode         0.21 ms  Nav/:[1]:/Detail, Photos.Detail, restored
///
/// Lines are at the level of notices, so that they are seen without setting up a log; whoever turns
/// debug logging on agrees to see paths (R189). No line has a value.
package struct RestorationTrace: Sendable {
  /// How long ago something was that never changes, such as the start of the machine.
  package typealias Uptime = @Sendable () -> Duration

  /// What is being done.
  package enum Activity: String, Sendable {
    /// What the application does at launch, restoring included.
    case launch
    /// An archive is looked for and opened.
    case load
    /// Objects are found or made, and decode.
    case restore
    /// Objects encode.
    case preserve
    /// What they encoded is brought to disk.
    case commit
    /// The key is locked or unlocked.
    case lock
  }

  private let activity: Activity
  private let logger: Logger
  private let uptime: Uptime
  private let start: Duration

  /// An activity begins.
  ///
  /// - Parameters:
  ///   - activity: What it is.
  ///   - logger: Where lines go.
  ///   - uptime: The clock.
  package init(_ activity: Activity, logger: Logger, uptime: @escaping Uptime) {
    (self.activity, self.logger, self.uptime) = (activity, logger, uptime)
    start = uptime()
  }

  /// The time, to be given back as the beginning of a step.
  package var now: Duration { uptime() }

  /// Says that a step was taken.
  ///
  /// - Parameters:
  ///   - step: One word.
  ///   - parts: What it was about and what came of it; no values.
  ///   - began: When it began; `nil` for one that takes no time.
  package func say(_ step: String, _ parts: String?..., since began: Duration? = nil) {
    let now = uptime()
    let columns = [
      Self.padded(activity.rawValue, to: 8),
      Self.padded(Self.text(now - start), to: 11, atStart: true), Self.padded(step, to: 9),
      Self.padded(began.map { Self.text(now - $0) } ?? "", to: 11, atStart: true),
      parts.compactMap(\.self).joined(separator: ", "),
    ]
    var line = columns.joined(separator: "  ")
    while line.last == " " { line.removeLast() }
    logger.notice("\(printable(line))")
  }

  private static func padded(_ text: String, to width: Int, atStart: Bool = false) -> String {
    let padding = String(repeating: " ", count: max(0, width - text.count))
    return atStart ? padding + text : text + padding
  }

  /// Milliseconds with two digits behind the point, cut off.
  static func text(_ duration: Duration) -> String {
    let (seconds, attoseconds) = max(duration, .zero).components
    let hundredths = seconds * 100_000 + attoseconds / 10_000_000_000_000
    let fraction = hundredths % 100
    return "\(hundredths / 100).\(fraction < 10 ? "0" : "")\(fraction) ms"
  }
}
