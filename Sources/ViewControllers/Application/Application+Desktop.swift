// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive
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

  /// The screen was locked: saves everything and waits; at the level
  /// ``/RestorationArchive/KeyProtection/complete`` the key is wiped then, and protected data is
  /// unavailable until ``screenDidUnlock()`` (R27, R123).
  ///
  /// A host that finds the screen locked calls it before launch, too.
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

  /// The screen was unlocked: protected data is available again if the key can be had.
  public func screenDidUnlock() {
    guard isScreenLocked, phase != .terminated else { return }
    isScreenLocked = false
    archiver.screenDidUnlock()
    protectedDataMayHaveChanged()
  }

  /// The machine runs out of memory: has the program let go of what it can make again, and saves.
  ///
  /// The delegate hears of it first, then every controller, containers and presenters before what
  /// lies below them; tables let go of cells that wait to be used again. Everything is saved right
  /// away, without waiting for the disk, for the kernel may kill next.
  public func didReceiveMemoryWarning() {
    guard phase == .running else { return }
    delegate.applicationDidReceiveMemoryWarning(self)
    for window in orderedWindows { window.rootViewController?.passOnMemoryWarning() }
    guard phase == .running else { return }  // somebody saw fit to end it
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
