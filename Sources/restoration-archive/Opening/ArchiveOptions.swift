// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import RestorationArchive

/// Which archive a command reads, and with which key; the same words for every command.
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

/// With which key archives are opened.
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

  /// Opens an archive, for commands that read more than one.
  func open(
    _ file: String, generation: GenerationChoice = .current, instance: Int = 1
  ) throws -> ArchiveReading {
    let location = try ArchiveLocation(
      argument: file, generation: generation, instance: instance,
      environment: ProcessInfo.processInfo.environment)
    return try keys(of: location.application, for: location.archive).open(location.archive)
  }

  /// The keys that were asked for, or those of an application.
  ///
  /// - Parameters:
  ///   - application: Its identifier, if that is known.
  ///   - archive: What is to be opened, for the message when it is not.
  /// - Throws: ``ToolFailure`` or `ArchiveError` when there is no key; none is ever made.
  func keys(of application: String?, for archive: String) throws -> ArchiveKeys {
    if let key {
      let place = URL(fileURLWithPath: key).resolvingSymlinksInPath().path
      return try ArchiveKeys(KeyFile(path: place))
    }
    let environment = ProcessInfo.processInfo.environment
    guard let application,
      let file = try? KeyFile(applicationIdentifier: application, environment: environment)
    else {
      throw ToolFailure(
        .notFound, "Nothing tells whose archive \(archive) is; name its key file with --key.")
    }
    return keyring ? try ArchiveKeys(inKeyringOf: application) : try ArchiveKeys(file)
  }
}

extension CompletionKind {
  /// Applications with state on this machine, and files.
  static var archives: CompletionKind {
    .custom { _, _, prefix in
      let applications =
        (try? StateFolder.applications(environment: ProcessInfo.processInfo.environment)) ?? []
      let folder = prefix.lastIndex(of: "/").map { String(prefix[...$0]) } ?? ""
      let files =
        (try? FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder)) ?? []
      return (applications + files.sorted().map { folder + $0 }).filter { $0.hasPrefix(prefix) }
    }
  }

  /// Applications with state on this machine.
  static var applications: CompletionKind {
    .custom { _, _, prefix in
      let applications = try? StateFolder.applications(
        environment: ProcessInfo.processInfo.environment)
      return (applications ?? []).filter { $0.hasPrefix(prefix) }
    }
  }
}
