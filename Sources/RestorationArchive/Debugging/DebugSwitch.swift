// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import PosixSupport

/// What a process is told by its environment or its arguments, for whoever looks for a mistake (R132).
///
/// An argument goes before the environment, so that one start can be told otherwise.
package enum DebugSwitch: CaseIterable, Sendable {
  /// Archives stay as they are on error, crash and force quit.
  case developerMode
  /// Every step of saving and restoring is logged.
  case debugLogging

  /// The environment variable: off with `0`, `NO`, `false` or nothing in it, else on.
  package var variable: String {
    switch self {
    case .developerMode: "RESTORATION_DEVELOPER_MODE"
    case .debugLogging: "RESTORATION_DEBUG_LOGGING"
    }
  }

  /// The launch argument, which is followed by `YES` or `NO`.
  package var argument: String {
    switch self {
    case .developerMode: "-StateRestorationDeveloperMode"
    case .debugLogging: "-StateRestorationDebugLogging"
    }
  }

  /// Whether it is on for a process.
  ///
  /// - Parameters:
  ///   - environment: The process's environment.
  ///   - arguments: Its command line; what comes after `--` is not looked at, and the last one counts.
  /// - Returns: `false` for a process that is told nothing.
  package func isOn(environment: [String: String], arguments: [String]) -> Bool {
    let options = Array(arguments.dropFirst().prefix { $0 != "--" })
    if let index = options.lastIndex(of: argument) {
      return options.indices.contains(index + 1) && Self.isYes(options[index + 1])
    }
    return environment[variable].map(Self.isYes) ?? false
  }

  /// Whether it is on for this process.
  package var isOnForThisProcess: Bool {
    let value = ThisProcess.variable(variable)
    return isOn(
      environment: value.map { [variable: $0] } ?? [:], arguments: CommandLine.arguments)
  }

  /// What is left of a command line for a program's own parser.
  ///
  /// - Parameter arguments: The command line without the name of the program.
  /// - Returns: All but the switches and what follows each; what comes after `--` stays as it is.
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
