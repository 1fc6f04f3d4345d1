// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive
import RestorationTesting
import SessionFixtures
import Sessions
import StateRestoration
import Synchronization
import Testing

/// Several hosts that share a store, and the effects of time.
@Suite struct NodeTests {
  @Test("R218: concurrent calls on several nodes run one by one, each once")
  func contention() async throws {
    let server = Server()
    let hosts = ["a", "b", "c"].map { server.host($0) }
    try await withRunning(hosts) {
      let lines = try await linesAfterContention(on: hosts)
      #expect(lines.count == 30 && Set(lines).count == 30)
    }
  }

  @Test("R218: a node whose lease has ended loses its sessions, and its old state is void")
  func leaseEnds() async throws {
    let clock = FixedClock()
    let server = Server(store: MemorySessionStore(clock: clock.timer), clock: clock)
    let (lost, next) = (server.host("lost"), server.host("next"))
    try await lost.with("visitor") { $0.lines.append("one") }
    clock.advance(by: .seconds(4))
    // The first node still holds the session in memory, in an older state than the second one's.
    try await next.with("visitor") { $0.lines.append("two") }
    clock.advance(by: .seconds(4))
    #expect(try await lost.with("visitor") { $0.lines } == ["one", "two"])
    try await lost.with("visitor") { $0.lines.append("three") }
    clock.advance(by: .seconds(4))
    #expect(try await next.with("visitor") { $0.lines } == ["one", "two", "three"])
  }

  @Test("R218: a call that only reads runs again if another node took its session meanwhile")
  func lostWhileReading() async throws {
    let clock = FixedClock()
    let server = Server(store: MemorySessionStore(clock: clock.timer), clock: clock)
    let (slow, next) = (server.host("slow"), server.host("next"))
    try await slow.with("visitor") { $0.lines.append("one") }
    let answer = try await slow.with("visitor") { form in
      let lines = form.lines
      if lines == ["one"] {
        // The first run takes so long that its node's lease ends, and then the other node's.
        clock.advance(by: .seconds(4))
        try await next.with("visitor") { $0.lines.append("two") }
        clock.advance(by: .seconds(4))
      }
      return lines
    }
    #expect(answer == ["one", "two"])
  }

  @Test("Unwritten changes are written in time, and an idle session falls asleep")
  func timePasses() async throws {
    let clock = FixedClock()
    let store = MemorySessionStore(clock: clock.timer)
    var server = Server(store: store, clock: clock)
    server.options.idleTime = .seconds(3600)
    server.options.saving = .writeBehind(within: .seconds(1))
    let host = server.host()
    try await withRunning([host]) {
      try await host.with("visitor") { $0.title = "Behind" }
      #expect(store.count == 0)
      try await clock.advance(by: .milliseconds(250), until: { store.count == 1 })
      #expect(await host.awakeCount == 1)
      try await clock.advance(by: .seconds(600), until: { await host.awakeCount == 0 })
      #expect(try await host.with("visitor") { $0.title } == "Behind")
    }
  }

  @Test("R218: a session that was only read for long stays when its node ends without a word")
  func readingIsUse() async throws {
    let clock = FixedClock()
    let store = MemorySessionStore(clock: clock.timer)
    var server = Server(store: store, clock: clock)
    (server.options.age, server.options.lease) = (.seconds(3_600), .seconds(86_400))
    let host = server.host()
    try await host.with("visitor") { $0.title = "Kept" }
    for _ in 0..<8 {
      clock.advance(by: .seconds(1_000))
      #expect(try await host.with("visitor") { $0.title } == "Kept")
    }
    await store.end(host.node)
    #expect(store.removeUnused(for: .seconds(3_600)) == 0)
  }

  @Test("A call can call another session even if only one may be awake")
  func nestedCalls() async throws {
    var server = Server()
    server.options.awake = 1
    let host = server.host()
    try await host.with("a") { form in
      form.title = try await host.with("b") { other in
        other.title = "B"
        return other.title
      }
    }
    #expect(try await host.with("a") { $0.title } == "B")
  }

  @Test("A cancelled call keeps its changes; one cancelled before it starts changes nothing")
  func cancelledCall() async throws {
    let server = Server()
    let host = server.host()
    let task = Task {
      try await host.with("visitor") { form in
        withUnsafeCurrentTask { $0?.cancel() }
        form.lines.append("one")
      }
    }
    try await task.value
    #expect(try await host.with("visitor") { $0.lines } == ["one"])
    let late = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await host.with("visitor") { $0.lines.append("late") }
    }
    await #expect(throws: CancellationError.self) { try await late.value }
    #expect(try await host.with("visitor") { $0.lines } == ["one"])
  }

  @Test("Reading a session that does not exist stores nothing")
  func lookingLeavesNothing() async throws {
    let store = MemorySessionStore()
    let host = Server(store: store).host()
    #expect(try await host.with("crawler") { $0.title } == "")
    await host.drain()
    #expect(store.count == 0)
  }

  @Test("R217: unwritten changes survive the end of their node's lease")
  func behindALease() async throws {
    let clock = FixedClock()
    var server = Server(store: MemorySessionStore(clock: clock.timer), clock: clock)
    server.options.saving = .writeBehind(within: .seconds(60))
    let host = server.host("a")
    try await host.with("visitor") { $0.lines.append("one") }
    clock.advance(by: .seconds(10))
    try await host.with("visitor") { $0.lines.append("two") }
    await host.drain()
    #expect(try await server.host("b").with("visitor") { $0.lines } == ["one", "two"])
  }

  private struct Unmakeable: Error, Equatable {}

  @Test("A session that cannot be created fails its call, and the next call tries again")
  func makingFails() async throws {
    let isBroken = Mutex(true)
    let host = SessionHost(
      store: MemorySessionStore(), keys: MemorySessionKeys(),
      for: ApplicationDescription(identifier: "org.example.Forms", version: "1"),
      options: Server().options
    ) { coordinator in
      if isBroken.withLock({ $0 }) { throw Unmakeable() }
      return Form(registeringWith: coordinator)
    }
    await #expect(throws: Unmakeable()) { try await host.with("visitor") { $0.title } }
    isBroken.withLock { $0 = false }
    #expect(try await host.with("visitor") { $0.title } == "")
  }
}

extension FixedClock {
  /// Advances the clock in steps until a condition holds.
  ///
  /// Fails if the condition never holds.
  func advance(by step: Duration, until condition: () async -> Bool) async throws {
    for _ in 0..<10_000 {
      if await condition() { return }
      advance(by: step)
      await Task.yield()
    }
    Issue.record("The condition never came true")
  }
}
