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
      passed-over-1 and so on, and `list` shows them. The present current state becomes the previous \
      one. Refuses while the application runs, and asks first.

      EXAMPLES
        restoration-archive put-back org.example.PhotoViewer passed-over-2

      \(ToolFailure.exitStatuses)
      """)

  @Argument(
    help: ArgumentHelp(
      "An application's identifier, or a state folder.", valueName: "application"),
    completion: .applications)
  var application: String

  @Argument(help: ArgumentHelp("The archive, as list names it.", valueName: "archive"))
  var archive: GenerationChoice

  @Option(
    name: .long, help: ArgumentHelp("The process whose archive it is.", valueName: "number"))
  var instance = 1

  @Flag(name: .long, help: "Do not ask.")
  var yes = false

  func validate() throws {
    guard StoredFile(archive.content).isSetAside else {
      throw ValidationError("\(archive.word) is in its place; name a passed-over archive.")
    }
    guard (1...StoredFile.instances).contains(instance) else {
      throw ValidationError("A process has a number from 1 to \(StoredFile.instances).")
    }
  }

  func execute() throws {
    let environment = ProcessInfo.processInfo.environment
    guard let folder = try ArchiveLocation.folder(application, environment) else {
      throw ToolFailure(.wrongUse, "\(application) is one file; name the application.")
    }
    let slot = StoredFile.slot(ofInstance: instance)
    let file = StoredFile(archive.content, slot: slot)
    try folder.requireNobodyRuns()
    let (files, store) = (PosixFileSystem(), FileStore(folder: folder.path))
    guard let bytes = try files.read(folder.path(of: file), limit: ArchiveLimits.fileSize) else {
      throw ToolFailure(
        .notFound, "The folder \(folder.path) holds no \(archive.word) archive.")
    }
    if !yes {
      try confirm("Replace the current state of \(printable(application)) by \(file.name)?")
    }
    // Held until this process ends, so that the application does not start in between.
    guard try store.claim(slot: slot) else {
      throw ToolFailure(.inUse, "\(application) is running; quit it first.")
    }
    try store.replace(with: bytes, slot: slot)
    try store.replaceLaunchImage(with: nil, slot: slot)
    // What failed before is tried once more.
    try files.remove(folder.path(of: StoredFile(.marker, slot: slot)))
    try files.remove(folder.path(of: file))
    print("\(file.name) is the current state of \(printable(application)) again.")
  }
}
#endif
