// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationTesting
import SessionFixtures
import Sessions
import Synchronization
import Testing

#if Server
import CoreMetrics
import MetricsTestKit
#endif

/// What a host tells a health page.
@Suite struct HealthTests {
  private let clock = FixedClock()
  private let store: MortalStore
  private let server: Server

  init() {
    store = MortalStore(MemorySessionStore(clock: clock.timer))
    server = Server(store: store, clock: clock)
  }

  @Test("A host serves from its first lease until it drains")
  func serving() async throws {
    let host = server.host()
    #expect(await !host.health.isServing)
    #expect(await host.health.lease == .zero)
    try await withRunning([host]) {
      await eventually { await host.health.isServing }
      #expect(await host.health.lease > .seconds(2))
      // Nothing renews it while the clock stands.
      #expect(await host.health.lease <= .seconds(3))
    }
    #expect(await host.health.isDraining)
    #expect(await !host.health.isServing)
  }

  @Test("Health counts sessions that are awake or rest, and calls that wait")
  func counts() async throws {
    let host = server.host()
    try await host.with("a") { $0.title = "A" }
    let (gate, open) = AsyncStream.makeStream(of: Void.self)
    let isInside = Mutex(false)
    async let first: Void = host.with("a") { _ in
      isInside.withLock { $0 = true }
      for await _ in gate {}
    }
    await eventually { isInside.withLock { $0 } }
    #expect(await host.health.waiting == 0)
    async let second = host.with("a") { $0.title }
    async let third = host.with("a") { $0.title }
    await eventually { await host.health.waiting == 2 }
    open.finish()
    _ = try await (first, second, third)
    let health = await host.health
    #expect((health.waiting, health.awake, health.resting) == (0, 1, 0))
    #expect(health.storeError == nil)
  }

  @Test("R229: health counts a resting session until its rest has ended")
  func resting() async throws {
    for _ in 0..<5 {
      let mortal = MortalStore(store)
      let host = Server(store: mortal, keys: server.keys, clock: clock).host()
      try await host.with("poison") { _ in await mortal.end(host.node) }
    }
    let host = server.host()
    await #expect(throws: SessionError.self) { try await host.with("poison") { $0.title } }
    #expect(await host.health.resting == 1)
    clock.advance(by: .seconds(61))
    #expect(await host.health.resting == 0)
  }

  @Test("Health names the store's last error until the store answers, and its missing standby")
  func storeFails() async throws {
    let host = server.host()
    try await host.with("a") { $0.title = "A" }
    let error = SessionStoreError("The disk is full", isTransient: false)
    store.fail(with: error)
    await #expect(throws: SessionError.self) { try await host.with("a") { $0.title = "B" } }
    #expect(await host.health.storeError == error)
    store.fail(with: nil)
    try await host.with("a") { $0.title = "B" }
    #expect(await host.health.storeError == nil)

    #expect(await host.health.hasStandby == nil)
    store.setStandby(true)
    try await withRunning([host]) {
      await eventually { await host.health.hasStandby == true }
      store.setStandby(false)
      try await clock.advance(by: .seconds(3), until: { await host.health.hasStandby == false })
    }
  }

  #if Server
  @Test("Metrics have the same facts, once a lease")
  func metrics() async throws {
    let metrics = TestMetrics()
    let host = withMetricsFactory(metrics) { server.host() }
    func gauge(_ name: String) -> Double? { try? metrics.expectGauge(name).lastValue }
    try await host.with("a") { $0.title = "A" }
    store.setStandby(false)
    try await withRunning([host]) {
      await eventually { gauge("sessions_standby") == 0 }
      #expect(try #require(gauge("sessions_lease_seconds")) > 2)
      #expect(gauge("sessions_store_answers") == 1)
      for name in ["sessions_waiting", "sessions_resting"] { #expect(gauge(name) == 0) }
      store.setStandby(nil)
      try await clock.advance(by: .seconds(3), until: { gauge("sessions_standby") == 1 })
      store.fail(with: SessionStoreError("The disk is full", isTransient: false))
      try await clock.advance(by: .seconds(1), until: { gauge("sessions_store_answers") == 0 })
      store.fail(with: nil)
    }
  }

  @Test("A fact that the store has not told yet has no metric")
  func unknownFacts() async throws {
    let metrics = TestMetrics()
    let host = withMetricsFactory(metrics) { server.host() }
    store.fail(with: SessionStoreError("The database is away", isTransient: true))
    try await withRunning([host]) {
      try await clock.advance(
        by: .seconds(3),
        until: { (try? metrics.expectGauge("sessions_store_answers").lastValue) == 0 })
      #expect(throws: (any Error).self) { try metrics.expectGauge("sessions_standby") }
      store.fail(with: nil)
      try await clock.advance(
        by: .seconds(3), until: { (try? metrics.expectGauge("sessions_standby").lastValue) == 1 })
    }
  }
  #endif
}
