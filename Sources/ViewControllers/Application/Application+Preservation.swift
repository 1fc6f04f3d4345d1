// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive
public import StateRestoration

extension Application {
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
    // Made up for when it is.
    guard isProtectedDataAvailable else { return hasMissedSave = true }
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
    guard restoration.isIdle else { return scheduleAutosave() }
    if reason == .explicit { forget(keptWindows.filter { !$0.isOpen }) }
    commit(preserveEverything(reason: reason))
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
    autosave?.cancel()
    probation?.cancel()
    lastThing()
    restoration.processWillEnd()
    host.stop(status: 0)
  }

  /// Saves everything and waits for it, up to a deadline.
  func saveAndWait(reason: PreservationReason) {
    guard restoration.isIdle else { return scheduleAutosave() }
    let phase = phase
    let (pass, pictures) = preserveEverything(reason: reason)
    guard self.phase == phase else { return }  // a force quit in the pass has deleted all
    do throws(ArchiveError) {
      if let generation = try pass.commitAndWait(deadline: RestorationTiming.terminationDeadline) {
        didPreserve(.success(generation), pass.report)
      }
    } catch {
      if error.isMadeUpFor { hasMissedSave = true }
      didPreserve(.failure(error), pass.report)
      scheduleAutosave(after: RestorationTiming.retryDelay)  // unless the program ends
      return
    }
    saveAndWait(pictures, of: pass)
  }

  /// An object's state has changed.
  ///
  /// Ignored before launch has ended: making and restoring the interface is no change (R196).
  func restorableStateDidChange(_ object: any StateRestoring) {
    guard phase == .running else { return }
    restoration.invalidate(object)
  }

  /// Has changes saved soon, all that come until then at once (R150).
  func scheduleAutosave(after delay: Duration = RestorationTiming.autosaveDelay) {
    guard phase == .running, autosave == nil else { return }
    autosave = host.schedule(after: delay) { [weak self] in
      guard let self else { return }
      autosave = nil
      // Made up for when it is.
      guard isProtectedDataAvailable else { return hasMissedSave = true }
      guard restoration.isIdle else { return scheduleAutosave() }
      commit((restoration.preserve(reason: .changed, everything: false), nil))
    }
  }

  /// Saves at once what changes have made due, if anything has, and waits until it is durable.
  ///
  /// For tests, which have no second to wait.
  package func saveDueChanges() {
    guard phase == .running, isProtectedDataAvailable, autosave != nil || commit != nil else {
      return
    }
    autosave?.cancel()
    autosave = nil
    let pass = restoration.preserve(reason: .changed, everything: false)
    do throws(ArchiveError) {
      if let generation = try pass.commitAndWait() {
        didPreserve(.success(generation), pass.report)
      }
    } catch {
      didPreserve(.failure(error), pass.report)
    }
  }

  /// Ends the application as a kill does: nothing is saved, and nobody hears of it.
  package func leaveQuietly() {
    phase = .terminated
    autosave?.cancel()
    probation?.cancel()
  }

  /// Writes a pass without waiting for the disk, then its pictures.
  func commit(_ picturedPass: PicturedPass) {
    let (pass, pictures) = picturedPass
    let previous = commit
    commit = Task { [weak self] in
      await previous?.value
      // The last save has taken this one over.
      guard self?.phase == .running else { return }
      do throws(ArchiveError) {
        if let generation = try await pass.commit() {
          self?.didPreserve(.success(generation), pass.report)
        }
      } catch {
        if error.isMadeUpFor { self?.hasMissedSave = true }
        self?.didPreserve(.failure(error), pass.report)
        self?.scheduleAutosave(after: RestorationTiming.retryDelay)
        return
      }
      guard let pictures, pictures.areNewest() else { return }
      try? await pass.saveLaunchImages(pictures.encode)  // the archiver logs failures
    }
  }
}

extension ArchiveError {
  /// Whether a save that failed so is made up for once state can be saved again.
  fileprivate var isMadeUpFor: Bool { code == .keyLocked || code == .unreadable }
}
