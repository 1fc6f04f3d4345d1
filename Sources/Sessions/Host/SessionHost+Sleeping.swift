// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Logging

/// Putting sessions to sleep.
extension SessionHost {
  /// Saves a session and gives it up.
  ///
  /// It stays awake when the task is cancelled while a call runs in it.
  ///
  /// - Parameter name: The session. It is no error if it is not awake; one that is being woken is
  ///   waited for.
  func putToSleep(_ name: SessionName) async {
    while !Task.isCancelled {
      switch entries[name] {
      case nil: return
      case .waking, .leaving: await nextState(of: name)
      case .awake(let session):
        setEntry(.leaving, of: name)
        if let error = await session.release() {
          surroundings.logger.error("A session that was put to sleep could not be saved: \(error)")
        }
        return didWait(for: session)
      }
    }
  }

  /// Drops a session that can no longer be used.
  ///
  /// Another node owns it, or the content of the store is unknown.
  func drop(_ session: AwakeSession<Session>) {
    guard case .awake(let known) = entries[session.name], known === session else { return }
    setEntry(nil, of: session.name)
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
      surroundings.begin { await self.putToSleep(oldest) }
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
        self.surroundings.logger.error("Changes of answered calls could not be saved: \(error)")
        await self.drop(session)
      }
    }
  }

  /// Hands a session over to another node that asks for it.
  func handOver(_ name: SessionName) async {
    guard entries[name] == nil else {
      surroundings.measures.didHandOver()
      return await putToSleep(name)
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
  /// it ends. If the program doesn't call ``run()``, it drains the host before it exits.
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
          group.addTask { await self.putToSleep(name) }
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
