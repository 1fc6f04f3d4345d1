// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import RestorationArchive

public import struct Foundation.CGSize
public import struct Foundation.Date

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

  /// Draws a window like ``show(_:)``, with an image over it that fades into the window's content
  /// as soon as that is complete (R114, R117).
  ///
  /// The default shows no image.
  ///
  /// - Parameters:
  ///   - window: The window, whose content is restored.
  ///   - image: What is on screen in the first frame.
  func show(_ window: Window, beginningWith image: FirstImage)

  /// Takes a picture of a window's content as it is on screen, or was last, without images over it.
  ///
  /// Fields that are secure are blank in it (R119). The default takes none.
  ///
  /// - Parameters:
  ///   - window: The window.
  ///   - isBlurred: Whether nothing in it shall be readable.
  /// - Returns: `nil` when there is none, or when it would show a secret.
  func picture(of window: Window, isBlurred: Bool) -> WindowPicture?

  /// Takes a window from the screen.
  ///
  /// - Parameter window: The window.
  func hide(_ window: Window)

  /// The nearest size to a saved one that a window can have on one of the screens.
  ///
  /// Screens may have gone since the size was saved. The default does not know the screens, and
  /// leaves the size as it is.
  ///
  /// - Parameter size: The size of a window's content, in points.
  /// - Returns: No larger than the screen that shows most of it.
  func sizeOnScreen(_ size: CGSize) -> CGSize

  /// Runs something on the main actor after a delay.
  ///
  /// - Parameters:
  ///   - delay: The least time to wait.
  ///   - action: What to run.
  /// - Returns: Keep it to be able to cancel; letting it go does not cancel.
  func schedule(after delay: Duration, _ action: @escaping @MainActor () -> Void)
    -> any ScheduledAction

  /// The time of day that saved state is stamped with (R45); by default the system's.
  var currentDate: Date { get }

  /// Puts a text on the desktop's clipboard.
  ///
  /// - Parameter text: The text.
  func copy(_ text: String)
}

extension Host {
  /// The system's.
  public var currentDate: Date { Date() }

  /// Shows the window without an image.
  ///
  /// - Parameters:
  ///   - window: The window.
  ///   - image: Not shown.
  public func show(_ window: Window, beginningWith image: FirstImage) { show(window) }

  /// Does not know the screens.
  ///
  /// - Parameter size: The size of a window's content.
  /// - Returns: The same.
  public func sizeOnScreen(_ size: CGSize) -> CGSize { size }

  /// Takes none.
  ///
  /// - Parameters:
  ///   - window: The window.
  ///   - isBlurred: Not asked.
  /// - Returns: `nil`.
  public func picture(of window: Window, isBlurred: Bool) -> WindowPicture? { nil }
}

/// Something a host will run later.
@MainActor public protocol ScheduledAction: AnyObject {
  /// Keeps it from running, if it has not run yet.
  func cancel()
}
