// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if Tool
import ArgumentParser
import Foundation
import PosixSupport
import RestorationArchive

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

/// The option for colours, shared by all commands that print text.
struct ColorOptions: ParsableArguments {
  @Option(name: .long, help: "When to use colours.")
  var color = ColorChoice.auto

  /// The colours for standard output.
  var style: Style {
    color.style(
      environment: ProcessInfo.processInfo.environment,
      isTerminal: StandardStream.output.isTerminal)
  }
}

/// Options of commands that print text or JSON.
struct OutputOptions: ParsableArguments {
  @Flag(name: .long, help: "Print JSON, for programs to read.")
  var json = false

  @OptionGroup var colors: ColorOptions

  /// The colours for standard output.
  var style: Style { colors.style }
}

/// The destination of a document: standard output or a private file.
///
/// Only its owner can read the file.
struct DocumentOptions: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp(
      "The file to write, for its owner alone; by default standard output.", valueName: "file"))
  var output: String?

  @Flag(name: .long, help: "Replace the output file if there is one.")
  var force = false

  /// Writes the document.
  ///
  /// - Parameter text: The document, with the line break at its end.
  /// - Throws: The errors of ``write(_:to:replacing:)``.
  func write(_ text: String) throws {
    guard let output else { return print(text, terminator: "") }
    try Self.write(Array(text.utf8), to: output, replacing: force)
  }

  /// Writes a file atomically, readable by its owner only.
  ///
  /// - Parameters:
  ///   - bytes: The content.
  ///   - path: The file.
  ///   - replaces: Whether to replace an existing file.
  /// - Throws: The errors of ``requireRoom(at:replacing:)``, or `ArchiveError`.
  static func write(_ bytes: [UInt8], to path: String, replacing replaces: Bool) throws {
    try requireRoom(at: path, replacing: replaces)
    let (files, place) = (PosixFileSystem(), place(path))
    let temporary = "\(place.path).new-\(UInt32.random(in: 0...UInt32.max))"
    try files.write(bytes, to: temporary)
    defer { try? files.remove(temporary) }
    if replaces {
      try files.rename(temporary, to: place.path)
    } else if try !files.moveToNew(temporary, to: place.path) {
      throw isTaken(path)
    }
    try files.syncFolder(place.deletingLastPathComponent().path)
  }

  /// Checks early whether ``write(_:to:replacing:)`` would refuse.
  ///
  /// For callers that make other files first.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - replaces: Whether it may replace an existing file.
  /// - Throws: ``ToolFailure`` when a file exists already, or a folder, a pipe or a device, which
  ///   is never replaced.
  static func requireRoom(at path: String, replacing replaces: Bool) throws(ToolFailure) {
    let place = place(path).path
    guard let status = FileStatus(path: place) else { return }
    guard status.isRegularFile else {
      throw ToolFailure(
        .cannotCreate, "\(place) is not a regular file; name another file to write.")
    }
    if !replaces { throw isTaken(path) }
  }

  /// Returns the file that a name leads to; a link that leads nowhere stays a link.
  private static func place(_ path: String) -> URL {
    URL(fileURLWithPath: path).resolvingSymlinksInPath()
  }

  private static func isTaken(_ path: String) -> ToolFailure {
    ToolFailure(
      .cannotCreate, "There is a file \(path) already; name another, or replace it with --force.")
  }
}
#endif
