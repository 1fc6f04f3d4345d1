// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if Tool
import ArgumentParser
import Foundation
import RestorationArchive

/// Makes an archive that was put aside the current one again.
struct PutBackCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "put-back",
    abstract: "Makes an archive that was put aside an application's current state again.",
    discussion: """
      After crashes a launch passes over archives that can be read. They are kept, as \
      passed-over-1 and so on, and `list` shows them. A copy of the named one becomes the current \
      state, if the application's key opens it, and the present current state becomes the previous \
      one. Refuses while the application runs, and asks first.

      EXAMPLES
        restoration-archive put-back org.example.PhotoViewer passed-over-2
        restoration-archive put-back org.example.PhotoViewer instance-2.passed-over-1.archive

      \(ToolFailure.exitStatuses)
      """)

  @Argument(
    help: ArgumentHelp(
      "An application's identifier, or a state folder.", valueName: "application"),
    completion: .applications)
  var application: String

  @Argument(help: ArgumentHelp("The archive, as list names it.", valueName: "archive"))
  var archive: KeptArchive

  @Option(
    name: .long, help: ArgumentHelp("The process whose archive it is.", valueName: "number"))
  var instance = 1

  @Flag(name: .long, help: "Do not ask.")
  var yes = false

  @OptionGroup var key: KeyOptions

  func validate() throws {
    guard archive.file.isSetAside else {
      throw ValidationError("\(archive.file.name) is in its place; name a passed-over archive.")
    }
    guard (1...StoredFile.instances).contains(instance) else {
      throw ValidationError("A process has a number from 1 to \(StoredFile.instances).")
    }
    guard instance == 1 || archive.file.slot == nil else {
      throw ValidationError("The name says whose archive it is; leave out --instance.")
    }
  }

  func execute() throws {
    let environment = ProcessInfo.processInfo.environment
    guard let folder = try ArchiveLocation.folder(application, environment) else {
      throw ToolFailure(.wrongUse, "\(application) is one file; name the application.")
    }
    let slot = archive.file.slot ?? StoredFile.slot(ofInstance: instance)
    let file = StoredFile(archive.file.content, slot: slot)
    try folder.requireNobodyRuns()
    let (files, store) = (PosixFileSystem(), FileStore(folder: folder.path))
    guard let bytes = try files.read(folder.path(of: file), limit: ArchiveLimits.fileSize) else {
      throw ToolFailure(
        .notFound, "The folder \(folder.path) holds no \(file.name); list prints what there is.")
    }
    try requireKey(of: file, bytes, in: folder)
    if !yes {
      try confirm("Replace the current state of \(printable(application)) by \(file.name)?")
    }
    // Held until this process ends, so that the application does not start in between.
    guard try store.claim(slot: StoredFile.slot(ofInstance: file.instance)) else {
      throw ToolFailure(.inUse, "\(application) is running; quit it first.")
    }
    // The application may have run during the question.
    try requireKey(of: file, bytes, in: folder)
    // A second call must not move the state before the first one out. A current archive that cannot
    // be read is another one.
    if (try? store.load(.current, slot: slot)) != bytes {
      try store.replace(with: bytes, slot: slot)
    }
    try store.replaceLaunchImage(with: nil, slot: slot)
    // What failed before is tried once more. The copy stays: it may fail again.
    try files.remove(folder.path(of: StoredFile(.marker, slot: slot)))
    print("\(file.name) is the current state of \(printable(application)) again.")
  }

  /// Checks that the application can open the archive, and owns what it replaces.
  private func requireKey(of file: StoredFile, _ bytes: [UInt8], in folder: StateFolder) throws {
    let keys = try key.keys(of: folder.application, for: folder.path(of: file))
    do throws(ArchiveError) {
      _ = try keys.open(StoredBytes(bytes))
    } catch {
      throw ToolFailure(
        ToolFailure(error).status,
        "\(file.name) cannot be put back: \(error). Nothing was changed; name an archive that "
          + "opens, as verify shows.")
    }
    let replaced = ArchiveGeneration.allCases.map { StoredFile(.archive($0), slot: file.slot) }
    try keys.requireOwner(of: replaced, in: folder)
  }
}

/// A file of the store, as `list` prints its name, or without the ending.
struct KeptArchive: ExpressibleByArgument {
  let file: StoredFile

  init?(argument: String) {
    guard let file = StoredFile(name: argument) ?? StoredFile(name: argument + ".archive"),
      file.isArchive
    else { return nil }
    self.file = file
  }

  static var defaultCompletionKind: CompletionKind {
    .list([StoredFile(.passedOver(1)), StoredFile(.damaged(1))].map(\.name))
  }
}
#endif
