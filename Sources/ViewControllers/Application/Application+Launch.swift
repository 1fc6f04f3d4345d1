// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Logging
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

/// Background work, and launches in the background.
extension Application {
  /// Returns whether a command line requests a background launch.
  ///
  /// The option is `--background`.
  ///
  /// - Parameter arguments: The program's name, options and operands. After `--` there are only
  ///   operands.
  /// - Returns: The value to pass to ``run(inBackground:)``.
  nonisolated public static func isBackgroundRequested(by arguments: [String]) -> Bool {
    arguments.dropFirst().prefix { $0 != "--" }.contains("--background")
  }

  /// Announces background work; end it with ``backgroundTaskDidComplete()``.
  ///
  /// Tasks are counted. An application that was launched in the background ends in order when no
  /// task is left, or right after did-finish-launching if none has begun by then.
  public func beginBackgroundTask() { backgroundTasks += 1 }

  /// Ends a background task and saves everything again.
  ///
  /// In an application that was launched in the background, the last task saves the state and ends
  /// the application. An application in the foreground may also call this without
  /// ``beginBackgroundTask()``, only to save.
  public func backgroundTaskDidComplete() {
    backgroundTasks = max(0, backgroundTasks - 1)
    if isLaunchedInBackground, backgroundTasks == 0 {
      endIfBackgroundWorkIsDone()
    } else {
      preserve(reason: .background)
    }
  }

  /// Shows the windows of an application launched in the background.
  ///
  /// From then on it behaves like any other application. State that was kept back at launch is
  /// restored first if that is possible now: the user has not yet seen or used what launch code
  /// made. Called by the host or the application. Has no effect if the windows are already shown.
  public func enterForeground() {
    guard isLaunchedInBackground, phase != .terminated else { return }
    readAgain()
    protectedDataMayHaveChanged()
    isLaunchedInBackground = false
    if phase == .running { showWindows(nil) }
  }

  /// Ends a background launch whose work is done.
  ///
  /// Saves what may be saved, and stops the host.
  func endIfBackgroundWorkIsDone() {
    guard phase == .running, isLaunchedInBackground, backgroundTasks == 0 else { return }
    terminate(reason: .background)
  }
}

/// Force quit, developer mode and debug logging.
extension Application {
  /// Whether archives survive errors, crashes and force quits.
  ///
  /// For finding the cause of a crash: every launch restores the whole state that causes it. The
  /// environment variable `RESTORATION_DEVELOPER_MODE=1` and the launch argument
  /// `-StateRestorationDeveloperMode YES` also set it. Set it before
  /// ``launch(reason:inBackground:)``.
  public var isDeveloperModeEnabled: Bool {
    get { restoration.isDeveloperModeEnabled }
    set { restoration.isDeveloperModeEnabled = newValue }
  }

  /// Whether every step of saving and restoring is logged with its duration.
  ///
  /// The environment variable `RESTORATION_DEBUG_LOGGING=1` and the launch argument
  /// `-StateRestorationDebugLogging YES` also set it. Log lines contain paths and classes, but no
  /// values.
  public var isDebugLoggingEnabled: Bool {
    get { restoration.isDebugLoggingEnabled }
    set { restoration.isDebugLoggingEnabled = newValue }
  }

  /// Deletes all saved state and ends the application.
  ///
  /// The next launch starts from the beginning. A force quit is the user's way out of a state that
  /// does not work; hosts document their gesture for it. Nothing is saved afterwards. In developer
  /// mode the state stays. A kill deletes nothing.
  public func forceQuit() {
    guard phase != .terminated else { return }
    end {
      do throws(ArchiveError) {
        try restoration.discardState()
      } catch {
        restoration.logger.error("The saved state could not be deleted: \(error)")
      }
    }
  }
}

extension ViewController {
  /// Runs this controller's code and attributes a crash to it.
  ///
  /// This includes the code of its views.
  func working<Result>(_ body: () -> Result) -> Result {
    guard let restoration = window?.application?.restoration else { return body() }
    return restoration.working(on: self, body)
  }
}
