// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import PosixSupport

/// The colours of what is printed for people.
struct Style {
  /// What a piece of text is.
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

  /// Whether anything is coloured.
  let isColored: Bool

  /// Text in the colours of its role; it must be printable already.
  func callAsFunction(_ text: String, _ role: Role) -> String {
    isColored && !text.isEmpty ? "\u{1B}[\(role.code)m\(text)\u{1B}[0m" : text
  }
}

/// When output is coloured.
enum ColorChoice: String, CaseIterable, ExpressibleByArgument {
  case auto, always, never

  /// - Parameters:
  ///   - environment: Where `NO_COLOR` and `TERM` are looked up.
  ///   - isTerminal: Whether a terminal reads what is printed.
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

/// How a command prints; the same words for every command.
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
