// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive
public import StateRestoration

extension Application {
  /// The scheduler of saves and of the restored state's probation.
  var saving: Saving { restoration.saving }

  /// Starts to save changes, once launch has ended.
  func startSaving() {
    var rules = Saving.Rules()
    rules.countsChanges = { [weak self] in
      MainActor.assumeIsolated { self?.phase == .running }
    }
    rules.permission = { [weak self] in
      MainActor.assumeIsolated {
        guard let self, self.phase == .running else { return .refused }
        return self.isProtectedDataAvailable ? .granted : .later
      }
    }
    rules.readAgain = { [weak self] in MainActor.assumeIsolated { self?.readAgain() } }
    rules.didSave = { [weak self] result, report in
      MainActor.assumeIsolated { self?.didPreserve(result, report) }
    }
    saving.start(rules) { [weak self] delay, step in
      MainActor.assumeIsolated {
        _ = self?.host.schedule(after: delay) { self?.saving.perform(step) }
      }
    }
  }

  /// Marks the application as active.
  ///
  /// Called by the host when the application comes to the foreground, as it does after launch.
  public func didBecomeActive() {
    guard phase == .running, !isActive else { return }
    isActive = true
    delegate.applicationDidBecomeActive(self)
  }

  /// Saves everything, because the application left the foreground.
  ///
  /// Called by the host.
  public func didEnterBackground() {
    guard phase == .running else { return }
    isActive = false
    delegate.applicationDidEnterBackground(self)
    guard saving.isPermitted() else { return }
    preserve(reason: .background)
  }

  /// Saves everything now, without waiting for the disk.
  ///
  /// Unchanged state is not written. If a pass is already running, such as when a hook runs the
  /// loop, the save follows right after it.
  ///
  /// An explicit save also decides which windows come back: windows that the user has closed by
  /// then stay closed.
  ///
  /// - Parameter reason: The reason for the save, passed on in the report.
  public func preserve(reason: PreservationReason = .explicit) {
    guard phase == .running else { return }
    guard restoration.isIdle else { return saving.saveSoon() }
    if reason == .explicit { forget(keptWindows.filter { !$0.isOpen }) }
    let (pass, pictures) = preserveEverything(reason: reason)
    saving.commit(pass) {
      guard let pictures, pictures.areNewest() else { return }
      try? await pass.saveLaunchImages(pictures.encode)  // the archiver logs failures
    }
  }

  /// Ends the application in order, after a last save.
  ///
  /// Saves everything, waits until it is durable, and stops the host. Returns when the state is in
  /// the store or a deadline has passed. Before launch has ended there is nothing new to save.
  /// Called by the application, or by the host for signals and the end of the session.
  ///
  /// - Parameter reason: The reason for the save, passed on in the report.
  public func terminate(reason: PreservationReason = .terminating) {
    guard phase != .terminated else { return }
    let hasLaunched = phase == .running
    guard !hasLaunched || restoration.isIdle else {
      // A hook runs the loop, and passes cannot be nested.
      _ = host.schedule(after: .zero) { [weak self] in self?.terminate(reason: reason) }
      return
    }
    end { if hasLaunched { saveAndWait(reason: reason) } }
  }

  /// Ends the application in order.
  ///
  /// Stops saving and the probation first; only the last action may still save.
  func end(_ lastThing: () -> Void) {
    phase = .terminated
    delegate.applicationWillTerminate(self)
    saving.stop()
    lastThing()
    restoration.processWillEnd()
    host.stop(status: 0)
  }

  /// Saves everything and waits, up to a deadline.
  func saveAndWait(reason: PreservationReason) {
    guard restoration.isIdle else { return saving.saveSoon() }
    let phase = phase
    let (pass, pictures) = preserveEverything(reason: reason)
    guard self.phase == phase else { return }  // a force quit in the pass has deleted all
    guard (try? saving.commitAndWait(pass)) != nil else { return }
    saveAndWait(pictures, of: pass)
  }

  /// Notes that an object's state has changed.
  ///
  /// Making and restoring the interface is no change. What launch code changes after the restore is
  /// saved with the first change after launch, since it alone is no reason to save.
  func restorableStateDidChange(_ object: any StateRestoring) {
    guard phase == .running || phase == .launching && restoration.hasDecoded else { return }
    restoration.invalidate(object)
  }

  /// Saves due changes at once and waits until they are durable.
  ///
  /// For tests, which have no second to wait.
  package func saveDueChanges() { saving.saveDueChanges() }

  /// Ends the application without a save, as a kill does.
  ///
  /// No callback runs.
  package func leaveQuietly() {
    phase = .terminated
    saving.stop()
  }
}

/// Desktop events; hosts call these methods.
extension Application {
  /// Saves everything and waits, because the session is about to end.
  ///
  /// The application keeps running: the end of the session may still be cancelled.
  public func sessionWillEnd() {
    guard phase == .running else { return }
    saveAndWait(reason: .terminating)
  }

  /// Saves everything and waits, because the machine is about to sleep.
  ///
  /// The machine may never wake up.
  public func willSleep() {
    guard phase == .running else { return }
    saveAndWait(reason: .background)
  }

  /// Saves everything and waits, because the screen was locked.
  ///
  /// At the level ``/RestorationArchive/KeyProtection/complete`` the key is then wiped, and
  /// protected data is unavailable until ``screenDidUnlock()``.
  ///
  /// A host that finds the screen locked also calls this before launch.
  public func screenDidLock() {
    guard !isScreenLocked, phase != .terminated else { return }
    isScreenLocked = true
    let wipe = { [archiver] in
      archiver.screenDidLock(deadline: RestorationTiming.terminationDeadline)
    }
    if phase == .running, archiver.protection == .complete, isProtectedDataAvailable {
      protectedDataWillBecomeUnavailable(wipe: wipe)
    } else {
      if phase == .running { saveAndWait(reason: .background) }
      wipe()
      if phase != .running { isProtectedDataAvailable = canHaveKey }
    }
  }

  /// Makes protected data available again, because the screen was unlocked.
  ///
  /// Protected data stays unavailable while the key cannot be obtained.
  public func screenDidUnlock() {
    guard isScreenLocked, phase != .terminated else { return }
    isScreenLocked = false
    archiver.screenDidUnlock()
    protectedDataMayHaveChanged()
  }

  /// Frees memory and saves, because the machine runs out of memory.
  ///
  /// The delegate is called first, then every controller: containers and presenters before what
  /// lies below them. Tables drop their spare cells. Everything is saved right away, without
  /// waiting for the disk, because the kernel may kill the process next.
  public func didReceiveMemoryWarning() {
    guard phase == .running else { return }
    delegate.applicationDidReceiveMemoryWarning(self)
    for window in orderedWindows { window.rootViewController?.passOnMemoryWarning() }
    guard phase == .running else { return }  // a callback has ended it
    // Without pictures: they would cost memory, and the user is looking at the windows.
    saving.save(.background)
  }
}

extension ViewController {
  fileprivate func passOnMemoryWarning() {
    didReceiveMemoryWarning()
    if isViewLoaded { view.letGoOfSpareCells() }
    (attachedControllers + [presentedSheet].compactMap { $0 }).forEach { $0.passOnMemoryWarning() }
  }
}

extension View {
  fileprivate func letGoOfSpareCells() {
    (self as? ElementsView)?.spareCells.removeAll()
    subviews.forEach { $0.letGoOfSpareCells() }
  }
}

/// Forwards the engine's questions about the application record to the delegate.
///
/// A delegate that did not opt in answers `false` to both questions.
@MainActor final class ApplicationRecord: @MainActor RestorationCoordinatorDelegate {
  weak var application: Application?

  func shouldPreserve(with coder: RestorationEncoder) -> Bool {
    ask(otherwise: false) { $1.application($0, shouldSaveApplicationState: coder) }
  }

  func willPreserve(with coder: RestorationEncoder) {
    ask(otherwise: ()) { $1.application($0, willEncodeRestorableStateWith: coder) }
  }

  func shouldRestore(with coder: RestorationDecoder) -> Bool {
    ask(otherwise: false) { $1.application($0, shouldRestoreApplicationState: coder) }
  }

  func didRestore(with coder: RestorationDecoder) {
    ask(otherwise: ()) { $1.application($0, didDecodeRestorableStateWith: coder) }
  }

  private func ask<Answer>(
    otherwise fallback: Answer,
    _ question: (Application, any StateRestoringApplicationDelegate) -> Answer
  ) -> Answer {
    guard let application,
      let delegate = application.delegate as? any StateRestoringApplicationDelegate
    else { return fallback }
    return question(application, delegate)
  }
}
