// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import GTKSupport
import ViewControllers

/// The link between GTK's focus and a window's first responder.
///
/// A first responder whose widget is not on screen yet gets the focus when it is. Until the next
/// layout, a focus that GTK sets on its own does not count. If the widget is hidden or disabled
/// even then, it gets the focus when it no longer is, unless the user has gone elsewhere.
@safe @MainActor final class FocusTracker {
  private let window: WidgetPointer
  private weak var model: Window?
  private let host: GTKHost
  private var stage: Stage { didSet { if stage != .waiting { waitingWidget = nil } } }
  private var waitingWidget: ObservedObject?
  /// The innermost peer that contained the focus last.
  private weak var formerPeer: Peer?

  private enum Stage {
    /// The first responder is the view that has GTK's focus.
    case settled
    /// The first responder gets the focus, at the latest after the next layout.
    case pending
    /// The first responder is hidden or disabled.
    case waiting
  }

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
    stage = model.firstResponder == nil ? .settled : .pending
    unsafe connect(window, "notify::focus-widget") { [weak self] _ in self?.focusDidMove() }
  }

  /// Handles a new first responder of the window.
  func modelDidChange() {
    stage = .pending
    apply()
    if stage == .pending { unsafe gtk_widget_queue_resize(window) }
  }

  /// Focuses the first responder, if it can have the focus by now.
  func apply() {
    guard stage != .settled, let model else { return }
    guard let responder = model.firstResponder else {
      guard stage == .pending else { return }
      host.moveFocus { unsafe gtk_window_set_focus(window.cast(), nil) }
      stage = .settled
      return
    }
    guard let peer = responder.peer as? Peer, canFocus(peer) else { return }
    var hasFocus = false
    host.moveFocus { hasFocus = peer.grabFocus() }
    if hasFocus { stage = .settled }
  }

  private func canFocus(_ peer: Peer) -> Bool {
    unsafe gtk_widget_get_mapped(peer.widget) != 0 && gtk_widget_is_sensitive(peer.widget) != 0
      && gtk_widget_get_root(peer.widget) == window.opaque
  }

  /// Handles the end of a layout: all widgets have their places.
  func didLayOut() {
    apply()
    guard stage != .settled, !isResponderMovingIn else { return }
    if isResponderHiddenOrDisabled {
      stage = .waiting
      waitingWidget = (model?.firstResponder?.peer as? Peer).map {
        unsafe ObservedObject($0.widget.raw, of: window)
      }
      // A widget that is enabled is not laid out again.
      waitingWidget?.connect("state-flags-changed") { [weak self] in
        _ = self?.host.schedule(after: .zero) { self?.apply() }
      }
    } else {
      stage = .settled
      model?.hostDidMoveFocus(to: focusedView, isAutomatic: true)
    }
  }

  private var isResponderHiddenOrDisabled: Bool {
    guard let responder = model?.firstResponder,
      responder.owningViewController?.window === model
    else { return false }
    return (responder.peer as? Peer).map { !canFocus($0) } ?? true
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
    // GTK first takes the focus from a widget that goes, and then gives it to another one.
    defer { formerPeer = focusedPeers.first ?? formerPeer }
    guard stage != .pending, unsafe gtk_widget_get_mapped(window) != 0 || host.isMovingFocus else {
      return
    }
    if stage == .waiting {
      // The user moves the focus from a widget that stays.
      guard !host.isMovingFocus, formerPeer.map(canFocus) ?? true else { return }
      stage = .settled
    }
    model?.hostDidMoveFocus(to: focusedView, isAutomatic: host.isMovingFocus)
  }

  /// Handles a key of the user's, who means the view that gets it.
  func userDidPressKey() {
    guard stage == .waiting, let view = focusedView else { return }
    stage = .settled
    model?.hostDidMoveFocus(to: view, isAutomatic: false)
  }

  /// The view whose widget, or a widget inside, has the focus.
  private var focusedView: View? {
    focusedPeers.lazy.compactMap(\.view).first { $0.canBecomeFirstResponder }
  }

  /// The peers whose widgets contain the focus, from the innermost.
  private var focusedPeers: [Peer] {
    var peers: [Peer] = []
    var widget = unsafe gtk_window_get_focus(window.cast())
    while let current = unsafe widget {
      if let peer = unsafe peer(of: current) { peers.append(peer) }
      unsafe widget = unsafe gtk_widget_get_parent(current)
    }
    return peers
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
