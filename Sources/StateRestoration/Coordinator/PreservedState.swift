// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import RestorationArchive

/// The state after a preserve pass: in memory until a commit.
///
/// If it is never committed, or its commit fails, the next pass writes its changes, too. If it is
/// committed after a newer one, nothing is written. Like its coordinator, it belongs to the actor
/// that owns the objects: commit it there.
public struct PreservedState {
  /// The outcome of every object.
  public let report: PreservationReport
  /// The state found, written or not; `nil` if it is not kept.
  let kept: LoggedState?
  /// The change that a commit makes.
  let action: Action
  /// The revision of the coordinator's state.
  let revision: UInt64
  /// Decides whether a commit still has to write.
  let order: SaveOrder
  /// Adopts the base that a save compacted; `nil` without state.
  let current: CurrentState?

  enum Action: Sendable {
    /// Nothing differs from the state on disk.
    case nothing
    /// Saves, after the state that an earlier pass gave up is removed.
    case save(LoggedState, afterRetirement: UInt64?)
    /// Nothing was encoded, because older state is still unread.
    case keepOut(ArchiveError)
    /// The state cannot become an archive, even with everything optional omitted.
    case refuse(ArchiveError)
    /// The application does not want its state kept.
    case retire
  }

  /// Writes the state without holding up the caller's actor.
  ///
  /// - Returns: The sequence number of the save; `nil` when nothing had changed and nothing was
  ///   written.
  /// - Throws: `ArchiveError`; the older state stays intact, and the next pass saves again.
  @discardableResult
  public func commit() async throws(ArchiveError) -> UInt64? {
    adopt(try await order.commit(self)?.result.get() ?? nil)
  }

  /// Writes the state and blocks until it is durable.
  ///
  /// - Parameter deadline: The longest time to wait; `nil` waits without limit.
  /// - Returns: The sequence number of the save; `nil` when nothing had changed and nothing was
  ///   written.
  /// - Throws: `ArchiveError`; the older state stays intact, and the next pass saves again. With
  ///   the code `deadlineExceeded` the save continues and may still replace the older state.
  @discardableResult
  public func commitAndWait(deadline: Duration? = nil) throws(ArchiveError) -> UInt64? {
    adopt(try order.commitAndWait(self, deadline: deadline)?.result.get() ?? nil)
  }

  /// Continues from what a commit has saved.
  ///
  /// - Returns: The sequence number of the save.
  func adopt(_ saved: SaveResult?) -> UInt64? {
    guard let saved else { return nil }
    if let compaction = saved.compaction { current?.adopt(compaction) }
    return saved.sequenceNumber
  }

  /// Returns the state for a caller that stores it without an archiver.
  ///
  /// - Returns: `nil` when nothing has changed since the last stored state, or the application does
  ///   not want its state kept.
  /// - Throws: `ArchiveError` when the state cannot become an archive.
  package func stateToStore() throws(ArchiveError) -> LoggedState? {
    switch action {
    case .save(let state, _): state
    case .refuse(let error), .keepOut(let error): throw error
    case .nothing, .retire: nil
    }
  }

  /// Whether the state is stored as it is.
  var isStored: Bool { if case .nothing = action { true } else { false } }

  /// Notes that the state was stored.
  ///
  /// - Parameter compaction: The base that was stored; later passes continue from it.
  package func didStore(_ compaction: Compaction?) {
    if let compaction { current?.adopt(compaction) }
    order.didSave(revision)
  }
}
