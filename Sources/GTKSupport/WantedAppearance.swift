// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK

/// The size and state that somebody wants for a window.
///
/// A small screen, or a desktop that tiles or maximises windows, forces another size or state.
/// GTK does not say who changes them, but the time tells. What changes between showing the window
/// and its first frame is forced. So is a smaller size when no screen has room for the wanted one
/// any more. Any other change is the user's or the program's. GTK itself leaves out the size of a
/// window that is tiled, maximised or full screen.
@safe @MainActor package final class WantedAppearance {
  /// Size and state of a window.
  package struct Values: Equatable {
    /// The size of the content, in points.
    ///
    /// A side that is not positive is as long as the content needs.
    package var width = 0
    package var height = 0
    package var isMaximized = false
    package var isFullScreen = false

    package init() {}
  }

  /// What is wanted.
  package private(set) var values: Values

  private let window: WidgetPointer
  private let onChange: @MainActor () -> Void
  /// What GTK has.
  private var shown: Values
  /// Whether the window has painted since it was shown.
  private var hasPainted: Bool
  private var isShowing = false
  private var clock: ObservedObject?

  /// Begins with the window's own size and state.
  ///
  /// - Parameters:
  ///   - window: A window that outlives this object.
  ///   - onChange: Called when GTK's size or state has changed.
  package init(of window: WidgetPointer, onChange: @escaping @MainActor () -> Void) {
    unsafe self.window = unsafe window
    self.onChange = onChange
    shown = unsafe Values(of: window)
    values = shown
    hasPainted = unsafe gtk_widget_get_mapped(window) != 0
    for name in ["default-width", "default-height", "maximized", "fullscreened"] {
      unsafe connect(window, "notify::\(name)") { [weak self] _ in self?.didChange() }
    }
    unsafe connect(window, "map") { [weak self] _ in self?.waitForPaint() }
    unsafe connect(window, "unmap") { [weak self] _ in self?.hasPainted = false }
  }

  /// Whether the window has another size than the wanted one.
  package var isForced: Bool {
    values.width > 0 && shown.width != values.width
      || values.height > 0 && shown.height != values.height
      || shown.isMaximized || shown.isFullScreen || isTiled
  }

  /// Changes what is wanted, and shows it as near as it fits on a screen.
  package func show(_ wanted: Values) {
    let isResized = (wanted.width, wanted.height) != (values.width, values.height)
    values = wanted
    isShowing = true
    defer { isShowing = false }
    let window: UnsafeMutablePointer<GtkWindow> = unsafe self.window.cast()
    if isResized, wanted.width > 0, wanted.height > 0 {
      let size = Screens.fit(width: Double(wanted.width), height: Double(wanted.height))
      unsafe gtk_window_set_default_size(
        window, Int32(clamping: Int(size.width)), Int32(clamping: Int(size.height)))
    }
    if wanted.isMaximized != shown.isMaximized {
      unsafe wanted.isMaximized ? gtk_window_maximize(window) : gtk_window_unmaximize(window)
    }
    if wanted.isFullScreen != shown.isFullScreen {
      unsafe wanted.isFullScreen ? gtk_window_fullscreen(window) : gtk_window_unfullscreen(window)
    }
  }

  /// The size that GTK has, wanted or not.
  package var shownSize: (width: Int, height: Int) { (shown.width, shown.height) }

  private func didChange() {
    let now = unsafe Values(of: window)
    guard now != shown else { return }
    if !isShowing { note(now) }
    shown = now
    onChange()
  }

  private func note(_ now: Values) {
    let room = Screens.fit(width: Double(values.width), height: Double(values.height))
    let isForced = unsafe !hasPainted && gtk_widget_get_visible(window) != 0
    func side(_ key: WritableKeyPath<Values, Int>, hasRoom: Bool) {
      let (wanted, before, after) = (values[keyPath: key], shown[keyPath: key], now[keyPath: key])
      guard after != before else { return }
      let isCut = isForced || !hasRoom && before == wanted
      if wanted <= 0 || !isCut { values[keyPath: key] = after }
    }
    side(\.width, hasRoom: room.width >= Double(values.width))
    side(\.height, hasRoom: room.height >= Double(values.height))
    guard !isForced else { return }
    if now.isMaximized != shown.isMaximized { values.isMaximized = now.isMaximized }
    if now.isFullScreen != shown.isFullScreen { values.isFullScreen = now.isFullScreen }
  }

  private func waitForPaint() {
    guard let clock = unsafe gtk_widget_get_frame_clock(window) else { return }
    self.clock = unsafe ObservedObject(UnsafeMutableRawPointer(clock), of: window)
    self.clock?.connect("after-paint") { [weak self] in
      guard let self, unsafe gtk_widget_get_mapped(window) != 0 else { return }
      hasPainted = true
      self.clock = nil
    }
  }

  private var isTiled: Bool {
    guard let surface = unsafe gtk_native_get_surface(window.opaque) else { return false }
    let states = [
      GDK_TOPLEVEL_STATE_TILED, GDK_TOPLEVEL_STATE_TOP_TILED, GDK_TOPLEVEL_STATE_RIGHT_TILED,
      GDK_TOPLEVEL_STATE_BOTTOM_TILED, GDK_TOPLEVEL_STATE_LEFT_TILED,
    ]
    let state = unsafe gdk_toplevel_get_state(surface).rawValue
    return states.contains { state & $0.rawValue != 0 }
  }
}

extension WantedAppearance.Values {
  /// Reads the size and state that GTK has.
  @MainActor fileprivate init(of widget: WidgetPointer) {
    let window: UnsafeMutablePointer<GtkWindow> = unsafe widget.cast()
    var (width, height): (Int32, Int32) = (0, 0)
    unsafe gtk_window_get_default_size(window, &width, &height)
    (self.width, self.height) = (Int(width), Int(height))
    isMaximized = unsafe gtk_window_is_maximized(window) != 0
    isFullScreen = unsafe gtk_window_is_fullscreen(window) != 0
  }
}
#endif
