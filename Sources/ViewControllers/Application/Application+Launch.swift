// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive
public import StateRestoration

extension Application {
  /// Launches the application: makes the interface, restores state, shows windows.
  ///
  /// The steps are, in this order:
  ///
  /// 1. will-finish-launching;
  /// 2. restoring, if there is an archive and the delegate wants it;
  /// 3. did-finish-launching, in every case;
  /// 4. showing windows, whose controllers appear only now.
  ///
  /// The host calls this once. In the background, no window is shown and no controller appears.
  ///
  /// - Parameters:
  ///   - reason: The reason for this launch, if the host knows it, such as from a session manager.
  ///     `nil` derives it from the archives.
  ///   - inBackground: Whether no window is shown. ``run(inBackground:)`` may already have decided
  ///     so.
  public func launch(reason: LaunchReason? = nil, inBackground: Bool = false) {
    phase = .launching
    launchBegan = .now
    registeredBeforeLaunch = RegisteredBeforeLaunch(of: self)
    if inBackground { isLaunchedInBackground = true }
    watchProtectedData()
    restoration.awaitsFirstFrame = true
    restoration.beginLaunch(
      reason: reason, installsSignalHandlers: installsFatalSignalHandlers)
    if !isLaunchedInBackground, launchImagePrivacy != .none {
      restoration.beginLoadingLaunchImages()
    }
    let trace = restoration.launchTrace
    let began = trace?.now
    _ = delegate.application(self, willFinishLaunchingWithOptions: launchOptions(nil))
    trace?.say("delegate", "will-finish-launching", since: began)
    // R214: also views that came after the window was made visible.
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

  /// Reports restored controllers that are in no window.
  private func noteUnplacedControllers() {
    guard var report = lastRestorationReport else { return }
    for address in tree.takeUnplaced() { report.noteUnplaced(address) }
    lastRestorationReport = report
    restoration.logUnplaced(report)
  }

  private func launchOptions(_ report: RestorationReport?) -> LaunchOptions {
    LaunchOptions(report: report, isBackground: isLaunchedInBackground)
  }

  /// Shows the interface for the first time.
  ///
  /// - Parameter report: The result of restoring, if that has just ended.
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

  /// Starts the probation after which the restored state counts as good.
  ///
  /// Called by the host when the first frame is on screen.
  public func didShowFirstFrame() { restoration.didShowFirstFrame() }

  /// Shows a window that was made visible, if launch has ended.
  func showIfLaunched(_ window: Window) {
    guard window.isOnScreen else { return }
    window.updateAppearance(animated: false) { [host] in host.show(window) }
  }
}
