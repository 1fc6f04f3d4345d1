// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import StateRestoration

/// What a desktop tells its applications; called by hosts (R27).
extension Application {
  /// The session is about to end, as far as the session manager knows: saves everything and waits.
  ///
  /// The application runs on, for somebody else may still cancel the end of the session.
  public func sessionWillEnd() {
    guard phase == .running else { return }
    saveAndWait(reason: .terminating)
  }

  /// The machine is about to sleep: saves everything and waits, for it may never wake.
  public func willSleep() {
    guard phase == .running else { return }
    saveAndWait(reason: .background)
  }

  /// The screen was locked: saves everything and waits, as the key may be gone in a moment.
  public func screenDidLock() {
    guard phase == .running else { return }
    saveAndWait(reason: .background)
  }

  /// The screen was unlocked.
  public func screenDidUnlock() {}
}
