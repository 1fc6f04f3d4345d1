// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive
import SessionFixtures
import Sessions
import StateRestoration
import Testing

/// Powers and limits of the store and its owner.
@Suite struct PrivacyTests {
  @Test("R120: the store sees neither identifiers nor values")
  func storeSeesNothing() async throws {
    let store = MemorySessionStore()
    let server = Server(store: store)
    try await server.host().with("visitor-4711") { $0.title = "Very secret title" }
    let name = try server.name(of: "visitor-4711")
    let bytes = try #require(store.archive(of: name)) + name.bytes
    for text in ["visitor-4711", "Very secret", "Form", "title"] {
      #expect(bytes.firstRange(of: Array(text.utf8)) == nil)
    }
    #expect(store.archive(of: SessionName(bytes: Array("visitor-4711".utf8))) == nil)
  }

  @Test("R48, R120: an archive opens for its own session only, and an unreadable one is kept")
  func archivesAreNotExchanged() async throws {
    let store = MemorySessionStore()
    let server = Server(store: store)
    let host = server.host("a")
    for name in ["victim", "thief"] { try await host.with(name) { $0.title = name } }
    await host.drain()
    let stolen = try #require(store.archive(of: server.name(of: "victim")))
    let place = try server.name(of: "thief")
    store.overwrite(place, with: stolen)
    let next = server.host("b")
    for _ in 0..<2 {
      await #expect {
        try await next.with("thief") { $0.title = "Overwritten" }
      } throws: {
        guard let error = $0 as? SessionError else { return false }
        return error.code == .unreadable && error.cause?.code == .wrongKey
      }
    }
    #expect(store.archive(of: place) == stolen)
    try await next.remove("thief")
    #expect(try await next.with("thief") { $0.title } == "")
  }

  @Test("R120: another program with the same keys and store opens no session, a renamed one does")
  func otherPrograms() async throws {
    let (store, keys) = (MemorySessionStore(), MemorySessionKeys())
    func call(_ identifier: String, former: [String] = []) async throws -> String {
      let host = SessionHost(
        store: store, keys: keys,
        for: ApplicationDescription(
          identifier: identifier, version: "1", formerIdentifiers: former),
        options: Server().options
      ) { Form(registeringWith: $0) }
      let title = try await host.with("visitor") { form in
        if form.title.isEmpty { form.title = identifier }
        return form.title
      }
      await host.drain()
      return title
    }
    #expect(try await call("org.example.Letters") == "org.example.Letters")
    let error = await #expect(throws: SessionError.self) { _ = try await call("org.example.Tax") }
    #expect(error?.code == .unreadable && error?.cause?.code == .wrongKey)
    let title = try await call("org.example.Mail", former: ["org.example.Letters"])
    #expect(title == "org.example.Letters")
  }

  @Test("R51, R120: an archive with changed bytes is not restored, and stays")
  func changedBytes() async throws {
    let store = MemorySessionStore()
    let server = Server(store: store)
    let host = server.host("a")
    try await host.with("visitor") { $0.title = "One" }
    try await host.with("visitor") { $0.title = "Two" }
    await host.drain()
    let place = try server.name(of: "visitor")
    var bytes = try #require(store.archive(of: place))
    bytes[bytes.count / 2] ^= 1
    store.overwrite(place, with: bytes)
    await #expect(throws: SessionError.self) {
      try await server.host("b").with("visitor") { $0.title = "Three" }
    }
    #expect(store.archive(of: place) == bytes)
  }

  @Test("R154: an older version keeps what a newer one has saved, however often it is called")
  func rollingUpgrade() async throws {
    let store = MemorySessionStore()
    let keys = MemorySessionKeys()
    let newer = Server(store: store, keys: keys, schemaVersion: 2)
    let host = newer.host("new")
    try await host.with("visitor") { $0.title = "New" }
    await host.drain()
    let older = Server(store: store, keys: keys).host("old")
    for _ in 0..<8 {
      await #expect {
        try await older.with("visitor") { $0.title = "Old" }
      } throws: {
        guard let error = $0 as? SessionError else { return false }
        return error.code == .unreadable && error.cause?.code == .newerSchema
      }
    }
    #expect(try await newer.host("new again").with("visitor") { $0.title } == "New")
  }

  @Test("The store's owner can put back an older state of the same session")
  func rollback() async throws {
    let store = MemorySessionStore()
    let server = Server(store: store)
    let host = server.host("a")
    try await host.with("visitor") { $0.title = "One" }
    let place = try server.name(of: "visitor")
    let older = store.archive(of: place)
    try await host.with("visitor") { $0.title = "Two" }
    await host.drain()
    store.overwrite(place, with: older)
    #expect(try await server.host("b").with("visitor") { $0.title } == "One")
  }

  @Test("What is written after a rotation opens with the new key alone, and not with stolen ones")
  func stolenKeys() async throws {
    let store = MemorySessionStore()
    let keys = MemorySessionKeys()
    let server = Server(store: store, keys: keys)
    let host = server.host("a")
    for name in ["visitor", "asleep"] { try await host.with(name) { $0.title = "Before" } }
    let stolen = keys.keys()
    await host.drain()
    keys.rotate()
    let next = server.host("b")
    #expect(try await next.with("visitor") { $0.title } == "Before")
    try await next.with("visitor") { $0.title = "After" }
    await next.drain()
    let current = keys.keys()
    let withoutFormer = MemorySessionKeys(
      SessionKeys(naming: current.naming, sealing: current.sealing))
    let owner = Server(store: store, keys: withoutFormer).host("c")
    #expect(try await owner.with("visitor") { $0.title } == "After")
    await owner.drain()
    let thief = Server(store: store, keys: MemorySessionKeys(stolen)).host("thief")
    await #expect {
      try await thief.with("visitor") { $0.title }
    } throws: {
      guard let error = $0 as? SessionError else { return false }
      return error.code == .unreadable && error.cause?.code == .wrongKey
    }
    #expect(try await thief.with("asleep") { $0.title } == "Before")
  }

  @Test("A forged cookie gets an empty session of its own")
  func forgedIdentifier() async throws {
    let server = Server()
    let host = server.host()
    try await host.with("visitor-4711") { $0.title = "Secret" }
    for forged in ["visitor-4712", "visitor-471", "visitor-4711 ", "VISITOR-4711", ""] {
      #expect(try await host.with(forged) { $0.title } == "", "\(forged)")
    }
    // Without the key, a name does not reveal the identifier.
    let other = try MemorySessionKeys().name(of: "visitor-4711")
    #expect(try server.name(of: "visitor-4711") != other)
  }
}
