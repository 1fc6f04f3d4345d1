// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive
import StateRestoration

/// A session in memory: its objects, its stored state and its turns.
///
/// The objects live on this actor. After it is closed, for any reason, it is never used again.
/// Whoever calls it takes a turn first and enters the actor then: a call that blocks the actor keeps
/// nobody but itself.
actor AwakeSession<Session> {
  nonisolated var name: SessionName { hold.name }
  /// The hold on it as it was taken.
  private nonisolated let hold: SessionOwnership
  /// The number of writes to it.
  private var version: UInt64
  /// The number of the lease under which the session was taken.
  private var lease: UInt64
  private nonisolated let surroundings: SessionSurroundings
  private var state: SessionState<Session>
  private nonisolated let turns = Turns()
  /// Whether there may be unwritten changes.
  private var isBehind = false
  /// The write that the store has not confirmed.
  private var unconfirmed: (PreservedState, SessionState<Session>.Sealed)?
  /// Whether the store has removed the mark of the wake.
  private var isSettled = false
  /// Whether the store has a state of it.
  private var isStored: Bool
  /// When the store last noted a use of it.
  private var lastUse: Duration

  /// The outcome of a call.
  enum Outcome<Result: Sendable>: Sendable {
    /// The call has run, and its changes are as durable as required.
    ///
    /// Carries what the host needs to know of the session then.
    case done(Swift.Result<Result, any Error>, SessionCondition)
    /// The call did not run, or its changes are void.
    ///
    /// The session may belong to another node.
    case lost
    /// The call did not run, and its caller has left.
    case cancelled
    /// The call has run, and its changes are lost or in doubt; or it could not run.
    case failed(SessionError)
  }

  /// Wakes a session without an actor, so that the host continues meanwhile.
  @concurrent static func woken(
    _ ownership: SessionOwnership, under lease: UInt64, _ bytes: [UInt8]?,
    _ surroundings: SessionSurroundings,
    make: @Sendable (RestorationCoordinator) throws -> Session
  ) async throws -> AwakeSession {
    try AwakeSession(ownership, under: lease, bytes, surroundings, make: make)
  }

  /// Wakes a session.
  ///
  /// - Parameters:
  ///   - ownership: The hold on it.
  ///   - lease: The number of the lease under which it was taken.
  ///   - bytes: Its stored bytes.
  ///   - surroundings: State that all sessions of a host share.
  ///   - make: Makes the session, with its objects registered.
  /// - Throws: ``SessionError`` when it cannot be read, or too little of it came back, or what
  ///   `make` throws.
  private init(
    _ ownership: SessionOwnership, under lease: UInt64, _ bytes: [UInt8]?,
    _ surroundings: SessionSurroundings,
    make: (RestorationCoordinator) throws -> Session
  ) throws {
    (hold, version, self.lease) = (ownership, ownership.version, lease)
    (isStored, self.surroundings) = (bytes != nil, surroundings)
    lastUse = surroundings.clock.now()
    state = try SessionState(of: ownership.name, from: bytes, surroundings, make: make)
  }

  /// The hold on it as the store knows it.
  private var ownership: SessionOwnership {
    var ownership = hold
    ownership.version = version
    return ownership
  }

  /// Whether it is never used again.
  nonisolated var isClosed: Bool { turns.isClosed }

  /// Does something in its turn.
  ///
  /// - Returns: `nil` when the session was closed, or the task cancelled, before.
  private nonisolated func inTurn<Answer: Sendable>(
    _ body: @Sendable (isolated AwakeSession) async -> Answer
  ) async -> Answer? {
    guard case .taken = await turns.take() else { return nil }
    defer { turns.end() }
    return await body(self)
  }

  // MARK: Calls

  /// Runs a call in its turn, and saves its changes.
  nonisolated func perform<Result: Sendable>(
    _ call: SessionCall, _ body: @Sendable (Session) async throws -> Result
  ) async -> Outcome<Result> {
    if let outcome = await inTurn({ await $0.performInTurn(call, body) }) { return outcome }
    return isClosed ? .lost : .cancelled
  }

  private func performInTurn<Result: Sendable>(
    _ call: SessionCall, _ body: @Sendable (Session) async throws -> Result
  ) async -> Outcome<Result> {
    if surroundings.lease.number != lease {
      // The call has not run yet: it runs on the session as it is woken next.
      switch await prove() {
      case .written: break
      case .failed(let error) where !isClosed: return .failed(error)
      case .refused, .failed: return lost()
      }
    }
    // A caller that left while this call waited may have asked again elsewhere.
    guard !Task.isCancelled, call.run(losing: { self.lose() }) else {
      await settle()
      return .done(.failure(CancellationError()), condition)
    }
    let result: Swift.Result<Result, any Error>
    do { result = .success(try await body(state.session)) } catch { result = .failure(error) }
    guard call.save() else {
      // Nobody whose turn comes may write what this call has changed.
      turns.close()
      return .lost
    }
    let version = version
    switch surroundings.options.saving {
    case .durable:
      isBehind = true
      switch await save(releasing: false) {
      case .written: break
      case .refused: return lost()
      case .failed(let error):
        let settling = settleInBackground()
        // Nobody waits for a store that cannot be reached.
        if error.code != .storeUnavailable { await settling.value }
        return .failed(error)
      }
    case .writeBehind:
      do throws(SessionError) {
        if try state.encode().state != nil { isBehind = true }
      } catch {
        turns.close()
        await settle()
        return .failed(error)
      }
    }
    await settle()
    // A write proves that this node owns the session. Without a write another node may own it by
    // now, unless the lease has run without a break.
    if self.version == version,
      !surroundings.lease.isHeld(at: surroundings.clock.now(), since: lease)
    {
      switch await prove() {
      case .written: break
      case .refused: return lost()
      case .failed(let error):
        // The write may have been carried out, so the call must not run again.
        settleInBackground()
        return .failed(error)
      }
    }
    await noteUse()
    return .done(result, condition)
  }

  /// Tells the store from time to time that a session is in use that is only read.
  ///
  /// If its node ends without a word, it is not removed for its age then.
  private func noteUse() async {
    let (name, now) = (name, surroundings.clock.now())
    guard let age = surroundings.options.age, isStored, now - lastUse >= age / 4 else { return }
    lastUse = now
    await surroundings.tell { store throws(SessionStoreError) in
      _ = try await store.isStored(name)
    }
  }

  /// The outcome of a call whose session another node may have taken.
  ///
  /// The store learns that this node has not ended.
  private func lost<Result: Sendable>() -> Outcome<Result> {
    settleInBackground()
    return .lost
  }

  @discardableResult
  private func settleInBackground() -> Task<Void, Never> {
    surroundings.begin { await self.settle() }
  }

  /// Proves by a write that this node owns the session although a lease has ended meanwhile.
  ///
  /// Closes the session otherwise, unless changes of answered calls are left to write.
  ///
  /// - Returns: The outcome of the write; `refused` also when there was nothing to write.
  private func prove() async -> Saved {
    let (number, version) = (surroundings.lease.number, version)
    guard isBehind, let number else {
      turns.close()
      return .refused
    }
    let saved = await save(releasing: false)
    if case .written = saved {
      guard self.version > version else {
        turns.close()
        return .refused
      }
      lease = number
    }
    return saved
  }

  /// Closes the session although a call runs in it, which commits nothing then.
  private nonisolated func lose() {
    turns.close()
    let (hold, surroundings) = (hold, surroundings)
    surroundings.begin {
      await surroundings.tell { store throws(SessionStoreError) in
        try await store.release(hold, wasWoken: false)
      }
    }
  }

  /// Writes pending changes.
  ///
  /// - Returns: `nil` when they are in the store, otherwise the error.
  nonisolated func flush() async -> SessionError? {
    await inTurn { await $0.flushInTurn() } ?? nil
  }

  private func flushInTurn() async -> SessionError? {
    guard isBehind else { return nil }
    switch await save(releasing: false) {
    case .written: return nil
    case .refused: return .busy
    case .failed(let error): return error
    }
  }

  var condition: SessionCondition {
    SessionCondition(
      byteCount: state.byteCount, isBehind: isBehind, isEmpty: !isStored && !isBehind)
  }

  /// Whether calls were answered whose changes the store does not have yet, and no other node has
  /// taken the session meanwhile.
  var hasUnwrittenChanges: Bool {
    isBehind && !isDurable
      && surroundings.lease.isHeld(at: surroundings.clock.now(), since: lease)
  }

  /// Tells the store that the wake, and a call if there was one, have ended well.
  ///
  /// A session that was closed by its call is given up, since no other call uses it.
  ///
  /// A write has said it already. No answer is given before: an end right after it is charged to
  /// others. A store that cannot be reached keeps no answer waiting.
  private func settle() async {
    // The host gives up a session without any state after its call.
    guard isClosed || !isSettled && !condition.isEmpty else { return }
    isSettled = true
    let (held, isClosed) = (ownership, isClosed)
    await surroundings.tell { store throws(SessionStoreError) in
      try await store.didEndWell(held, isClosed: isClosed)
    }
  }

  // MARK: Saving

  private enum Saved {
    case written
    case refused
    case failed(SessionError)
  }

  /// Writes changes.
  ///
  /// Closes the session when it may be another node's, or when the caller learns that its changes
  /// are not saved. Changes of calls that were answered before are written again later.
  private func save(releasing: Bool) async -> Saved {
    // It may have been carried out: only the same bytes are carried out once.
    if let (pass, sealed) = unconfirmed {
      let saved = await write(pass, sealed, releasing: false)
      guard case .written = saved else { return saved }
    }
    let (pass, sealed): (PreservedState, SessionState<Session>.Sealed?)
    do throws(SessionError) { (pass, sealed) = try state.seal() } catch {
      // Only keys come back by themselves.
      if isDurable || error.code != .keysUnavailable { turns.close() }
      return .failed(error)
    }
    if let sealed {
      let saved = await write(pass, sealed, releasing: releasing)
      guard case .written = saved else { return saved }
    }
    isBehind = false
    return .written
  }

  private func write(
    _ pass: PreservedState, _ sealed: SessionState<Session>.Sealed, releasing: Bool
  ) async -> Saved {
    unconfirmed = (pass, sealed)
    let write: SessionWrite =
      switch sealed.save {
      case .append(let bytes): .append(bytes)
      case .replace(let bytes): .replace(bytes)
      }
    let held = ownership
    let answer = await surroundings.patiently { store throws(SessionStoreError) in
      try await store.write(write, as: held, releasing: releasing)
    }
    switch answer {
    case .success((true, _)):
      pass.didStore(sealed.compaction)
      version += 1
      (unconfirmed, isSettled, isStored) = (nil, true, true)
      lastUse = surroundings.clock.now()
      if releasing { turns.close() }
      return .written
    case .success((false, let wasRepeated)):
      turns.close()
      surroundings.measures.didRefuse()
      // This very write may have been carried out before another node took the session.
      return wasRepeated
        ? .failed(.storeUnavailable("It is not known whether the last write was carried out"))
        : .refused
    case .failure(let error):
      // A session that may have been given up may be another node's by now.
      if isDurable || releasing && error.code == .storeUnavailable { turns.close() }
      return .failed(error)
    }
  }

  /// Whether no call is answered before its changes are in the store.
  private var isDurable: Bool { surroundings.options.saving == .durable }

  // MARK: Closing

  /// Writes pending changes, gives the session up, and closes it.
  ///
  /// It stays open when the task is cancelled while it waits for its turn, and when changes of
  /// answered calls cannot be written yet.
  ///
  /// - Parameter discarding: Whether it is closed with such changes, too.
  /// - Returns: `nil` when everything is in the store, otherwise the error.
  nonisolated func release(discarding: Bool) async -> SessionError? {
    await inTurn { await $0.releaseInTurn(discarding: discarding) } ?? nil
  }

  private func releaseInTurn(discarding: Bool) async -> SessionError? {
    if isBehind {
      switch await save(releasing: true) {
      case .written: if isClosed { return nil }
      case .refused: return .busy
      case .failed(let error):
        if discarding { turns.close() }
        return error
      }
    }
    turns.close()
    let held = ownership
    // If no answer comes, the lease ends on its own.
    return await surroundings.tell { store throws(SessionStoreError) in
      try await store.release(held, wasWoken: true)
    }
  }

  /// Closes the session and discards unwritten changes.
  ///
  /// It stays open when the task is cancelled while it waits for its turn.
  ///
  /// - Returns: The hold on it; `nil` when it was closed before, or stays open.
  nonisolated func abandon() async -> SessionOwnership? {
    await inTurn { session in
      session.turns.close()
      return session.ownership
    }
  }
}

extension SessionStore {
  /// Removes the mark of a session's wake, or gives the session up if it was closed.
  fileprivate func didEndWell(_ ownership: SessionOwnership, isClosed: Bool)
    async throws(SessionStoreError)
  {
    if isClosed {
      try await release(ownership, wasWoken: true)
    } else {
      try await settle(ownership)
    }
  }
}

/// What a host needs to know of an awake session after a call.
struct SessionCondition: Sendable {
  /// The size of its state.
  let byteCount: Int
  /// Whether something is still to be written.
  let isBehind: Bool
  /// Whether nothing was ever changed in it.
  let isEmpty: Bool
}
