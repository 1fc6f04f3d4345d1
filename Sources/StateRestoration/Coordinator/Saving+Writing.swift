// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

package import RestorationArchive

/// Writes one save at a time, in order; only the newest waits.
extension Saving {
  /// A pass to commit, and the work that follows it.
  struct Write {
    let pass: PreservationPass
    let then: (() async -> Void)?
  }

  /// Writes a pass without waiting for the disk.
  ///
  /// A newer pass replaces one that still waits for its turn, because it contains all its changes.
  /// The work that was to follow the older pass then follows the newer one, unless that has its
  /// own.
  ///
  /// - Parameters:
  ///   - pass: The newest pass.
  ///   - then: Runs when the pass is on disk, before the next one is written.
  package func commit(_ pass: PreservationPass, then: (() async -> Void)? = nil) {
    guard let startWriting else {
      try? commitAndWait(pass)  // ``onSave`` receives a failure
      return
    }
    waiting = Write(pass: pass, then: then ?? waiting?.then)
    guard !isWriting else { return }
    isWriting = true
    writing = startWriting()
  }

  /// Writes a pass and blocks until it is durable.
  ///
  /// - Parameters:
  ///   - pass: The newest pass.
  ///   - deadline: The longest time to wait; `nil` waits without limit.
  /// - Throws: `ArchiveError`; the older state stays intact, and the save is tried again.
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

  /// Saves due changes at once and blocks until they are durable.
  ///
  /// For tests, which cannot wait for the delay.
  package func saveDueChanges() {
    guard due != nil || isWriting, isPermitted(), let coordinator, coordinator.isIdle else {
      return
    }
    due = nil
    try? commitAndWait(coordinator.preserve(reason: .changed, scope: .changes), deadline: nil)
  }

  /// Writes the waiting pass, and passes that arrive meanwhile.
  func writeAll() async {
    while let next = waiting {
      waiting = nil
      await write(next)
    }
    isWriting = false
    wakeIfSettled()
  }

  /// Waits until all changes so far are saved or have failed.
  ///
  /// For a program that answers, or shows a prompt, only when a command's effect can no longer be
  /// lost. It does not make saves happen sooner. ``onSave`` has been called when it returns. It
  /// does not wait for the retry of a failed save. It returns at once if saving was not started on
  /// an actor.
  public func settled() async {
    while turns == nil, !isSettled {
      await withCheckedContinuation { settling.append($0) }
    }
  }

  private var isSettled: Bool { !isWriting && (due.map(\.isRetry) ?? true) }

  /// Resumes the callers that wait in ``settled()``, if all is settled.
  func wakeIfSettled() {
    guard isSettled, !settling.isEmpty else { return }
    let waiters = settling
    settling = []
    for waiter in waiters { waiter.resume() }
  }

  private func write(_ write: Write) async {
    guard !isStopped else { return }  // the last save includes this one
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
