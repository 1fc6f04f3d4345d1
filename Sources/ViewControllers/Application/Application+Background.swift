// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import StateRestoration

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
