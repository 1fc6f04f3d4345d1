// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if Tool
import Foundation
import Glibc
import RestorationArchive
import Testing

struct ExportTests {
  @Test("R189: an outline and a report call a window by the same alias")
  func sceneAliasesAgree() async throws {
    let maker = SnapshotMaker()
    let gone = maker.number("Gone", scene: "first")
    maker.record(maker.number("Here", scene: "second"), class: "Here") {
      $0.encode(ArchivedValue.reference(gone), forKey: "gone")
    }
    let home = try TemporaryHome()
    try home.save(try maker.finish())
    let outline = try await home.tool("export", home.identifier).output
    #expect(outline.contains("\"scene\" : \"scene 2\""))
    let page = try await home.tool("report", home.identifier).output
    #expect(page.contains("<dt>Scene</dt><dd>scene 2</dd>"))
  }

  @Test("R162: scenes and keys that differ in their bytes alone stay apart")
  func spellingsStayApart() async throws {
    let (composed, decomposed) = ("caf\u{E9}", "cafe\u{301}")
    let maker = SnapshotMaker()
    maker.record(maker.number("Top", scene: composed), class: "Top") {
      $0.encode(1, forKey: composed)
    }
    maker.record(maker.number("Top/Below", scene: decomposed), class: "Below") {
      $0.encode(2, forKey: decomposed)
    }
    let home = try TemporaryHome()
    try home.save(try maker.finish())
    let outline = try await home.tool("export", home.identifier).output
    #expect(outline.contains("\"scene\" : \"scene 1\""))
    #expect(outline.contains("\"scene\" : \"scene 2\""))
    #expect(
      outline.contains("\"path\" : \"object 1\"") && outline.contains("\"path\" : \"object 2\""))
    let sizes = try await home.tool("sizes", home.identifier, "--by", "key").output
    #expect(sizes.split(whereSeparator: \.isWhitespace).filter { $0 == composed }.count == 2)
  }

  @Test("R189: an export has paths and windows with --reveal only")
  func examplesAreExported() async throws {
    let home = try TemporaryHome()
    for example in Example.allCases {
      let identifier = try example.install(in: home)
      let hidden = try await home.tool("export", identifier)
      let revealed = try await home.tool("export", identifier, "--reveal")
      let document = try JSONDecoder().decode(Paths.self, from: Data(revealed.output.utf8))
      for path in document.objects.map(\.address.path) where !path.isEmpty {
        #expect(!hidden.output.contains("\"\(path)\""), "\(path)")
      }
      #expect(!hidden.output.contains("Main Window") && revealed.output.contains("Main Window"))
    }
  }

  private struct Paths: Decodable {
    var objects: [Object]

    struct Object: Decodable { var address: Address }
    struct Address: Decodable { var path: String }
  }

  @Test("An export without values says that it cannot be imported")
  func hiddenExportIsNotImported() async throws {
    let home = try TemporaryHome()
    let identifier = try Example.photoViewer.install(in: home)
    let file = home.path + "/hidden.json"
    #expect(try await home.tool("export", identifier, "--output", file).status == 0)
    let run = try await home.tool(
      "import", file, "--output", home.path + "/new", "--key", home.path + "/new.key")
    #expect(run.status == 65)
    #expect(run.errors.contains("at revealed, it holds no values; export the state again with"))
    #expect(!FileManager.default.fileExists(atPath: home.path + "/new.key"))
  }

  @Test("Files are readable by their owner alone, and replaced only with --force")
  func filesAreGuarded() async throws {
    let home = try TemporaryHome()
    let identifier = try Example.schedule.install(in: home)
    let (json, archive) = (home.path + "/state.json", home.path + "/new.archive")
    let graph = home.path + "/graph.dot"
    let commands = [
      (["export", identifier, "--reveal", "--output", json], json),
      (["import", json, "--output", archive, "--key", home.path + "/new.key"], archive),
      (["graph", identifier, "--output", graph], graph),
    ]
    for (command, file) in commands {
      #expect(try await home.tool(command).status == 0)
      let attributes = try FileManager.default.attributesOfItem(atPath: file)
      #expect(attributes[.posixPermissions] as? Int == 0o600)
      try Data("mine".utf8).write(to: URL(fileURLWithPath: file))
      let refused = try await home.tool(command)
      #expect(refused.status == 73)
      #expect(refused.errors.contains("already") && refused.errors.contains("--force"))
      #expect(FileManager.default.contents(atPath: file) == Data("mine".utf8))
      #expect(try await home.tool(command + ["--force"]).status == 0)
      #expect(FileManager.default.contents(atPath: file) != Data("mine".utf8))
    }
    let left = try FileManager.default.contentsOfDirectory(atPath: home.path)
    #expect(
      left.sorted() == ["data", "graph.dot", "new.archive", "new.key", "state", "state.json"])
    let nowhere = try await home.tool(
      "graph", identifier, "--output", home.path + "/none/graph.dot")
    #expect(nowhere.status == 74 && nowhere.errors.contains("No such file"))
  }

  @Test("A folder, a pipe or a link to one is never replaced; a link to a file keeps leading there")
  func onlyFilesAreReplaced() async throws {
    let home = try TemporaryHome()
    let identifier = try Example.schedule.install(in: home)
    let (folder, pipe) = (home.path + "/folder", home.path + "/pipe")
    let (link, file) = (home.path + "/link", home.path + "/file")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    try #require(mkfifo(pipe, 0o600) == 0)
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: pipe)
    let before = home.contents
    func kind(_ path: String) throws -> FileAttributeType? {
      try FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
    }
    for place in [folder, pipe, link, ""] {
      for arguments in [[], ["--force"]] {
        let run = try await home.tool(["graph", identifier, "--output", place] + arguments)
        #expect(run.status == 73, "\(place)")
        #expect(run.errors.contains("is not a regular file; name another"), "\(run.errors)")
      }
    }
    #expect(home.contents == before)
    #expect(try kind(pipe) != .typeRegular)

    try Data("mine".utf8).write(to: URL(fileURLWithPath: file))
    try FileManager.default.removeItem(atPath: link)
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file)
    let arguments = ["graph", identifier, "--output", link]
    #expect(try await home.tool(arguments).status == 73)
    #expect(try await home.tool(arguments + ["--force"]).status == 0)
    #expect(try kind(link) == .typeSymbolicLink)
    #expect(FileManager.default.contents(atPath: file) != Data("mine".utf8))
  }
}

struct ImportTests {
  @Test("What was exported and imported is the same state, and the same export")
  func examplesRoundTrip() async throws {
    let home = try TemporaryHome()
    for example in Example.allCases {
      let identifier = try example.install(in: home)
      let (json, archive) = ("\(home.path)/\(example).json", "\(home.path)/\(example).archive")
      let key = home.path + "/new.key"
      #expect(try await home.tool("export", identifier, "--reveal", "--output", json).status == 0)
      let run = try await home.tool("import", json, "--output", archive, "--key", key)
      #expect(run.status == 0, "\(run.errors)")
      let again = try await home.tool("export", archive, "--reveal", "--key", key)
      #expect(try again.output == String(contentsOfFile: json, encoding: .utf8))
      let difference = try await home.tool("diff", identifier, archive, "--new-key", key)
      #expect(difference.status == 0, "\(difference.output)\(difference.errors)")
      #expect(try await home.tool("inspect", archive, "--key", key).status == 0)
    }
  }

  /// Installs an example's state and exports it to a file.
  private func exported(_ example: Example) async throws
    -> (home: TemporaryHome, identifier: String, file: String)
  {
    let home = try TemporaryHome()
    let identifier = try example.install(in: home)
    let file = home.path + "/state.json"
    #expect(try await home.tool("export", identifier, "--reveal", "--output", file).status == 0)
    return (home, identifier, file)
  }

  @Test("R126: an application gets the imported state as a new save, without the launch marker")
  func applicationGetsState() async throws {
    let (home, identifier, file) = try await exported(.photoViewer)
    let text = try String(contentsOfFile: file, encoding: .utf8)
    #expect(text.contains("\"Window.width\""))
    try text.replacingOccurrences(of: "\"double\" : 1000", with: "\"double\" : 1001")
      .write(toFile: file, atomically: true, encoding: .utf8)
    let store = try FileStore(applicationIdentifier: identifier, environment: home.environment)
    let marker = store.folder + "/launch.marker"
    try Data([1]).write(to: URL(fileURLWithPath: marker))
    let asked = try await home.tool("import", file, "--application", identifier)
    #expect(asked.status == 64)
    #expect(asked.errors.contains("--yes"))
    #expect(try await home.tool("diff", identifier).output.contains("Filter Inspector"))

    let run = try await home.tool("import", file, "--application", identifier, "--yes")
    #expect(run.status == 0, "\(run.errors)")
    #expect(!FileManager.default.fileExists(atPath: marker))
    let difference = try await home.tool("diff", identifier, "--reveal")
    #expect(difference.status == 1)
    #expect(difference.output.contains(", save 7, ") && difference.output.contains(", save 8, "))
    #expect(difference.output.contains("0 added, 0 dropped, 1 changed\n"))
    #expect(difference.output.contains("    ~ Window.width: 1000.0 → 1001.0\n"))
  }

  @Test("R48: a state that was sealed with another key is not put beside the application's")
  func otherKeysAreRefused() async throws {
    let (home, identifier, file) = try await exported(.schedule)
    let key = home.path + "/other.key"
    _ = try KeyFile(path: key).key()
    let arguments = ["import", file, "--application", identifier, "--yes"]
    let other = try await home.tool(arguments + ["--key", key])
    #expect(other.status == 77)
    let own = try KeyFile(applicationIdentifier: identifier, environment: home.environment)
    try FileManager.default.removeItem(atPath: own.path)
    let missing = try await home.tool(arguments)
    #expect(missing.status == 66)
    #expect(missing.errors.contains("no key file \(own.path)"))
    let store = try FileStore(applicationIdentifier: identifier, environment: home.environment)
    let left = try FileManager.default.contentsOfDirectory(atPath: store.folder)
    #expect(left.sorted() == ["current.archive", "previous.archive"])
    #expect(!FileManager.default.fileExists(atPath: own.path))
  }

  @Test(
    "R48: other generations tell of the application's key, and without any what was set aside",
    arguments: ["previous.archive", "lastGood.archive", "damaged-1.archive"])
  func otherKeysOfWhatIsLeft(name: String) async throws {
    let (home, identifier, file) = try await exported(.schedule)
    let folder = try FileStore(applicationIdentifier: identifier, environment: home.environment)
      .folder
    try FileManager.default.removeItem(atPath: folder + "/previous.archive")
    try FileManager.default.moveItem(
      atPath: folder + "/current.archive", toPath: "\(folder)/\(name)")
    let own = try KeyFile(applicationIdentifier: identifier, environment: home.environment)
    let moved = home.path + "/moved.key"
    try FileManager.default.moveItem(atPath: own.path, toPath: moved)
    let arguments = ["import", file, "--application", identifier, "--yes"]
    #expect(try await home.tool(arguments).status == 66)
    #expect(!FileManager.default.fileExists(atPath: own.path))
    _ = try own.key()
    #expect(try await home.tool(arguments).status == 77)
    let right = try await home.tool(arguments + ["--key", moved])
    #expect(right.status == 0, "\(right.errors)")
  }

  @Test("R156: an import holds no lock during its question, and leaves none if it is refused")
  func refusedImportLeavesNoLock() async throws {
    let (home, identifier, file) = try await exported(.schedule)
    let before = home.contents
    for application in [identifier, "org.example.Mistyped"] {
      let arguments = ["import", file, "--application", application]
      #expect(try await home.tool(arguments).status == 64)
      #expect(home.contents == before)
      let declined = try await ToolRun(arguments, environment: home.environment, typed: "n\n")
      #expect(declined.status == 1)
      #expect(declined.errors.contains("Nothing was changed."))
      #expect(home.contents == before)
    }
    let agreed = try await ToolRun(
      ["import", file, "--application", identifier], environment: home.environment, typed: "y\n")
    #expect(agreed.status == 0, "\(agreed.errors)")
  }

  @Test("A link that leads nowhere is called a link")
  func linkIsTold() async throws {
    let home = try TemporaryHome()
    let link = home.path + "/state.json"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "/no/such.json")
    let run = try await home.tool("import", link, "--application", home.identifier, "--yes")
    #expect(run.status == 74)
    #expect(run.errors.contains("This is a link"), "\(run.errors)")
  }

  @Test("An import that is refused makes no key")
  func refusedImportMakesNoKey() async throws {
    let (home, _, file) = try await exported(.schedule)
    let (archive, key) = (home.path + "/new.archive", home.path + "/new.key")
    try Data("mine".utf8).write(to: URL(fileURLWithPath: archive))
    #expect(try await home.tool("import", file, "--output", archive, "--key", key).status == 73)
    #expect(!home.contents.contains("new.key"))
  }

  @Test("Where the state goes must be said")
  func destinationMustBeSaid() async throws {
    let home = try TemporaryHome()
    for arguments in [
      [], ["--output", "a"], ["--output", "a", "--application", "b", "--key", "c"],
    ] {
      let run = try await ToolRun(["import", "state.json"] + arguments)
      #expect(run.status == 64)
    }
    let none = try await home.tool("import", "/no/such.json", "--application", "org.example.A")
    #expect(none.status == 66)
  }

  @Test("Another application loads what was imported for it")
  func applicationLoadsImport() async throws {
    let (home, identifier, file) = try await exported(.photoViewer)
    let other = "org.example.Other"
    #expect(
      try await home.tool("import", file, "--application", other, "--yes").status == 0)
    func load(_ identifier: String) throws -> ArchiveLoad {
      let store = try FileStore(applicationIdentifier: identifier, environment: home.environment)
      let keys = try KeyFile(applicationIdentifier: identifier, environment: home.environment)
      return Archiver(store: store, keys: keys).load()
    }
    let (old, new) = (try load(identifier), try load(other))
    #expect(new.source == .current && new.incidents.isEmpty)
    let difference = try SnapshotDifference(
      from: #require(old.snapshot), to: #require(new.snapshot))
    #expect(difference.isEmpty)
  }
}
#endif
