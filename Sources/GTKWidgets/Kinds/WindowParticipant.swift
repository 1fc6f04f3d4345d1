// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import GTKSupport
import RestorationArchive

/// Size and state of a window, and its focused widget.
final class WindowParticipant: WidgetParticipant {
  /// The restored size and state, until the window is on screen.
  private var pending: Appearance?
  private var pendingFocus: [String]?
  private var focus: [String]?

  private struct Appearance {
    var width = 0
    var height = 0
    var isMaximized = false
    var isFullScreen = false
  }

  override func observe() {
    unsafe invalidate(
      on: "notify::default-width", "notify::default-height", "notify::maximized",
      "notify::fullscreened")
    unsafe connect(widget, "notify::focus-widget") { [weak self] _ in self?.focusDidMove() }
    unsafe connect(widget, "map") { [weak self] _ in self?.pending = nil }
  }

  override func encode(with coder: RestorationEncoder) {
    let appearance = pending ?? shown
    coder.encode(appearance.width, forKey: "width")
    coder.encode(appearance.height, forKey: "height")
    coder.encode(appearance.isMaximized, forKey: "isMaximized")
    coder.encode(appearance.isFullScreen, forKey: "isFullScreen")
    if let focus = pendingFocus ?? focus { coder.encode(focus, forKey: "focus") }
  }

  override func decode(with coder: RestorationDecoder) {
    pending = Appearance(
      width: coder.decodeInteger(forKey: "width"), height: coder.decodeInteger(forKey: "height"),
      isMaximized: coder.decodeBool(forKey: "isMaximized"),
      isFullScreen: coder.decodeBool(forKey: "isFullScreen"))
    pendingFocus = coder.decode([String].self, forKey: "focus")
  }

  override func apply() {
    guard let appearance = pending else { return }
    applying {
      if appearance.width > 0, appearance.height > 0 {
        let size = Screens.fit(
          width: Double(Int32(clamping: appearance.width)),
          height: Double(Int32(clamping: appearance.height)))
        unsafe gtk_window_set_default_size(widget.cast(), Int32(size.width), Int32(size.height))
      }
      let window: UnsafeMutablePointer<GtkWindow> = unsafe widget.cast()
      unsafe appearance.isMaximized ? gtk_window_maximize(window) : gtk_window_unmaximize(window)
      unsafe appearance.isFullScreen
        ? gtk_window_fullscreen(window) : gtk_window_unfullscreen(window)
    }
    if unsafe gtk_widget_get_mapped(widget) != 0 { pending = nil }
  }

  /// Focuses the widget at the saved path, once it exists.
  func applyFocus() {
    guard let path = pendingFocus,
      let participant = unsafe restoration.participant(at: path, in: widget)
    else { return }
    var hasFocus = false
    applying { hasFocus = participant.grabFocus() }
    guard hasFocus else { return }
    (focus, pendingFocus) = (path, nil)
  }

  private var shown: Appearance {
    var (width, height): (Int32, Int32) = (0, 0)
    unsafe gtk_window_get_default_size(widget.cast(), &width, &height)
    return unsafe Appearance(
      width: Int(width), height: Int(height),
      isMaximized: gtk_window_is_maximized(widget.cast()) != 0,
      isFullScreen: gtk_window_is_fullscreen(widget.cast()) != 0)
  }

  /// Records which widget has the focus.
  ///
  /// A closing window loses its focus; the last focused widget counts.
  private func focusDidMove() {
    guard isUserChange, let focused = unsafe gtk_window_get_focus(widget.cast()) else { return }
    pendingFocus = nil
    let path = unsafe restoration.nearestParticipant(to: focused)?.path
    guard path != focus else { return }
    focus = path
    didChange()
  }
}

/// Whether the popover of a menu button is open.
///
/// It opens together with the window. If the button is not on screen then, since its page is
/// hidden, the popover stays closed when the user goes to that page.
final class MenuButtonParticipant: WidgetParticipant {
  private var isPending = false
  private var isWaitingForWindow = false
  private var observed: ObservedObject?

  override func observe() {
    unsafe connect(widget, "notify::popover") { [weak self] _ in self?.observePopover() }
    // A popover can open only while its button is on screen.
    unsafe connect(widget, "map") { [weak self] _ in
      self?.applySoon()
    }
    observePopover()
  }

  override func encode(with coder: RestorationEncoder) {
    coder.encode(isPending || isOpen, forKey: "isOpen")
  }

  override func decode(with coder: RestorationDecoder) {
    isPending = coder.decodeBool(forKey: "isOpen")
  }

  override func apply() {
    guard isPending else { return }
    if unsafe gtk_widget_get_mapped(widget) != 0 {
      isPending = false
      applying { unsafe gtk_menu_button_popup(widget.opaque) }
      return
    }
    guard let root = unsafe gtk_widget_get_root(widget) else { return }
    let window = unsafe WidgetPointer(root)
    guard unsafe gtk_widget_get_mapped(window) != 0 else { return unsafe waitForWindow(window) }
    isPending = false
    didChange()
  }

  private func waitForWindow(_ window: WidgetPointer) {
    guard !isWaitingForWindow else { return }
    isWaitingForWindow = true
    unsafe connect(window.raw, "map", after: true, whileAlive: widget) { [weak self] _ in
      self?.applySoon()
    }
  }

  private var popover: WidgetPointer? {
    unsafe gtk_menu_button_get_popover(widget.opaque).map {
      unsafe WidgetPointer(OpaquePointer($0))
    }
  }

  private var isOpen: Bool {
    unsafe popover.map { unsafe gtk_widget_get_visible($0) != 0 } ?? false
  }

  private func observePopover() {
    observed = unsafe popover.map { unsafe ObservedObject($0.raw, of: widget) }
    observed?.connect("notify::visible") { [weak self] in self?.didChange() }
  }
}
#endif
