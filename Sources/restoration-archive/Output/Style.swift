// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import PosixSupport

/// The colours of output for people.
struct Style {
  /// The role of a piece of text.
  enum Role {
    case heading, quiet, good, warning, bad, added, removed, changed

    /// The terminal's code for it (ECMA-48, select graphic rendition).
    fileprivate var code: Int {
      switch self {
      case .heading: 1
      case .quiet: 2
      case .bad, .removed: 31
      case .good, .added: 32
      case .warning, .changed: 33
      }
    }
  }

  /// Whether output is coloured.
  let isColored: Bool

  /// Returns text in its role's colours; it must already be printable.
  func callAsFunction(_ text: String, _ role: Role) -> String {
    isColored && !text.isEmpty ? "\u{1B}[\(role.code)m\(text)\u{1B}[0m" : text
  }
}

/// The choice of when to colour output.
enum ColorChoice: String, CaseIterable, ExpressibleByArgument {
  case auto, always, never

  /// Returns the style for an environment.
  ///
  /// - Parameters:
  ///   - environment: The environment with `NO_COLOR` and `TERM`.
  ///   - isTerminal: Whether the output goes to a terminal.
  /// - Returns: The colours to print in.
  func style(environment: [String: String], isTerminal: Bool) -> Style {
    switch self {
    case .always: Style(isColored: true)
    case .never: Style(isColored: false)
    case .auto:
      Style(
        isColored: isTerminal && environment["NO_COLOR", default: ""].isEmpty
          && environment["TERM", default: "dumb"] != "dumb")
    }
  }
}

/// Options for printing, shared by all commands.
struct OutputOptions: ParsableArguments {
  @Flag(name: .long, help: "Print JSON, for programs to read.")
  var json = false

  @Option(name: .long, help: "When to use colours.")
  var color = ColorChoice.auto

  /// The colours for standard output.
  var style: Style {
    color.style(
      environment: ProcessInfo.processInfo.environment,
      isTerminal: StandardStream.output.isTerminal)
  }
}
