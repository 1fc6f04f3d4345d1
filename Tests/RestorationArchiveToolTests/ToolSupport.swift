// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if Tool
import Foundation
import Glibc
import RestorationArchive
import Subprocess
import SystemPackage
import Testing

/// The output and exit status of the built tool.
struct ToolRun {
  var output = ""
  var errors: String
  var status: Int32

  /// Runs the tool.
  ///
  /// - Parameters:
  ///   - arguments: The tool's arguments.
  ///   - environment: The tool's whole environment, except for a home folder and the width of help
  ///     texts.
  ///   - typed: The input typed on the tool's terminal; `nil` gives it no terminal.
  ///   - file: The destination of the output, instead of ``output``.
  /// - Throws: Errors from starting the tool.
  init(
    _ arguments: [String], environment: [String: String] = [:], typed: String? = nil,
    printingTo file: FileDescriptor? = nil
  ) async throws {
    let variables = ["HOME": "/nonexistent", "COLUMNS": "100"].merging(environment) { $1 }
      .compactMap { name, value in Environment.Key(rawValue: name).map { ($0, value) } }
    let tool = Configuration(
      executable: .path(
        FilePath(
          Bundle.module.bundleURL.deletingLastPathComponent()
            .appendingPathComponent("restoration-archive").path)),
      arguments: Arguments(arguments),
      environment: .custom(Dictionary(uniqueKeysWithValues: variables)))
    let terminal = try typed.map { try Terminal(typing: $0) }
    defer { withExtendedLifetime(terminal) {} }
    let input = FileDescriptorInput.fileDescriptor(
      try terminal?.input ?? .open("/dev/null", .readOnly), closeAfterSpawningProcess: true)
    let end: TerminationStatus
    if let file {
      let run = try await Subprocess.run(
        tool, input: input, output: .fileDescriptor(file, closeAfterSpawningProcess: true),
        error: .string(limit: Self.limit))
      (errors, end) = (run.standardError, run.terminationStatus)
    } else {
      let run = try await Subprocess.run(
        tool, input: input, output: .string(limit: Self.limit), error: .string(limit: Self.limit))
      output = run.standardOutput
      (errors, end) = (run.standardError, run.terminationStatus)
    }
    status =
      switch end {
      case .exited(let status), .signaled(let status): status
      }
  }

  /// Bytes that the tool may print.
  private static let limit = 16 << 20
}

/// A terminal with input already typed.
private final class Terminal {
  /// The descriptor that a program reads from; its owner closes it.
  let input: FileDescriptor
  private let keyboard: Int32

  init(typing text: String) throws {
    keyboard = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var (number, isLocked) = (Int32(0), Int32(0))
    // TIOCSPTLCK and TIOCGPTN from asm-generic/ioctls.h; Swift does not import them.
    try #require(ioctl(keyboard, 0x4004_5431, &isLocked) == 0)
    try #require(ioctl(keyboard, 0x8004_5430, &number) == 0)
    let descriptor = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY | O_CLOEXEC)
    try #require(descriptor >= 0)
    input = FileDescriptor(rawValue: descriptor)
    try #require(write(keyboard, text, text.utf8.count) == text.utf8.count)
  }

  deinit { close(keyboard) }
}

/// Returns the expected output of a command, kept in `Golden`.
///
/// - Parameters:
///   - name: The file's name without `.txt`.
///   - text: The printed text; it becomes the expected text if `RECORD_GOLDEN` is set.
/// - Returns: The expected text.
/// - Throws: Errors from reading and writing the file.
func golden(_ name: String, _ text: String) throws -> String {
  if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] != nil {
    let place = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Golden/\(name).txt")
    try text.write(to: place, atomically: true, encoding: .utf8)
    return text
  }
  let place = try #require(Bundle.module.url(forResource: "Golden/\(name)", withExtension: "txt"))
  return try String(contentsOf: place, encoding: .utf8)
}

/// A temporary home folder for one test, removed with this object.
final class TemporaryHome: Sendable {
  let path: String
  let identifier = "org.example.PhotoViewer"

  init() throws {
    path = NSTemporaryDirectory() + "restoration-tool-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  var environment: [String: String] {
    ["XDG_STATE_HOME": path + "/state", "XDG_DATA_HOME": path + "/data"]
  }

  func store() throws -> FileStore {
    try FileStore(applicationIdentifier: identifier, environment: environment)
  }

  func keyFile() throws -> KeyFile {
    try KeyFile(applicationIdentifier: identifier, environment: environment)
  }

  /// Saves a state as an application that then ends.
  func save(_ snapshot: RestorationSnapshot) throws {
    let store = try store()
    _ = try Archiver(store: store, keys: try keyFile()).saveAndWait(snapshot)
    store.release(slot: nil)
  }

  /// Runs the `inspect` command.
  func run(_ arguments: String...) async throws -> ToolRun {
    try await ToolRun(["inspect"] + arguments, environment: environment)
  }

  /// Seals a state into a file of the store.
  func put(
    _ snapshot: RestorationSnapshot, _ content: StoredFile.Content, slot: String? = nil,
    save: UInt64 = 1
  ) throws {
    let file = try ArchiveSeal.seal(snapshot.bytes, with: try keyFile().key(), sequenceNumber: save)
    try put(file, content, slot: slot)
  }

  /// Puts bytes into a file of the store.
  func put(_ bytes: [UInt8], _ content: StoredFile.Content, slot: String? = nil) throws {
    let folder = try store().folder
    try PosixFileSystem().createFolder(folder)
    try PosixFileSystem().write(bytes, to: folder + "/" + StoredFile(content, slot: slot).name)
  }

  /// All content of the home folder, in order.
  var contents: [String] {
    (FileManager.default.enumerator(atPath: path)?.allObjects as? [String] ?? []).sorted()
  }

  /// Runs any command.
  func tool(_ arguments: String...) async throws -> ToolRun { try await tool(arguments) }

  /// Runs any command.
  func tool(_ arguments: [String]) async throws -> ToolRun {
    try await ToolRun(arguments, environment: environment)
  }
}

/// Makes snapshots as the engine does.
struct SnapshotMaker {
  let tables = SnapshotTables()
  let builder: ChangeBuilder

  init(origin: RecordOrigin = photoViewerOrigin) {
    builder = ChangeBuilder(tables: tables, base: nil, origin: origin)
  }

  func number(_ path: String, _ kind: ObjectKind = .controller, scene: String = "main")
    -> ObjectNumber
  {
    let components = path.split(separator: "/").map { part in
      RestorationIdentifier(String(part)).map { RestorationPath.Component.identifier($0) }
        ?? .index(Int(part.dropFirst(2).dropLast(2)) ?? 0)
    }
    return tables.number(
      for: RestorationAddress(scene: scene, kind: kind, path: RestorationPath(components)))
  }

  func record(
    _ number: ObjectNumber, class className: String, restorationClass: String? = nil,
    schemaVersion: Int = 0, prerequisite: ObjectNumber? = nil,
    _ encode: (RestorationEncoder) -> Void = { _ in }
  ) {
    let encoder = builder.begin(
      number, className: className, restorationClass: restorationClass,
      schemaVersion: schemaVersion, prerequisite: prerequisite, references: nil)
    encode(encoder)
    builder.end(encoder)
  }

  func finish(notes: [RestorationNote] = []) throws -> RestorationSnapshot {
    try #require(builder.snapshot(roots: [], notes: notes))
  }
}

let photoViewerOrigin = RecordOrigin(
  applicationVersion: "1.1", systemVersion: "7", idiom: .desktop,
  timestamp: Date(timeIntervalSince1970: 1_368_321_727.5))

/// Returns the archive of the talk's example.
///
/// It has a list of pictures; one is open, with two filters.
func photoViewerSnapshot() throws -> RestorationSnapshot {
  let maker = SnapshotMaker()
  let application = maker.tables.number(for: .application)
  let navigation = maker.number("Navigation")
  let list = maker.number("Navigation/:[0]:/List")
  let table = maker.number("Navigation/:[0]:/List/Table", .view)
  let detail = maker.number("Navigation/:[1]:/Detail")
  let settings = maker.number("Navigation/Settings")
  let source = maker.number("DataSource", .object, scene: "")
  let blur = maker.number("BlurFilter", .object, scene: "")
  let sepia = maker.number("SepiaFilter", .object, scene: "")

  maker.record(application, class: "AppDelegate") {
    $0.encode("8993-455F-7D5C-2110", forKey: "lastImage")
  }
  maker.record(maker.number("", .window), class: "Window") {
    $0.encode([0, 0, 1200, 750] as [Double], forKey: "frame")
  }
  maker.record(navigation, class: "NavigationController") {
    $0.encode(ArchivedValue.array([.reference(list), .reference(detail)]), forKey: "children")
  }
  maker.record(list, class: "ListViewController")
  maker.record(table, class: "TableView") {
    $0.encode(ArchivedValue.array([]), forKey: "selectedRows")
    $0.encode(Data(count: 12), forKey: "position")
  }
  maker.record(detail, class: "ImageViewController", restorationClass: "ImageViewController") {
    $0.encodeStoryboard(
      name: "MainStoryboard", bundle: "Main Bundle", sceneIdentifier: "DetailView")
    $0.encode(ArchivedValue.reference(source), forKey: "kDataSourceKey")
    $0.encode(
      ArchivedValue.dictionary([
        .init(key: "SepiaFilter", value: .reference(sepia)),
        .init(key: "BlurFilter", value: .reference(blur)),
      ]), forKey: "kImageFiltersKey")
    $0.encode("8993-455F-7D5C-2110", forKey: "kImageIdentifierKey")
  }
  maker.record(
    settings, class: "SettingsController", schemaVersion: 3, prerequisite: navigation
  ) {
    $0.encode(ArchivedValue.reference(maker.number("Gone", .object)), forKey: "gone")
    $0.encodeNil(forKey: "nothing")
    $0.encode(Date(timeIntervalSince1970: -1), forKey: "date")
    $0.encode(["list": [1, 2], "none": []], forKey: "nested")
    $0.encode(UInt64.max, forKey: "large")
    $0.encode("line\nbreak \u{1B}[31m red \u{202E}", forKey: "strange\u{7}")
    $0.encode(2.5, forKey: "double")
  }
  maker.record(source, class: "DataSource")
  maker.record(blur, class: "BlurFilter", restorationClass: "ImageViewController")
  maker.record(sepia, class: "SepiaFilter", restorationClass: "ImageViewController") {
    $0.encode(true, forKey: "ImageFilterActiveKey")
    $0.encode(Float(0.848_591_6), forKey: "ImageFilterIntensityKey")
  }
  return try maker.finish()
}

/// The saved state of an example killed in a real window.
///
/// `Scripts/Release/example-archives` makes these files.
enum Example: String, CaseIterable {
  case photoViewer = "PhotoViewer"
  case schedule = "Schedule"

  /// Copies the archives and key to where the example itself keeps them.
  ///
  /// - Parameter home: The home folder that receives the example's state.
  /// - Returns: The application's identifier.
  /// - Throws: Errors of the file system.
  func install(in home: TemporaryHome) throws -> String {
    let identifier = "org.example." + rawValue
    let fixtures = Bundle.module.bundleURL.appendingPathComponent("Fixtures/\(rawValue)").path
    let state = "\(home.path)/state/\(identifier)/restoration"
    let data = "\(home.path)/data/\(identifier)"
    for folder in [state, data] { try PosixFileSystem().createFolder(folder) }
    for (name, folder) in [
      ("current.archive", state), ("previous.archive", state), ("restoration.key", data),
    ] {
      try PosixFileSystem().copy("\(fixtures)/\(name)", to: "\(folder)/\(name)")
    }
    return identifier
  }
}
#endif
