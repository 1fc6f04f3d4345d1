// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import GTKSupport
import RestorationArchive

/// The selected item of an `AdwSidebar`.
///
/// An item without a name in the program's data is known by its title.
final class SidebarParticipant: ListModelParticipant {
  private var items: ObservedObject?
  /// Whether an item was selected before the last change.
  ///
  /// An empty sidebar selects its first item on its own, which is no choice of the user's.
  private var hadSelection = false

  /// The list of items, which the sidebar makes when it is asked.
  override var model: OpaquePointer? { unsafe items.map { unsafe OpaquePointer($0.pointer) } }

  override func observe() {
    items = unsafe ObservedObject("items", of: widget)
    hadSelection = !selectedPositions.isEmpty
    unsafe connect(widget, "notify::selected") { [weak self] _ in
      guard let self else { return }
      if hadSelection { selectionDidChange() } else { didChange() }
      hadSelection = !selectedPositions.isEmpty
    }
    super.observe()
  }

  override func defaultName(of element: UnsafeMutableRawPointer) -> String? {
    if let name = unsafe super.defaultName(of: element) { return name }
    guard let title = unsafe cgtk_object_copy_string(element, "title") else { return nil }
    defer { unsafe g_free(title) }
    return unsafe String(cString: title)
  }

  override var selectedPositions: [Int] {
    let selected = unsafe cgtk_object_get_uint(widget.raw, "selected")
    return selected == guint.max ? [] : [Int(selected)]  // GTK_INVALID_LIST_POSITION
  }

  override func select(_ positions: [Int]) {
    unsafe cgtk_object_set_uint(
      widget.raw, "selected", positions.first.map { guint($0) } ?? guint.max)
  }
}

/// Whether an `AdwTabOverview` is open; it opens once its tab view has a page.
final class TabOverviewParticipant: WidgetParticipant {
  private var isPending = false
  private var view: ObservedObject?

  override func observe() {
    unsafe connect(widget, "notify::open") { [weak self] _ in
      self?.choiceDidChange { self?.isPending = false }
    }
    unsafe connect(widget, "notify::view") { [weak self] _ in self?.observeView() }
    observeView()
  }

  override func encode(with coder: RestorationEncoder) {
    unsafe coder.encode(
      isPending || cgtk_object_get_boolean(widget.raw, "open") != 0, forKey: "open")
  }

  override func decode(with coder: RestorationDecoder) {
    isPending = coder.decodeBool(forKey: "open")
  }

  override func apply() {
    guard isPending, let view, unsafe cgtk_object_get_int(view.pointer, "n-pages") > 0 else {
      return
    }
    isPending = false
    applying { unsafe cgtk_object_set_boolean(widget.raw, "open", 1) }
  }

  private func observeView() {
    view = unsafe ObservedObject("view", of: widget)
    view?.connect("notify::n-pages") { [weak self] in
      if self?.isPending == true { self?.applySoon() }
    }
    if isPending { applySoon() }
  }
}

/// The layout of an `AdwMultiLayoutView` that user or program chose.
///
/// A breakpoint sets another one while the window is narrow. That one is the window's, and sets
/// itself again.
final class MultiLayoutViewParticipant: WidgetParticipant {
  private var pending: String?
  private var chosen: String?

  override func observe() {
    chosen = isForced ? nil : shown
    unsafe connect(widget, "notify::layout-name") { [weak self] _ in
      // The breakpoint is not the current one yet.
      _ = TimeoutAction(after: .zero) { self?.layoutDidChange() }
    }
  }

  override func encode(with coder: RestorationEncoder) {
    if let name = pending ?? (isForced ? chosen : shown) { coder.encode(name, forKey: "layout") }
  }

  override func decode(with coder: RestorationDecoder) {
    pending = coder.decodeString(forKey: "layout")
  }

  override func apply() {
    guard let name = pending, !isForced, hasLayout(name) else { return }
    (pending, chosen) = (nil, name)
    applying { unsafe cgtk_object_set_string(widget.raw, "layout-name", name) }
  }

  private func layoutDidChange() {
    guard !isGone, !isForced else { return }
    if let pending {
      if hasLayout(pending) { return applyLate() }
      guard isUserChange else { return }
      self.pending = nil
    }
    chosen = shown
    didChange()
  }

  private func hasLayout(_ name: String) -> Bool {
    unsafe cgtk_multi_layout_view_has_layout(widget, name) != 0
  }

  private var shown: String? {
    let name = unsafe cgtk_object_copy_string(widget.raw, "layout-name")
    defer { unsafe g_free(name) }
    return unsafe name.map { unsafe String(cString: $0) }
  }

  /// Whether a breakpoint around the view is in force.
  private var isForced: Bool {
    var next = unsafe gtk_widget_get_parent(widget)
    while let widget = unsafe next {
      if unsafe hasProperty("current-breakpoint", widget.raw),
        unsafe cgtk_object_peek_object(widget.raw, "current-breakpoint") != nil
      {
        return true
      }
      unsafe next = unsafe gtk_widget_get_parent(widget)
    }
    return false
  }
}
#endif
