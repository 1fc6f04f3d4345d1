// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import GTKSupport
public import RestorationArchive
public import ViewControllers

public import class Foundation.FileHandle
public import struct Foundation.CGSize
public import struct Foundation.Data

/// The host that draws ViewControllers' views with GTK 4.
///
/// It turns the desktop's events into the application's lifecycle.
///
/// ```swift
/// let host = GTKHost(applicationID: "org.example.PhotoViewer")
/// ```
///
/// Ctrl+Shift+Q in any window is the user's force quit: after a question, it ends the application
/// and deletes its saved state. In debug builds, and in developer mode, Ctrl+Shift+R opens the
/// restoration inspector. It shows the live tree: which state is preserved, which is not, and
/// why.
///
/// The host joins the main actor with GLib's loop: tasks and dispatch blocks of the main actor
/// run during ``run(_:)``. Start it from a synchronous `main`: after an asynchronous one, the
/// main actor is no longer on the main thread.
@safe @MainActor public final class GTKHost: Host {
  /// The count of changes that are not on screen yet.
  let settling = Settling()

  /// The actions that wait for the end of the current layout.
  let layoutQueue = LayoutQueue()

  /// The style classes of the program's own colours.
  let colors = ColorStyles()

  /// The appearance of windows: light or dark, and the accent colour.
  let appearance = AppearanceStyle()

  /// The decoder of the pictures of all windows.
  let pictures: PictureLoader

  /// The peers of the windows on screen.
  ///
  /// A window peer does not live longer than its place here.
  var windowPeers: [GTKWindowPeer] = []

  /// The window that shows which state is preserved, while it is open.
  var inspectorWindow: InspectorWindow?

  /// The question whether to delete the saved state, while it is open.
  var forceQuitDialog: ForceQuitDialog?

  /// The list of a window's keys, while it is open.
  var shortcutsWindow: ShortcutsWindow?

  /// The running application, or the one of the first shown window.
  weak var application: Application?

  /// Whether a window was active at the last check; `true` at launch.
  var wasActive = true

  /// Whether the application was told of the first frame.
  var hasShownFirstFrame = false

  /// Called once the first frame is on screen, with its kind.
  public var onFirstFrame: (@MainActor (FirstFrame) -> Void)?

  /// The time in which the launch image fades into the restored content.
  public var launchImageFade = Duration.milliseconds(300)

  /// The time that the launch image stays over complete content.
  ///
  /// For guided tours and pictures.
  public var launchImageHold = Duration.zero

  /// Whether the host moves the focus, not the user.
  var isMovingFocus = false

  /// The desktop's messages on its buses, while the application runs.
  var desktopEvents: DesktopEvents?

  let applicationID: String?
  private let stylesheet: String?
  private let isAnimated: Bool
  private var loop: OpaquePointer?
  private var exitStatus: Int32?
  private var state = State.new

  private enum State { case new, ready, withoutDisplay }

  /// Creates a host; ``run(_:)`` or the first window connects the display.
  ///
  /// - Parameters:
  ///   - applicationID: The name under which desktop files know the program, such as
  ///     `org.example.PhotoViewer`.
  ///   - stylesheet: CSS for the program's own style names; takes precedence over the host's.
  ///   - isAnimated: Whether pages may slide; `false` makes every transition a jump, for tests.
  ///     The user's setting is respected in any case.
  public init(applicationID: String? = nil, stylesheet: String? = nil, isAnimated: Bool = true) {
    self.applicationID = applicationID
    self.stylesheet = stylesheet
    self.isAnimated = isAnimated
    pictures = PictureLoader(settling: settling)
  }

  /// The idiom of windows with mouse and keyboard.
  public var userInterfaceIdiom: UserInterfaceIdiom { .desktop }

  /// Launches the application and runs GLib's loop until ``stop(status:)``.
  ///
  /// - Parameter application: Launched before the loop starts.
  /// - Returns: The exit status; 69 (service unavailable) when there is no display. A background
  ///   launch needs no display, unless it restores a ``NativeView``.
  public func run(_ application: Application) -> Int32 {
    let startupID = takeStartupID()
    let lockQuestion = LockQuestion()
    let appearanceQuestion = application.isLaunchedInBackground ? nil : AppearanceQuestion()
    guard connectToDisplay() || application.isLaunchedInBackground else {
      FileHandle.standardError.write(Data("There is no display to show windows on.\n".utf8))
      return 69
    }
    self.application = application
    MainQueueSource.install()
    let signals = UnixSignals { [weak self] _ in self?.application?.terminate() }
    defer { signals.remove() }
    let lockedBy = lockQuestion.answer(within: .milliseconds(50))
    if !lockedBy.isEmpty { application.screenDidLock() }
    appearance.desktopDidChange(appearanceQuestion?.answer)
    application.launch()
    // The launch takes longer than most answers, and nothing was painted yet.
    appearance.desktopDidChange(appearanceQuestion?.answer)
    listenToDesktop(for: application, startupID: startupID, lockedBy: lockedBy)
    defer { stopListeningToDesktop() }
    let loop = unsafe g_main_loop_new(nil, 0)
    unsafe self.loop = unsafe loop
    if exitStatus == nil { unsafe g_main_loop_run(loop) }
    unsafe g_main_loop_unref(loop)
    unsafe self.loop = nil
    closeInspector()
    closeForceQuitDialog()
    for window in windowPeers.compactMap(\.model) { hide(window) }
    self.application = nil
    // Another run starts from the beginning. A call that stops it may come before it has begun.
    defer { (exitStatus, hasShownFirstFrame) = (nil, false) }
    return exitStatus ?? 0
  }

  /// Ends ``run(_:)`` after the current event.
  ///
  /// - Parameter status: The exit status.
  public func stop(status: Int32) {
    exitStatus = status
    if let loop = unsafe loop { unsafe g_main_loop_quit(loop) }
  }

  /// Shows a window, and creates peers for it and its views.
  ///
  /// - Parameter window: The window; showing it again brings it to the front.
  public func show(_ window: Window) {
    if let peer = window.peer as? GTKWindowPeer { return peer.present() }
    makePeer(of: window)?.present()
  }

  /// Creates the peer of a window; returns `nil` without a display.
  func makePeer(of window: Window) -> GTKWindowPeer? {
    guard connectToDisplay() else { return nil }
    if application == nil { application = window.application }
    let peer = GTKWindowPeer(window, host: self)
    windowPeers.append(peer)
    window.peer = peer
    peer.windowDidChange(window)
    return peer
  }

  /// Hides a window and drops its peer; its views keep theirs.
  ///
  /// - Parameter window: The window.
  public func hide(_ window: Window) {
    guard let peer = window.peer as? GTKWindowPeer else { return }
    window.peer = nil
    windowPeers.removeAll { $0 === peer }
    peer.close()
  }

  /// Shrinks a window size so that it fits on a screen.
  ///
  /// A size that fits on one of the screens stays as it is.
  ///
  /// - Parameter size: The size of a window's content, in points.
  /// - Returns: The size, cut to the screen that shows most of it.
  public func sizeOnScreen(_ size: CGSize) -> CGSize {
    guard connectToDisplay() else { return size }
    let fitting = Screens.fit(width: size.width, height: size.height)
    return CGSize(width: fitting.width, height: fitting.height)
  }

  /// Runs an action on the main actor after a delay.
  ///
  /// - Parameters:
  ///   - delay: The least time to wait, to the millisecond.
  ///   - action: The action.
  /// - Returns: An object that can cancel the action; releasing it does not cancel.
  public func schedule(after delay: Duration, _ action: @escaping @MainActor () -> Void)
    -> any ScheduledAction
  {
    TimeoutAction(after: delay, action)
  }

  /// Puts a text on the desktop's clipboard.
  ///
  /// - Parameter text: The text.
  public func copy(_ text: String) {
    guard connectToDisplay() else { return }
    unsafe gdk_clipboard_set_text(gdk_display_get_clipboard(gdk_display_get_default()), text)
  }

  /// Initialises GTK, once; returns `false` without a display.
  @discardableResult
  func connectToDisplay() -> Bool {
    if state == .new {
      if let applicationID { unsafe g_set_prgname(applicationID) }
      state = gtk_init_check() != 0 ? .ready : .withoutDisplay
      Translations.install()
      if state == .ready {
        MainQueueSource.install()
        if !isAnimated {
          unsafe cgtk_object_set_boolean(
            UnsafeMutableRawPointer(gtk_settings_get_default()), "gtk-enable-animations", 0)
        }
        Stylesheet.install(Stylesheet.base, priority: GTK_STYLE_PROVIDER_PRIORITY_APPLICATION)
        if let stylesheet {
          Stylesheet.install(stylesheet, priority: GTK_STYLE_PROVIDER_PRIORITY_APPLICATION + 1)
        }
        appearance.begin()
      }
    }
    return state == .ready
  }
}
#else
/// The host for GTK 4; unavailable without the trait `GTK`.
@available(
  *, unavailable,
  message: """
    GTKHost needs this package's trait "GTK". Write in the dependencies of Package.swift: \
    .package(url: …, from: …, traits: ["GTK"]). GTK's headers are in Debian's libgtk-4-dev.
    """
)
@MainActor public final class GTKHost {
  /// Cannot be called; see the message.
  public init(applicationID: String? = nil, stylesheet: String? = nil, isAnimated: Bool = true) {}
}
#endif
