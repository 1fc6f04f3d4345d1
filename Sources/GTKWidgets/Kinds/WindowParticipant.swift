// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import GTKSupport
import RestorationArchive

/// Size and state of a window, and its focused widget.
final class WindowParticipant: WidgetParticipant {
  /// The restored size and state, until the window is on screen.
  private var pending: WantedAppearance.Values?
  private lazy var appearance = unsafe WantedAppearance(of: widget) { [weak self] in
    self?.didChange()
  }
  private var pendingFocus: [String]?
  private var focus: [String]?

  /// Whether a screen or the desktop gives the window another size than the wanted one.
  var isForced: Bool { appearance.isForced }

  override func observe() {
    _ = appearance
    unsafe connect(widget, "notify::focus-widget") { [weak self] _ in self?.focusDidMove() }
    unsafe connect(widget, "map") { [weak self] _ in self?.pending = nil }
  }

  override func encode(with coder: RestorationEncoder) {
    let appearance = pending ?? appearance.values
    coder.encode(appearance.width, forKey: "width")
    coder.encode(appearance.height, forKey: "height")
    coder.encode(appearance.isMaximized, forKey: "isMaximized")
    coder.encode(appearance.isFullScreen, forKey: "isFullScreen")
    if let focus = pendingFocus ?? focus { coder.encode(focus, forKey: "focus") }
  }

  override func decode(with coder: RestorationDecoder) {
    var saved = WantedAppearance.Values()
    saved.width = coder.decodeInteger(forKey: "width")
    saved.height = coder.decodeInteger(forKey: "height")
    saved.isMaximized = coder.decodeBool(forKey: "isMaximized")
    saved.isFullScreen = coder.decodeBool(forKey: "isFullScreen")
    pending = saved
    pendingFocus = coder.decode([String].self, forKey: "focus")
  }

  override func apply() {
    guard let saved = pending else { return }
    applying { appearance.show(saved) }
    if unsafe gtk_widget_get_mapped(widget) != 0 { pending = nil }
  }

  /// Focuses the widget at the saved path, once it exists.
  ///
  /// The focus is not taken away from a user who has begun to work.
  func applyFocus() {
    guard let path = pendingFocus, !hasUserActed,
      let participant = unsafe restoration.participant(at: path, in: widget)
    else { return }
    var hasFocus = false
    applying { hasFocus = participant.grabFocus() }
    guard hasFocus else { return }
    (focus, pendingFocus) = (path, nil)
    endWaiting()
  }

  /// Records which widget has the focus.
  ///
  /// A closing window loses its focus; the last focused widget counts. GTK focuses something in
  /// each window and dialog on its own, which does not end the wait for the restored focus.
  private func focusDidMove() {
    guard isUserChange, let focused = unsafe gtk_window_get_focus(widget.cast()) else { return }
    if UserEvents.isHandled {
      pendingFocus = nil
      endWaiting()
    } else if pendingFocus != nil, !isWaitingPatiently {
      waitPatiently { [weak self] in self?.pendingFocus = nil }
    }
    let path = unsafe restoration.nearestParticipant(to: focused)?.path
    guard path != focus else { return }
    focus = path
    didChange()
  }
}

/// Whether the popover of a menu button is open; also of the one in an `AdwSplitButton`.
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
      applying { if let button = unsafe button { unsafe gtk_menu_button_popup(button.opaque) } }
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

  private var button: WidgetPointer? { unsafe widget.part(gtk_menu_button_get_type()) }

  private var popover: WidgetPointer? {
    unsafe button.flatMap { unsafe gtk_menu_button_get_popover($0.opaque) }.map {
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
