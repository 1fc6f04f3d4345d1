// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive
public import StateRestoration

/// What happens when the key is locked and unlocked while the application runs (R27, R123, R188).
extension Application {
  /// Restores the state that a locked key has kept back at launch (R188).
  ///
  /// What there is by now takes the state over, as it would have at launch, and nothing is animated:
  /// what the user has done meanwhile gives way. So an application that shows its windows calls this
  /// itself, in ``ApplicationDelegate/applicationProtectedDataDidBecomeAvailable(_:)`` or when the
  /// user agrees, or gives the old state up. One that was launched in the background restores by
  /// itself, before its delegate hears of the unlock and before a window is shown.
  ///
  /// - Returns: What came of it; `nil` when nothing is kept back, or the key is still locked.
  @discardableResult
  public func restoreLate() -> RestorationReport? {
    guard phase == .running, restoration.isLockedOut, isProtectedDataAvailable else { return nil }
    phase = .launching  // nothing moves on screen, and no change counts as one
    let report = restoration.restore()
    didRestore()
    didEndRestoring(report)
    guard phase == .launching else { return report }  // terminated meanwhile
    phase = .running
    tree.launchDidEnd()
    if isLaunchedInBackground { restoration.launchDidEnd() }  // no frame is awaited
    arrangeRestoredWindows()
    orderedWindows.reversed().forEach(showIfLaunched)
    if probation != nil {  // it begins anew, with what is on screen now (R131)
      probation?.cancel()
      probation = nil
      didShowFirstFrame()
    }
    return report
  }

  /// Gives up the state that a locked key has kept back, and saves what there is by now (R188).
  ///
  /// The old state stays the previous generation until later saves supersede it. Without effect
  /// when nothing is kept back.
  public func giveUpLockedState() {
    guard restoration.isLockedOut else { return }
    restoration.giveUpLockedState()
    hasMissedSave = true
    saveWhatWasMissed()
  }

  /// Hears of locks from now on.
  func watchProtectedData() {
    isProtectedDataAvailable = canHaveKey
    archiver.observeKeyAvailability { [weak self] in
      Task { @MainActor in self?.protectedDataMayHaveChanged() }
    }
  }

  /// Whether the key can be had, wiped or not.
  var canHaveKey: Bool {
    archiver.isKeyAvailable && !(isScreenLocked && archiver.protection == .complete)
  }

  /// The keyring or the screen was locked or unlocked.
  func protectedDataMayHaveChanged() {
    guard phase == .running, canHaveKey != isProtectedDataAvailable else { return }
    if isProtectedDataAvailable {
      protectedDataWillBecomeUnavailable {
        archiver.wipeKey(deadline: RestorationTiming.terminationDeadline)
      }
    } else {
      protectedDataDidBecomeAvailable()
    }
  }

  /// Saves with the key in memory, tells the delegate, and only then wipes the key (R27).
  func protectedDataWillBecomeUnavailable(wipe: () -> Void) {
    saveAndWait(reason: .background)
    delegate.applicationProtectedDataWillBecomeUnavailable(self)
    wipe()
    isProtectedDataAvailable = false
  }

  private func protectedDataDidBecomeAvailable() {
    archiver.holdKey()
    isProtectedDataAvailable = true
    if isLaunchedInBackground { restoreLate() }
    delegate.applicationProtectedDataDidBecomeAvailable(self)
    saveWhatWasMissed()
  }

  private func saveWhatWasMissed() {
    guard hasMissedSave, isProtectedDataAvailable else { return }
    hasMissedSave = false
    preserve(reason: .changed)
  }
}
