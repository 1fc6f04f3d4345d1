// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RestorationTesting
import SessionFixtures
import Sessions
import Testing

/// Ends of nodes, and the sessions that are charged with them.
@Suite struct RestTests {
  private let folder: TemporaryFolder
  private let memory: MemorySessionStore
  private let clock = FixedClock()
  private let keys = MemorySessionKeys()
  private let log = LogRecorder()

  init() throws {
    folder = try TemporaryFolder()
    memory = MemorySessionStore(clock: clock.timer)
  }

  /// The stores whose marks outlive a node in different ways.
  enum Kind: CaseIterable { case memory, folder }

  /// Returns the store as a new process opens it.
  private func store(_ kind: Kind) async throws -> any SessionStore {
    guard kind == .folder else { return memory }
    // The store of the process before closes a moment after its last answer.
    var store: FolderSessionStore?
    await eventually {
      store = try? FolderSessionStore(folder: folder.path, clock: clock.timer)
      return store != nil
    }
    return try #require(store)
  }

  private func host(_ store: any SessionStore, version: String = "1") -> SessionHost<Form> {
    var server = Server(store: store, keys: keys, clock: clock)
    (server.version, server.logger) = (version, log.logger)
    // Each process gets the same name, as a StatefulSet's do.
    return server.host("web-1")
  }

  /// Ends lives of the program, each while it calls a session.
  private func endInCalls(
    _ count: Int, of identifier: String, on kind: Kind = .memory, version: String = "1",
    after innocents: [String] = []
  ) async throws {
    for life in 0..<count {
      let mortal = MortalStore(try await store(kind))
      let host = host(mortal, version: version)
      for innocent in innocents { _ = try await host.with(innocent) { $0.title } }
      var hasBegun = false
      do {
        hasBegun = try await host.with(identifier) { _ in
          await mortal.end(host.node)
          return true
        }
      } catch let error as SessionError where error.code == .endsItsNode {}
      #expect(hasBegun, "life \(life)")
      await mortal.end(host.node)
    }
  }

  private func isRefused(_ identifier: String, by host: SessionHost<Form>) async throws -> Bool {
    do {
      _ = try await host.with(identifier) { $0.title }
      return false
    } catch let error as SessionError where error.code == .endsItsNode {
      #expect("\(error)".contains("another version") && "\(error)".contains("endRest(of:)"))
      return true
    }
  }

  @Test("R229: lives that end after mere reads are charged to no session", arguments: Kind.allCases)
  func readersAreNotCharged(kind: Kind) async throws {
    let names = (0..<10).map { "innocent \($0)" }
    try await endingLives(kind, 1) { host in
      for name in names { try await host.with(name) { $0.title = name } }
    }
    try await endingLives(kind, 8) { host in
      for name in names {
        let title = try await host.with(name) { $0.title }
        #expect(title == name)
      }
    }
    let host = host(try await store(kind))
    for name in names { #expect(try await host.with(name) { $0.title } == name) }
  }

  /// Ends lives of the program after what they do.
  private func endingLives(
    _ kind: Kind, _ count: Int, _ body: (SessionHost<Form>) async throws -> Void
  ) async throws {
    for _ in 0..<count {
      let mortal = MortalStore(try await store(kind))
      let host = host(mortal)
      try await body(host)
      await mortal.end(host.node)
    }
  }

  @Test(
    "R229: a session in whose calls five lives end rests, others answer, and it comes back",
    arguments: Kind.allCases)
  func fiveEndsBringARest(kind: Kind) async throws {
    let innocents = ["a", "b", "c"]
    try await endInCalls(5, of: "poison", on: kind, after: innocents)
    let host = host(try await store(kind))
    #expect(try await isRefused("poison", by: host))
    for name in innocents { #expect(try await !isRefused(name, by: host)) }
    clock.advance(by: .seconds(59))
    #expect(try await isRefused("poison", by: host))
    clock.advance(by: .seconds(2))
    #expect(try await !isRefused("poison", by: host))
  }

  @Test("R229: a call that completes clears the charges", arguments: Kind.allCases)
  func completedCallsClear(kind: Kind) async throws {
    for _ in 0..<3 {
      try await endInCalls(4, of: "unlucky", on: kind)
      try await endingLives(kind, 1) {
        let isRefused = try await isRefused("unlucky", by: $0)
        #expect(!isRefused)
      }
    }
  }

  @Test("R229: a rest takes a minute, twice as long after each further end, and an hour at most")
  func restsGrow() async throws {
    try await endInCalls(5, of: "poison")
    for minutes in [1, 2, 4, 8, 16, 32, 60, 60] {
      let host = host(memory)
      #expect(try await isRefused("poison", by: host))
      clock.advance(by: .seconds(minutes * 60 - 1))
      #expect(try await isRefused("poison", by: host), "\(minutes)")
      clock.advance(by: .seconds(1))
      try await endInCalls(1, of: "poison")
    }
  }

  @Test("R229: a node that ends while it refuses a resting session is not charged to it")
  func refusalsAreNotCharged() async throws {
    try await endInCalls(5, of: "poison")
    for _ in 0..<3 {
      let mortal = MortalStore(memory)
      let host = host(mortal)
      // It ends between taking the session and giving it up.
      mortal.endAfterTaking()
      _ = try? await host.with("poison") { $0.title }
      await mortal.end(host.node)
    }
    let last = host(memory)
    #expect(try await isRefused("poison", by: last))
    clock.advance(by: .seconds(60))
    #expect(try await !isRefused("poison", by: last))
  }

  @Test("R229: another version of the program wakes a resting session at once, once")
  func otherVersions() async throws {
    try await endInCalls(5, of: "poison")
    // Two versions that take turns do not end for ever.
    try await endInCalls(1, of: "poison", version: "2")
    for version in ["1", "2"] {
      #expect(try await isRefused("poison", by: host(memory, version: version)), "\(version)")
    }
    #expect(try await !isRefused("poison", by: host(memory, version: "3")))
    #expect(try await !isRefused("poison", by: host(memory, version: "1")))
  }

  @Test("R229: an operator ends a rest by the name in the log, which shows no identifier")
  func operatorEndsARest() async throws {
    try await endInCalls(5, of: "visitor-4711")
    let host = host(memory)
    for _ in 0..<3 { #expect(try await isRefused("visitor-4711", by: host)) }
    let name = try keys.name(of: "visitor-4711")
    let lines = log.lines.filter { $0.contains(name.text) }
    #expect(lines.count == 1 && lines.first?.hasPrefix("error: 5 processes") == true)
    #expect(!log.lines.contains { $0.contains("4711") })
    try await host.endRest(of: try #require(SessionName(text: name.text)))
    #expect(try await !isRefused("visitor-4711", by: host))
    try await host.endRest(of: try keys.name(of: "nobody"))
  }

  @Test("R229: the file of a session's charges goes with them, and a forged one ends no process")
  func chargesFile() async throws {
    let host = host(try await store(.folder))
    let path = try "\(folder.path)/\(keys.name(of: "visitor").text).charges"
    for text in [
      "", "nonsense", "{}",
      #"{"record":{"count":9223372036854775807,"marked":"1","last":[0,0],"versions":[]},"last":-1e300}"#,
    ] {
      try text.write(toFile: path, atomically: true, encoding: .utf8)
      _ = try? await host.with("visitor") { $0.title }
      try await host.endRest(of: try keys.name(of: "visitor"))
      #expect(!FileManager.default.fileExists(atPath: path))
    }
  }
}
