// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import StateRestoration

/// Work without windows, and the launch that is for it alone (R28, R121, R122).
extension Application {
  /// Whether a command line asks for a launch in the background, with the option `--background`.
  ///
  /// - Parameter arguments: The program's name, options and operands; after `--` there are operands
  ///   only.
  /// - Returns: What to hand to ``run(inBackground:)``.
  nonisolated public static func isBackgroundRequested(by arguments: [String]) -> Bool {
    arguments.dropFirst().prefix { $0 != "--" }.contains("--background")
  }

  /// Announces work that goes on in the background; end it with ``backgroundTaskDidComplete()``.
  ///
  /// An application that was launched in the background ends in order when none is left, and right
  /// after did-finish-launching if none was begun by then. Tasks are counted.
  public func beginBackgroundTask() { backgroundTasks += 1 }

  /// Work that went on in the background has ended: saves everything again (R28).
  ///
  /// The last one ends an application that was launched in the background, state saved. Called by
  /// the application; also without ``beginBackgroundTask()``, when only the save is wanted.
  public func backgroundTaskDidComplete() {
    backgroundTasks = max(0, backgroundTasks - 1)
    if isLaunchedInBackground, backgroundTasks == 0 {
      endIfBackgroundWorkIsDone()
    } else {
      preserve(reason: .background)
    }
  }

  /// Shows the windows of an application that was launched in the background; it then goes on like
  /// any other.
  ///
  /// State that was kept back at launch is restored first, if it can be by now: nobody has seen
  /// or used what launch code made. Called by the host or the application; without effect in one
  /// that shows its windows already.
  public func enterForeground() {
    guard isLaunchedInBackground, phase != .terminated else { return }
    readAgain()
    protectedDataMayHaveChanged()
    isLaunchedInBackground = false
    if phase == .running { showWindows(nil) }
  }

  /// Ends a background launch whose work is done: saves what may be saved, and stops the host.
  func endIfBackgroundWorkIsDone() {
    guard phase == .running, isLaunchedInBackground, backgroundTasks == 0 else { return }
    terminate(reason: .background)
  }
}
