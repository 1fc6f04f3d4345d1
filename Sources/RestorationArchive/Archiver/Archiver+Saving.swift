// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Logging

/// Saving state, and discarding it.
extension Archiver {
  /// Saves a snapshot without blocking the caller's actor.
  ///
  /// - Parameter snapshot: The state to save.
  /// - Returns: The sequence number of the save that made this snapshot, or a newer one, durable.
  /// - Throws: ``ArchiveError``; the older archive is intact then. With the code
  ///   ``ArchiveError/Code/keyLocked`` nothing was changed; save again after the key was unlocked.
  ///   With ``ArchiveError/Code/unreadable`` nothing was changed either; see ``unreadError``.
  public func save(_ snapshot: RestorationSnapshot) async throws(ArchiveError) -> UInt64 {
    try await save(LoggedState(snapshot)).sequenceNumber
  }

  /// Saves a state that may extend an earlier save.
  ///
  /// Otherwise the same as ``save(_:)``.
  ///
  /// - Parameter state: The state to save.
  /// - Returns: The sequence number of the save, and a base to continue with.
  /// - Throws: ``ArchiveError``, as ``save(_:)`` does.
  package func save(_ state: LoggedState) async throws(ArchiveError) -> SaveResult {
    let result = await withCheckedContinuation { continuation in
      queue.save(state) { continuation.resume(returning: $0) }
    }
    return try result.get()
  }

  /// Saves a snapshot and blocks the caller until it is durable.
  ///
  /// Use it at the end of a process or session, in signal handling and in tests.
  ///
  /// - Parameters:
  ///   - snapshot: The state to save.
  ///   - deadline: The maximum time to wait; `nil` sets no limit.
  /// - Returns: The sequence number of the save that made it durable.
  /// - Throws: ``ArchiveError``; with the code ``ArchiveError/Code/deadlineExceeded`` the save
  ///   continues and may still succeed.
  public func saveAndWait(_ snapshot: RestorationSnapshot, deadline: Duration? = nil)
    throws(ArchiveError) -> UInt64
  { try saveAndWait(LoggedState(snapshot), deadline: deadline).sequenceNumber }

  /// Saves a state that may extend an earlier save, and waits.
  ///
  /// Otherwise the same as ``saveAndWait(_:deadline:)``.
  ///
  /// - Parameters:
  ///   - state: The state to save.
  ///   - deadline: The maximum time to wait; `nil` sets no limit.
  /// - Returns: The sequence number of the save that made it durable, and a base to continue with.
  /// - Throws: ``ArchiveError``, as ``saveAndWait(_:deadline:)`` does.
  package func saveAndWait(_ state: LoggedState, deadline: Duration? = nil)
    throws(ArchiveError) -> SaveResult
  {
    guard let deadline else { return try queue.saveAtOnce(state) }
    let result = ArchiveQueue.wait(deadline: deadline) { queue.save(state, $0) }
    guard let result else { throw missed("The state was not on disk by the deadline") }
    return try result.get()
  }

  /// Logs a missed deadline.
  private func missed(_ what: String) -> ArchiveError {
    let error = ArchiveError(.deadlineExceeded, what)
    log.logger.error("\(error)")
    return error
  }

  // MARK: The last good archive

  /// Makes the restored archive the last good generation.
  ///
  /// Call it when the restored state has run well.
  public func promoteRestored() {
    queue.async { archive in
      archive.recovery.didProveGood(in: archive.slots.own)
      archive.promoteIfProvenGood()
    }
  }

  // MARK: Giving up

  /// Discards all saved state without blocking the caller's actor.
  ///
  /// - Throws: ``ArchiveError`` when something could not be removed. Nothing was changed when its
  ///   code is ``ArchiveError/Code/keyLocked`` or ``ArchiveError/Code/unreadable``.
  public func retire() async throws(ArchiveError) {
    try await inOrder { archive throws(ArchiveError) in try archive.retire() }
  }

  /// Discards all saved state and blocks the caller until it is gone.
  ///
  /// - Parameter deadline: The maximum time to wait; `nil` sets no limit.
  /// - Throws: ``ArchiveError`` when something could not be removed. Nothing was changed when its
  ///   code is ``ArchiveError/Code/keyLocked`` or ``ArchiveError/Code/unreadable``. With the code
  ///   ``ArchiveError/Code/deadlineExceeded`` the removal continues and may still succeed.
  public func retireAndWait(deadline: Duration? = nil) throws(ArchiveError) {
    try inOrderAndWait(deadline: deadline) { archive throws(ArchiveError) in try archive.retire() }
  }

  // MARK: Doors

  /// Runs work in order with saves, without blocking the caller's actor.
  func inOrder(_ work: @escaping ArchiveQueue.Work<Void>) async throws(ArchiveError) {
    let result = await withCheckedContinuation { continuation in
      queue.inOrder(work) { continuation.resume(returning: $0) }
    }
    try result.get()
  }

  /// Runs work in order with saves, and waits.
  ///
  /// - Throws: ``ArchiveError``, also at the deadline; the work goes on then.
  func inOrderAndWait(
    deadline: Duration? = nil, _ work: @escaping ArchiveQueue.Work<Void>
  ) throws(ArchiveError) {
    let result = ArchiveQueue.wait(deadline: deadline) { queue.inOrder(work, $0) }
    guard let result else { throw missed("The state was not given up by the deadline") }
    try result.get()
  }
}
