// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Logging
public import ServiceLifecycle

/// What a host does beside answering calls.
extension SessionHost: Service {
  /// Renews the lease, hands sessions over, writes behind and puts idle sessions to sleep, until the process
  /// is to end.
  ///
  /// Ends when its service group shuts down gracefully, on SIGTERM as a rule, or its task is cancelled: after
  /// all sessions were saved and given up.
  public func run() async throws { await serve { try? await gracefulShutdown() } }

  /// Does so until something is over.
  ///
  /// - Parameter end: Returns when that is so, or its task is cancelled.
  package func serve(until end: @Sendable () async -> Void) async {
    isRunning = true
    let events = surroundings.store.events(for: node)
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await self.keepLease() }
      group.addTask { await self.hear(events) }
      group.addTask { await self.lookAfterSessions() }
      await end()
      group.cancelAll()
    }
    isRunning = false
    await drain()
  }

  // MARK: The lease

  private func keepLease() async {
    let (clock, duration) = (surroundings.clock, surroundings.options.lease)
    while !Task.isCancelled {
      do throws(SessionError) { try await renewLease() } catch {
        surroundings.logger.warning("The lease could not be renewed: \(error)")
      }
      try? await clock.sleep(duration / 3)
    }
  }

  /// Returns when this node's sessions are its own.
  func holdLease() async throws(SessionError) {
    let (clock, duration) = (surroundings.clock, surroundings.options.lease)
    while !isDraining {
      let (lease, now) = (surroundings.lease, clock.now())
      if lease.isHeld(at: now), isRunning || !lease.isDue(at: now, of: duration) { return }
      try await renewLease()
    }
  }

  /// Renews the lease, once for all who ask at the same time.
  private func renewLease() async throws(SessionError) {
    guard !isRenewing else {
      return await withCheckedContinuation { waitingForLease.append($0) }
    }
    isRenewing = true
    defer {
      isRenewing = false
      let waiters = waitingForLease
      waitingForLease = []
      for waiter in waiters { waiter.resume() }
    }
    let (clock, duration, node) = (surroundings.clock, surroundings.options.lease, node)
    let (woken, lease) = (wokenAfterVainTakings, surroundings.lease)
    let answer = await surroundings.patiently { store throws(SessionStoreError) in
      let asked = clock.now()
      return (
        asked, try await store.renew(node, lease: lease.number, for: duration, woken: woken)
      )
    }
    let (asked, number) = try answer.get().0
    wokenAfterVainTakings.removeFirst(woken.count)
    if !isDraining { lease.didRenew(number, asked: asked, for: duration) }
  }

  // MARK: Events and time

  private func hear(_ events: AsyncStream<SessionEvent>) async {
    await withDiscardingTaskGroup { group in
      for await event in events {
        switch event {
        case .wanted(let name): group.addTask { await self.handOver(name) }
        case .released(let name): didRelease(name)
        }
      }
    }
  }

  private func lookAfterSessions() async {
    let (clock, options) = (surroundings.clock, surroundings.options)
    var pause = min(options.idleTime / 4, .seconds(10))
    if case .writeBehind(let delay) = options.saving { pause = min(pause, delay / 4) }
    pause = max(pause, .milliseconds(5))
    var lastRemoval: Duration?
    while (try? await clock.sleep(pause)) != nil {
      await writeBehind()
      await putIdleToSleep()
      guard let age = options.age else { continue }
      let now = clock.now()
      if lastRemoval.map({ now - $0 >= min(age / 4, .seconds(600)) }) ?? true {
        lastRemoval = now
        _ = await surroundings.patiently { store throws(SessionStoreError) in
          try await store.removeUnused(for: age)
        }
      }
    }
  }
}
