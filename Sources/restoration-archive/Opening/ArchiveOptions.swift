// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation

/// Which archive a command reads, and with which key; the same words for every command.
struct ArchiveOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "An archive, a state folder, or an application's identifier.",
      discussion: "A folder and an identifier stand for the current archive.",
      valueName: "file"))
  var file: String

  @OptionGroup var key: KeyOptions

  /// Opens the archive.
  func open() throws -> ArchiveReading { try key.open(file) }
}

/// With which key archives are opened.
struct KeyOptions: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp(
      "The key file; by default the one in the application's XDG data folder.", valueName: "file"))
  var key: String?

  /// Opens an archive, for commands that read more than one.
  func open(_ file: String) throws -> ArchiveReading {
    let location = try ArchiveLocation(
      argument: file, key: key, environment: ProcessInfo.processInfo.environment)
    return ArchiveReading(try location.open())
  }
}
