// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK
  import GTKSupport
  public import RestorationArchive
  public import ViewControllers

  public import struct Foundation.CGSize
  public import struct Foundation.Data
  public import class Foundation.FileHandle

  /// Draws the views of ViewControllers with GTK 4 and turns the desktop's events into lifecycle.
  ///
  /// ```swift
  /// let host = GTKHost(applicationID: "org.example.PhotoViewer")
  /// ```
  ///
  /// Ctrl+Shift+Q in any window is the user's force quit: it asks, and then ends the application and
  /// deletes what it has saved (R130). In debug builds, and in developer mode, Ctrl+Shift+R opens the restoration
  /// inspector: the live tree with what is preserved, what is not and why.
  ///
  /// The host joins the main actor with GLib's loop: tasks and dispatch blocks of the main actor run
  /// while ``run(_:)`` does. Start it from a synchronous `main`; after an asynchronous one the main
  /// actor is no longer on the main thread.
  @safe @MainActor public final class GTKHost: Host {
    /// Who counts what is still on its way to the screen.
    let settling = Settling()

    /// What waits for the end of the layout that is under way.
    let layoutQueue = LayoutQueue()

    /// The style classes of the program's own colours.
    let colors = ColorStyles()

    /// Whether windows are light or dark, and the colour of what is selected.
    let appearance = AppearanceStyle()

    /// Decodes the pictures of all windows.
    let pictures: PictureLoader

    /// The peers of the windows on screen; a window peer does not outlive its place here.
    var windowPeers: [GTKWindowPeer] = []

    /// Shows what of the application is preserved, while it is open.
    var inspectorWindow: InspectorWindow?

    /// Asks whether to delete what was saved, while it does.
    var forceQuitDialog: ForceQuitDialog?

    /// Lists the keys of a window, while it does.
    var shortcutsWindow: ShortcutsWindow?

    /// The application that runs, or whose window was shown first.
    weak var application: Application?

    /// Whether any window had the user's attention when it was looked at last; launch counts as that.
    var wasActive = true

    /// Whether the application was told of its first frame.
    var hasShownFirstFrame = false

    /// Called once, when the first frame is on screen, with what is on it.
    public var onFirstFrame: (@MainActor (FirstFrame) -> Void)?

    /// How long the image that a launch begins with takes to fade into the restored content.
    public var launchImageFade = Duration.milliseconds(300)

    /// How long that image stays once the content is complete; for guided tours and pictures.
    public var launchImageHold = Duration.zero

    /// Whether the focus moves because the host moves it, not the user.
    var isMovingFocus = false

    /// What the desktop says on its message buses, while the application runs.
    var desktopEvents: DesktopEvents?

    let applicationID: String?
    private let stylesheet: String?
    private let isAnimated: Bool
    private var loop: OpaquePointer?
    private var exitStatus: Int32?
    private var state = State.new

    private enum State { case new, ready, withoutDisplay }

    /// Creates a host; it connects to the display when it is run or shows its first window.
    ///
    /// - Parameters:
    ///   - applicationID: The name desktop files know the program by, such as
    ///     `org.example.PhotoViewer`.
    ///   - stylesheet: CSS for the program's own style names; wins over the host's.
    ///   - isAnimated: Whether pages may slide; `false` makes every transition a jump, which tests
    ///     want. The user's own setting is obeyed in any case.
    public init(applicationID: String? = nil, stylesheet: String? = nil, isAnimated: Bool = true) {
      self.applicationID = applicationID
      self.stylesheet = stylesheet
      self.isAnimated = isAnimated
      pictures = PictureLoader(settling: settling)
    }

    /// Windows with mouse and keyboard.
    public var userInterfaceIdiom: UserInterfaceIdiom { .desktop }

    /// Launches the application and runs GLib's loop until ``stop(status:)``.
    ///
    /// - Parameter application: Is launched before the loop starts.
    /// - Returns: The exit status; 69 (service unavailable) when there is no display. A background
    ///   launch does without one, unless what it restores holds a ``NativeView``.
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
      // Launching takes longer than most answers, and nothing was painted yet.
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
      // Another run begins anew; what stops it may come before it has begun.
      defer { (exitStatus, hasShownFirstFrame) = (nil, false) }
      return exitStatus ?? 0
    }

    /// Ends ``run(_:)`` as soon as the current event is dealt with.
    ///
    /// - Parameter status: The exit status.
    public func stop(status: Int32) {
      exitStatus = status
      if let loop = unsafe loop { unsafe g_main_loop_quit(loop) }
    }

    /// Shows a window and gives it and its views peers.
    ///
    /// - Parameter window: The window; showing it again brings it to the front.
    public func show(_ window: Window) {
      if let peer = window.peer as? GTKWindowPeer { return peer.present() }
      makePeer(of: window)?.present()
    }

    /// Makes the peer of a window; `nil` without a display.
    func makePeer(of window: Window) -> GTKWindowPeer? {
      guard connectToDisplay() else { return nil }
      if application == nil { application = window.application }
      let peer = GTKWindowPeer(window, host: self)
      windowPeers.append(peer)
      window.peer = peer
      peer.windowDidChange(window)
      return peer
    }

    /// Takes a window from the screen and drops its peer; its views keep theirs.
    ///
    /// - Parameter window: The window.
    public func hide(_ window: Window) {
      guard let peer = window.peer as? GTKWindowPeer else { return }
      window.peer = nil
      windowPeers.removeAll { $0 === peer }
      peer.close()
    }

    /// Cuts the size of a window to that of a screen, unless it fits one.
    ///
    /// - Parameter size: The size of a window's content, in points.
    /// - Returns: No larger than the screen that shows most of it.
    public func sizeOnScreen(_ size: CGSize) -> CGSize {
      guard connectToDisplay() else { return size }
      let fitting = Screens.fit(width: size.width, height: size.height)
      return CGSize(width: fitting.width, height: fitting.height)
    }

    /// Runs something on the main actor after a delay.
    ///
    /// - Parameters:
    ///   - delay: The least time to wait, to the millisecond.
    ///   - action: What to run.
    /// - Returns: Keep it to be able to cancel; letting it go does not cancel.
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

    /// Initialises GTK, once; `false` without a display.
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
#endif
