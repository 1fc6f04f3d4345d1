// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if Tool
import ArgumentParser
import Foundation
import RestorationArchive

/// Makes an archive from the output of `export`.
struct ImportCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Makes an archive, or an application's state, from an export.",
    discussion: """
      Reads JSON that `export --reveal` wrote, or that someone has edited since, and checks all of \
      it before anything is written.

      With --output the archive is a new file, sealed with the key in the file that --key names; \
      that file is made if there is none. With --application the state is saved as the \
      application's own current state, and the one before is kept as the previous one; the \
      application must not be running.

      EXAMPLES
        restoration-archive import state.json --output new.archive --key new.key
        restoration-archive import state.json --application org.example.PhotoViewer

      \(ToolFailure.exitStatuses)
      """)

  @Argument(
    help: ArgumentHelp("A file that export wrote.", valueName: "file"), completion: .file())
  var file: String

  @Option(
    name: .long,
    help: ArgumentHelp("The new archive, readable by you alone.", valueName: "archive"))
  var output: String?

  @Option(
    name: .long,
    help: ArgumentHelp("The application whose state it becomes.", valueName: "identifier"),
    completion: .applications)
  var application: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The key file; by default, with --application, the application's.", valueName: "file"))
  var key: String?

  @Flag(name: .long, help: "Replace the archive that --output names, if there is one.")
  var force = false

  @Flag(name: .long, help: "Do not ask before an application's state is replaced.")
  var yes = false

  func validate() throws {
    guard (output == nil) != (application == nil) else {
      throw ValidationError("Say where the state goes: --output or --application.")
    }
    if output != nil, key == nil {
      throw ValidationError("Name the key file that the new archive is sealed with: --key.")
    }
  }

  func execute() throws {
    if let output, let key {
      try DocumentOptions.requireOwnPlace(output, besides: [file, key])
    }
    let snapshot = try readSnapshot()
    let count = snapshot.objects.count
    let objects = counted(count, "object", "objects")
    if let output, let key {
      try DocumentOptions.requireRoom(at: output, replacing: force)
      let file = try ArchiveSeal.seal(
        snapshot.bytes, with: try KeyFile(path: key).key(), sequenceNumber: 1)
      try DocumentOptions.write(file, to: output, replacing: force)
      print("\(printable(output)) holds \(objects).")
    } else if let application {
      try save(snapshot, as: application)
      print("The current state of \(printable(application)) has \(objects).")
    }
  }

  private func readSnapshot() throws -> RestorationSnapshot {
    let path = URL(fileURLWithPath: file).resolvingSymlinksInPath().path
    guard let bytes = try PosixFileSystem().read(path, limit: ArchiveLimits.fileSize) else {
      throw ToolFailure(.notFound, "There is no file \(file).")
    }
    do {
      let document = try JSONDecoder().decode(ExportDocument.self, from: Data(bytes))
      return try SnapshotImporter.snapshot(of: document)
    } catch let error as DecodingError {
      throw failure(ImportProblem(error))
    } catch let problem as ImportProblem {
      throw failure(problem)
    }
  }

  private func failure(_ problem: ImportProblem) -> ToolFailure {
    let place = problem.path.isEmpty ? "" : "at \(problem.path), "
    return ToolFailure(.damaged, "\(file) cannot be imported: \(place)\(problem.reason).")
  }

  private func save(_ snapshot: RestorationSnapshot, as application: String) throws {
    let store = try FileStore(applicationIdentifier: application)
    let keys =
      try key.map { KeyFile(path: $0) }
      ?? KeyFile(applicationIdentifier: application)
    let folder = try StateFolder(
      application: application, environment: ProcessInfo.processInfo.environment)
    try folder.requireNobodyRuns()
    try requireOwnKey(keys, of: folder)
    if !yes { try confirm("Replace the current state of \(printable(application))?") }
    // Held until this process ends, so that the application does not start in between.
    guard try store.claim(slot: nil) else {
      throw ToolFailure(.inUse, "\(application) is running; quit it first.")
    }
    // The application may have run during the question.
    try requireOwnKey(keys, of: folder)
    _ = try Archiver(store: store, keys: keys).saveAndWait(snapshot)
    // A crash during the restoration of an older state says nothing about this one (R126).
    try PosixFileSystem().remove(folder.path(of: StoredFile(.marker)))
  }

  /// Refuses to save beside states that are sealed with another key.
  ///
  /// The application would never see the imported state. Its key may be in a keyring, for example.
  private func requireOwnKey(_ keys: KeyFile, of folder: StateFolder) throws {
    let archives = folder.files.filter { $0.isArchive && $0.slot == nil }
    guard !archives.isEmpty else { return }
    guard keys.isStored else {
      throw ToolFailure(
        .notFound, "There is no key file \(keys.path); name the application's key with --key.")
    }
    // Damaged archives keep their key when the others get a new one. Without other archives, the
    // newest of them decides.
    let inUse = archives.filter { !$0.isSetAside }
    try ArchiveKeys(keys).requireOwner(
      of: inUse.isEmpty ? Array(archives.prefix(1)) : inUse, in: folder)
  }
}

/// Makes the state that an export describes.
struct SnapshotImporter {
  private let document: ExportDocument
  private let tables = SnapshotTables()
  private let builder: ChangeBuilder
  private var numbers: [ObjectNumber] = []

  /// Begins with a document.
  init(_ document: ExportDocument) {
    self.document = document
    // A state without records has no origin, but its tables need one.
    let origin =
      document.origins.first?.origin
      ?? RecordOrigin(
        applicationVersion: "", systemVersion: "", idiom: .headless,
        timestamp: Date(timeIntervalSinceReferenceDate: 0))
    builder = ChangeBuilder(tables: tables, base: nil, origin: origin)
  }

  /// Makes the state.
  ///
  /// - Returns: A state within all limits.
  /// - Throws: ``ImportProblem``.
  static func snapshot(of document: ExportDocument) throws -> RestorationSnapshot {
    var importer = SnapshotImporter(document)
    try importer.numberObjects()
    for index in document.objects.indices { try importer.write(index) }
    try importer.requireEndOfPrerequisites()
    let roots = document.roots.map { importer.number($0) }
    try importer.requireRoom("roots")
    guard importer.builder.recordByteCount <= ArchiveLimits.records,
      let snapshot = importer.builder.snapshot(roots: roots)
    else { throw ImportProblem("objects", "the values are larger than an archive may hold") }
    return snapshot
  }

  private func number(_ address: ExportedAddress) -> ObjectNumber {
    tables.number(for: address.address)
  }

  private func requireRoom(_ path: String) throws {
    if builder.excess() != nil {
      throw ImportProblem(path, "there are more objects or names than an archive may hold")
    }
  }

  /// Numbers the objects in order, before references between them are resolved.
  private mutating func numberObjects() throws {
    var known: Set<ObjectNumber> = []
    for (index, object) in document.objects.enumerated() {
      let number = number(object.address)
      guard known.insert(number).inserted else {
        throw ImportProblem("objects[\(index)].address", "an earlier object has the same address")
      }
      try requireRoom("objects[\(index)]")
      numbers.append(number)
    }
  }

  private func write(_ index: Int) throws {
    let object = document.objects[index]
    let place = "objects[\(index)]"
    guard document.origins.indices.contains(object.origin) else {
      throw ImportProblem(place + ".origin", "there is no such origin")
    }
    var values: [ArchivedValue.Entry] = []
    for (valueIndex, entry) in object.values.enumerated() {
      let valuePlace = "\(place).values[\(valueIndex)]"
      guard entry.key == ReservedKey.storyboard || !ReservedKey.contains(entry.key) else {
        throw ImportProblem(valuePlace + ".key", "the key is reserved")
      }
      let value = entry.archived(number: number)
      guard value.value.isWithinDepth(ArchiveLimits.valueDepth) else {
        throw ImportProblem(
          valuePlace + ".value",
          "the value is nested deeper than \(ArchiveLimits.valueDepth) levels")
      }
      values.append(value)
    }
    builder.write(
      numbers[index], className: object.className, restorationClass: object.restorationClass,
      schemaVersion: object.schemaVersion, prerequisite: object.prerequisite.map(number),
      origin: document.origins[object.origin].origin, values: values)
    try requireRoom(place)
  }

  /// Refuses cycles of prerequisites, whose objects could never be restored.
  private func requireEndOfPrerequisites() throws {
    var next: [ObjectNumber: ObjectNumber] = [:]
    for (index, object) in document.objects.enumerated() {
      next[numbers[index]] = object.prerequisite.map(number)
    }
    let first = circles(of: next, from: numbers).first?.first
    if let index = first.flatMap({ numbers.firstIndex(of: $0) }) {
      throw ImportProblem("objects[\(index)].prerequisite", "the prerequisites form a circle")
    }
  }
}
#endif
