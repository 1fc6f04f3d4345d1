// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Logging

/// Saves, and what gives up what was saved.
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
      queue.save(state, by: write) { continuation.resume(returning: $0) }
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
    guard let deadline else { return try queue.saveAtOnce(state, by: write) }
    let result = SaveQueue.wait(deadline: deadline) { queue.save(state, by: write, $0) }
    guard let result else { throw missed("The state was not on disk by the deadline") }
    return try result.get()
  }

  /// Says in the log that a deadline has come.
  private func missed(_ what: String) -> ArchiveError {
    let error = ArchiveError(.deadlineExceeded, what)
    log.logger.error("\(error)")
    return error
  }

  /// Writes a state; on the archiver's queue.
  private func write(_ new: LoggedState) -> Result<SaveResult, ArchiveError> {
    let result = Result { () throws(ArchiveError) in
      defer { logRemarks() }
      let trace = newTrace(.commit)
      let key = try keys.current()
      let saved = try writer.write(new, with: key, slot: ownSlot(with: key), trace)
      launchImages.readAhead = nil
      return saved
    }
    switch result {
    case .success:
      log.didSave()
      promoteIfProvenGood()
    case .failure(let error): log.didNotSave(error)
    }
    return result
  }

  // MARK: The last good archive

  /// The restored archive has run well: it becomes the last good generation (R196).
  public func promoteRestored() {
    queue.async { [self] in
      recovery.didProveGood(in: slots.own)
      promoteIfProvenGood()
    }
  }

  private func promoteIfProvenGood() {
    recovery.promote { () throws(ArchiveError) in try ownSlot(with: keys.current()) }
  }

  // MARK: Giving up

  /// Gives up everything that was saved, and waits for it without holding up the caller's actor.
  ///
  /// - Throws: ``ArchiveError`` when something could not be removed; nothing was touched when its
  ///   code is ``ArchiveError/Code/keyLocked`` or ``ArchiveError/Code/unreadable``.
  public func retire() async throws(ArchiveError) {
    try await queue.inOrder { [self] () throws(ArchiveError) in try retireOnQueue() }
  }

  /// Gives up everything that was saved, and holds the caller until it is gone (R183, R190).
  ///
  /// - Parameter deadline: How long to wait at the most; `nil` waits as long as it takes.
  /// - Throws: ``ArchiveError`` when something could not be removed; nothing was touched when its
  ///   code is ``ArchiveError/Code/keyLocked`` or ``ArchiveError/Code/unreadable``. With the code ``ArchiveError/Code/deadlineExceeded``
  ///   removing goes on and may still succeed.
  public func retireAndWait(deadline: Duration? = nil) throws(ArchiveError) {
    let isDone = try queue.inOrderAndWait(deadline: deadline) { [self] () throws(ArchiveError) in
      try retireOnQueue()
    }
    guard isDone else { throw missed("The state was not given up by the deadline") }
  }

  private func retireOnQueue() throws(ArchiveError) {
    let key = try keys.current()
    // Without a slot of its own this process must not touch what is there (R48, R122).
    let slot = try ownSlot(with: key)
    defer {
      writer.forget()
      launchImages.forget()
    }
    try slots.retireAll(with: key, own: slot)
  }
}
