// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if Tool
import ArgumentParser
import Foundation
import RestorationArchive

/// Lists the applications with state on this machine.
struct ListCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Lists the applications with state on this machine.",
    discussion: """
      For each application in the XDG state folder: where its key is, whether it is running, and its \
      archives – those of processes that ran beside others, and those that were set aside, included \
      – with the number and the time of the newest save, size, objects and the application's \
      version. Nothing is changed, and no key is made.

      EXAMPLES
        restoration-archive list
        restoration-archive list --keyring
        restoration-archive list --json

      \(ToolFailure.exitStatuses)
      """)

  @Flag(name: .long, help: "Look for keys in the desktop's keyring.")
  var keyring = false

  @OptionGroup var output: OutputOptions

  func execute() throws {
    let environment = ProcessInfo.processInfo.environment
    let inhabitants = try StateFolder.applications(environment: environment).map {
      try Inhabitant($0, keyring ? .keyring : .usual, environment: environment)
    }
    if output.json { return try printJSON(inhabitants) }
    if inhabitants.isEmpty {
      let base = try StateFolder.base(environment: environment)
      return print("No application has state in \(printable(base)).")
    }
    let style = output.style
    print(inhabitants.map { $0.text(style) }.joined(separator: "\n"), terminator: "")
  }
}

extension Inhabitant {
  /// Returns lines about the application and its archives, with breaks.
  fileprivate func text(_ style: Style) -> String {
    var text = style(printable(application), .heading)
    let words =
      switch key {
      case .file: "key in a file"
      case .keyring: "key in the keyring"
      case .none: style("no key", .warning)
      case .unusable: style("a key that cannot be used", .bad)
      }
    text += ", \(words)" + (runsAs.map { ", running as process \($0)" } ?? "") + "\n"
    if let failure { text += "  \(style(printable(failure), .bad)).\n" }
    for archive in archives {
      var facts = [counted(archive.size, "byte", "bytes")]
      if let save = archive.save { facts.insert("save \(save)", at: 0) }
      if let objects = archive.objects { facts.append(counted(objects, "object", "objects")) }
      if let version = archive.version { facts.append("version \(printable(version))") }
      if let timestamp = archive.timestamp { facts.append(timestampText(timestamp)) }
      text += "  \(archive.file): \(facts.joined(separator: ", "))\n"
      if let failure = archive.failure {
        text += "    \(style("It cannot be opened: \(printable(failure)).", .warning))\n"
      }
    }
    for image in launchImages {
      text += "  \(image.file): \(counted(image.size, "byte", "bytes"))\n"
    }
    if archives.isEmpty, failure == nil { text += "  no archive\n" }
    return text
  }
}

/// An application with state on this machine.
struct Inhabitant: Encodable {
  let application: String
  /// The location of its key, as far as known.
  let key: KeyState
  /// A running process of the application, the first one if there are several.
  let runsAs: Int32?
  /// The reason why the folder cannot be read.
  let failure: String?
  let archives: [Archive]
  /// The launch images, by slot.
  let launchImages: [File]

  /// The place where a key was found.
  enum KeyState: String, Encodable {
    case file, keyring, none, unusable
  }

  struct File: Encodable {
    let file: String
    let size: Int
  }

  /// One archive.
  struct Archive: Encodable {
    let file: String
    let instance: Int
    let generation: String
    let size: Int
    /// The sequence number of the newest save.
    ///
    /// Absent when the file does not begin like an archive.
    let save: UInt64?
    /// The number of objects, which only the key reveals.
    let objects: Int?
    let version: String?
    let timestamp: Date?
    /// The reason why it cannot be opened.
    let failure: String?
  }

  /// Describes an application.
  ///
  /// - Parameters:
  ///   - application: Its identifier.
  ///   - source: The place to look for keys.
  ///   - environment: The environment with the XDG variables.
  /// - Throws: `ArchiveError` when the identifier names no folder.
  init(_ application: String, _ source: KeySource, environment: [String: String])
    throws(ArchiveError)
  {
    self.application = application
    let folder = try StateFolder(application: application, environment: environment)
    let files = folder.files
    failure = folder.isUnreadable ? "The folder \(folder.path) cannot be read" : nil
    runsAs = folder.runningProcess
    let found = Self.keys(of: application, source)
    key = found.state
    archives = files.compactMap { file in
      guard let generation = GenerationChoice(file) else { return nil }
      return Archive(file, generation, in: folder, found.keys, found.failure)
    }
    launchImages = files.filter { $0.content == .launchImage }.map {
      File(file: $0.name, size: Self.size(of: folder.path(of: $0)))
    }
  }

  private static func keys(of application: String, _ source: KeySource) -> (
    state: KeyState, keys: ArchiveKeys?, failure: String?
  ) {
    do {
      let keys = try source.keys(of: application, for: application)
      return (source == .keyring ? .keyring : .file, keys, nil)
    } catch let failure as ToolFailure {
      return (.none, nil, String(failure.sentence.dropLast()))
    } catch {
      return (.unusable, nil, "\(error)")
    }
  }

  fileprivate static func size(of path: String) -> Int {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return (attributes?[.size] as? NSNumber)?.intValue ?? 0
  }
}

extension Inhabitant.Archive {
  fileprivate init(
    _ file: StoredFile, _ generation: GenerationChoice, in folder: StateFolder,
    _ keys: ArchiveKeys?, _ keyFailure: String?
  ) {
    let path = folder.path(of: file)
    (self.file, instance, self.generation) = (file.name, file.instance, generation.word)
    size = Inhabitant.size(of: path)
    var (save, reading, failure): (UInt64?, ArchiveReading?, String?) = (nil, nil, keyFailure)
    do throws(ArchiveError) {
      let file =
        try PosixFileSystem().open(path, limit: ArchiveLimits.fileSize) ?? StoredBytes([])
      save = try ArchiveSeal.sequenceNumber(of: file)
      if let keys { reading = ArchiveReading(try keys.open(file)) }
    } catch { failure = error.description }
    self.save = reading?.state.sequenceNumber ?? save
    self.failure = failure
    objects = reading?.records.count
    version = reading?.origin?.applicationVersion
    timestamp = reading?.origin?.timestamp
  }
}
#endif
