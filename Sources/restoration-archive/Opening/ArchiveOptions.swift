// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import RestorationArchive

/// Options for the archive and the key, shared by all commands.
struct ArchiveOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "An archive, a state folder, or an application's identifier.",
      discussion: "A folder and an identifier stand for the current archive.",
      valueName: "file"),
    completion: .archives)
  var file: String

  @Option(name: .long, help: "Which archive of a folder or an application.")
  var generation = GenerationChoice.current

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The archives of a process that ran beside others: 2 to \(StoredFile.instances).",
      valueName: "number"))
  var instance = 1

  @OptionGroup var key: KeyOptions

  func validate() throws {
    guard (1...StoredFile.instances).contains(instance) else {
      throw ValidationError("Instances have numbers from 1 to \(StoredFile.instances).")
    }
  }

  /// Opens the archive.
  func open() throws -> ArchiveReading {
    try key.open(file, generation: generation, instance: instance)
  }
}

/// Options for the key that opens archives.
struct KeyOptions: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp(
      "The key file; by default the one in the application's XDG data folder.", valueName: "file"),
    completion: .file())
  var key: String?

  @Flag(name: .long, help: "Take the key from the desktop's keyring.")
  var keyring = false

  func validate() throws {
    if keyring, key != nil { throw ValidationError("Use either --key or --keyring.") }
  }

  /// Opens an archive, for commands that read several.
  func open(
    _ file: String, generation: GenerationChoice = .current, instance: Int = 1,
    savesBefore count: Int = 0
  ) throws -> ArchiveReading {
    let location = try ArchiveLocation(
      argument: file, generation: generation, instance: instance,
      environment: ProcessInfo.processInfo.environment)
    return try keys(of: location.application, for: location.archive).open(
      location.archive, savesBefore: count)
  }

  /// Returns the requested keys, or those of an application.
  ///
  /// - Parameters:
  ///   - application: Its identifier, if known.
  ///   - archive: The archive to open, for the message when the application is unknown.
  /// - Returns: The keys.
  /// - Throws: ``ToolFailure`` or `ArchiveError` when there is no key. It never makes a key.
  func keys(of application: String?, for archive: String) throws -> ArchiveKeys {
    let source: KeySource = keyring ? .keyring : key.map { .file($0) } ?? .usual
    return try source.keys(of: application, for: archive)
  }
}
