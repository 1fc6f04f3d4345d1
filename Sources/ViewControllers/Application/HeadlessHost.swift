// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import RestorationArchive

public import struct Foundation.CGSize
public import struct Foundation.Date

/// Runs an application without a display: in tests, and in programs that have none.
///
/// Its clock stands still until ``advance(by:)`` moves it, so what is scheduled runs when the
/// caller says so and never by itself.
@MainActor public final class HeadlessHost: Host {
  /// What it passes for; by default no interface.
  public let userInterfaceIdiom: UserInterfaceIdiom

  /// The windows that would be on screen, in the order in which they were shown.
  public private(set) var shownWindows: [Window] = []

  /// The status that the application ended with; `nil` while it runs.
  public private(set) var exitStatus: Int32?

  /// What each of ``shownWindows`` began with; `nil` for one that began with its content.
  public private(set) var firstImages: [FirstImage?] = []

  /// The encoded picture of a window, for tests; by default there is none.
  public var onPicture: @MainActor (Window, _ isBlurred: Bool) -> [UInt8]? = { _, _ in nil }

  /// The size of the only screen, in points; `nil`, the default, holds a window of any size.
  public var screenSize: CGSize?

  /// The text that was copied last.
  public private(set) var copiedText: String?

  /// What ``currentDate`` asks; a test puts a clock of its own here.
  package var timeOfDay: () -> Date = { Date() }

  /// Told of each step of the clock before what is due then runs.
  package var onAdvance: (Duration) -> Void = { _ in }

  private let program: @MainActor (Application) -> Void
  private var now = Duration.zero
  private var scheduled: [Scheduled] = []

  /// Creates a host.
  ///
  /// - Parameters:
  ///   - userInterfaceIdiom: What the application is told that its interface is shown on (R45).
  ///   - program: What ``run(_:)`` does once the application has launched; the application ends when
  ///     it returns.
  public init(
    userInterfaceIdiom: UserInterfaceIdiom = .headless,
    program: @escaping @MainActor (Application) -> Void = { _ in }
  ) {
    self.userInterfaceIdiom = userInterfaceIdiom
    self.program = program
  }

  /// Launches the application, runs the program and ends the application in order, unless the
  /// program has stopped the host.
  ///
  /// A background launch whose work is done by then ends without the program.
  ///
  /// - Parameter application: The application.
  /// - Returns: The exit status.
  public func run(_ application: Application) -> Int32 {
    application.launch()
    if exitStatus == nil { program(application) }
    if exitStatus == nil { application.terminate() }
    return exitStatus ?? 0
  }

  /// Notes the exit status.
  ///
  /// - Parameter status: The exit status.
  public func stop(status: Int32) {
    exitStatus = status
  }

  /// Notes the window and counts its first frame as shown.
  ///
  /// - Parameter window: The window.
  public func show(_ window: Window) { show(window, image: nil) }

  /// Notes the window and what it begins with.
  ///
  /// - Parameters:
  ///   - window: The window.
  ///   - image: What would be on screen in the first frame.
  public func show(_ window: Window, beginningWith image: FirstImage) {
    show(window, image: image)
  }

  private func show(_ window: Window, image: FirstImage?) {
    hide(window)
    shownWindows.append(window)
    firstImages.append(image)
    window.application?.didShowFirstFrame()
  }

  /// Asks ``onPicture``.
  ///
  /// - Parameters:
  ///   - window: The window.
  ///   - isBlurred: Whether nothing in it shall be readable.
  /// - Returns: `nil` when that gives none.
  public func picture(of window: Window, isBlurred: Bool) -> WindowPicture? {
    onPicture(window, isBlurred).map { bytes in WindowPicture(size: window.size) { bytes } }
  }

  /// Forgets the window.
  ///
  /// - Parameter window: The window.
  public func hide(_ window: Window) {
    for index in shownWindows.indices.reversed() where shownWindows[index] === window {
      shownWindows.remove(at: index)
      firstImages.remove(at: index)
    }
  }

  /// Cuts a size to ``screenSize``.
  ///
  /// - Parameter size: The size of a window's content.
  /// - Returns: No wider and no higher than the screen.
  public func sizeOnScreen(_ size: CGSize) -> CGSize {
    guard let screenSize else { return size }
    return CGSize(
      width: min(size.width, screenSize.width), height: min(size.height, screenSize.height))
  }

  /// Runs something once the clock was moved far enough.
  ///
  /// - Parameters:
  ///   - delay: The least time to wait.
  ///   - action: What to run.
  /// - Returns: Keep it to be able to cancel.
  public func schedule(after delay: Duration, _ action: @escaping @MainActor () -> Void)
    -> any ScheduledAction
  {
    let entry = Scheduled(time: now + delay, action: action)
    scheduled.append(entry)
    return entry
  }

  /// The system's time, unless a test has another one.
  public var currentDate: Date { timeOfDay() }

  /// Keeps the text in ``copiedText``.
  ///
  /// - Parameter text: The text.
  public func copy(_ text: String) {
    copiedText = text
  }

  /// Moves the clock and runs what is due on the way, earliest first.
  ///
  /// - Parameter duration: How far to move it.
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
