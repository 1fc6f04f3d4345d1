// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Logging
import RestorationArchive
import StateRestoration

/// A session in memory: its objects, what is in the store of it, and whose turn it is.
///
/// The objects live on this actor. Once closed, for whatever reason, it is never used again.
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
  /// Whether something may have changed that is not written.
  private var isBehind = false

  /// What came of a call.
  enum Outcome<Result: Sendable>: Sendable {
    /// It has run, and what it has changed is as durable as it has to be. Gets the bytes of the state, and
    /// whether something is still to be written.
    case done(Swift.Result<Result, any Error>, _ byteCount: Int, _ isBehind: Bool)
    /// It has not run, or what it has changed is void: the session may be another node's.
    case lost
    /// It has run, and what it has changed is not kept, or nobody knows.
    case failed(SessionError)
  }

  /// Wakes a session, on no actor, so that the host goes on meanwhile.
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
  ///   - bytes: What was written of it.
  ///   - surroundings: What all sessions of a host share.
  ///   - make: Makes the session, with its objects registered.
  /// - Throws: `ArchiveError` when it cannot be read, or what `make` throws.
  private init(
    _ ownership: SessionOwnership, under lease: UInt64, _ bytes: [UInt8]?,
    _ surroundings: SessionSurroundings,
    make: (RestorationCoordinator) throws -> Session
  ) throws {
    (name, self.ownership, self.lease) = (ownership.name, ownership, lease)
    self.surroundings = surroundings
    var archive = SessionArchive()
    let load = try bytes.map { bytes throws(ArchiveError) in
      try surroundings.open(bytes, of: ownership.name, with: &archive)
    }
    self.archive = archive
    let coordinator = surroundings.makeCoordinator()
    session = try make(coordinator)
    if let load {
      surroundings.report(coordinator.restore(load))
    } else {
      // What the program makes by itself is nothing that has changed: a call that only looks writes nothing.
      coordinator.preserve(reason: .changed).didStore(nil)
    }
    self.coordinator = coordinator
  }

  // MARK: Calls

  /// Runs something on the session when it is its turn, and saves what it has changed.
  func perform<Result: Sendable>(
    _ body: @Sendable (Session) async throws -> Result
  ) async -> Outcome<Result> {
    await takeTurn()
    defer { turns.end() }
    guard !isClosed else { return .lost }
    // Who has gone while this call waited may have asked once more elsewhere.
    if Task.isCancelled { return .done(.failure(CancellationError()), byteCount, isBehind) }
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
      case .failed(let error): return .failed(error)
      }
    case .writeBehind:
      guard let isChanged = isChanged() else {
        isClosed = true
        return .failed(.tooLarge)
      }
      isBehind = isBehind || isChanged
    }
    // A write proves that the session is this node's; without one it may be another's by now, unless the
    // lease has run all along.
    if ownership.version == version,
      !surroundings.lease.isHeld(at: surroundings.clock.now(), since: lease)
    {
      guard await isProven() else { return .lost }
    }
    return .done(result, byteCount, isBehind)
  }

  /// Whether something has changed that is not written; `nil` when it is too large to be.
  private func isChanged() -> Bool? {
    let pass = coordinator.preserve(reason: .changed)
    guard pass.report.omissions.isEmpty else { return nil }
    return (try? pass.stateToStore()) != nil
  }

  /// Whether a write shows that the session is still this node's, though a lease has ended meanwhile.
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

  /// Writes what may have changed.
  ///
  /// - Returns: `nil` when it is in the store, else what came of it.
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

  private var byteCount: Int { coordinator.byteCount }

  private func takeTurn() async {
    if !turns.takeAtOnce() { await withCheckedContinuation { turns.wait($0) } }
  }

  // MARK: Saving

  private enum Saved {
    case written
    case refused
    case failed(SessionError)
  }

  /// Writes what has changed; closes the session when what is in the store is not known any more.
  private func save(releasing: Bool) async -> Saved {
    let (pass, sealed): (PreservationPass, Sealed?)
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
    // Until there is an answer nobody knows what is in the store.
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
      return .written
    case .success((false, let wasRepeated)):
      surroundings.measures.didRefuse()
      // It may be this very write that was carried out before the session became another node's.
      return wasRepeated
        ? .failed(.storeUnavailable("It is not known whether the last write was carried out"))
        : .refused
    case .failure(let error): return .failed(error)
    }
  }

  private typealias Sealed = (save: SessionArchive.Save, compaction: Compaction?)

  /// Encodes what has changed.
  ///
  /// - Returns: The pass, without sealed bytes when nothing has changed.
  /// - Throws: ``SessionError`` when it cannot be sealed.
  private func seal() throws(SessionError) -> (PreservationPass, Sealed?) {
    // Whether or not the objects announce their changes: there are few of them.
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

  // MARK: The end

  /// Writes what may have changed, gives the session up, and closes it.
  ///
  /// - Returns: `nil` when all is in the store, else what came of it.
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
    // Without an answer its lease will end.
    if case .failure(let error) = answer { return error }
    return nil
  }

  /// Closes the session, whatever was not written.
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
