// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Logging

#if Server
public import ServiceLifecycle

extension SessionHost: Service {}
#endif

/// The host's background work.
extension SessionHost {
  /// Does the host's background work until the process is to end.
  ///
  /// It renews the lease, hands sessions over, writes behind and puts idle sessions to sleep. It
  /// ends when its task is cancelled or, with the trait `Server`, when its service group shuts down
  /// gracefully, normally on SIGTERM. Before it returns, it saves and gives up all sessions, as
  /// ``drain()`` does.
  public func run() async throws {
    await serve {
      #if Server
      try? await gracefulShutdown()
      #else
      // Nothing arrives; the wait ends with the task.
      let (nothing, continuation) = AsyncStream.makeStream(of: Never.self)
      for await _ in nothing {}
      continuation.finish()
      #endif
    }
  }

  /// Does the background work until `end` returns.
  ///
  /// - Parameter end: Returns when the work is to end, or when its task is cancelled.
  package func serve(until end: @Sendable () async -> Void) async {
    startKeepingLease()
    let events = surroundings.store.events(for: node)
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await self.hear(events) }
      group.addTask { await self.lookAfterSessions() }
      group.addTask { await self.removeUnusedSessions() }
      group.addTask { await self.watchHealth() }
      await end()
      await drain()
      group.cancelAll()
    }
  }

  // MARK: The lease

  /// Renews the lease until the host gives it up.
  func startKeepingLease() {
    guard keepingLease == nil else { return }
    keepingLease = surroundings.begin { await self.keepLease { true } }
  }

  /// Renews the lease until a call has ended, if nothing else does.
  func keepLease(for call: SessionCall) {
    guard keepingLease == nil else { return }
    surroundings.begin { await self.keepLease { !call.hasEnded } }
  }

  private func keepLease(while isNeeded: @Sendable () -> Bool) async {
    let (clock, duration) = (surroundings.clock, surroundings.options.lease)
    while !hasLeft, isNeeded() {
      if case .failure(let error) = await renewLease() {
        surroundings.logger.warning("The lease could not be renewed: \(error)")
      }
      try? await clock.sleep(duration / 3)
    }
  }

  /// Waits until this node holds its lease.
  func holdLease() async throws(SessionError) {
    let (clock, duration) = (surroundings.clock, surroundings.options.lease)
    let deadline = clock.now() + surroundings.options.patience
    while !hasLeft {
      let (lease, now) = (surroundings.lease, clock.now())
      if lease.isHeld(at: now), keepingLease != nil || !lease.isDue(at: now, of: duration) {
        return
      }
      guard now < deadline else { throw .storeUnavailable("No lease was granted in time") }
      try await renewLease().get()
    }
  }

  /// Renews the lease once for all simultaneous callers.
  private func renewLease() async -> Result<Void, SessionError> {
    guard !isRenewing else {
      return await withCheckedContinuation { waitingForLease.append($0) }
    }
    isRenewing = true
    let (clock, duration, node) = (surroundings.clock, surroundings.options.lease, node)
    let lease = surroundings.lease
    let answer = await surroundings.patiently { store throws(SessionStoreError) in
      let asked = clock.now()
      return (asked, try await store.renew(node, lease: lease.number, for: duration))
    }
    let result: Result<Void, SessionError> = answer.map { answer in
      let (asked, number) = answer.0
      if !hasLeft { lease.didRenew(number, asked: asked, for: duration) }
    }
    isRenewing = false
    let waiters = waitingForLease
    waitingForLease = []
    for waiter in waiters { waiter.resume(returning: result) }
    return result
  }

  // MARK: Events and time

  private func hear(_ events: AsyncStream<SessionEvent>) async {
    for await event in events {
      switch event {
      case .wanted(let name): surroundings.begin { await self.handOver(name) }
      case .released(let name): didRelease(name)
      }
    }
  }

  private func lookAfterSessions() async {
    let (clock, options) = (surroundings.clock, surroundings.options)
    var pause = min(options.timeToSleep / 4, .seconds(10))
    if case .writeBehind(let delay) = options.saving { pause = min(pause, delay / 4) }
    pause = max(pause, .milliseconds(5))
    while (try? await clock.sleep(pause)) != nil {
      writeBehind()
      putIdleToSleep()
    }
  }

  private func removeUnusedSessions() async {
    let (surroundings, clock) = (surroundings, surroundings.clock)
    guard let age = surroundings.options.age else { return }
    repeat {
      _ = try? await surroundings.wait(until: clock.now() + surroundings.options.patience) {
        await surroundings.patiently { store throws(SessionStoreError) in
          try await store.removeUnused(for: age)
        }
      }
      // An age of none, too, leaves the store a rest.
    } while (try? await clock.sleep(min(max(age / 4, .seconds(1)), .seconds(600)))) != nil
  }
}
