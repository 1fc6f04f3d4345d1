// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if Tool
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

  /// The archive and the key file.
  func filesRead() throws -> [String] {
    let environment = ProcessInfo.processInfo.environment
    let location = try ArchiveLocation(
      argument: file, generation: generation, instance: instance, environment: environment)
    let keyFile = try? location.application.map { application in
      try KeyFile(applicationIdentifier: application, environment: environment).path
    }
    return [location.archive] + [key.key, keyFile].compactMap(\.self)
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

extension DocumentOptions {
  /// Checks that the output replaces nothing that the command reads; see ``requireOwnPlace``.
  func requireOwnPlace(besides archive: ArchiveOptions) throws {
    if let output { try Self.requireOwnPlace(output, besides: archive.filesRead()) }
  }

  /// Checks that a file to write is none of those read, and lies in no application's state folder.
  ///
  /// - Parameters:
  ///   - path: The file to write.
  ///   - files: The files that the command reads.
  /// - Throws: ``ToolFailure`` otherwise, even if files may be replaced.
  static func requireOwnPlace(_ path: String, besides files: [String]) throws {
    let resolved = { URL(fileURLWithPath: $0).resolvingSymlinksInPath().path }
    let (place, base) = (
      resolved(path),
      resolved(try StateFolder.base(environment: ProcessInfo.processInfo.environment))
    )
    let folder = (place as NSString).deletingLastPathComponent
    guard !files.map(resolved).contains(place),
      !(folder.hasPrefix(base + "/") && folder.hasSuffix("/restoration"))
    else {
      throw ToolFailure(
        .cannotCreate, "\(path) holds state or what is read here; name another file to write.")
    }
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

/// An opened archive, as every command sees it.
struct ArchiveReading {
  /// The state, and the number of saves that made it.
  let state: OpenedArchive.State
  /// The readable records, in the order of first appearance.
  let records: [ObjectRecord]
  /// The objects whose rows contradict each other.
  let unreadable: [ObjectNumber]
  /// The record that the delegate's hooks share.
  let application: ObjectRecord?
  /// The origin of the newest save.
  let origin: RecordOrigin?

  var snapshot: RestorationSnapshot { state.snapshot }

  init(_ state: OpenedArchive.State) {
    self.state = state
    var records: [ObjectRecord] = []
    var unreadable: [ObjectNumber] = []
    for number in state.snapshot.objects {
      do throws(ArchiveError) {
        if let record = try state.snapshot.record(number) { records.append(record) }
      } catch { unreadable.append(number) }
    }
    (self.records, self.unreadable) = (records, unreadable)
    application = records.first { $0.address.kind == .application }
    origin = application?.origin ?? records.map(\.origin).max { $0.timestamp < $1.timestamp }
  }

  /// Reads all of the archive; throws if any part is unreadable.
  func requireWhole() throws(ToolFailure) {
    guard state.end != .damaged, unreadable.isEmpty,
      records.allSatisfy({ (try? snapshot.values(of: $0)) != nil })
    else { throw ToolFailure(.damaged, "Some of the archive could not be read.") }
  }
}

extension OpenedArchive.State {
  /// Returns a description of a damaged or torn end; `nil` if whole.
  func endText(_ style: Style) -> String? {
    switch end {
    case .whole: nil
    case .torn: style("(The file ends in bytes that do not open.)", .warning)
    case .damaged:
      style("(An appended save was changed since; this is the state before it.)", .bad)
    }
  }
}

extension RestorationSnapshot {
  /// Returns whether an object has a readable record.
  func holds(_ number: ObjectNumber) -> Bool { (try? record(number)) != nil }
}

extension RecordOrigin {
  /// Returns whether another record has equal application version, system and idiom.
  ///
  /// The times are not compared: a save leaves the records of unchanged objects as they are.
  func isOfSameProgram(as other: RecordOrigin?) -> Bool {
    applicationVersion == other?.applicationVersion && systemVersion == other?.systemVersion
      && idiom == other?.idiom
  }
}
#endif
