// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import DequeModule
import Logging
import RestorationArchive
import StateRestoration

/// A session in memory: its objects, its stored state and its turns.
///
/// The objects live on this actor. After it is closed, for any reason, it is never used again.
actor AwakeSession<Session> {
  nonisolated let name: SessionName
  /// The number of the lease under which the session was taken.
  private var lease: UInt64
  private let surroundings: SessionSurroundings
  private let coordinator: RestorationCoordinator
  private let session: Session
  private var archive: SessionArchive
  private var ownership: SessionOwnership
  private var turns = Turns()
  private var isClosed = false
  /// Whether there may be unwritten changes.
  private var isBehind = false
  /// Whether the store has removed the mark of the wake.
  private var isSettled = false
  /// Whether the store has a state of it.
  private var isStored: Bool

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
    /// The call has run; its changes are lost or in doubt.
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
  /// - Throws: `ArchiveError` when it cannot be read, ``SessionError`` when too little of it came
  ///   back, or what `make` throws.
  private init(
    _ ownership: SessionOwnership, under lease: UInt64, _ bytes: [UInt8]?,
    _ surroundings: SessionSurroundings,
    make: (RestorationCoordinator) throws -> Session
  ) throws {
    (name, self.ownership, self.lease) = (ownership.name, ownership, lease)
    isStored = bytes != nil
    self.surroundings = surroundings
    var archive = SessionArchive()
    let load = try bytes.map { bytes throws(ArchiveError) in
      try surroundings.open(bytes, of: ownership.name, with: &archive)
    }
    self.archive = archive
    let coordinator = surroundings.makeCoordinator()
    session = try make(coordinator)
    if let load { try surroundings.check(coordinator.restore(load)) }
    // What the program makes at start, or writes in another form than it read, is no change: a call
    // that only reads writes nothing.
    coordinator.preserve(reason: .changed).didStore(nil)
    self.coordinator = coordinator
  }

  // MARK: Calls

  /// Runs a closure in its turn, and saves its changes.
  func perform<Result: Sendable>(
    _ body: @Sendable (Session) async throws -> Result
  ) async -> Outcome<Result> {
    await takeTurn()
    defer { turns.end() }
    guard !isClosed else { return .lost }
    // A caller that left while this call waited may have asked again elsewhere.
    if Task.isCancelled { return .done(.failure(CancellationError()), condition) }
    if surroundings.lease.number != lease {
      guard await isProven() else { return .lost }
    }
    let result: Swift.Result<Result, any Error>
    do { result = .success(try await body(session)) } catch { result = .failure(error) }
    let version = ownership.version
    switch surroundings.options.saving {
    case .durable:
      isBehind = true
      switch await save(releasing: false) {
      case .written: break
      case .refused: return .lost
      case .failed(let error):
        if error.code != .storeUnavailable { await settle() }
        return .failed(error)
      }
    case .writeBehind:
      guard let isChanged = isChanged() else {
        isClosed = true
        await settle()
        return .failed(.tooLarge)
      }
      isBehind = isBehind || isChanged
    }
    await settle()
    // A write proves that this node owns the session. Without a write another node may own it by
    // now, unless the lease has run without a break.
    if ownership.version == version,
      !surroundings.lease.isHeld(at: surroundings.clock.now(), since: lease)
    {
      guard await isProven() else { return .lost }
    }
    return .done(result, condition)
  }

  /// Whether there are unwritten changes; `nil` when the state is too large.
  private func isChanged() -> Bool? {
    let pass = coordinator.preserve(reason: .changed)
    guard pass.report.omissions.isEmpty else { return nil }
    return (try? pass.stateToStore()) != nil
  }

  /// Whether a write proves ownership although a lease has ended meanwhile.
  ///
  /// Closes the session otherwise.
  private func isProven() async -> Bool {
    let (number, version) = (surroundings.lease.number, ownership.version)
    if isBehind, let number, case .written = await save(releasing: false),
      ownership.version > version
    {
      lease = number
      return true
    }
    isClosed = true
    return false
  }

  /// Writes pending changes.
  ///
  /// - Returns: `nil` when they are in the store, otherwise the error.
  func flush() async -> SessionError? {
    await takeTurn()
    defer { turns.end() }
    guard !isClosed, isBehind else { return nil }
    switch await save(releasing: false) {
    case .written: return nil
    case .refused: return .busy
    case .failed(let error): return error
    }
  }

  private var condition: SessionCondition {
    SessionCondition(
      byteCount: coordinator.byteCount, isBehind: isBehind, isEmpty: !isStored && !isBehind)
  }

  /// Whether there are changes that the store does not have yet.
  var hasUnwrittenChanges: Bool { isBehind }

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
    let (held, surroundings, isClosed) = (ownership, surroundings, isClosed)
    // It also continues for a cancelled caller.
    let isDone = await surroundings.begin { () async -> Bool in
      do throws(SessionStoreError) {
        try await surroundings.store.didEndWell(held, isClosed: isClosed)
        return true
      } catch { return !error.isTransient }
    }.value
    guard !isDone else { return }
    surroundings.begin {
      _ = await surroundings.patiently { store throws(SessionStoreError) in
        try await store.didEndWell(held, isClosed: isClosed)
      }
    }
  }

  private func takeTurn() async {
    if !turns.takeAtOnce() { await withCheckedContinuation { turns.wait($0) } }
  }

  // MARK: Saving

  private enum Saved {
    case written
    case refused
    case failed(SessionError)
  }

  /// Writes changes; closes the session when the store's content becomes uncertain.
  private func save(releasing: Bool) async -> Saved {
    let (pass, sealed): (PreservedState, Sealed?)
    do throws(SessionError) { (pass, sealed) = try seal() } catch {
      isClosed = true
      return .failed(error)
    }
    guard let sealed else {
      isBehind = false
      return .written
    }
    let write: SessionWrite =
      switch sealed.save {
      case .append(let bytes): .append(bytes)
      case .replace(let bytes): .replace(bytes)
      }
    let held = ownership
    // Until an answer arrives, the content of the store is unknown.
    let wasClosed = isClosed
    isClosed = true
    let answer = await surroundings.patiently { store throws(SessionStoreError) in
      try await store.write(write, as: held, releasing: releasing)
    }
    switch answer {
    case .success((true, _)):
      pass.didStore(sealed.compaction)
      ownership.version += 1
      (isBehind, isClosed) = (false, wasClosed || releasing)
      (isSettled, isStored) = (true, true)
      return .written
    case .success((false, let wasRepeated)):
      surroundings.measures.didRefuse()
      // This very write may have been carried out before another node took the session.
      return wasRepeated
        ? .failed(.storeUnavailable("It is not known whether the last write was carried out"))
        : .refused
    case .failure(let error): return .failed(error)
    }
  }

  private typealias Sealed = (save: SessionArchive.Save, compaction: Compaction?)

  /// Encodes the changes.
  ///
  /// - Returns: The pass, without sealed bytes when nothing has changed.
  /// - Throws: ``SessionError`` when it cannot be sealed.
  private func seal() throws(SessionError) -> (PreservedState, Sealed?) {
    // Also when no object has announced a change: a session has few objects.
    let pass = coordinator.preserve(reason: .changed)
    guard pass.report.omissions.isEmpty else { throw .tooLarge }
    do throws(ArchiveError) {
      guard let state = try pass.stateToStore() else { return (pass, nil) }
      return (pass, try archive.seal(state, with: try surroundings.key(of: name)))
    } catch {
      surroundings.logger.error("A session could not be sealed: \(error)")
      throw error.code == .keyUnavailable ? .keysUnavailable(error) : .tooLarge
    }
  }

  // MARK: Closing

  /// Writes pending changes, gives the session up, and closes it.
  ///
  /// - Returns: `nil` when everything is in the store, otherwise the error.
  func release() async -> SessionError? {
    await takeTurn()
    defer { turns.end() }
    guard !isClosed else { return nil }
    if isBehind {
      let version = ownership.version
      switch await save(releasing: true) {
      case .written:
        isClosed = true
        if ownership.version > version { return nil }
      case .refused: return .busy
      case .failed(let error): return error
      }
    }
    isClosed = true
    let held = ownership
    let answer = await surroundings.patiently { store throws(SessionStoreError) in
      try await store.release(held, wasWoken: true)
    }
    // If no answer comes, the lease ends on its own.
    if case .failure(let error) = answer { return error }
    return nil
  }

  /// Closes the session and discards unwritten changes.
  ///
  /// - Returns: The hold on it; `nil` when it was closed before.
  func abandon() async -> SessionOwnership? {
    await takeTurn()
    defer { turns.end() }
    guard !isClosed else { return nil }
    isClosed = true
    return ownership
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

/// A first-in, first-out queue of turns, isolated to one actor.
struct Turns {
  private var isTaken = false
  private var waiting: Deque<CheckedContinuation<Void, Never>> = []

  /// Takes the turn if it is free.
  mutating func takeAtOnce() -> Bool {
    if isTaken { return false }
    isTaken = true
    return true
  }

  /// Adds a continuation to the queue.
  mutating func wait(_ continuation: CheckedContinuation<Void, Never>) {
    waiting.append(continuation)
  }

  /// Passes the turn to the next waiting call.
  mutating func end() {
    if let next = waiting.popFirst() { next.resume() } else { isTaken = false }
  }
}
