// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import RestorationArchive

/// A finished preserve pass: encoded, and on disk only after it was committed.
///
/// A pass that is never committed, or whose commit fails, is made up for by the next one. A pass
/// that is committed after a newer one writes nothing. Belongs to the actor that owns the objects, like
/// its coordinator: commit it there.
public struct PreservationPass {
  /// What became of every object.
  public let report: PreservationReport
  /// The state that the pass found, written or not; `nil` when it is not kept at all.
  let kept: LoggedState?
  private let action: Action
  /// Orders the passes of one coordinator.
  private let number: UInt64
  private let ledger: CommitLedger
  let archiver: Archiver
  /// Goes on with the base that a save has made; `nil` for a pass that found no state.
  private let current: CurrentState?

  enum Action: Sendable {
    /// Nothing has changed since the state on disk.
    case nothing
    /// What was given up before and may still be on disk goes first, if there is such a thing (R183).
    case save(LoggedState, retiresFirst: Bool)
    /// Nothing was encoded, since what was saved before is unread (R198).
    case keepOut(ArchiveError)
    /// The state cannot be an archive, however little of it is kept (R155).
    case refuse(ArchiveError)
    /// The application does not want its state kept (R183).
    case retire
  }

  init(
    report: PreservationReport, kept: LoggedState?, action: Action, number: UInt64,
    ledger: CommitLedger, archiver: Archiver, current: CurrentState?
  ) {
    self.report = report
    self.kept = kept
    self.action = action
    self.number = number
    self.ledger = ledger
    self.archiver = archiver
    self.current = current
  }

  /// Writes the state without holding up the caller's actor.
  ///
  /// - Returns: The number of the save; `nil` when nothing had changed and nothing was written.
  /// - Throws: `ArchiveError`; the older state is intact then, and the next pass saves again.
  @discardableResult
  public func commit() async throws(ArchiveError) -> UInt64? {
    guard try begin() else { return nil }
    var generation: UInt64?
    switch action {
    case .nothing, .keepOut: return nil
    case .refuse(let error): throw error
    case .save(let state, let retiresFirst):
      if retiresFirst { try await archiver.retire() }
      generation = didSave(try await archiver.save(state))
    case .retire: try await archiver.retire()
    }
    ledger.finish(number)
    return generation
  }

  /// Writes the state and returns when it is durable, or at the deadline (R190).
  ///
  /// - Parameter deadline: How long to wait at the most; `nil` waits as long as it takes.
  /// - Returns: The number of the save; `nil` when nothing had changed and nothing was written.
  /// - Throws: `ArchiveError`; the older state is intact then, and the next pass saves again. With the
  ///   code `deadlineExceeded` the save goes on, and may still take the older state's place.
  @discardableResult
  public func commitAndWait(deadline: Duration? = nil) throws(ArchiveError) -> UInt64? {
    guard try begin() else { return nil }
    var generation: UInt64?
    let began = ContinuousClock.now
    switch action {
    case .nothing, .keepOut: return nil
    case .refuse(let error): throw error
    case .save(let state, let retiresFirst):
      if retiresFirst { try archiver.retireAndWait(deadline: deadline) }
      let rest = deadline.map { max($0 - (ContinuousClock.now - began), .zero) }
      generation = didSave(try archiver.saveAndWait(state, deadline: rest))
    case .retire: try archiver.retireAndWait(deadline: deadline)
    }
    ledger.finish(number)
    return generation
  }

  /// What is to be stored by whoever keeps this state elsewhere than an archiver does.
  ///
  /// - Returns: `nil` when nothing has changed since the last state that was stored, or the application does
  ///   not want its state kept.
  /// - Throws: `ArchiveError` when the state cannot be an archive.
  package func stateToStore() throws(ArchiveError) -> LoggedState? {
    switch action {
    case .save(let state, _): state
    case .refuse(let error), .keepOut(let error): throw error
    case .nothing, .retire: nil
    }
  }

  /// The state was stored.
  ///
  /// - Parameter compaction: The base that was stored, to go on with.
  package func didStore(_ compaction: Compaction?) {
    if let compaction { current?.adopt(compaction) }
    ledger.finish(number)
  }

  private func didSave(_ result: SaveResult) -> UInt64 {
    if let compaction = result.compaction { current?.adopt(compaction) }
    return result.generation
  }

  /// Whether the pass is to be written now.
  private func begin() throws(ArchiveError) -> Bool {
    if case .keepOut(let error) = action { throw error }  // it has no place among passes
    return ledger.begin(number)
  }
}
