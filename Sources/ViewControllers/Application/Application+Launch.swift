// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive
public import StateRestoration

extension Application {
  /// Launches: the delegate makes the interface, state is restored, windows are shown (R52).
  ///
  /// In this order: will-finish-launching; restore, if there is an archive and the delegate wants
  /// it; did-finish-launching, in every case (R54); only then are windows shown and do controllers
  /// appear (R60, R175). Called by the host, once.
  ///
  /// In the background the same happens, but no window is shown and no controller appears (R121).
  ///
  /// - Parameters:
  ///   - reason: What the host knows about this launch, such as from a session manager; `nil` finds
  ///     it out from the archives (R153).
  ///   - inBackground: Whether no window is shown, as ``run(inBackground:)`` may already have found.
  public func launch(reason: LaunchReason? = nil, inBackground: Bool = false) {
    phase = .launching
    launchBegan = .now
    if inBackground { isLaunchedInBackground = true }
    watchProtectedData()
    restoration.awaitsFirstFrame = true
    restoration.beginLaunch(
      reason: reason, installsSignalHandlers: installsFatalSignalHandlers)
    if !isLaunchedInBackground, launchImagePrivacy != .none {
      restoration.beginLoadingLaunchImages()
    }
    let trace = restoration.launchPlay
    let began = trace?.now
    _ = delegate.application(self, willFinishLaunchingWithOptions: launchOptions(nil))
    trace?.say("delegate", "will-finish-launching", since: began)
    // R214: also what came after the window was made visible.
    windows.forEach { $0.loadShownViews() }
    let report = restoration.restore(reason: reason)
    if report.isLocked { isProtectedDataAvailable = false }
    didRestore()
    didEndRestoring(report)
    let restored = trace?.now
    _ = delegate.application(self, didFinishLaunchingWithOptions: launchOptions(report))
    trace?.say("delegate", "did-finish-launching", since: restored)
    guard phase == .launching else { return }  // terminated meanwhile
    phase = .running
    tree.launchDidEnd()
    noteUnplacedControllers()
    arrangeRestoredWindows()
    if isLaunchedInBackground {
      restoration.launchDidEnd()
      endIfBackgroundWorkIsDone()
    } else {
      let finished = trace?.now
      showWindows(report)
      trace?.say(
        "show", "windows on screen: \(windows.count { $0.isOnScreen })", since: finished)
    }
    protectedDataMayHaveChanged()
    saving.keepReadingAgain()
  }

  /// Names restored controllers that nobody has put in a window (R215).
  private func noteUnplacedControllers() {
    guard var report = lastRestorationReport else { return }
    for address in tree.takeUnplaced() { report.noteUnplaced(address) }
    lastRestorationReport = report
    restoration.logUnplaced(report)
  }

  private func launchOptions(_ report: RestorationReport?) -> LaunchOptions {
    LaunchOptions(report: report, isBackground: isLaunchedInBackground)
  }

  /// Brings the interface to the screen for the first time.
  ///
  /// - Parameter report: What came of restoring, if that has just ended.
  func showWindows(_ report: RestorationReport?) {
    if let report, report.isRestored {
      showLaunchedWindows(report)
    } else {
      orderedWindows.reversed().forEach(showIfLaunched)
    }
    if !windows.contains(where: \.isOnScreen) { restoration.launchDidEnd() }
    didBecomeActive()
  }

  /// Whether windows that the delegate made visible are on screen.
  var showsWindows: Bool { phase == .running && !isLaunchedInBackground }

  /// The first frame is on screen; called by the host.
  ///
  /// Starts the probation after which the restored state counts as good (R131).
  public func didShowFirstFrame() { restoration.didShowFirstFrame() }

  /// Shows a window that is to be visible, unless launch has not ended.
  func showIfLaunched(_ window: Window) {
    guard window.isOnScreen else { return }
    window.updateAppearance(animated: false) { [host] in host.show(window) }
  }
}
