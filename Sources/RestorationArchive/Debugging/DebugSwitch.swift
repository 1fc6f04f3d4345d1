// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import PosixSupport

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
