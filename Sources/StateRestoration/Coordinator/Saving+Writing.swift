// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

package import RestorationArchive

/// One save at a time, in order, and of those that wait the newest.
extension Saving {
  /// A pass that is to be committed, and what follows it.
  struct Write {
    let pass: PreservationPass
    let then: (() async -> Void)?
  }

  /// Writes a pass without waiting for the disk.
  ///
  /// A pass that has waited for its turn is given up for a newer one, which has all that it had; what
  /// was to follow it follows that.
  ///
  /// - Parameters:
  ///   - pass: The newest.
  ///   - then: Runs when the pass is on disk, before the next one is written.
  package func commit(_ pass: PreservationPass, then: (() async -> Void)? = nil) {
    guard let startWriting else {
      try? commitAndWait(pass)  // ``onSave`` hears of a failure
      return
    }
    waiting = Write(pass: pass, then: then ?? waiting?.then)
    guard !isWriting else { return }
    isWriting = true
    writing = startWriting()
  }

  /// Writes a pass and waits for it, up to a deadline (R190).
  ///
  /// - Parameters:
  ///   - pass: The newest.
  ///   - deadline: How long to wait at the most; `nil` waits as long as it takes.
  /// - Throws: `ArchiveError`; the older state is intact then, and the save is tried again.
  package func commitAndWait(
    _ pass: PreservationPass, deadline: Duration? = RestorationTiming.terminationDeadline
  ) throws(ArchiveError) {
    do throws(ArchiveError) {
      if let save = try pass.commitAndWait(deadline: deadline) { didSave(save, pass) }
    } catch {
      didFail(error, pass)
      throw error
    }
  }

  /// Saves at once what changes have made due, if anything has, and waits until it is durable.
  ///
  /// For tests, which have no second to wait.
  package func saveDueChanges() {
    guard due != nil || isWriting, isPermitted(), let coordinator, coordinator.isIdle else {
      return
    }
    due = nil
    try? commitAndWait(coordinator.preserve(reason: .changed, everything: false), deadline: nil)
  }

  /// Writes what waits, and what becomes due meanwhile.
  func writeAll() async {
    while let next = waiting {
      waiting = nil
      await write(next)
    }
    isWriting = false
    wakeIfSettled()
  }

  /// Waits until what has changed so far is on disk, or could not be saved.
  ///
  /// For a program that answers, or shows a prompt, only when the effect of a command cannot be lost any
  /// more. Saves no sooner than without; ``onSave`` was called by then. A failed save is not waited for
  /// until it is tried again. Returns at once where saving was not started on an actor.
  public func settled() async {
    while turns == nil, !isSettled {
      await withCheckedContinuation { settling.append($0) }
    }
  }

  private var isSettled: Bool { !isWriting && (due.map(\.isRetry) ?? true) }

  /// Lets go on who waits in ``settled()``.
  func wakeIfSettled() {
    guard isSettled, !settling.isEmpty else { return }
    let waiters = settling
    settling = []
    for waiter in waiters { waiter.resume() }
  }

  private func write(_ write: Write) async {
    guard !isStopped else { return }  // the last save has taken this one over
    do throws(ArchiveError) {
      if let save = try await write.pass.commit() { didSave(save, write.pass) }
    } catch {
      didFail(error, write.pass)
      return
    }
    await write.then?()
  }

  private func didSave(_ save: UInt64, _ pass: PreservationPass) {
    tell(.success(save), pass)
  }

  private func didFail(_ error: ArchiveError, _ pass: PreservationPass) {
    if error.code == .keyLocked || error.code == .unreadable { hasMissedSave = true }
    saveSoon(isRetry: true)
    tell(.failure(error), pass)
  }

  private func tell(_ result: Result<UInt64, ArchiveError>, _ pass: PreservationPass) {
    rules.didSave?(result, pass.report)
    onSave?(result, pass.report)
  }
}
