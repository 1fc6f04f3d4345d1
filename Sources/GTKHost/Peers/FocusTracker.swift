// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import GTKSupport
import ViewControllers

/// The link between GTK's focus and a window's first responder.
///
/// A first responder whose widget is not on screen yet gets the focus when it is, at the latest
/// after the next layout. Until then, a focus that GTK sets on its own does not count.
@safe @MainActor final class FocusTracker {
  private let window: WidgetPointer
  private weak var model: Window?
  private let host: GTKHost
  private var isPending: Bool

  /// Listens to GTK's window.
  ///
  /// - Parameters:
  ///   - window: GTK's window; it lives as long as the tracker is used.
  ///   - model: The window.
  ///   - host: The host.
  init(_ window: WidgetPointer, of model: Window, host: GTKHost) {
    unsafe self.window = unsafe window
    self.model = model
    self.host = host
    isPending = model.firstResponder != nil
    unsafe connect(window, "notify::focus-widget") { [weak self] _ in self?.focusDidMove() }
  }

  /// Handles a new first responder of the window.
  func modelDidChange() {
    isPending = true
    apply()
    if isPending { unsafe gtk_widget_queue_resize(window) }
  }

  /// Focuses the first responder, if it is on screen by now.
  func apply() {
    guard isPending, let model else { return }
    guard let responder = model.firstResponder else {
      host.moveFocus { unsafe gtk_window_set_focus(window.cast(), nil) }
      isPending = false
      return
    }
    guard let peer = responder.peer as? Peer, unsafe gtk_widget_get_mapped(peer.widget) != 0,
      unsafe gtk_widget_get_root(peer.widget) == window.opaque
    else { return }
    var hasFocus = false
    host.moveFocus { hasFocus = peer.grabFocus() }
    isPending = !hasFocus
  }

  /// Handles the end of a layout.
  ///
  /// All widgets have their places, so a responder that cannot be focused now never can.
  func didLayOut() {
    guard isPending else { return }
    apply()
    guard isPending, !isResponderMovingIn else { return }
    isPending = false
    model?.hostDidMoveFocus(to: focusedView, isAutomatic: true)
  }

  /// Whether the first responder will be on screen in a few frames.
  ///
  /// It is inside a revealer that is still opening.
  private var isResponderMovingIn: Bool {
    guard let peer = model?.firstResponder?.peer as? Peer,
      let revealer = unsafe gtk_widget_get_ancestor(peer.widget, gtk_revealer_get_type())
    else { return false }
    return unsafe gtk_revealer_get_reveal_child(revealer.opaque) != 0
      && gtk_revealer_get_child_revealed(revealer.opaque) == 0
  }

  private func focusDidMove() {
    guard !isPending, unsafe gtk_widget_get_mapped(window) != 0 || host.isMovingFocus else {
      return
    }
    model?.hostDidMoveFocus(to: focusedView, isAutomatic: host.isMovingFocus)
  }

  /// The view whose widget, or a widget inside, has the focus.
  private var focusedView: View? {
    var widget = unsafe gtk_window_get_focus(window.cast())
    while let current = unsafe widget {
      if let view = unsafe peer(of: current)?.view, view.canBecomeFirstResponder { return view }
      unsafe widget = unsafe gtk_widget_get_parent(current)
    }
    return nil
  }
}

extension GTKHost {
  /// Moves the focus without selecting the text of a field.
  ///
  /// The user has not asked for this movement.
  func moveFocus(_ move: () -> Void) {
    guard !isMovingFocus, let settings = unsafe gtk_settings_get_default() else { return move() }
    let object = unsafe UnsafeMutableRawPointer(settings)
    let selects = unsafe cgtk_object_get_boolean(object, "gtk-entry-select-on-focus")
    unsafe cgtk_object_set_boolean(object, "gtk-entry-select-on-focus", 0)
    isMovingFocus = true
    move()
    isMovingFocus = false
    unsafe cgtk_object_set_boolean(object, "gtk-entry-select-on-focus", selects)
  }
}

private let peerKey = "GTKHost.Peer"

/// Records the peer of a widget, unowned.
@MainActor func mark(_ widget: WidgetPointer, _ peer: Peer?) {
  unsafe g_object_set_data(
    widget.cast(), peerKey, peer.map { unsafe Unmanaged.passUnretained($0).toOpaque() })
}

/// Returns the peer of a widget.
@MainActor private func peer(of widget: WidgetPointer) -> Peer? {
  unsafe g_object_get_data(widget.cast(), peerKey)
    .map { unsafe Unmanaged<Peer>.fromOpaque($0).takeUnretainedValue() }
}
#endif
