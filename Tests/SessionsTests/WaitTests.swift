// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Logging
import RestorationArchive
import SessionFixtures
@testable import Sessions
import SimulatedSessions
import StateRestoration
import Synchronization
import Testing

/// Waits of callers, which all end.
///
/// In simulated time, which passes only while everything waits.
@Suite struct WaitTests {
  private let simulation = Simulation(seed: 1)
  private let executor: SimulatedNodeExecutor
  private let memory: MemorySessionStore
  private let store: MortalStore
  private let gate = Gate()

  init() {
    executor = SimulatedNodeExecutor(simulation)
    memory = MemorySessionStore(clock: SimulatedClock(simulation))
    store = MortalStore(memory)
  }

  private let keys = MemorySessionKeys()

  private func host(_ options: SessionOptions = SessionOptions(), name: String = "a")
    -> SessionHost<Form>
  {
    SessionHost(
      store: store, keys: keys,
      for: ApplicationDescription(identifier: "org.example.Forms", version: "1"),
      options: options, node: SessionNode(name: name), clock: SimulatedClock(simulation),
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, executor: executor
    ) { Form(registeringWith: $0) }
  }

  /// Runs a body in simulated time; it fails the test after an hour of it.
  private func simulate(
    sourceLocation: SourceLocation = #_sourceLocation, _ body: @escaping @Sendable () async -> Void
  ) {
    let isDone = Mutex(false)
    begin {
      await body()
      isDone.withLock { $0 = true }
    }
    let hasEnded = simulation.run(until: .seconds(3_600)) { isDone.withLock { $0 } }
    #expect(hasEnded, "A wait has not ended", sourceLocation: sourceLocation)
    gate.open()
  }

  @discardableResult
  private func begin<Result: Sendable>(_ body: @escaping @Sendable () async -> Result)
    -> Task<Result, Never>
  { Task(executorPreference: executor) { await body() } }

  /// Why no call reaches the store.
  enum Failure {
    /// Each call fails, and may be repeated.
    case unreachable
    /// No call comes back.
    case silent
  }

  private func fail(_ failure: Failure?) {
    let error = SessionStoreError("The connection is broken", isTransient: true)
    store.fail(with: failure == .unreachable ? error : nil)
    store.setSilent(failure == .silent)
  }

  /// The time that has passed, without the nanosecond by which a simulated clock sleeps too long.
  private var now: Duration {
    .milliseconds(Int64((simulation.now / .milliseconds(1)).rounded()))
  }

  private func pause(_ duration: Duration) async {
    try? await simulation.sleep(until: simulation.now + duration)
  }

  /// Returns the code of the error that a call throws; `nil` when it throws none.
  private func code(_ call: () async throws -> Void) async -> SessionError.Code? {
    do {
      try await call()
      return nil
    } catch {
      return (error as? SessionError)?.code
    }
  }

  @Test("R230: a call that hangs loses its session at its deadline, and commits nothing")
  func hangingCall() {
    let host = host()
    simulate { [self] in
      try? await host.with("visitor") { $0.title = "Saved" }
      let began = now
      let hanging = await code {
        try await host.with("visitor") { form in
          form.title = "Lost"
          await gate.pass()
        }
      }
      #expect(hanging == .timedOut)
      #expect(now - began == .seconds(60))
      #expect((try? await host.with("visitor") { $0.title }) == "Saved")
      gate.open()
      await pause(.seconds(1))
      try? await host.with("visitor") { $0.lines.append("After") }
      await host.drain()
      let next = self.host(name: "b")
      let found = try? await next.with("visitor") { [$0.title] + $0.lines }
      #expect(found == ["Saved", "After"])
    }
  }

  @Test("R230: a call has its own deadline, which counts while it waits, and then does not run")
  func deadlineOfAWaitingCall() {
    let host = host()
    simulate { [self] in
      let first = begin { [self] in
        await code { try await host.with("visitor") { _ in await gate.pass() } }
      }
      await pause(.seconds(1))
      let second = await code {
        try await host.with("visitor", timeout: .seconds(5)) { $0.title = "Late" }
      }
      #expect(second == .timedOut)
      #expect(now == .seconds(6))
      gate.open()
      #expect(await first.value == nil)
      #expect((try? await host.with("visitor") { $0.title }) == "")
    }
  }

  @Test("R230: those who wait behind a hanging call are answered after its deadline, in order")
  func waitingBehindAHangingCall() {
    let host = host()
    simulate { [self] in
      begin { [self] in
        _ = await code {
          try await host.with("visitor", timeout: .seconds(10)) { _ in await gate.pass() }
        }
      }
      await pause(.seconds(1))
      let calls = (0..<3).map { number in
        begin { try? await host.with("visitor") { $0.lines.append("\(number)") } }
      }
      for call in calls { #expect(await call.value != nil) }
      #expect(now == .seconds(10))
      let lines = try? await host.with("visitor") { $0.lines }
      #expect(Set(lines ?? []) == ["0", "1", "2"])
    }
  }

  @Test(
    "R230: a cancelled caller waits no longer; a waiting call does not run, a running one is saved")
  func cancellation() {
    let host = host()
    simulate { [self] in
      let isCancelled = Mutex(false)
      let running = begin { [self] in
        try? await host.with("visitor") { form in
          form.lines.append("running")
          await gate.pass()
          isCancelled.withLock { $0 = Task.isCancelled }
        }
      }
      await pause(.seconds(1))
      let waiting = begin { try? await host.with("visitor") { $0.lines.append("waiting") } }
      await pause(.seconds(1))
      for call in [waiting, running] {
        call.cancel()
        #expect(await call.value == nil)
      }
      #expect(now == .seconds(2))
      gate.open()
      let lines = try? await host.with("visitor") { $0.lines }
      #expect(lines == ["running"] && isCancelled.withLock { $0 })
    }
  }

  @Test("R230: a cancelled caller's change is saved once the store can be reached again")
  func cancelledWithoutStore() {
    let host = host()
    simulate { [self] in
      let running = begin { [self] in
        try? await host.with("visitor") { form in
          form.lines.append("running")
          await gate.pass()
        }
      }
      await pause(.milliseconds(1_500))
      fail(.unreachable)
      running.cancel()
      #expect(await running.value == nil)
      gate.open()
      await pause(.milliseconds(500))
      fail(nil)
      #expect((try? await host.with("visitor") { $0.lines }) == ["running"])
    }
  }

  @Test("R230: a cancelled caller leaves no call behind that hangs beyond its deadline")
  func cancelledAndHanging() {
    let host = host()
    simulate { [self] in
      let hanging = begin { [self] in
        try? await host.with("visitor") { _ in await gate.pass() }
      }
      await pause(.seconds(1))
      hanging.cancel()
      #expect((try? await host.with("visitor") { $0.title }) == "")
      #expect(now == .seconds(60))
    }
  }

  @Test("R230: a call to the session that one is in fails at once, whatever it wants of it")
  func nestedCalls() {
    let host = host()
    simulate { [self] in
      let name = try! keys.name(of: "a")
      let calls: [@Sendable () async throws -> Void] = [
        { try await host.with("a") { _ in } },
        { try await host.with("b") { _ in try await host.with("a") { _ in } } },
        { try await host.remove("a") },
        { try await host.moveSession("a", to: "c") },
        { try await host.moveSession("c", to: "a") },
        { try await host.endRest(of: name) },
        { _ = try await host.sessionExists("a") },
      ]
      for call in calls {
        let nested = await code {
          try await host.with("a") { _ in
            let inner = Task(executorPreference: self.executor) { try await call() }
            try await inner.value
          }
        }
        #expect(nested == .nested)
        #expect(await code(call) == nil)
      }
      #expect(now == .zero)
    }
  }

  @Test("R230: a task that begins in a call, and calls when that has ended, keeps no trace of it")
  func callsThatBeginCalls() {
    let host = host()
    let hasEnded = Gate()
    simulate { [self] in
      @Sendable func callLater() -> Task<Int?, Never> {
        begin {
          await hasEnded.pass()
          return try? await host.with("timer") { _ in SessionCall.underWay.count }
        }
      }
      let next = try? await host.with("timer") { _ in callLater() }
      hasEnded.open()
      #expect(await next?.value == 1)
    }
  }

  @Test(
    "R230: a host whose lease and age are none asks its store with pauses",
    arguments: [Duration.zero, .seconds(-1)])
  func noDurations(none: Duration) throws {
    var options = SessionOptions()
    (options.lease, options.age) = (none, none)
    let host = host(options)
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    let serving = begin { await host.serve { for await _ in ends {} } }
    simulation.run(until: .seconds(3_600)) { store.askCount == 100 }
    try #require(now >= .seconds(1))
    simulate {
      #expect((try? await host.with("visitor") { $0.title }) == "")
      end.finish()
      await serving.value
    }
  }

  @Test("R230: as many calls wait for a session as its host allows; further ones fail at once")
  func limit() {
    var options = SessionOptions()
    options.waiting = 2
    let host = host(options)
    simulate { [self] in
      let calls = (0..<3).map { _ in
        begin { [self] in
          await code { try await host.with("visitor") { _ in await gate.pass() } }
        }
      }
      await pause(.seconds(1))
      for _ in 0..<2 {
        #expect(await code { try await host.with("visitor") { _ in } } == .busy)
      }
      #expect(await code { try await host.with("other") { _ in } } == nil)
      #expect(now == .seconds(1))
      gate.open()
      for call in calls { #expect(await call.value == nil) }
      #expect(await code { try await host.with("visitor") { _ in } } == nil)
    }
  }

  @Test("R230: what is done between calls counts among the calls that wait")
  func limitBetweenCalls() {
    var options = SessionOptions()
    options.waiting = 2
    let host = host(options)
    simulate { [self] in
      begin { [self] in
        _ = await code { try await host.with("visitor") { _ in await gate.pass() } }
      }
      await pause(.seconds(1))
      let removals = (0..<2).map { _ in
        begin { [self] in await code { try await host.remove("visitor") } }
      }
      await pause(.seconds(1))
      let name = try! keys.name(of: "visitor")
      let waits: [@Sendable () async throws -> Void] = [
        { try await host.with("visitor") { _ in } },
        { try await host.remove("visitor") },
        { try await host.moveSession("visitor", to: "new") },
        { try await host.moveSession("new", to: "visitor") },
        { try await host.endRest(of: name) },
        { _ = try await host.sessionExists("visitor") },
      ]
      for wait in waits { #expect(await code(wait) == .busy) }
      #expect(now == .seconds(2))
      gate.open()
      for removal in removals { #expect(await removal.value == nil) }
      for wait in waits { #expect(await code(wait) == nil) }
    }
  }

  @Test("R230: removing, moving, ending a rest and asking do not wait beyond their deadlines")
  func otherWaits() {
    let host = host()
    simulate { [self] in
      try? await host.with("visitor") { $0.title = "Kept" }
      begin { [self] in
        try? await host.with("visitor", timeout: .seconds(3_000)) { _ in await gate.pass() }
      }
      await pause(.seconds(1))
      let name = try! keys.name(of: "visitor")
      let waits: [@Sendable () async throws -> Void] = [
        { try await host.remove("visitor", timeout: .seconds(5)) },
        { try await host.moveSession("visitor", to: "new", timeout: .seconds(5)) },
        { try await host.endRest(of: name, timeout: .seconds(5)) },
      ]
      for wait in waits {
        let began = now
        #expect(await code(wait) == .timedOut)
        #expect(now - began == .seconds(5))
      }
      fail(.silent)
      #expect(
        await code { _ = try await host.sessionExists("other", timeout: .seconds(5)) } == .timedOut)
      fail(nil)
      gate.open()
      #expect((try? await host.with("visitor") { $0.title }) == "Kept")
    }
  }

  @Test(
    "R230: a store that never comes back delays no caller beyond its deadline",
    arguments: [true, false])
  func silentStore(isAwake: Bool) {
    let host = host()
    simulate { [self] in
      if isAwake { try? await host.with("visitor") { $0.title = "Kept" } }
      fail(.silent)
      let silent = await code { try await host.with("visitor") { $0.title = "Changed" } }
      // What was being saved may be durable.
      #expect(silent == (isAwake ? .storeUnavailable : .timedOut))
      #expect(now == .seconds(60))
    }
  }

  @Test(
    "R230: a node ends within its patience, whatever hangs",
    arguments: [nil, .unreachable, .silent] as [Failure?])
  func ending(failure: Failure?) {
    var options = SessionOptions()
    options.saving = .writeBehind(within: .seconds(3_000))
    let host = host(options)
    simulate { [self] in
      for number in 0..<320 { try? await host.with("\(number)") { $0.title = "Behind" } }
      let hanging = begin { [self] in
        await code { try await host.with("hanging") { _ in await gate.pass() } }
      }
      await pause(.seconds(1))
      fail(failure)
      let began = now
      await host.drain()
      #expect(now - began <= .seconds(30))
      #expect(await hanging.value == .timedOut)
      guard failure == nil else { return }
      // All that did not hang is saved, and nothing waits for a lease to end.
      let next = self.host(name: "b")
      for number in 0..<320 {
        #expect((try? await next.with("\(number)") { $0.title }) == "Behind")
      }
      #expect((try? await next.with("hanging") { $0.title }) == "")
      #expect(now - began <= .seconds(15))
    }
  }

  @Test("R230: a service ends within its patience, even while it asks the store for old sessions")
  func endingWhileRemoving() {
    var options = SessionOptions()
    options.age = .seconds(86_400)
    let host = host(options)
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    simulate { [self] in
      fail(.silent)
      let serving = begin { await host.serve { for await _ in ends {} } }
      await pause(.seconds(1))
      end.finish()
      await serving.value
      #expect(now <= .seconds(31))
    }
  }

  @Test("R230: a reading call that outlasts the lease of a host that is not run is answered")
  func outlastingCall() {
    let host = host()
    let runs = Mutex(0)
    simulate { [self] in
      try? await host.with("visitor") { $0.title = "Kept" }
      let title = try? await host.with("visitor") { form in
        runs.withLock { $0 += 1 }
        await pause(.seconds(10))
        return form.title
      }
      #expect(title == "Kept")
      #expect(runs.withLock { $0 } == 2)
    }
  }

  @Test("R230: a read of a session without state waits for no store that went away meanwhile")
  func readWithoutStore() {
    let host = host()
    simulate { [self] in
      let title = try? await host.with("visitor") { form in
        fail(.unreachable)
        return form.title
      }
      #expect(title == "")
      #expect(now == .zero)
    }
  }

  @Test("R218: a call whose write may have been carried out does not run again")
  func writeInDoubt() {
    var options = SessionOptions()
    options.saving = .writeBehind(within: .seconds(3_000))
    let host = host(options)
    let next = self.host(name: "b")
    simulate { [self] in
      // Another node takes the session before the write is repeated.
      store.loseNextAnswer {
        let lines = try? await next.with("visitor") { $0.lines }
        #expect(lines == ["Once"])
      }
      let failure = await code {
        try await host.with("visitor") { form in
          form.lines.append("Once")
          // The lease ends meanwhile.
          await pause(.seconds(5))
        }
      }
      #expect(failure == .storeUnavailable)
      #expect((try? await next.with("visitor") { $0.lines }) == ["Once"])
    }
  }

  @Test("R230: calls that hang hold up no other session while their node ends")
  func endingWithManyHangingCalls() {
    var options = SessionOptions()
    options.saving = .writeBehind(within: .seconds(3_000))
    let host = host(options)
    simulate { [self] in
      for number in 0..<320 { try? await host.with("\(number)") { $0.title = "Behind" } }
      for number in 0..<80 {
        begin { [self] in
          _ = await code { try await host.with("hanging \(number)") { _ in await gate.pass() } }
        }
      }
      await pause(.seconds(1))
      let ending = begin { await host.drain() }
      await pause(.seconds(1))
      #expect(store.heldCount == 80)
      await ending.value
    }
  }

  @Test("R217: an outage or a refused write loses no answered change", arguments: [true, false])
  func outageBehind(isTransient: Bool) {
    var options = SessionOptions()
    options.saving = .writeBehind(within: .seconds(1))
    options.idleTime = .seconds(10)
    let host = host(options)
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    simulate { [self] in
      let serving = begin { await host.serve { for await _ in ends {} } }
      try? await host.with("visitor") { $0.lines.append("one") }
      store.fail(with: SessionStoreError("The disk is full", isTransient: isTransient))
      await pause(.seconds(120))
      fail(nil)
      await pause(.seconds(5))
      try? await host.with("visitor") { $0.lines.append("two") }
      end.finish()
      await serving.value
      #expect((try? await self.host(name: "b").with("visitor") { $0.lines }) == ["one", "two"])
    }
  }

  @Test("R217: what is written behind reaches the store in time, whenever it was changed")
  func behindInTime() {
    var options = SessionOptions()
    options.saving = .writeBehind(within: .seconds(2))
    let host = host(options)
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    simulate { [self] in
      let serving = begin { await host.serve { for await _ in ends {} } }
      for number in 1...20 {
        await pause(.milliseconds(70))
        try? await host.with("\(number)") { $0.title = "Behind" }
        await pause(.seconds(2))
        #expect(memory.count == number)
      }
      end.finish()
      await serving.value
    }
  }

  @Test("R217: a write whose answer was lost is repeated before what was changed since")
  func lostAnswerBehind() {
    var options = SessionOptions()
    options.saving = .writeBehind(within: .seconds(1))
    options.lease = .seconds(600)
    let host = host(options)
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    simulate { [self] in
      let serving = begin { await host.serve { for await _ in ends {} } }
      store.loseNextAnswer { [self] in fail(.unreachable) }
      try? await host.with("visitor") { $0.lines.append("one") }
      await pause(.seconds(40))
      try? await host.with("visitor") { $0.lines.append("two") }
      fail(nil)
      await pause(.seconds(5))
      end.finish()
      await serving.value
      #expect((try? await self.host(name: "b").with("visitor") { $0.lines }) == ["one", "two"])
    }
  }

  @Test("R230: a write that is refused when it is repeated is in doubt")
  func refusedRepetition() {
    let host = host()
    simulate { [self] in
      store.loseNextAnswer { [self] in
        store.fail(with: SessionStoreError("The disk is full", isTransient: false))
      }
      let failure = await code { try await host.with("visitor") { $0.title = "Written" } }
      #expect(failure == .storeUnavailable)
      fail(nil)
      #expect((try? await host.with("visitor") { $0.title }) == "Written")
    }
  }

  @Test("R231: an unwritten change makes no session exist once the node's lease has ended")
  func existenceAfterTheLease() {
    var options = SessionOptions()
    options.saving = .writeBehind(within: .seconds(3_000))
    let host = host(options)
    simulate { [self] in
      try? await host.with("visitor") { $0.title = "Behind" }
      #expect((try? await host.sessionExists("visitor")) == true)
      await pause(.seconds(5))
      #expect((try? await host.sessionExists("visitor")) == false)
    }
  }

  @Test("R231: a session that is on its way to the store exists")
  func existenceWhileLeaving() {
    var options = SessionOptions()
    options.saving = .writeBehind(within: .seconds(3_000))
    options.idleTime = .seconds(10)
    let host = host(options)
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    simulate { [self] in
      begin { await host.serve { for await _ in ends {} } }
      try? await host.with("visitor") { $0.title = "Behind" }
      fail(.unreachable)
      // It falls asleep, and cannot be written yet.
      await pause(.seconds(15))
      let exists = begin { try? await host.sessionExists("visitor") }
      await pause(.seconds(1))
      fail(nil)
      #expect(await exists.value == true)
      end.finish()
    }
  }

  @Test("Health knows of a missing standby even when the store no longer answers")
  func missingStandby() {
    let host = host()
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    store.setStandby(false)
    simulate { [self] in
      begin { await host.serve { for await _ in ends {} } }
      await pause(.seconds(1))
      #expect(await host.health.hasStandby == false)
      fail(.silent)
      await pause(.seconds(10))
      #expect(await host.health.hasStandby == false)
      end.finish()
    }
  }

  @Test("An awake session falls asleep when it is as old as its age")
  func ageOfAnAwakeSession() {
    var options = SessionOptions()
    options.age = .seconds(60)
    let host = host(options)
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    simulate { [self] in
      begin { await host.serve { for await _ in ends {} } }
      try? await host.with("visitor") { $0.title = "Old" }
      await pause(.seconds(200))
      #expect(await host.awakeCount == 0)
      #expect(memory.count == 0)
      end.finish()
    }
  }

  @Test("R229: nodes that live on after a failed write are charged to no session")
  func failedWrites() {
    simulate { [self] in
      for number in 0..<7 {
        let host = host(name: "\(number)")
        let failure = await code {
          try await host.with("visitor") { form in
            fail(.unreachable)
            form.title = "\(number)"
          }
        }
        #expect(failure == .storeUnavailable)
        fail(nil)
        await pause(.seconds(5))
      }
    }
  }

  @Test("R229: nodes that were only paused, or whose calls hang, are charged to no session")
  func pausedNodes() {
    simulate { [self] in
      let calls = (0..<7).map { number in
        begin { [self] in
          await pause(.seconds(5 * number))
          // The next node takes the session while this one has no lease.
          let host = host(name: "\(number)")
          return await code {
            try await host.with("visitor", timeout: .seconds(6)) { _ in await gate.pass() }
          }
        }
      }
      for call in calls { #expect(await call.value == .timedOut) }
    }
  }
}
