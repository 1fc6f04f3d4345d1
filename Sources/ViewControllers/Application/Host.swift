// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import RestorationArchive

public import struct Foundation.CGSize
public import struct Foundation.Date

/// The toolkit that an application runs on.
///
/// It draws windows and turns desktop events into lifecycle events.
@MainActor public protocol Host: AnyObject {
  /// The kind of interface that the host shows.
  var userInterfaceIdiom: UserInterfaceIdiom { get }

  /// Launches the application and runs it until ``stop(status:)``.
  ///
  /// - Parameter application: The application; the host calls its launch before the first frame is
  ///   shown.
  /// - Returns: The exit status.
  func run(_ application: Application) -> Int32

  /// Ends ``run(_:)``.
  ///
  /// - Parameter status: The exit status.
  func stop(status: Int32)

  /// Draws a visible window by giving it and its views peers.
  ///
  /// - Parameter window: The window.
  func show(_ window: Window)

  /// Draws a window under an image that fades into its content.
  ///
  /// The image fades as soon as the content is complete. The default shows no image.
  ///
  /// - Parameters:
  ///   - window: The window, whose content is restored.
  ///   - image: The image in the first frame.
  func show(_ window: Window, beginningWith image: FirstImage)

  /// Takes a picture of a window's content.
  ///
  /// The picture shows the content as it is on screen, or was last, without images over it. Secure
  /// fields are blank. The default takes no picture.
  ///
  /// - Parameters:
  ///   - window: The window.
  ///   - isBlurred: Whether the content must be unreadable.
  /// - Returns: `nil` when there is no picture, or when it would show a secret.
  func picture(of window: Window, isBlurred: Bool) -> WindowPicture?

  /// Removes a window from the screen.
  ///
  /// - Parameter window: The window.
  func hide(_ window: Window)

  /// Returns the nearest possible size to a saved window size.
  ///
  /// Screens may have disappeared since the size was saved. The default does not know the screens,
  /// and returns the size unchanged.
  ///
  /// - Parameter size: The size of a window's content, in points.
  /// - Returns: A size no larger than the screen that shows most of the window.
  func sizeOnScreen(_ size: CGSize) -> CGSize

  /// Runs an action on the main actor after a delay.
  ///
  /// - Parameters:
  ///   - delay: The minimum delay.
  ///   - action: The action.
  /// - Returns: A handle to cancel the action. Releasing the handle does not cancel.
  func schedule(after delay: Duration, _ action: @escaping @MainActor () -> Void)
    -> any ScheduledAction

  /// The time recorded in saved state; by default the system time.
  var currentDate: Date { get }

  /// Copies a text to the desktop's clipboard.
  ///
  /// - Parameter text: The text.
  func copy(_ text: String)
}

extension Host {
  /// The system time.
  public var currentDate: Date { Date() }

  /// Shows the window without an image.
  ///
  /// - Parameters:
  ///   - window: The window.
  ///   - image: Not shown.
  public func show(_ window: Window, beginningWith image: FirstImage) { show(window) }

  /// Returns the size unchanged, without knowledge of the screens.
  ///
  /// - Parameter size: The size of a window's content.
  /// - Returns: The unchanged size.
  public func sizeOnScreen(_ size: CGSize) -> CGSize { size }

  /// Takes no picture.
  ///
  /// - Parameters:
  ///   - window: The window.
  ///   - isBlurred: Ignored.
  /// - Returns: `nil`.
  public func picture(of window: Window, isBlurred: Bool) -> WindowPicture? { nil }
}

/// An action that a host will run later.
@MainActor public protocol ScheduledAction: AnyObject {
  /// Cancels the action, if it has not run yet.
  func cancel()
}

/// The first picture of a window, until its content is restored.
public enum FirstImage: Hashable, Sendable {
  /// A picture of the window, taken when the application left the foreground.
  case launchImage(LaunchImage)
  /// The application's picture; `nil` shows an empty window.
  case defaultImage(Image?)
}

/// A host's picture of a window, not encoded yet.
public struct WindowPicture: Sendable {
  /// The size of the window's content, in points.
  public let size: CGSize
  /// Encodes it away from the main actor; returns `nil` on failure.
  public let encode: @Sendable () -> [UInt8]?

  /// Describes a picture.
  ///
  /// - Parameters:
  ///   - size: The size of the window's content, in points.
  ///   - encode: Encodes it; called once, on any thread.
  public init(size: CGSize, encode: @escaping @Sendable () -> [UInt8]?) {
    (self.size, self.encode) = (size, encode)
  }
}
