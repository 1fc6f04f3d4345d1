// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Logging

/// How a session comes to be asleep.
extension SessionHost {
  /// Saves a session and gives it up.
  ///
  /// - Parameter name: The session; one that is not awake is no error.
  func putToSleep(_ name: SessionName) async {
    while true {
      switch entries[name] {
      case nil: return
      case .waking, .leaving: await nextState(of: name)
      case .awake(let session):
        setEntry(.leaving, of: name)
        if let error = await session.release() {
          surroundings.logger.error("A session that was put to sleep could not be saved: \(error)")
        }
        setEntry(nil, of: name)
        return
      }
    }
  }

  /// A session cannot be used any more: it is another node's, or what is in the store is not known.
  func drop(_ session: AwakeSession<Session>) {
    guard case .awake(let known) = entries[session.name], known === session else { return }
    setEntry(nil, of: session.name)
  }

  /// Puts the least recently used sessions to sleep as long as there are too many; nobody waits for that.
  ///
  /// One that is being called stays awake, since it would have to be waited for.
  func makeRoom() {
    let options = surroundings.options
    var tries = byteCounts.count
    while tries > 0, byteCounts.count > max(1, options.awake) || byteCount > options.awakeBytes,
      let oldest = recentUse.oldest()?.name
    {
      tries -= 1
      guard calls[oldest] == nil else {
        recentUse.use(oldest, at: surroundings.clock.now())
        continue
      }
      recentUse.remove(oldest)
      // It is on its way: the next call must not send one more.
      stopCounting(oldest)
      surroundings.begin { await self.putToSleep(oldest) }
    }
  }

  /// Puts the sessions to sleep that nobody has called for a while.
  func putIdleToSleep() {
    let now = surroundings.clock.now()
    var tries = byteCounts.count
    while tries > 0, let (name, time) = recentUse.oldest(),
      now - time >= surroundings.options.idleTime
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

  /// Writes what is due to be written.
  func writeBehind() {
    let now = surroundings.clock.now()
    while let (name, due) = behind.first, due <= now || !isBehind.contains(name) {
      behind.removeFirst()
      guard isBehind.remove(name) != nil, case .awake(let session) = entries[name] else { continue }
      surroundings.begin {
        guard let error = await session.flush() else { return }
        self.surroundings.logger.error("What was answered could not be saved: \(error)")
        await self.drop(session)
      }
    }
  }

  /// Another node asks for a session.
  func handOver(_ name: SessionName) async {
    guard entries[name] == nil else {
      surroundings.measures.didHandOver()
      return await putToSleep(name)
    }
    // The store takes this node for the owner of what it does not know of: an answer was lost.
    setEntry(.leaving, of: name)
    _ = await surroundings.patiently { [node] store throws(SessionStoreError) in
      if case .taken(let ownership, _, _) = try await store.take(name, for: node) {
        try await store.release(ownership, wasWoken: false)
      }
    }
    setEntry(nil, of: name)
  }

  /// Saves all sessions, gives them up and takes none any more; calls that run are waited for.
  ///
  /// ``run()`` does this when it ends. A host that is not run is drained by the program, before it exits.
  public func drain() async {
    isDraining = true
    startKeepingLease()
    // In an order that a simulation can repeat.
    let names = entries.keys.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
    await surroundings.begin {
      await withTaskGroup(of: Void.self) { group in
        for (number, name) in names.enumerated() {
          if number >= 64 { await group.next() }
          group.addTask { await self.putToSleep(name) }
        }
      }
    }.value
    // From here on nothing is this node's, whether or not the store hears of it.
    hasLeft = true
    surroundings.lease.didLeave()
    keepingLease?.cancel()
    _ = await surroundings.patiently { [node] store throws(SessionStoreError) in
      try await store.leave(node)
    }
  }
}
