// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive
public import StateRestoration

/// Locked keys and unreadable state while the application runs.
extension Application {
  /// Restores the state that was kept back at launch.
  ///
  /// State is kept back when the key was locked or the state could not be read. The existing
  /// interface takes the state over, as it would have at launch, and nothing is animated. The state
  /// replaces what the user has done meanwhile. So an application that shows its windows calls this
  /// itself: in ``ApplicationDelegate/applicationProtectedDataDidBecomeAvailable(_:)``, or when the
  /// user agrees. Otherwise it gives the old state up with ``giveUpLockedState()``.
  ///
  /// An application launched in the background restores automatically, before its delegate hears of
  /// the unlock and before a window is shown. State that could not be read is also restored
  /// automatically once it can be read, if nothing has changed since launch.
  ///
  /// - Returns: The result; `nil` when nothing is kept back, the key is still locked, or the state
  ///   still cannot be read.
  @discardableResult
  public func restoreLate() -> RestorationReport? {
    guard phase == .running, restoration.isLockedOut, isProtectedDataAvailable else { return nil }
    phase = .launching  // nothing moves on screen, and no change is a reason to save
    let report = restoration.restore()
    didRestore()
    didEndRestoring(report)
    guard phase == .launching else { return report }  // terminated meanwhile
    phase = .running
    tree.launchDidEnd()
    if isLaunchedInBackground { restoration.launchDidEnd() }  // no frame is awaited
    arrangeRestoredWindows()
    orderedWindows.reversed().forEach(showIfLaunched)
    return report
  }

  /// Gives up the state kept back at launch, and saves.
  ///
  /// The save contains the current state. The old state stays the previous generation until later
  /// saves replace it. Has no effect when nothing is kept back.
  public func giveUpLockedState() {
    guard restoration.isLockedOut else { return }
    let wasUnread = restoration.isUnread
    restoration.giveUpLockedState()
    if wasUnread { isProtectedDataAvailable = canHaveKey }
    saving.hasMissedSave = true
    saveWhatWasMissed()
  }

  /// Starts to observe whether the key is available.
  func watchProtectedData() {
    isProtectedDataAvailable = canHaveKey
    archiver.observeKeyAvailability { [weak self] in
      Task { @MainActor in self?.protectedDataMayHaveChanged() }
    }
  }

  /// Whether the key can be obtained, wiped or not.
  var canHaveKey: Bool {
    archiver.isKeyAvailable && !(isScreenLocked && archiver.protection == .complete)
  }

  /// Whether state can be restored and saved now.
  ///
  /// `false` while the key is unavailable or saved state is still unread.
  private var canHaveState: Bool { canHaveKey && !restoration.isUnread }

  /// Reads state that was unreadable at launch, if that is possible now.
  func readAgain() {
    guard phase == .running, !isProtectedDataAvailable, canHaveKey, restoration.isIdle,
      restoration.readAgain()
    else { return }
    protectedDataDidBecomeAvailable(restoringLate: !restoration.hasChanges)
  }

  /// Reacts to a lock or unlock of the keyring or the screen.
  func protectedDataMayHaveChanged() {
    guard phase == .running, canHaveState != isProtectedDataAvailable else { return }
    if isProtectedDataAvailable {
      protectedDataWillBecomeUnavailable {
        archiver.wipeKey(deadline: RestorationTiming.terminationDeadline)
      }
    } else {
      protectedDataDidBecomeAvailable(restoringLate: false)
    }
  }

  /// Saves, tells the delegate, and only then wipes the key.
  func protectedDataWillBecomeUnavailable(wipe: () -> Void) {
    saveAndWait(reason: .background)
    delegate.applicationProtectedDataWillBecomeUnavailable(self)
    wipe()
    isProtectedDataAvailable = false
  }

  /// Makes protected data available again.
  ///
  /// - Parameter restoringLate: Whether kept-back state is also restored in the foreground.
  private func protectedDataDidBecomeAvailable(restoringLate: Bool) {
    archiver.holdKey()
    isProtectedDataAvailable = true
    if restoringLate || isLaunchedInBackground { restoreLate() }
    delegate.applicationProtectedDataDidBecomeAvailable(self)
    saveWhatWasMissed()
  }

  private func saveWhatWasMissed() {
    guard saving.hasMissedSave, isProtectedDataAvailable else { return }
    saving.hasMissedSave = false
    preserve(reason: .changed)
  }
}
