// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Logging
import RestorationArchive
import StateRestoration

/// Waking sessions on this node.
extension SessionHost {
  /// Returns the session, awake.
  ///
  /// - Parameters:
  ///   - call: The call that needs the session.
  ///   - deadline: The time at which to stop waiting for another node.
  /// - Returns: A session that this node owns, as far as it knows.
  /// - Throws: ``SessionError``, `CancellationError`, or what making the session throws.
  func awake(for call: SessionCall, until deadline: Duration) async throws
    -> AwakeSession<Session>
  {
    try didBegin(call)
    let name = call.name
    while true {
      try Task.checkCancellation()
      try await holdLease()
      guard !isDraining else { throw SessionError.draining }
      switch entries[name] {
      case .awake(let session):
        recentUse.use(name, at: surroundings.clock.now())
        return session
      case .waking, .leaving: await nextState(of: name)
      case nil:
        setEntry(.waking, of: name)
        do {
          let session = try await inSpan("sessions.wake") {
            try await wake(name, until: deadline)
          }
          setEntry(.awake(session), of: name)
          let now = surroundings.clock.now()
          recentUse.use(name, at: now)
          makeRoom(at: now)
          return session
        } catch {
          setEntry(nil, of: name)
          throw error
        }
      }
    }
  }

  private func wake(_ name: SessionName, until deadline: Duration) async throws
    -> AwakeSession<Session>
  {
    let began = surroundings.clock.now()
    while true {
      try await holdLease()
      guard let lease = surroundings.lease.number else { throw SessionError.draining }
      let (ownership, archive) = try await takeToWake(name, until: deadline)
      do {
        let session = try await AwakeSession.woken(
          ownership, under: lease, archive, surroundings, make: make)
        // It was taken under a lease that has ended, so it may belong to another node again.
        guard surroundings.lease.number == lease else {
          await giveUp(ownership)
          continue
        }
        count(archive?.count ?? 0, of: name)
        surroundings.measures.didWake(after: surroundings.clock.now() - began)
        return session
      } catch {
        await giveUp(ownership)
        throw error
      }
    }
  }

  /// Gives up a session that was not woken.
  func giveUp(_ ownership: SessionOwnership) async {
    await surroundings.tell { store throws(SessionStoreError) in
      try await store.release(ownership, wasWoken: false)
    }
  }

  /// Takes ownership in the store, and waits for the present owner.
  func take(_ name: SessionName, until deadline: Duration, marking mark: SessionMark?)
    async throws(SessionError)
    -> (SessionOwnership, archive: [UInt8]?, charges: SessionCharges)
  {
    var delay = Duration.milliseconds(20)
    while true {
      let answer = await surroundings.patiently { [node] store throws(SessionStoreError) in
        try await store.take(name, for: node, marking: mark)
      }
      switch try answer.get().0 {
      case .taken(let ownership, let archive, let charges): return (ownership, archive, charges)
      case .held:
        guard surroundings.clock.now() < deadline, !Task.isCancelled else { throw .busy }
        await release(of: name, orAfter: delay)
        delay = min(delay * 2, .milliseconds(250))
      }
    }
  }

  /// Takes a session without waking it; puts it to sleep if awake.
  ///
  /// Calls wait until its entry is removed.
  ///
  /// - Parameters:
  ///   - name: The session.
  ///   - deadline: The time at which to stop waiting for another node.
  /// - Returns: The hold on it, and its stored bytes.
  /// - Throws: ``SessionError`` or `CancellationError`.
  func claim(_ name: SessionName, until deadline: Duration) async throws
    -> (SessionOwnership, archive: [UInt8]?)
  {
    while true {
      try Task.checkCancellation()
      try await holdLease()
      guard !isDraining else { throw SessionError.draining }
      switch entries[name] {
      case .waking, .leaving: await nextState(of: name)
      case .awake: if let error = await putToSleep(name) { throw error }
      case nil:
        setEntry(.leaving, of: name)
        do throws(SessionError) {
          let (ownership, archive, _) = try await take(name, until: deadline, marking: nil)
          return (ownership, archive)
        } catch {
          setEntry(nil, of: name)
          throw error
        }
      }
    }
  }

  /// Takes a session that is to be removed; discards what is not written yet if it is awake.
  ///
  /// Calls wait until its entry is removed.
  ///
  /// - Parameters:
  ///   - name: The session.
  ///   - deadline: The time at which to stop waiting for another node.
  /// - Returns: The hold on it; `nil` when it has just gone elsewhere.
  /// - Throws: ``SessionError`` or `CancellationError`.
  func claimToRemove(_ name: SessionName, until deadline: Duration) async throws
    -> SessionOwnership?
  {
    try await holdLease()
    guard !isDraining, case .awake(let session) = entries[name] else {
      return try await claim(name, until: deadline).0
    }
    setEntry(.leaving, of: name)
    if let ownership = await session.abandon() { return ownership }
    didWait(for: session)
    try Task.checkCancellation()
    return nil
  }

  // MARK: States

  func setEntry(_ entry: Entry?, of name: SessionName) {
    entries[name] = entry
    if entry == nil {
      stopCounting(name)
      recentUse.remove(name)
      isBehind.remove(name)
    }
    for waiter in waiting.removeValue(forKey: name) ?? [] { waiter.announce.finish() }
  }

  /// Ends the leaving of a session, which stays awake if its turn did not come.
  func didWait(for session: AwakeSession<Session>) {
    setEntry(session.isClosed ? nil : .awake(session), of: session.name)
  }

  /// Waits until a session's state changes, or the task is cancelled.
  func nextState(of name: SessionName) async {
    let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
    lastWait += 1
    let number = lastWait
    waiting[name, default: []].append((number, continuation))
    for await _ in stream {}
    waiting[name]?.removeAll { $0.number == number }
    if waiting[name]?.isEmpty == true { waiting[name] = nil }
  }

  /// Adds the bytes of a session's state to the total.
  func count(_ bytes: Int, of name: SessionName) {
    byteCount += bytes - (byteCounts.updateValue(bytes, forKey: name) ?? 0)
    surroundings.measures.note(awake: byteCounts.count, bytes: byteCount)
  }

  func stopCounting(_ name: SessionName) {
    byteCount -= byteCounts.removeValue(forKey: name) ?? 0
    surroundings.measures.note(awake: byteCounts.count, bytes: byteCount)
  }

  // MARK: Other nodes

  /// Waits until another node gives a session up, for a limited time.
  private func release(of name: SessionName, orAfter delay: Duration) async {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
    lastWait += 1
    let number = lastWait
    waitingForRelease[name, default: []].append((number, continuation))
    let sleep = surroundings.clock.sleep
    await withTaskGroup(of: Void.self) { group in
      group.addTask { for await _ in stream { return } }
      group.addTask { try? await sleep(delay) }
      await group.next()
      group.cancelAll()
    }
    waitingForRelease[name]?.removeAll { $0.number == number }
    if waitingForRelease[name]?.isEmpty == true { waitingForRelease[name] = nil }
  }

  func didRelease(_ name: SessionName) {
    for waiter in waitingForRelease[name] ?? [] { waiter.announce.yield() }
  }
}
