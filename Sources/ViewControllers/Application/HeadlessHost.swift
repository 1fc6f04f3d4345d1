// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import RestorationArchive

public import struct Foundation.CGSize
public import struct Foundation.Date

/// A host without a display, for tests and for programs without one.
///
/// Its clock stands still until ``advance(by:)`` moves it. Scheduled actions run only then.
@MainActor public final class HeadlessHost: Host {
  /// The interface idiom that the host reports; by default no interface.
  public let userInterfaceIdiom: UserInterfaceIdiom

  /// The windows that would be on screen, in the order shown.
  public private(set) var shownWindows: [Window] = []

  /// The exit status of the application; `nil` while it runs.
  public private(set) var exitStatus: Int32?

  /// The first image of each window in ``shownWindows``.
  ///
  /// `nil` for a window that began with its content.
  package private(set) var firstImages: [FirstImage?] = []

  /// The source of encoded window pictures, for tests.
  ///
  /// The default returns `nil`, which means no picture.
  package var onPicture: @MainActor (Window, _ isBlurred: Bool) -> [UInt8]? = { _, _ in nil }

  /// The size of the only screen, in points.
  ///
  /// `nil`, the default, holds a window of any size.
  package var screenSize: CGSize?

  /// The text that was copied last.
  public private(set) var copiedText: String?

  /// The source of ``currentDate``; a test may replace it.
  package var timeOfDay: () -> Date = { Date() }

  /// Called for each step of the clock, before due actions run.
  package var onAdvance: (Duration) -> Void = { _ in }

  private let program: @MainActor (Application) -> Void
  private var now = Duration.zero
  private var scheduled: [Scheduled] = []

  /// Creates a host.
  ///
  /// - Parameters:
  ///   - userInterfaceIdiom: The interface idiom that the application sees.
  ///   - program: Called by ``run(_:)`` after launch. The application ends when it returns.
  public init(
    userInterfaceIdiom: UserInterfaceIdiom = .headless,
    program: @escaping @MainActor (Application) -> Void = { _ in }
  ) {
    self.userInterfaceIdiom = userInterfaceIdiom
    self.program = program
  }

  /// Launches the application, runs the program and ends the application.
  ///
  /// The application ends in order, unless the program has stopped the host. A background launch
  /// whose work is done by then ends without running the program.
  ///
  /// - Parameter application: The application.
  /// - Returns: The exit status.
  public func run(_ application: Application) -> Int32 {
    application.launch()
    if exitStatus == nil { program(application) }
    if exitStatus == nil { application.terminate() }
    return exitStatus ?? 0
  }

  /// Stores the exit status.
  ///
  /// - Parameter status: The exit status.
  public func stop(status: Int32) {
    exitStatus = status
  }

  /// Records the window and counts its first frame as shown.
  ///
  /// - Parameter window: The window.
  public func show(_ window: Window) { show(window, image: nil) }

  /// Records the window and its first image.
  ///
  /// - Parameters:
  ///   - window: The window.
  ///   - image: The image that would be on screen in the first frame.
  public func show(_ window: Window, beginningWith image: FirstImage) {
    show(window, image: image)
  }

  private func show(_ window: Window, image: FirstImage?) {
    hide(window)
    shownWindows.append(window)
    firstImages.append(image)
    window.application?.didShowFirstFrame()
  }

  /// Returns no picture.
  ///
  /// - Parameters:
  ///   - window: The window.
  ///   - isBlurred: Whether the content must be unreadable.
  /// - Returns: `nil`.
  public func picture(of window: Window, isBlurred: Bool) -> WindowPicture? {
    onPicture(window, isBlurred).map { bytes in WindowPicture(size: window.size) { bytes } }
  }

  /// Removes the window from ``shownWindows``.
  ///
  /// - Parameter window: The window.
  public func hide(_ window: Window) {
    for index in shownWindows.indices.reversed() where shownWindows[index] === window {
      shownWindows.remove(at: index)
      firstImages.remove(at: index)
    }
  }

  /// Returns the size unchanged: there is no screen.
  ///
  /// - Parameter size: The size of a window's content.
  /// - Returns: The size.
  public func sizeOnScreen(_ size: CGSize) -> CGSize {
    guard let screenSize else { return size }
    return CGSize(
      width: min(size.width, screenSize.width), height: min(size.height, screenSize.height))
  }

  /// Schedules an action, which runs when the clock reaches its time.
  ///
  /// - Parameters:
  ///   - delay: The minimum delay.
  ///   - action: The action.
  /// - Returns: A handle to cancel the action.
  public func schedule(after delay: Duration, _ action: @escaping @MainActor () -> Void)
    -> any ScheduledAction
  {
    let entry = Scheduled(time: now + delay, action: action)
    scheduled.append(entry)
    return entry
  }

  /// The system time, unless a test replaced it.
  public var currentDate: Date { timeOfDay() }

  /// Stores the text in ``copiedText``.
  ///
  /// - Parameter text: The text.
  public func copy(_ text: String) {
    copiedText = text
  }

  /// Moves the clock and runs due actions, earliest first.
  ///
  /// - Parameter duration: The time to move it by.
  public func advance(by duration: Duration) {
    let end = now + duration
    while let next = scheduled.min(by: { $0.time < $1.time }), next.time <= end {
      scheduled.removeAll { $0 === next }
      move(to: next.time)
      next.run()
    }
    move(to: end)
  }

  private func move(to time: Duration) {
    onAdvance(time - now)
    now = time
  }

  private final class Scheduled: ScheduledAction {
    let time: Duration
    private var action: (@MainActor () -> Void)?

    init(time: Duration, action: @escaping @MainActor () -> Void) {
      self.time = time
      self.action = action
    }

    func run() { action?() }

    func cancel() { action = nil }
  }
}
