// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive
public import StateRestoration

extension Application {
  /// When state is saved, and when what was restored counts as good.
  var saving: Saving { restoration.saving }

  /// Has changes saved, from the end of launch on (R150, R196).
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

  /// The application came to the foreground, as it does when it has launched; called by the host.
  public func didBecomeActive() {
    guard phase == .running, !isActive else { return }
    isActive = true
    delegate.applicationDidBecomeActive(self)
  }

  /// The application left the foreground: saves everything (R27); called by the host.
  public func didEnterBackground() {
    guard phase == .running else { return }
    isActive = false
    delegate.applicationDidEnterBackground(self)
    guard saving.isPermitted() else { return }
    preserve(reason: .background)
  }

  /// Saves everything now, without waiting for the disk; what has not changed is not written.
  ///
  /// Within a pass, which a hook that runs the loop can be in, it is made up for right after. What the
  /// application saves explicitly is how it wants to be found: windows that the user has closed by
  /// then stay closed.
  ///
  /// - Parameter reason: Why; the application hears it in the report.
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

  /// Ends the application in order: saves everything, waits until it is durable, stops the host.
  ///
  /// Returns when the state is in the store or a deadline has passed (R190). Before launch has
  /// ended there is nothing new to save (R196). Called by the host for the end of the session and
  /// for signals, or by the application.
  ///
  /// - Parameter reason: Why; the application hears it in the report.
  public func terminate(reason: PreservationReason = .terminating) {
    guard phase != .terminated else { return }
    let hasLaunched = phase == .running
    guard !hasLaunched || restoration.isIdle else {
      // A hook runs the loop; a pass within its pass cannot be.
      _ = host.schedule(after: .zero) { [weak self] in self?.terminate(reason: reason) }
      return
    }
    end { if hasLaunched { saveAndWait(reason: reason) } }
  }

  /// Ends the application in order: nothing is saved or proven good any more, but for a last thing.
  func end(_ lastThing: () -> Void) {
    phase = .terminated
    delegate.applicationWillTerminate(self)
    saving.stop()
    lastThing()
    restoration.processWillEnd()
    host.stop(status: 0)
  }

  /// Saves everything and waits for it, up to a deadline.
  func saveAndWait(reason: PreservationReason) {
    guard restoration.isIdle else { return saving.saveSoon() }
    let phase = phase
    let (pass, pictures) = preserveEverything(reason: reason)
    guard self.phase == phase else { return }  // a force quit in the pass has deleted all
    guard (try? saving.commitAndWait(pass)) != nil else { return }
    saveAndWait(pictures, of: pass)
  }

  /// An object's state has changed.
  ///
  /// Ignored before launch has ended: making and restoring the interface is no change (R196).
  func restorableStateDidChange(_ object: any StateRestoring) {
    guard phase == .running else { return }
    restoration.invalidate(object)
  }

  /// Saves at once what changes have made due, if anything has, and waits until it is durable.
  ///
  /// For tests, which have no second to wait.
  package func saveDueChanges() { saving.saveDueChanges() }

  /// Ends the application as a kill does: nothing is saved, and nobody hears of it.
  package func leaveQuietly() {
    phase = .terminated
    saving.stop()
  }
}
