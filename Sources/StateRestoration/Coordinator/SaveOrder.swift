// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive
import Synchronization

/// The order of a coordinator's saves: the newest one wins.
///
/// A pass may be committed late, out of order, or never. An older pass must not undo what a newer
/// one has written. What was not written yet must be written with the next pass. So every commit is
/// handed over here, and while the disk is busy, only the newest of those that wait is written.
///
/// ``Saving`` owns it. It is locked, because the objects' actor hands passes over while the
/// archiver's queue takes the newest one.
final class SaveOrder: Sendable {
  let archiver: Archiver
  private let state = Mutex(State())

  private struct State {
    /// The newest revision that was handed over.
    var newest: UInt64 = 0
    /// The newest revision on disk.
    var durable: UInt64 = 0
    /// Its save; `nil` if the state was removed instead.
    var saved: SaveResult?
    /// The revision whose caller last gave up waiting.
    var missed: UInt64?
    /// The newest pass that is not being written yet.
    var waiting: (revision: UInt64, action: PreservedState.Action)?
    /// The callers of that pass, and of those that it replaces.
    var callers: [(revision: UInt64, caller: Caller)] = []
    /// The number of sets of pictures.
    var pictures: UInt64 = 0

    /// Notes a revision as the newest one, if it is still needed.
    mutating func accept(_ revision: UInt64) -> Bool {
      guard revision >= newest, revision > durable else { return false }
      newest = revision
      return true
    }
  }

  /// Receives the outcome of a pass that was handed over.
  typealias Caller = @Sendable (Outcome) -> Void

  /// The outcome of a pass that was handed over.
  struct Outcome: Sendable {
    /// The save; `nil` when nothing was left to save.
    let result: Result<SaveResult?, ArchiveError>
    /// Whether this pass was written, not a newer one.
    let isOwn: Bool
  }

  init(_ archiver: Archiver) { self.archiver = archiver }

  /// Whether a revision, or a newer one, is on disk.
  func isDurable(_ revision: UInt64) -> Bool { state.withLock { $0.durable >= revision } }

  /// Notes that a revision is on disk.
  func didSave(_ revision: UInt64, _ saved: SaveResult? = nil) {
    state.withLock { state in
      if revision >= state.durable { (state.durable, state.saved) = (revision, saved) }
    }
  }

  /// Counts a set of pictures, which replaces all earlier ones.
  ///
  /// - Returns: A function that tells whether the set is still the newest.
  func beginPictures() -> @Sendable () -> Bool {
    let number = state.withLock { state in
      state.pictures += 1
      return state.pictures
    }
    return { self.state.withLock { $0.pictures == number } }
  }

  // MARK: Handing over

  /// Begins to write a pass, in its turn.
  ///
  /// - Returns: The one outcome, once it is known; `nil` when the pass need not be written, because
  ///   it or a newer one was.
  /// - Throws: `ArchiveError` when the pass cannot be written at all.
  func begin(_ pass: PreservedState) throws(ArchiveError) -> AsyncStream<Outcome>? {
    guard try isNeeded(pass) else { return nil }
    let (outcomes, caller) = AsyncStream<Outcome>.makeStream()
    begin(pass) { outcome in
      caller.yield(outcome)
      caller.finish()
    }
    return outcomes
  }

  private func begin(_ pass: PreservedState, _ caller: @escaping Caller) {
    archiver.queue.begin(handOver(pass, caller)) { $0() }
  }

  /// Writes a pass without holding up the caller's actor.
  ///
  /// - Returns: `nil` when the pass need not be written, because it or a newer one was.
  /// - Throws: `ArchiveError` when the pass cannot be written at all.
  func commit(_ pass: PreservedState) async throws(ArchiveError) -> Outcome? {
    guard try isNeeded(pass) else { return nil }
    // A task that is cancelled gets its answer, too: the write goes on.
    return await withCheckedContinuation { caller in begin(pass) { caller.resume(returning: $0) } }
  }

  /// Writes a pass and blocks until it is durable, or a deadline.
  ///
  /// Without a deadline the caller's thread writes: waking another one and being woken by it costs
  /// as much as an appended save, apart from the wait for the disk.
  ///
  /// - Returns: `nil` when the pass need not be written, because it or a newer one was.
  /// - Throws: `ArchiveError` when the pass cannot be written at all, or at the deadline.
  func commitAndWait(_ pass: PreservedState, deadline: Duration?) throws(ArchiveError)
    -> Outcome?
  {
    guard try isNeeded(pass) else { return nil }
    let outcome = archiver.queue.wait(deadline: deadline) { caller in
      if deadline == nil {
        archiver.queue.sync(handOver(pass, caller))()
      } else {
        begin(pass, caller)
      }
    }
    guard let outcome else {
      state.withLock { $0.missed = pass.revision }
      let change = if case .retire = pass.action { "deleted" } else { "on disk" }
      throw archiver.queue.missed("The state was not \(change) by the deadline")
    }
    return outcome
  }

  /// Whether to write a pass, which is then the newest one.
  private func isNeeded(_ pass: PreservedState) throws(ArchiveError) -> Bool {
    switch pass.action {
    case .keepOut(let error): throw error  // such a pass has no place in the order
    case .nothing: return false
    case .save, .retire: return state.withLock { $0.accept(pass.revision) }
    case .refuse(let error):
      guard state.withLock({ $0.accept(pass.revision) }) else { return false }
      throw error
    }
  }

  /// Hands a pass over.
  ///
  /// - Parameters:
  ///   - pass: A pass that is needed.
  ///   - caller: Called once, when this pass or a newer one was written or has failed.
  /// - Returns: The work for the archiver's queue. It returns what tells the callers, which runs
  ///   after the work.
  private func handOver(_ pass: PreservedState, _ caller: @escaping Caller)
    -> @Sendable (Archive) -> @Sendable () -> Void
  {
    state.withLock { state in
      if pass.revision >= state.waiting?.revision ?? 0 {
        state.waiting = (pass.revision, pass.action)
      }
      state.callers.append((pass.revision, caller))
    }
    return { self.writeNewest(in: $0) }
  }

  // MARK: On the archiver's queue

  /// Writes the newest pass that waits, which contains all others.
  ///
  /// - Returns: Tells the callers of all of them.
  private func writeNewest(in archive: Archive) -> @Sendable () -> Void {
    let (newest, callers) = state.withLock { state in
      defer { state.callers = [] }
      return (state.waiting.take(), state.callers)
    }
    guard let newest else { return {} }
    let result = Result { () throws(ArchiveError) in
      let (durable, known) = state.withLock { state in
        // A caller that gave up waiting has handed the pass over again, to learn its outcome.
        (state.durable, state.missed == newest.revision ? state.saved : nil)
      }
      if durable >= newest.revision { return durable == newest.revision ? known : nil }
      let saved = try perform(newest.action, in: archive)
      didSave(newest.revision, saved)
      return saved
    }
    return {
      // A revision may have been handed over twice; its save is told once.
      let own = callers.lastIndex { $0.revision == newest.revision }
      for (index, waiting) in callers.enumerated() {
        waiting.caller(Outcome(result: result, isOwn: index == own))
      }
    }
  }

  /// Changes what is on disk.
  private func perform(_ action: PreservedState.Action, in archive: Archive) throws(ArchiveError)
    -> SaveResult?
  {
    switch action {
    case .save(let state, let retirement):
      // Asked now, since another pass may have done it meanwhile: a second one would remove what
      // was saved since.
      if let retirement, !isDurable(retirement) {
        try archive.retire()
        didSave(retirement)
      }
      return try archive.save(state)
    case .retire: try archive.retire()
    case .nothing, .keepOut, .refuse: break
    }
    return nil
  }
}
