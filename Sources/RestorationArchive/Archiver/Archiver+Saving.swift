// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Logging
import Synchronization

/// Saves in order, on the archiver's queue; of those that wait, the newest alone is written.
extension Archiver {
  /// Saves a snapshot and waits for it without holding up the caller's actor.
  ///
  /// - Parameter snapshot: What to save.
  /// - Returns: The number of the save that made it, or a newer one, durable.
  /// - Throws: ``ArchiveError``; the older archive is intact then. With the code
  ///   ``ArchiveError/Code/keyLocked`` nothing was touched; save again after it was unlocked. Nor was
  ///   it with ``ArchiveError/Code/unreadable``; see ``unreadError``.
  public func save(_ snapshot: RestorationSnapshot) async throws(ArchiveError) -> UInt64 {
    try await save(LoggedState(snapshot)).generation
  }

  /// As ``save(_:)``, for a state that may go on with one that was saved before.
  ///
  /// - Parameter state: What to save.
  /// - Returns: The number of the save, and a base to go on with.
  /// - Throws: ``ArchiveError``, as ``save(_:)`` does.
  package func save(_ state: LoggedState) async throws(ArchiveError) -> SaveResult {
    let result = await withCheckedContinuation { continuation in
      enqueue(state) { continuation.resume(returning: $0) }
    }
    return try result.get()
  }

  /// Saves a snapshot and holds the caller until it is durable (R190).
  ///
  /// For the end of a process or session, signals and tests.
  ///
  /// - Parameters:
  ///   - snapshot: What to save.
  ///   - deadline: How long to wait at the most; `nil` waits as long as it takes.
  /// - Returns: The number of the save that made it durable.
  /// - Throws: ``ArchiveError``; with the code ``ArchiveError/Code/deadlineExceeded`` the save goes
  ///   on and may still succeed.
  public func saveAndWait(_ snapshot: RestorationSnapshot, deadline: Duration? = nil)
    throws(ArchiveError) -> UInt64
  { try saveAndWait(LoggedState(snapshot), deadline: deadline).generation }

  /// As ``saveAndWait(_:deadline:)``, for a state that may go on with one that was saved before.
  ///
  /// - Parameters:
  ///   - state: What to save.
  ///   - deadline: How long to wait at the most; `nil` waits as long as it takes.
  /// - Returns: The number of the save that made it durable, and a base to go on with.
  /// - Throws: ``ArchiveError``, as ``saveAndWait(_:deadline:)`` does.
  package func saveAndWait(_ state: LoggedState, deadline: Duration? = nil)
    throws(ArchiveError) -> SaveResult
  {
    guard let deadline else { return try saveAtOnce(state) }
    let result = Self.wait(deadline: deadline) { enqueue(state, $0) }
    guard let result else { throw missed("The state was not on disk by the deadline") }
    return try result.get()
  }

  /// Says in the log that a deadline has come.
  private func missed(_ what: String) -> ArchiveError {
    let error = ArchiveError(.deadlineExceeded, what)
    logger.error("\(error)")
    return error
  }

  /// Holds the caller until something on the archiver's queue is done.
  ///
  /// - Parameters:
  ///   - deadline: How long to wait at the most; `nil` waits as long as it takes.
  ///   - begin: Hands it over, with what is to be called with its outcome.
  /// - Returns: The outcome; `nil` at the deadline.
  static func wait<Value: Sendable>(
    deadline: Duration?,
    _ begin: (@escaping @Sendable (Result<Value, ArchiveError>) -> Void) -> Void
  ) -> Result<Value, ArchiveError>? {
    let done = DispatchSemaphore(value: 0)
    let outcome = OutcomeBox<Value>()
    begin { result in
      outcome.result.withLock { $0 = result }
      done.signal()
    }
    guard done.wait(timeout: deadline.map(DispatchTime.after) ?? .distantFuture) == .success else {
      return nil
    }
    return outcome.result.withLock { $0 }
  }

  /// Brings an outcome from the archiver's queue to who waits for it.
  private final class OutcomeBox<Value: Sendable>: Sendable {
    let result = Mutex<Result<Value, ArchiveError>?>(nil)
  }

  /// Saves in the caller's thread, unless the queue is at work: to wake another one, and to be woken
  /// by it, takes as long as what an appended save does besides waiting for the disk.
  private func saveAtOnce(_ newState: LoggedState) throws(ArchiveError) -> SaveResult {
    // Set on the queue, once, before it comes to what waits for it here.
    let box = OutcomeBox<SaveResult>()
    let turn = state.withLock { state in
      state.hold(newState) { outcome in box.result.withLock { $0 = outcome } }
    }
    queue.sync { writePending(of: turn) }
    guard let result = box.result.withLock({ $0 }) else {
      fatalError("A save was neither written nor refused")
    }
    return try result.get()
  }

  private func enqueue(
    _ newState: LoggedState,
    _ completion: @escaping @Sendable (Result<SaveResult, ArchiveError>) -> Void
  ) {
    state.withLock { state in
      let turn = state.hold(newState, completion)
      queue.async { [self] in writePending(of: turn) }
    }
  }

  /// Gives state up or does the like, after all saves handed over before and before all later ones.
  ///
  /// - Parameter body: Runs on the archiver's queue.
  /// - Throws: ``ArchiveError``, as the body does.
  func inOrder(_ body: @escaping @Sendable () throws(ArchiveError) -> Void)
    async throws(ArchiveError)
  {
    let result = await withCheckedContinuation { continuation in
      enqueueInOrder { continuation.resume(returning: Result(catching: body)) }
    }
    try result.get()
  }

  /// As ``inOrder(_:)``, and holds the caller until it is done.
  ///
  /// - Parameters:
  ///   - deadline: How long to wait at the most; `nil` waits as long as it takes.
  ///   - body: Runs on the archiver's queue, after the deadline too.
  /// - Throws: ``ArchiveError``, as the body does, or since the deadline has come.
  func inOrderAndWait(
    deadline: Duration? = nil, _ body: @escaping @Sendable () throws(ArchiveError) -> Void
  ) throws(ArchiveError) {
    let result = Self.wait(deadline: deadline) { done in
      enqueueInOrder { done(Result(catching: body)) }
    }
    guard let result else { throw missed("The state was not given up by the deadline") }
    try result.get()
  }

  /// A save that is handed over later must not be written by the turn of an earlier one.
  private func enqueueInOrder(_ body: @escaping @Sendable () -> Void) {
    state.withLock { state in
      state.turn += 1
      queue.async(execute: body)
    }
  }

  /// Runs on the queue.
  private func writePending(of turn: UInt64) {
    let pending: PendingSave? = state.withLock { state in
      guard let index = state.pending.firstIndex(where: { $0.turn == turn }) else { return nil }
      return state.pending.remove(at: index)
    }
    guard let pending else { return }  // an earlier one of this turn wrote it together with its own
    let result = Result { () throws(ArchiveError) in try write(pending.state) }
    switch result {
    case .success:
      endComplaints()
      promoteIfProvenGood()
    // Said when it was locked, or could not be read.
    case .failure(let error) where [.keyLocked, .unreadable].contains(error.code): break
    case .failure(let error):
      state.withLock { $0.isFailing = true }
      complain("The state could not be saved; the older archive is intact: \(error)", about: error)
    }
    pending.waiters.forEach { $0(result) }
  }
}

extension Archiver.State {
  /// Keeps a state to be saved, in place of an older one of the same turn.
  ///
  /// - Returns: The turn.
  fileprivate mutating func hold(
    _ newState: LoggedState,
    _ completion: @escaping @Sendable (Result<SaveResult, ArchiveError>) -> Void
  ) -> UInt64 {
    if let last = pending.indices.last, pending[last].turn == turn {
      pending[last].state = newState
      pending[last].waiters.append(completion)
    } else {
      pending.append(.init(turn: turn, state: newState, waiters: [completion]))
    }
    return turn
  }
}
