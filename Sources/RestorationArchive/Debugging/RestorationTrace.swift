// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

package import Logging
import PosixSupport

/// Logs each step of restoration while debug logging is on.
///
/// A line has five parts: the activity, the time since it began, the step, the duration of the step
/// including everything within it, and details:
///
///     restore       1.90 ms  decode         0.21 ms  Nav/:[1]:/Detail, Photos.Detail, restored
///
/// Lines have notice level, so that they are visible without configuring a log. Turning debug
/// logging on implies consent to show paths. No line contains a value.
package struct RestorationTrace: Sendable {
  /// Time since a fixed point, such as boot.
  package typealias Uptime = @Sendable () -> Duration

  /// The activity that is traced.
  package enum Activity: String, Sendable {
    /// The application launches, which includes restoring.
    case launch
    /// An archive is searched for and opened.
    case load
    /// Objects are found or created, and decode.
    case restore
    /// Objects encode.
    case preserve
    /// The encoded state is written to disk.
    case commit
    /// The key is locked or unlocked.
    case lock
  }

  private let activity: Activity
  private let logger: Logger
  private let uptime: Uptime
  private let start: Duration

  /// Starts the trace of an activity.
  ///
  /// - Parameters:
  ///   - activity: The activity that begins.
  ///   - logger: Receives the lines.
  ///   - uptime: The clock for times and durations.
  package init(_ activity: Activity, logger: Logger, uptime: @escaping Uptime) {
    (self.activity, self.logger, self.uptime) = (activity, logger, uptime)
    start = uptime()
  }

  /// The present time, to pass later as the beginning of a step.
  package var now: Duration { uptime() }

  /// Logs a step.
  ///
  /// - Parameters:
  ///   - step: The step's name, one word.
  ///   - parts: The step's subject and result, without values.
  ///   - began: The time at which the step began; `nil` if it has no duration.
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

  /// Returns milliseconds with two decimals, rounded down.
  static func text(_ duration: Duration) -> String {
    let (seconds, attoseconds) = max(duration, .zero).components
    let hundredths = seconds * 100_000 + attoseconds / 10_000_000_000_000
    let fraction = hundredths % 100
    return "\(hundredths / 100).\(fraction < 10 ? "0" : "")\(fraction) ms"
  }
}

/// The debugging switches, set by environment variables or arguments.
///
/// An argument overrides the environment, so that a single start can differ.
package enum DebugSwitch: CaseIterable, Sendable {
  /// Archives stay as they are on error, crash and force quit.
  case developerMode
  /// Every step of saving and restoring is logged.
  case debugLogging

  /// The environment variable; off with `0`, `NO`, `false` or empty.
  package var variable: String {
    switch self {
    case .developerMode: "RESTORATION_DEVELOPER_MODE"
    case .debugLogging: "RESTORATION_DEBUG_LOGGING"
    }
  }

  /// The launch argument, followed by `YES` or `NO`.
  package var argument: String {
    switch self {
    case .developerMode: "-StateRestorationDeveloperMode"
    case .debugLogging: "-StateRestorationDebugLogging"
    }
  }

  /// Returns whether the switch is on for a process.
  ///
  /// - Parameters:
  ///   - environment: The process's environment.
  ///   - arguments: Its command line. Arguments after `--` are ignored, and the last occurrence
  ///     counts.
  /// - Returns: `false` when neither sets the switch.
  package func isOn(environment: [String: String], arguments: [String]) -> Bool {
    let options = Array(arguments.dropFirst().prefix { $0 != "--" })
    if let index = options.lastIndex(of: argument) {
      return options.indices.contains(index + 1) && Self.isYes(options[index + 1])
    }
    return environment[variable].map(Self.isYes) ?? false
  }

  /// Whether the switch is on for this process.
  package var isOnForThisProcess: Bool {
    let value = ThisProcess.variable(variable)
    return isOn(
      environment: value.map { [variable: $0] } ?? [:], arguments: CommandLine.arguments)
  }

  /// Returns a command line without the switches.
  ///
  /// - Parameter arguments: The command line without the program name.
  /// - Returns: All arguments except the switches and their values. Arguments after `--` stay
  ///   unchanged.
  package static func removed(from arguments: [String]) -> [String] {
    let switches = Set(allCases.map(\.argument))
    let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
    var rest: [String] = []
    var isValue = false
    for argument in arguments[..<end] {
      if !isValue, !switches.contains(argument) { rest.append(argument) }
      isValue = !isValue && switches.contains(argument)
    }
    return rest + arguments[end...]
  }

  private static func isYes(_ text: String) -> Bool {
    !["", "0", "no", "false"].contains(text.lowercased())
  }
}
