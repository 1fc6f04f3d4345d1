// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import GTKSupport
import ViewControllers

/// The frame around a controller's view and the search bar above.
@safe @MainActor final class SearchFrame {
  /// The widget around both.
  let canvas = Canvas()

  /// GTK's search bar, which slides in and out.
  ///
  /// The canvas' widget owns it.
  let strip: WidgetPointer

  /// The width of the entry in characters, if there is room.
  private static let widthInCharacters: Int32 = 50

  private let host: GTKHost
  private let content: WidgetPointer
  /// The box for the bar; another frame may take the bar.
  private let slot: WidgetPointer
  private var bar: Peer?
  private var isMoving = false

  /// Puts a frame around a peer's widget, in its place.
  init(around peer: Peer) {
    host = peer.host
    unsafe content = unsafe peer.widget
    unsafe strip = unsafe gtk_search_bar_new()
    unsafe strip.setStyle("search-strip", true)
    unsafe slot = unsafe gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
    unsafe gtk_search_bar_set_child(strip.opaque, slot)
    if let parent = unsafe gtk_widget_get_parent(content) {
      unsafe gtk_widget_insert_before(canvas.widget, parent, content)
      unsafe gtk_widget_unparent(content)
    }
    unsafe gtk_widget_set_parent(strip, canvas.widget)
    unsafe gtk_widget_set_parent(content, canvas.widget)
    canvas.onMeasure = { [weak self] in self?.measure($0, $1) ?? Extent() }
    canvas.onAllocate = { [weak self] in self?.allocate($0, $1) }
    canvas.onFocus = { [weak self] in self?.moveFocus($0) }
    // The Down key leads from the bar to the results.
    unsafe onKeyPress(in: strip) { [weak self] key, _ in
      guard let self, Int32(bitPattern: key) == GDK_KEY_Down else { return false }
      return unsafe gtk_widget_child_focus(content, GTK_DIR_TAB_FORWARD) != 0
    }
    guard let revealer = unsafe gtk_widget_get_first_child(strip) else { return }
    unsafe connect(revealer, "notify::child-revealed") { [weak self] _ in self?.movingDidChange()
    }
  }

  isolated deinit { if isMoving { host.settling.end() } }

  /// Shows the bar of an active search.
  ///
  /// - Parameter search: The search; `nil` for none.
  func show(_ search: SearchController?) {
    // The frame expands like the view.
    unsafe gtk_widget_set_hexpand(canvas.widget, gtk_widget_get_hexpand(content))
    unsafe gtk_widget_set_vexpand(canvas.widget, gtk_widget_get_vexpand(content))
    let wanted = search.map { host.peer(for: $0.view) }
    if wanted !== bar {
      if let bar, unsafe gtk_widget_get_parent(bar.widget) == slot { unsafe bar.detach() }
      bar = wanted
      unsafe wanted?.detach(unlessIn: slot)
      if let wanted { unsafe gtk_box_append(slot.cast(), wanted.widget) }
      if let wanted = wanted as? SearchPeer {
        unsafe gtk_editable_set_max_width_chars(wanted.entry.opaque, Self.widthInCharacters)
      }
    }
    let isActive = search?.isActive ?? false
    guard unsafe isActive != (gtk_search_bar_get_search_mode(strip.opaque) != 0) else { return }
    unsafe gtk_search_bar_set_search_mode(strip.opaque, isActive.gboolean)
    movingDidChange()
  }

  /// Focuses the view, never the bar, when the host moves the focus.
  ///
  /// GTK would choose the bar, because it comes first.
  private func moveFocus(_ direction: GtkDirectionType) -> Bool? {
    guard host.isMovingFocus, unsafe gtk_widget_get_focus_child(canvas.widget) == nil else {
      return nil
    }
    return unsafe gtk_widget_child_focus(content, direction) != 0
  }

  private func movingDidChange() {
    guard let revealer = unsafe gtk_widget_get_first_child(strip) else { return }
    let moves =
      unsafe gtk_revealer_get_reveal_child(revealer.opaque)
      != gtk_revealer_get_child_revealed(revealer.opaque)
    guard moves != isMoving else { return }
    isMoving = moves
    if moves { host.settling.begin() } else { host.settling.end() }
  }

  // MARK: Layout

  private func measure(_ orientation: GtkOrientation, _ size: Int32) -> Extent {
    let above = unsafe strip.measure(orientation, forSize: size)
    guard unsafe gtk_widget_get_visible(content) != 0 else { return above }
    var extent = unsafe content.measure(orientation, forSize: size)
    extent.stack(above, orientation)
    return extent
  }

  private func allocate(_ width: Int32, _ height: Int32) {
    let top = unsafe strip.measure(GTK_ORIENTATION_VERTICAL, forSize: width).natural
    unsafe strip.allocate(x: 0, y: 0, width: width, height: top)
    guard unsafe gtk_widget_get_visible(content) != 0 else { return }
    unsafe content.allocate(x: 0, y: top, width: width, height: height - top)
  }
}

/// The button in a header bar that opens and leaves a search.
///
/// It is down while the search is active.
@safe @MainActor final class SearchToggle {
  /// The button; owned by this object and its parent.
  let widget: WidgetPointer

  private weak var search: SearchController?
  private var isSyncing = false

  /// Creates a button, hidden until it has a search.
  init() {
    unsafe widget = unsafe gtk_toggle_button_new()
    unsafe g_object_ref_sink(widget)
    unsafe gtk_button_set_icon_name(widget.cast(), "edit-find-symbolic")
    let label = ChromeString.search.localized
    unsafe gtk_widget_set_tooltip_text(widget, label)
    unsafe cgtk_accessible_set_label(widget, label)
    unsafe gtk_widget_set_visible(widget, 0)
    // The focus goes to the search bar, and later back to its former place.
    unsafe gtk_widget_set_focus_on_click(widget, 0)
    unsafe connect(widget, "toggled") { [weak self] _ in self?.userDidToggle() }
  }

  isolated deinit { unsafe g_object_unref(widget) }

  /// Shows whether a search is active.
  ///
  /// - Parameter search: The search; `nil` hides the button.
  func show(_ search: SearchController?) {
    isSyncing = true
    defer { isSyncing = false }
    self.search = search
    unsafe gtk_widget_set_visible(widget, (search != nil).gboolean)
    unsafe gtk_toggle_button_set_active(widget.cast(), (search?.isActive ?? false).gboolean)
  }

  private func userDidToggle() {
    guard !isSyncing else { return }
    search?.isActive = unsafe gtk_toggle_button_get_active(widget.cast()) != 0
  }
}
#endif
