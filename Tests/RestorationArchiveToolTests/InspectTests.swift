// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if Tool
import Crypto
import Foundation
import Glibc
import RestorationArchive
import Testing

struct InspectTests {
  @Test("R136, R189: class map, top level and objects are printed, and values with --reveal only")
  func everythingIsPrinted() async throws {
    let home = try TemporaryHome()
    try home.save(try photoViewerSnapshot())
    let revealed = try await home.run(home.identifier, "--reveal")
    #expect(revealed.status == 0 && revealed.errors == "")
    #expect(try revealed.output == golden("PhotoViewer-revealed", revealed.output))
    // What users typed cannot speak to the terminal.
    #expect(!revealed.output.unicodeScalars.contains { $0.value < 32 && $0 != "\n" })
    let hidden = try await home.run(home.identifier)
    #expect(hidden.status == 0)
    #expect(try hidden.output == golden("PhotoViewer", hidden.output))
    for value in ["8993", "0.848", "2.5", "1200", "YES", "18446744073709551615", "1969", "red"] {
      #expect(!hidden.output.contains(value), "\(value)")
    }
  }

  @Test(
    "A record carried over from a save of another version says so",
    arguments: [("1.0", true), ("1.1", false)])
  func carriedRecordsAreMarked(version: String, isMarked: Bool) async throws {
    let old = SnapshotMaker(
      origin: RecordOrigin(
        applicationVersion: version, systemVersion: "7", idiom: .desktop,
        timestamp: Date(timeIntervalSince1970: 0)))
    old.record(old.number("Old"), class: "Old")
    let builder = ChangeBuilder(
      tables: old.tables, base: try old.finish(), origin: photoViewerOrigin)
    builder.keep(old.number("Old"))
    builder.end(
      builder.begin(
        old.tables.number(for: .application), className: "App", restorationClass: nil,
        schemaVersion: 0, prerequisite: nil, references: nil))
    let home = try TemporaryHome()
    try home.save(try #require(builder.snapshot(roots: [])))
    let output = try await home.run(home.identifier).output
    #expect(output.contains("BundleVersion.....1.1\n"))
    #expect(output.contains("Class: Old\n"))
    #expect(
      output.contains("Class: Old\nCarried From: 1.0, 1970-01-01 00:00:00 +0000\n") == isMarked)
    #expect(output.contains("Carried From") == isMarked)
    let outline = try await home.run(home.identifier, "--outline").output
    #expect(outline.contains("Old, 0 bytes, \(isMarked ? "carried" : "saved")\n"))
  }

  @Test("R150: what was appended is shown like the rest, and how many saves were")
  func appendedSavesAreShown() async throws {
    let home = try TemporaryHome()
    let archiver = Archiver(store: try home.store(), keys: try home.keyFile())
    let first = SnapshotMaker()
    for index in 0..<20 { first.record(first.number("Screen \(index)"), class: "Screen") }
    let state = CurrentState(try first.finish())
    for _ in 0..<2 { _ = try archiver.saveAndWait(state.logged) }  // the first two are whole
    #expect(try await !home.run(home.identifier).output.contains("Appended"))
    for (count, value) in ["one", "two"].enumerated() {
      let builder = ChangeBuilder(tables: first.tables, since: state, origin: photoViewerOrigin)
      let coder = builder.begin(
        first.number("Screen 3"), className: "Screen", restorationClass: nil, schemaVersion: 0,
        prerequisite: nil, references: nil)
      coder.encode(value, forKey: "text")
      builder.end(coder)
      for number in state.objects where !builder.hasRecord(number) { builder.keep(number) }
      state.append(try #require(builder.finish(roots: .all([]))))
      _ = try archiver.saveAndWait(state.logged)
      let output = try await home.run(home.identifier, "--reveal").output
      #expect(output.contains("text -> \(value)\n"))
      #expect(output.contains("\nAppended Saves: \(count + 1)\n"))
    }
    let place = try home.store().path(of: .current)
    let whole = try #require(FileManager.default.contents(atPath: place))
    try whole.dropLast().write(to: URL(fileURLWithPath: place))
    let torn = try await home.run(home.identifier, "--reveal")
    #expect(torn.status == 0)
    #expect(torn.output.contains("text -> one\n"))
    #expect(
      torn.output.contains("\nAppended Saves: 1\n(The file ends in bytes that do not open.)\n"))
  }

  @Test("An archive is found by identifier, by state folder and by file, its key by default")
  func archiveIsFoundInEachWay() async throws {
    let home = try TemporaryHome()
    try home.save(try photoViewerSnapshot())
    let expected = try await home.run(home.identifier).output
    #expect(expected.contains("SepiaFilter"))
    let folder = try home.store().folder
    for place in [
      folder, folder + "/", (folder as NSString).deletingLastPathComponent,
      folder + "/current.archive",
    ] {
      let run = try await home.run(place)
      #expect(run.output == expected, "\(place): \(run.errors)")
    }
    try FileManager.default.createSymbolicLink(
      atPath: home.path + "/link", withDestinationPath: folder + "/current.archive")
    #expect(try await home.run(home.path + "/link").output == expected)
  }

  @Test("A copy elsewhere is opened with the key that --key names")
  func copyIsOpenedWithNamedKey() async throws {
    let home = try TemporaryHome()
    try home.save(try photoViewerSnapshot())
    let copy = home.path + "/copy"
    try FileManager.default.copyItem(atPath: try home.store().path(of: .current), toPath: copy)
    let without = try await home.run(copy)
    #expect(without.status == 66)
    #expect(without.output == "" && without.errors.contains("--key"))
    let with = try await home.run(copy, "--key", try home.keyFile().path)
    #expect(with.status == 0)
    #expect(with.output == (try await home.run(home.identifier).output))
  }

  @Test("Inspecting changes nothing: no key is made, no archive is moved")
  func inspectingChangesNothing() async throws {
    let home = try TemporaryHome()
    try home.save(try photoViewerSnapshot())
    let place = try home.store().path(of: .current)
    try FileManager.default.removeItem(atPath: try home.keyFile().path)
    var bytes = try #require(FileManager.default.contents(atPath: place))
    bytes[200] ^= 1
    try bytes.write(to: URL(fileURLWithPath: place))
    #expect(try await home.run(home.identifier).status == 66)
    #expect(!FileManager.default.fileExists(atPath: try home.keyFile().path))
    #expect(FileManager.default.contents(atPath: place) == bytes)
  }
}

struct ExitStatusTests {
  private func home() throws -> TemporaryHome {
    let home = try TemporaryHome()
    try home.save(try photoViewerSnapshot())
    return home
  }

  private func expect(
    _ run: ToolRun, _ status: Int32, _ words: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(run.status == status, sourceLocation: sourceLocation)
    #expect(run.output == "", sourceLocation: sourceLocation)
    #expect(run.errors.hasPrefix("restoration-archive: "), sourceLocation: sourceLocation)
    #expect(run.errors.hasSuffix(".\n"), sourceLocation: sourceLocation)
    #expect(
      run.errors.split(separator: "\n").count == 1, "\(run.errors)", sourceLocation: sourceLocation)
    #expect(run.errors.contains(words), "\(run.errors)", sourceLocation: sourceLocation)
  }

  @Test("A wrong command line ends with 64")
  func wrongCommandLineEndsWith64() async throws {
    let home = try home()
    #expect(try await home.run().status == 64)
    #expect(try await home.run(home.identifier, "--nonsense").status == 64)
    #expect(try await ToolRun(["nonsense"]).status == 64)
  }

  @Test("A damaged archive ends with 65")
  func damagedArchiveEndsWith65() async throws {
    let home = try home()
    let place = try home.store().path(of: .current)
    var bytes = try #require(FileManager.default.contents(atPath: place))
    bytes[200] ^= 1
    try bytes.write(to: URL(fileURLWithPath: place))
    expect(try await home.run(home.identifier), 65, "changed or cut")
    try Data().write(to: URL(fileURLWithPath: place))
    expect(try await home.run(home.identifier), 65, "does not begin like an archive")
  }

  @Test("A missing archive, folder, application or key file ends with 66")
  func missingFilesEndWith66() async throws {
    let home = try home()
    expect(try await home.run("org.example.Other"), 66, "org.example.Other")
    expect(try await home.run("/no/such/file"), 66, "/no/such/file")
    expect(try await home.run(home.path), 66, "holds no current archive")
    expect(try await home.run(home.identifier, "--key", home.path + "/none"), 66, "no key file")
  }

  @Test("A file that cannot be read ends with 74")
  func unreadableFileEndsWith74() async throws {
    let home = try home()
    let (socket, key) = (home.path + "/socket", try home.keyFile().path)
    #expect(mknod(socket, S_IFSOCK | 0o600, 0) == 0)
    expect(try await home.run(socket, "--key", key), 74, "Opening the file failed")
    expect(try await home.run("/dev/null", "--key", key), 65, "not a regular file")
  }

  @Test("R48: another key ends with 77, and so does a file that is no key")
  func wrongKeyEndsWith77() async throws {
    let home = try home()
    let other = KeyFile(path: home.path + "/other.key")
    _ = try other.key()
    expect(try await home.run(home.identifier, "--key", other.path), 77, "another key")
    try Data("no key".utf8).write(to: URL(fileURLWithPath: other.path))
    expect(try await home.run(home.identifier, "--key", other.path), 77, "does not hold a key")
  }

  @Test("R48: a newer format ends with 78")
  func newerFormatEndsWith78() async throws {
    let home = try home()
    let place = try home.store().path(of: .current)
    var bytes = try #require(FileManager.default.contents(atPath: place))
    bytes[8] = 2
    bytes.replaceSubrange(80..<96, with: Data(SHA256.hash(data: bytes[..<80]).prefix(16)))
    try bytes.write(to: URL(fileURLWithPath: place))
    expect(try await home.run(home.identifier), 78, "format 2.0")
  }
}
#endif
