// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RestorationArchive
import RestorationTesting
import SessionFixtures
import Sessions
import Synchronization
import Testing

/// Names of sessions: invented ones, new ones, and those of nodes.
@Suite struct NamesTests {
  private let server = Server()

  @Test("R231: a call that changes nothing leaves nothing under a name that it made up")
  func inventedNames() async throws {
    let store = MortalStore(MemorySessionStore())
    let host = Server(store: store).host()
    for number in 0..<20 {
      #expect(try await host.with("crawler \(number)") { $0.title } == "")
      #expect(store.heldCount == 0)
    }
    #expect(await host.awakeCount == 0)
    try await host.with("visitor") { $0.title = "Kept" }
    #expect(try await host.with("visitor") { $0.title } == "Kept")
    #expect(await host.awakeCount == 1)
  }

  @Test("R231: reading 2,000 invented names leaves no file in a folder")
  func inventedNamesInAFolder() async throws {
    let folder = try TemporaryFolder()
    func files() throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: folder.path)
    }
    let host = Server(store: try FolderSessionStore(folder: folder.path)).host()
    try await host.with("visitor") { $0.title = "Kept" }
    let before = Set(try files())
    for number in 0..<2_000 {
      let title = try await host.with("crawler \(number)") { $0.title }
      #expect(title == "")
    }
    #expect(Set(try files()) == before)
    #expect(await host.awakeCount == 1)
  }

  @Test("R231: a change that is too large leaves nothing under a new name")
  func tooLargeForANewName() async throws {
    let store = MortalStore(MemorySessionStore())
    var server = Server(store: store)
    server.options.size = 10_000
    let host = server.host()
    await #expect(throws: SessionError.self) {
      try await host.with("visitor") { $0.title = String(repeating: "x", count: 20_000) }
    }
    #expect(store.heldCount == 0)
  }

  @Test("R231: a host says whether a session exists, and asking creates none")
  func existence() async throws {
    let host = server.host()
    #expect(try await !host.sessionExists("visitor"))
    _ = try await host.with("visitor") { $0.title }
    #expect(try await !host.sessionExists("visitor"))
    try await host.with("visitor") { $0.title = "Kept" }
    for host in [host, server.host("b")] { #expect(try await host.sessionExists("visitor")) }
    try await host.remove("visitor")
    #expect(try await !host.sessionExists("visitor"))
    #expect(await host.awakeCount == 0)
  }

  @Test("R231: a session exists before its first change is written")
  func existenceBeforeTheWrite() async throws {
    var server = server
    server.options.saving = .writeBehind(within: .seconds(3600))
    let host = server.host()
    try await host.with("visitor") { $0.title = "Behind" }
    #expect(try await host.sessionExists("visitor"))
  }

  @Test("R231: at log-in a session gets a new name, and nothing is found under the former one")
  func logIn() async throws {
    let store = MemorySessionStore()
    var server = Server(store: store)
    server.options.saving = .writeBehind(within: .seconds(3600))
    let host = server.host()
    try await host.with("planted") { $0.lines.append("written") }
    await host.drain()
    let next = server.host("b")
    // This line is not in the store yet.
    try await next.with("planted") { $0.lines.append("not yet written") }
    try await next.moveSession("planted", to: "secret")
    #expect(store.count == 1)
    #expect(try await next.with("secret") { $0.lines } == ["written", "not yet written"])
    #expect(try await next.with("planted") { $0.lines } == [])
    #expect(try await !next.sessionExists("planted"))
    // The moved session is written and read as any other.
    try await next.with("secret") { $0.lines.append("after") }
    await next.drain()
    let lines = try await server.host("c").with("secret") { $0.lines }
    #expect(lines == ["written", "not yet written", "after"])
  }

  @Test("R231: a session is not moved over another one, nor one that does not exist")
  func movesThatDoNothing() async throws {
    let host = server.host()
    for name in ["a", "b"] { try await host.with(name) { $0.title = name } }
    let error = await #expect(throws: SessionError.self) {
      try await host.moveSession("a", to: "b")
    }
    #expect(error?.code == .identifierInUse)
    try await host.moveSession("nobody", to: "new")
    try await host.moveSession("a", to: "a")
    #expect(try await !host.sessionExists("new"))
    for name in ["a", "b"] { #expect(try await host.with(name) { $0.title } == name) }
  }

  @Test("R231: calls and moves at the same time lose nothing, and a session has one name")
  func callsWhileMoving() async throws {
    let hosts = ["a", "b"].map { server.host($0) }
    try await withRunning(hosts) {
      try await hosts[0].with("0") { $0.lines.append("first") }
      for step in 0..<10 {
        async let call: Void = hosts[step % 2].with("\(step)") { $0.lines.append("old \(step)") }
        async let move: Void = hosts[(step + 1) % 2].moveSession("\(step)", to: "\(step + 1)")
        _ = try await (call, move)
        let (old, new) = (
          try await hosts[0].with("\(step)") { $0.lines },
          try await hosts[1].with("\(step + 1)") { $0.lines }
        )
        // The call came before the move, or after it: to an empty session.
        #expect(new.first == "first")
        #expect((old + new).count { $0 == "old \(step)" } == 1)
      }
    }
  }

  @Test("R231: a move that a crash has interrupted is finished when the folder is opened")
  func interruptedMove() async throws {
    let folder = try TemporaryFolder()
    let keys = MemorySessionKeys()
    func file(_ name: String) -> String { "\(folder.path)/\(name).current.archive" }
    func open() async throws -> SessionHost<Form> {
      var store: FolderSessionStore?
      await eventually {
        store = try? FolderSessionStore(folder: folder.path)
        return store != nil
      }
      return Server(store: try #require(store), keys: keys).host()
    }
    let (old, new) = (try keys.name(of: "old").text, try keys.name(of: "new").text)
    do {
      let host = try await open()
      try await host.with("old") { $0.title = "Moved" }
      try FileManager.default.copyItem(atPath: file(old), toPath: file("kept"))
      try await host.moveSession("old", to: "new")
      #expect(!FileManager.default.fileExists(atPath: file(old)))
    }
    // As a crash right after the first step leaves them.
    try FileManager.default.moveItem(atPath: file(new), toPath: file("\(new)-\(old)"))
    try FileManager.default.moveItem(atPath: file("kept"), toPath: file(old))
    let host = try await open()
    #expect(try await !host.sessionExists("old"))
    #expect(try await host.with("new") { $0.title } == "Moved")
    #expect(!FileManager.default.fileExists(atPath: file("\(new)-\(old)")))
  }

  @Test("R231: a move that fails halfway is finished before either name is used")
  func halfFailedMove() async throws {
    let folder = try TemporaryFolder()
    let disk = StubbornFiles()
    let files = FileStore(folder: folder.path, fileSystem: disk)
    let host = Server(store: try FolderSessionStore(files, clock: ContinuousClock())).host()
    try await host.with("old") { $0.title = "Moved" }
    // The session has its new name then, and cannot lose the former one.
    disk.keepsFiles.withLock { $0 = true }
    for name in ["old", "new"] {
      let error = await #expect(throws: SessionError.self) {
        try await host.moveSession("old", to: "new")
      }
      #expect(error?.code == .storeFailed)
      await #expect(throws: SessionError.self) { try await host.with(name) { $0.title = "Lost" } }
    }
    disk.keepsFiles.withLock { $0 = false }
    #expect(try await host.with("new") { $0.title } == "Moved")
    #expect(try await !host.sessionExists("old"))
    try await host.moveSession("old", to: "new")
    #expect(try await host.with("new") { $0.title } == "Moved")
  }

  @Test("R218: two nodes that were given one name share no session, and read nothing stale")
  func equalNodeNames() async throws {
    let hosts = [server.host("web-1"), server.host("web-1")]
    #expect(hosts[0].node != hosts[1].node)
    try await withRunning(hosts) {
      for number in 0..<6 {
        try await hosts[number % 2].with("visitor") { $0.lines.append("\(number)") }
        for host in hosts {
          #expect(try await host.with("visitor") { $0.lines.last } == "\(number)")
        }
      }
    }
  }
}

/// The real files, of which none can be removed at times.
private final class StubbornFiles: FileSystem {
  let keepsFiles = Mutex(false)
  private let real = PosixFileSystem()

  func remove(_ path: String) throws(ArchiveError) {
    if keepsFiles.withLock({ $0 }), real.exists(path) {
      throw ArchiveError(.inputOutput, "The file cannot be removed", file: path)
    }
    try real.remove(path)
  }

  func open(_ path: String, limit: Int) throws(ArchiveError) -> StoredBytes? {
    try real.open(path, limit: limit)
  }

  func open(_ path: String, after end: ArchiveEnd) throws(ArchiveError) -> (any AppendableFile)? {
    try real.open(path, after: end)
  }

  func createFolder(_ path: String) throws(ArchiveError) { try real.createFolder(path) }

  func write(_ bytes: [UInt8], to path: String) throws(ArchiveError) {
    try real.write(bytes, to: path)
  }

  func copy(_ path: String, to newPath: String) throws(ArchiveError) {
    try real.copy(path, to: newPath)
  }

  func rename(_ path: String, to newPath: String) throws(ArchiveError) {
    try real.rename(path, to: newPath)
  }

  func moveToNew(_ path: String, to newPath: String) throws(ArchiveError) -> Bool {
    try real.moveToNew(path, to: newPath)
  }

  func link(_ path: String, to newPath: String) throws(ArchiveError) -> Bool {
    try real.link(path, to: newPath)
  }

  func exists(_ path: String) -> Bool { real.exists(path) }

  func names(in folder: String) throws(ArchiveError) -> [String] { try real.names(in: folder) }

  func syncFolder(_ path: String) throws(ArchiveError) { try real.syncFolder(path) }

  func claim(_ path: String) throws(ArchiveError) -> Bool { try real.claim(path) }

  func release(_ path: String) { real.release(path) }
}
