// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive
import StateRestoration

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
