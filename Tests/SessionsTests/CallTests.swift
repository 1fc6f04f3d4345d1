// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive
import SessionFixtures
@testable import Sessions
import StateRestoration
import Testing

/// Calls on one host.
@Suite struct CallTests {
  @Test("R218: the next process finds what a call has changed, in all of the session's objects")
  func stateOutlivesAProcess() async throws {
    let server = Server()
    let first = server.host("first")
    try await first.with("visitor") { form in
      form.title = "Restoration"
      form.page.number = 3
    }
    // The first process died without releasing its session; its lease must end first.
    await server.store.end(first.node)
    let found = try await server.host("second").with("visitor") { ($0.title, $0.page.number) }
    #expect(found == ("Restoration", 3))
    let other = try await server.host("third").with("somebody else") { $0.title }
    #expect(other == "")
  }

  @Test(
    "R217, R218: a call is answered once its changes are stored, and small changes are appended")
  func answersAreDurable() async throws {
    let store = MemorySessionStore()
    let server = Server(store: store)
    let host = server.host()
    var archives: [[UInt8]] = []
    try await host.with("visitor") { $0.title = String(repeating: "long ", count: 400) }
    for line in ["one", "two", "three"] {
      try await host.with("visitor") { $0.lines.append(line) }
      archives.append(try #require(store.archive(of: server.name(of: "visitor"))))
    }
    #expect(archives[1].starts(with: archives[0]) && archives[1].count > archives[0].count)
    #expect(archives[2].starts(with: archives[1]) && archives[2].count > archives[1].count)
    _ = try await host.with("visitor") { $0.lines }
    #expect(store.archive(of: try server.name(of: "visitor")) == archives[2])
  }

  @Test("R218: calls of one session run one after the other, even if they suspend")
  func callsTakeTurns() async throws {
    let host = Server().host()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<50 {
        group.addTask {
          try await host.with("visitor") { form in
            let count = form.lines.count
            await Task.yield()
            #expect(form.lines.count == count)
            form.lines.append("\(number)")
          }
        }
      }
      try await group.waitForAll()
    }
    let lines = try await host.with("visitor") { $0.lines }
    #expect(Set(lines).count == 50)
  }

  private struct Refusal: Error, Equatable {}

  @Test("R218: the changes of a failed call are saved, too")
  func failedCall() async throws {
    let server = Server()
    let host = server.host("a")
    await #expect(throws: Refusal()) {
      try await host.with("visitor") { form in
        form.title = "Half"
        throw Refusal()
      }
    }
    await server.store.end(host.node)
    #expect(try await server.host("b").with("visitor") { $0.title } == "Half")
  }

  @Test("R218: what the program throws while it makes a session reaches the caller as it is")
  func failedMaking() async throws {
    let failure = ArchiveError(.inputOutput, "A template could not be read")
    let server = Server()
    let host = SessionHost(
      store: server.store, keys: server.keys,
      for: ApplicationDescription(identifier: "org.example.Forms", version: "1"),
      options: server.options
    ) { _ -> Form in throw failure }
    await #expect(throws: failure) { try await host.with("visitor") { $0.title } }
  }

  @Test(
    "R155: an oversized state is refused, and the stored one stays",
    arguments: [(SessionOptions.Saving.durable, "Small"), (.writeBehind(within: .seconds(60)), "")])
  func tooLarge(saving: SessionOptions.Saving, stored: String) async throws {
    var server = Server()
    (server.options.size, server.options.saving) = (10_000, saving)
    let host = server.host()
    try await host.with("visitor") { $0.title = "Small" }
    let error = await #expect(throws: SessionError.self) {
      try await host.with("visitor") { $0.title = String(repeating: "x", count: 20_000) }
    }
    #expect(error?.code == .tooLarge)
    #expect(error?.description.contains("10000 bytes (`SessionOptions.size`)") == true)
    #expect(try await host.with("visitor") { $0.title } == stored)
  }

  @Test("R155: the error of a state that no archive can hold says what is too much")
  func largerThanAnArchive() {
    let most = "larger than 201326592 bytes, the most that is ever kept"
    #expect(SessionError.tooLarge(.max).description.contains(most))
    let names = "more names than an archive may hold"
    let error = SessionError.notSealed(ArchiveError(.limitExceeded, names))
    #expect(error.code == .tooLarge)
    #expect(error.description.contains(names))
    #expect(SessionError.notSealed(ArchiveError(.keyUnavailable, "")).code == .keysUnavailable)
  }

  @Test("R230: durations that no clock can wait for are as long as possible, or none")
  func boundlessDurations() async throws {
    for duration in [Duration.seconds(Int64.max), .seconds(Int64.min)] {
      var server = Server()
      let isEndless = duration > .zero
      server.options.saving = .writeBehind(within: duration)
      (server.options.timeout, server.options.idleTime) = (duration, duration)
      (server.options.age, server.options.patience) = (duration, duration)
      if isEndless { server.options.lease = duration }
      let host = server.host()
      for timeout in [nil, duration] {
        let call = { try await host.with("visitor", timeout: timeout) { $0.title } }
        if isEndless {
          #expect(try await call() == "")
        } else {
          await #expect(throws: SessionError.self) { try await call() }
        }
      }
      try await withRunning([host]) {}
    }
  }

  @Test("Beyond the limit of awake sessions, the least recently used one falls asleep")
  func leastRecentlyUsed() async throws {
    var server = Server()
    server.options.awake = 2
    let host = server.host()
    for name in ["a", "b", "a", "c"] { try await host.with(name) { $0.lines.append(name) } }
    await eventually { await host.awakeCount == 2 }
    #expect(try await host.with("b") { $0.lines } == ["b"])
    #expect(try await host.with("a") { $0.lines } == ["a", "a"])
  }

  @Test("A drained host has saved everything, and other hosts get its sessions at once")
  func draining() async throws {
    var server = Server()
    server.options.saving = .writeBehind(within: .seconds(3600))
    let host = server.host("a")
    for number in 0..<100 { try await host.with("\(number)") { $0.page.number = number } }
    await host.drain()
    #expect(await host.awakeCount == 0)
    let error = await #expect(throws: SessionError.self) {
      try await host.with("1") { $0.title }
    }
    #expect(error?.code == .draining)
    let next = server.host("b")
    for number in 0..<100 {
      #expect(try await next.with("\(number)") { $0.page.number } == number)
    }
  }
}

/// The example on the library's page.
func pageExample(
  store: any SessionStore, keys: any SessionKeyProvider, application: ApplicationDescription,
  identifier: String, title: String
) async throws {
  let sessions = SessionHost(store: store, keys: keys, for: application) { coordinator in
    Form(registeringWith: coordinator)
  }
  try await sessions.with(identifier) { form in form.title = title }
}
