// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive
public import StateRestoration

/// What happens when the key is locked and unlocked while the application runs (R27, R123, R188), and
/// when what could not be read at launch can be (R198).
extension Application {
  /// Restores the state that was kept back at launch: by a locked key (R188), or since it could not be
  /// read.
  ///
  /// What there is by now takes the state over, as it would have at launch, and nothing is animated:
  /// what the user has done meanwhile gives way. So an application that shows its windows calls this
  /// itself, in ``ApplicationDelegate/applicationProtectedDataDidBecomeAvailable(_:)`` or when the
  /// user agrees, or gives the old state up. One that was launched in the background restores by
  /// itself, before its delegate hears of the unlock and before a window is shown; so does one in which
  /// nothing has changed since launch, where the state could not be read and now can be.
  ///
  /// - Returns: What came of it; `nil` when nothing is kept back, the key is still locked, or the state
  ///   still cannot be read.
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
    return report
  }

  /// Gives up the state that was kept back at launch, and saves what there is by now (R188).
  ///
  /// The old state stays the previous generation until later saves supersede it. Without effect
  /// when nothing is kept back.
  public func giveUpLockedState() {
    guard restoration.isLockedOut else { return }
    let wasUnread = restoration.isUnread
    restoration.giveUpLockedState()
    if wasUnread { isProtectedDataAvailable = canHaveKey }
    saving.hasMissedSave = true
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

  /// Whether state can be restored and saved, as far as key and what is to be read go.
  private var canHaveState: Bool { canHaveKey && !restoration.isUnread }

  /// Reads what could not be read at launch, if it can be by now.
  func readAgain() {
    guard phase == .running, !isProtectedDataAvailable, canHaveKey, restoration.isIdle,
      restoration.readAgain()
    else { return }
    protectedDataDidBecomeAvailable(restoringLate: !restoration.hasChanges)
  }

  /// The keyring or the screen was locked or unlocked.
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

  /// Saves with the key in memory, tells the delegate, and only then wipes the key (R27).
  func protectedDataWillBecomeUnavailable(wipe: () -> Void) {
    saveAndWait(reason: .background)
    delegate.applicationProtectedDataWillBecomeUnavailable(self)
    wipe()
    isProtectedDataAvailable = false
  }

  /// - Parameter restoringLate: Whether what is kept back is restored in the foreground, too.
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
