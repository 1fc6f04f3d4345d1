// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import RestorationArchive

/// The toolkit an application runs on: it draws windows and turns desktop events into lifecycle.
@MainActor public protocol Host: AnyObject {
  /// What the interface is shown on (R45).
  var userInterfaceIdiom: UserInterfaceIdiom { get }

  /// Launches the application and runs until ``stop(status:)``.
  ///
  /// - Parameter application: Calls its launch before the first frame is shown.
  /// - Returns: The exit status.
  func run(_ application: Application) -> Int32

  /// Ends ``run(_:)``.
  ///
  /// - Parameter status: The exit status.
  func stop(status: Int32)

  /// Draws a window that the application made visible, by giving it and its views peers.
  ///
  /// - Parameter window: The window.
  func show(_ window: Window)

  /// Takes a window from the screen.
  ///
  /// - Parameter window: The window.
  func hide(_ window: Window)

  /// Runs something on the main actor after a delay.
  ///
  /// - Parameters:
  ///   - delay: The least time to wait.
  ///   - action: What to run.
  /// - Returns: Keep it to be able to cancel; letting it go does not cancel.
  func schedule(after delay: Duration, _ action: @escaping @MainActor () -> Void)
    -> any ScheduledAction

  /// Puts a text on the desktop's clipboard.
  ///
  /// - Parameter text: The text.
  func copy(_ text: String)
}

/// Something a host will run later.
@MainActor public protocol ScheduledAction: AnyObject {
  /// Keeps it from running, if it has not run yet.
  func cancel()
}
