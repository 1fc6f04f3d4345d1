// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import RestorationArchive

/// Runs an application without a display: in tests, and in programs that have none.
///
/// Its clock stands still until ``advance(by:)`` moves it, so what is scheduled runs when the
/// caller says so and never by itself.
@MainActor public final class HeadlessHost: Host {
  /// No interface.
  public let userInterfaceIdiom = UserInterfaceIdiom.headless

  /// The windows that would be on screen, in the order in which they were shown.
  public private(set) var shownWindows: [Window] = []

  /// The status that the application ended with; `nil` while it runs.
  public private(set) var exitStatus: Int32?

  /// The text that was copied last.
  public private(set) var copiedText: String?

  private let program: @MainActor (Application) -> Void
  private var now = Duration.zero
  private var scheduled: [Scheduled] = []

  /// Creates a host.
  ///
  /// - Parameter program: What ``run(_:)`` does once the application has launched; the application
  ///   ends when it returns.
  public init(program: @escaping @MainActor (Application) -> Void = { _ in }) {
    self.program = program
  }

  /// Launches the application, runs the program and ends the application in order.
  ///
  /// A background launch whose work is done by then ends without the program.
  ///
  /// - Parameter application: The application.
  /// - Returns: The exit status.
  public func run(_ application: Application) -> Int32 {
    application.launch()
    if exitStatus == nil { program(application) }
    application.terminate()
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
  public func show(_ window: Window) {
    hide(window)
    shownWindows.append(window)
    window.application?.didShowFirstFrame()
  }

  /// Forgets the window.
  ///
  /// - Parameter window: The window.
  public func hide(_ window: Window) {
    shownWindows.removeAll { $0 === window }
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
      now = next.time
      next.run()
    }
    now = end
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
