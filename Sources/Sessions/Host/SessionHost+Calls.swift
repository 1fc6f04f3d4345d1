// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

/// Calls of sessions, and what is done between them.
extension SessionHost {
  /// Runs a closure on a session, and saves its changes.
  ///
  /// A sleeping session is woken first. Calls of one session run one after the other, so a call that
  /// waits for something else delays the calls behind it. Different sessions do not delay each
  /// other. Changes made before the call throws are saved, too.
  ///
  /// The wait of the caller ends at the call's deadline. A call that still runs then loses the
  /// session: it commits nothing, and the next call wakes the session again from its last saved
  /// state. The wait also ends when its task is cancelled. A call that waits then does not run. One
  /// that runs is cancelled, too, and what it changes until it ends is saved.
  ///
  /// Inside a call of a session, and in tasks that inherit its task-local values, other calls of that
  /// session fail with ``SessionError/Code/nested``.
  ///
  /// - Parameters:
  ///   - identifier: The session's identifier; a session without stored state begins empty, and
  ///     leaves nothing behind if the call changes nothing. Make it as hard to guess as a password,
  ///     since anyone who knows it has access to the session.
  ///   - timeout: The time from the call to its deadline; ``SessionOptions/timeout`` by default.
  ///   - body: Runs on the session's own actor. It runs again, on a session that was woken again,
  ///     when its first run is void because another node had taken the session.
  /// - Returns: What `body` returns, once its changes are durable; see ``SessionOptions/saving``.
  /// - Throws: ``SessionError``, or what `body` throws.
  public nonisolated func with<Result: Sendable>(
    _ identifier: String, timeout: Duration? = nil,
    _ body: @escaping @Sendable (Session) async throws -> Result
  ) async throws -> Result {
    let call = SessionCall(of: try name(of: identifier), on: node)
    try SessionCall.refuseNested(call.name, on: node)
    let deadline = deadline(after: timeout)
    // A task that outlives its call, and calls on and on, need not remember it.
    let underWay = SessionCall.underWay.filter { !$0.hasEnded } + [call]
    return try await inSpan("sessions.call") {
      try await SessionCall.$underWay.withValue(underWay) {
        try await surroundings.wait(until: deadline, orThrow: { self.expire(call) }) {
          try await self.perform(call, until: deadline, body)
        }
      }
    }
  }

  nonisolated func name(of identifier: String) throws(SessionError) -> SessionName {
    do throws(ArchiveError) { return try surroundings.keys.name(of: identifier) } catch {
      throw .keysUnavailable(error)
    }
  }

  private nonisolated func deadline(after timeout: Duration?) -> Duration {
    surroundings.clock.now() + (timeout?.asWait ?? surroundings.options.timeout)
  }

  private nonisolated func expire(_ call: SessionCall) -> SessionError {
    let error = call.expire()
    surroundings.measures.didTimeOut()
    surroundings.begin { await self.didEnd(call) }
    return error
  }

  private nonisolated func perform<Result: Sendable>(
    _ call: SessionCall, until deadline: Duration,
    _ body: @Sendable (Session) async throws -> Result
  ) async throws -> Result {
    let (clock, patience) = (surroundings.clock, surroundings.options.patience)
    let began = clock.now()
    var isLost = false
    do {
      while true {
        let session: AwakeSession<Session>
        do {
          session = try await awake(for: call, until: min(deadline, clock.now() + patience))
        } catch {
          await didLeave(call)
          throw error
        }
        switch await session.perform(call, body) {
        case .done(let result, let condition):
          await didPerform(call, session, condition)
          surroundings.measures.didAnswer(after: clock.now() - began)
          return try result.get()
        case .cancelled:
          await didLeave(call)
          throw CancellationError()
        case .lost:
          call.wait()
          await drop(session)
          guard clock.now() < deadline else { throw SessionError.busy }
          // It may take longer than the lease of a host that is not run.
          if !isLost { await keepLease(for: call) }
          isLost = true
        case .failed(let error):
          await drop(session)
          throw error
        }
      }
    } catch {
      await didEnd(call)
      throw error
    }
  }

  private func didPerform(
    _ call: SessionCall, _ session: AwakeSession<Session>, _ condition: SessionCondition
  ) async {
    didEnd(call)
    let name = session.name
    guard case .awake(let known) = entries[name], known === session else { return }
    // Nothing is kept of a name that somebody may have made up, neither here nor in the store.
    if condition.isEmpty, calls[name] == nil {
      // Also for a cancelled caller.
      _ = await surroundings.begin { await self.putToSleep(name) }.value
      return
    }
    count(condition.byteCount, of: name)
    let now = surroundings.clock.now()
    recentUse.use(name, at: now)
    makeRoom(at: now)
    if condition.isBehind { writeLater(name) }
  }

  /// Counts a call of a session.
  ///
  /// - Throws: ``SessionError`` when too many wait already.
  func didBegin(_ call: SessionCall) throws(SessionError) {
    let others = calls[call.name] ?? []
    guard !others.contains(call) else { return }
    // One of them runs.
    guard others.count <= surroundings.options.waiting else {
      surroundings.measures.didTurnAway()
      throw .tooManyCalls
    }
    calls[call.name, default: []].insert(call)
  }

  /// Ends a call, and drops the session if the call has lost it.
  private func didEnd(_ call: SessionCall) {
    call.end()
    let name = call.name
    calls[name]?.remove(call)
    if calls[name]?.isEmpty == true { calls[name] = nil }
    if case .awake(let session) = entries[name], session.isClosed { setEntry(nil, of: name) }
  }

  /// Ends a call that has not run.
  ///
  /// Its place is free at once, even if another call blocks the session's actor. The last one to
  /// leave looks after the session.
  private func didLeave(_ call: SessionCall) {
    didEnd(call)
    guard calls[call.name] == nil, case .awake(let session) = entries[call.name] else { return }
    surroundings.begin { await self.didPerform(call, session, session.condition) }
  }

  /// Counts what is done between calls among the calls that wait.
  private func counting<Answer: Sendable>(
    _ calls: [SessionCall], _ work: @Sendable () async throws -> Answer
  ) async throws -> Answer {
    defer { for call in calls { didLeave(call) } }
    for call in calls { try didBegin(call) }
    return try await work()
  }

  /// Does something with sessions between their calls.
  ///
  /// - Parameters:
  ///   - names: The sessions.
  ///   - timeout: The time after which the caller leaves; the host's by default.
  ///   - work: Gets the deadline.
  /// - Returns: What `work` returns.
  /// - Throws: ``SessionError``, or what `work` throws.
  nonisolated func betweenCalls<Answer: Sendable>(
    of names: [SessionName], _ timeout: Duration?,
    _ work: @escaping @Sendable (_ deadline: Duration) async throws -> Answer
  ) async throws -> Answer {
    for name in names { try SessionCall.refuseNested(name, on: node) }
    let deadline = deadline(after: timeout)
    let patience = surroundings.clock.now() + surroundings.options.patience
    let calls = names.map { SessionCall(of: $0, on: node) }
    return try await surroundings.wait(until: deadline, orThrow: { .timedOutBetweenCalls }) {
      try await self.counting(calls) { try await work(min(deadline, patience)) }
    }
  }

  /// Removes a session and everything that was saved of it.
  ///
  /// The session may be asleep or awake, here or on another node.
  ///
  /// - Parameters:
  ///   - identifier: The session's identifier. It is no error if the session does not exist.
  ///   - timeout: The time after which the caller stops waiting; ``SessionOptions/timeout`` by
  ///     default.
  /// - Throws: ``SessionError``.
  public nonisolated func remove(_ identifier: String, timeout: Duration? = nil) async throws {
    let name = try name(of: identifier)
    try await betweenCalls(of: [name], timeout) { try await self.remove(name, until: $0) }
  }

  private func remove(_ name: SessionName, until deadline: Duration) async throws {
    repeat {
      if let ownership = try await claimToRemove(name, until: deadline) {
        let answer = await surroundings.patiently { store throws(SessionStoreError) in
          try await store.remove(ownership)
        }
        setEntry(nil, of: name)
        if try answer.get().0 { return }
      }
    } while surroundings.clock.now() < deadline
    throw SessionError.busy
  }
}
