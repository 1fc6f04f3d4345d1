// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Logging

/// Putting sessions to sleep.
extension SessionHost {
  /// Saves a session and gives it up.
  ///
  /// It stays awake when the task is cancelled while a call runs in it, and when changes of answered
  /// calls cannot be written yet.
  ///
  /// - Parameters:
  ///   - name: The session. It is no error if it is not awake; one that is being woken is waited for.
  ///   - discarding: Whether it does not stay awake because of such changes.
  /// - Returns: Why it could not be saved, if it stays awake for that.
  @discardableResult
  func putToSleep(_ name: SessionName, discarding: Bool = false) async -> SessionError? {
    while !Task.isCancelled {
      switch entries[name] {
      case nil: return nil
      case .waking, .leaving: await nextState(of: name)
      case .awake(let session):
        setEntry(.leaving, of: name)
        let error = await session.release(discarding: discarding)
        didWait(for: session)
        guard let error else { return nil }
        didNotSave(session, error)
        guard case .awake = entries[name] else { return nil }
        recentUse.use(name, at: surroundings.clock.now())
        return error
      }
    }
    return nil
  }

  /// Drops a session that can no longer be used; writes one later whose changes could not be written.
  ///
  /// Another node owns it, or the content of the store is unknown.
  func drop(_ session: AwakeSession<Session>) {
    guard case .awake(let known) = entries[session.name], known === session else { return }
    if session.isClosed { setEntry(nil, of: session.name) } else { writeLater(session.name) }
  }

  private func didNotSave(_ session: AwakeSession<Session>, _ error: SessionError) {
    if session.isClosed {
      surroundings.logger.error("A session could not be saved or given up: \(error)")
    } else {
      surroundings.logger.warning("A session could not be saved yet: \(error)")
    }
    drop(session)
  }

  /// Evicts the least recently used sessions while limits are exceeded.
  ///
  /// No call waits for that. A session with a running call stays awake, since putting it to sleep
  /// would mean waiting for the call.
  func makeRoom(at now: Duration) {
    let options = surroundings.options
    var tries = byteCounts.count
    while tries > 0, byteCounts.count > max(1, options.awake) || byteCount > options.awakeBytes,
      let oldest = recentUse.oldest()?.name
    {
      tries -= 1
      guard calls[oldest] == nil else {
        recentUse.use(oldest, at: now)
        continue
      }
      recentUse.remove(oldest)
      // It is already falling asleep: the next call must not choose it again.
      stopCounting(oldest)
      surroundings.begin { await self.putToSleep(oldest, discarding: true) }
    }
  }

  /// Puts sessions to sleep that were idle for too long.
  func putIdleToSleep() {
    let now = surroundings.clock.now()
    var tries = byteCounts.count
    while tries > 0, let (name, time) = recentUse.oldest(),
      now - time >= surroundings.options.timeToSleep
    {
      tries -= 1
      guard calls[name] == nil else {
        recentUse.use(name, at: now)
        continue
      }
      recentUse.remove(name)
      surroundings.begin { await self.putToSleep(name) }
    }
  }

  /// Writes the changes that are due.
  func writeBehind() {
    let now = surroundings.clock.now()
    while let (name, due) = behind.first, due <= now || !isBehind.contains(name) {
      behind.removeFirst()
      guard isBehind.remove(name) != nil, case .awake(let session) = entries[name] else { continue }
      surroundings.begin {
        guard let error = await session.flush() else { return }
        await self.didNotSave(session, error)
      }
    }
  }

  /// Has a session's changes written after the time that they may take.
  func writeLater(_ name: SessionName) {
    guard case .writeBehind(let delay) = surroundings.options.saving,
      isBehind.insert(name).inserted
    else { return }
    // The host looks once in each quarter of that time.
    behind.append((name, surroundings.clock.now() + delay * 3 / 4))
  }

  /// Hands a session over to another node that asks for it.
  func handOver(_ name: SessionName) async {
    guard entries[name] == nil else {
      surroundings.measures.didHandOver()
      await putToSleep(name)
      return
    }
    // The store names this node as owner of a session it does not know: an answer was lost.
    setEntry(.leaving, of: name)
    _ = await surroundings.patiently { [node] store throws(SessionStoreError) in
      if case .taken(let ownership, _, _) = try await store.take(name, for: node, marking: nil) {
        try await store.release(ownership, wasWoken: false)
      }
    }
    setEntry(nil, of: name)
  }

  /// Saves and gives up all sessions, and accepts no more.
  ///
  /// It ends within ``SessionOptions/patience``, whatever hangs. Calls that run have half of this
  /// time. Those that are left then lose their sessions, and commit nothing. ``run()`` does this when
  /// it ends. If the program doesn't call ``run()``, it drains the host before it exits. Such a host
  /// renews its lease before calls only, so a call that takes longer than a lease may run twice.
  public func drain() async {
    isDraining = true
    startKeepingLease()
    // It also ends in order for a cancelled caller.
    await surroundings.begin { await self.giveUpAll() }.value
  }

  private func giveUpAll() async {
    let (node, surroundings) = (node, surroundings)
    let (now, patience) = (surroundings.clock.now(), surroundings.options.patience)
    surroundings.deadlines.bringForward(to: now + patience / 2)
    let end = now + patience * 3 / 4
    surroundings.patience.end(at: end)
    // A fixed order, so that a simulation can repeat it.
    let sorted = entries.keys.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
    // Calls that hang hold up no other session.
    let names = sorted.filter { calls[$0] == nil } + sorted.filter { calls[$0] != nil }
    try? await surroundings.wait(until: end) {
      await withTaskGroup(of: Void.self) { group in
        for (number, name) in names.enumerated() {
          if number >= 64 { await group.next() }
          group.addTask { await self.putToSleep(name, discarding: true) }
        }
      }
    }
    // From here on this node owns nothing, even if the store doesn't receive the message.
    hasLeft = true
    surroundings.lease.didLeave()
    keepingLease?.cancel()
    surroundings.patience.end(at: now + patience)
    _ = try? await surroundings.wait(until: now + patience) {
      await surroundings.patiently { store throws(SessionStoreError) in
        try await store.leave(node)
      }
    }
  }
}

extension SessionOptions {
  /// The idle time before a session falls asleep, which its age limits.
  var timeToSleep: Duration { age.map { min($0, idleTime) } ?? idleTime }
}
