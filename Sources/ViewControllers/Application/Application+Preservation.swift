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
  /// Ignored before launch has ended: making and restoring the interface is no change.
  func restorableStateDidChange(_ object: any StateRestoring) {
    guard phase == .running else { return }
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
