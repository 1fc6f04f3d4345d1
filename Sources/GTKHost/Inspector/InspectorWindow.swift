// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import GTKSupport
import ViewControllers

/// The window for developers that shows which state is preserved.
extension GTKHost {
  /// Whether the inspector's key works.
  ///
  /// It does in debug builds of this package, and in developer mode.
  var allowsInspector: Bool {
    #if DEBUG
    return application != nil
    #else
    return application?.isDeveloperModeEnabled ?? false
    #endif
  }

  /// Opens the inspector; returns `false` if it is not allowed.
  func userDidPressInspect() -> Bool {
    guard allowsInspector, let application else { return false }
    if inspectorWindow == nil { inspectorWindow = InspectorWindow(application, host: self) }
    inspectorWindow?.present()
    return true
  }

  /// Closes the inspector, if it is open.
  func closeInspector() {
    inspectorWindow?.close()
    inspectorWindow = nil
  }
}

/// A window that shows which state is preserved, which not, and why.
///
/// It is GTK's own window, not one of the application: it takes no part in restoration, is in no
/// launch image, and does not keep the application running. While it is active, the application
/// counts as being in the foreground.
@safe @MainActor final class InspectorWindow {
  /// GTK's window, which GTK owns until ``close()``.
  let window: WidgetPointer
  let list = InspectorList()
  let details = InspectorDetails()
  let inspector: RestorationInspector
  private let host: GTKHost
  private let filter: WidgetPointer
  private let summary: WidgetPointer
  private var summaryLines: [RestorationInspection.Line]?

  init(_ application: Application, host: GTKHost) {
    self.host = host
    InspectorStyle.install()
    unsafe window = unsafe gtk_window_new()
    unsafe filter = unsafe Self.makeFilter()
    unsafe summary = unsafe gtk_grid_new()
    inspector = RestorationInspector(application)
    unsafe gtk_window_set_title(window.cast(), "Restoration")
    unsafe gtk_window_set_default_size(window.cast(), 960, 600)
    unsafe window.setStyle("inspector", true)
    unsafe gtk_window_set_titlebar(window.cast(), makeHeader())
    unsafe gtk_window_set_child(window.cast(), makeContent())
    inspector.onRefresh = { [weak self] in self?.update() }
    list.onSelect = { [weak self] object in
      guard let self else { return }
      details.show(object, of: inspector.inspection)
    }
    listen()
    update()
  }

  /// Whether it is the active window.
  var isActive: Bool { unsafe gtk_window_is_active(window.cast()) != 0 }

  /// Shows the window, or brings it to the front.
  func present() {
    unsafe gtk_window_present(window.cast())
    list.focus()
  }

  /// Closes the window for good.
  func close() {
    inspector.close()
    unsafe gtk_window_destroy(window.cast())
  }

  /// Chooses the objects to list.
  func setFilter(_ filter: InspectorFilter) {
    unsafe gtk_drop_down_set_selected(self.filter.opaque, filter.rawValue)
  }

  private var chosenFilter: InspectorFilter {
    unsafe InspectorFilter(rawValue: gtk_drop_down_get_selected(filter.opaque)) ?? .named
  }

  private func update() {
    list.show(inspector.inspection, chosenFilter)
    updateSummary()
  }

  private func updateSummary() {
    let lines = inspector.inspection.summary
    guard lines != summaryLines else { return }
    summaryLines = lines
    unsafe summary.children.forEach { child in unsafe gtk_grid_remove(summary.cast(), child) }
    for (row, line) in lines.enumerated() {
      let label = unsafe makeLabel(line.label, "dim-label")
      unsafe gtk_label_set_yalign(label.opaque, 0)
      let text = unsafe makeLabel(line.text, wraps: true)
      // Else it may become as narrow as a word, and GTK measures how high it is then.
      unsafe gtk_label_set_width_chars(text.opaque, 80)
      unsafe text.setStyle("inspector-warning", line.isProblem)
      unsafe gtk_widget_set_hexpand(text, 1)
      unsafe gtk_grid_attach(summary.cast(), label, 0, Int32(row), 1, 1)
      unsafe gtk_grid_attach(summary.cast(), text, 1, Int32(row), 1, 1)
    }
  }

  // MARK: Parts

  private static func makeFilter() -> WidgetPointer {
    let strings = unsafe gtk_string_list_new(nil)
    for filter in InspectorFilter.allCases {
      unsafe gtk_string_list_append(strings, filter.title)
    }
    return unsafe gtk_drop_down_new(strings, nil)
  }

  private func makeHeader() -> WidgetPointer {
    let header: WidgetPointer = unsafe gtk_header_bar_new()
    unsafe gtk_header_bar_pack_start(header.opaque, filter)
    let refresh = unsafe makeButton("view-refresh-symbolic", "Look again (F5)") {
      $0.inspector.refresh()
    }
    let copy = unsafe makeButton("edit-copy-symbolic", "Copy as text, without values") {
      $0.host.copy($0.inspector.inspection.text)
    }
    unsafe gtk_header_bar_pack_end(header.opaque, copy)
    unsafe gtk_header_bar_pack_end(header.opaque, refresh)
    return unsafe header
  }

  private func makeButton(
    _ icon: String, _ label: String, _ action: @escaping @MainActor (InspectorWindow) -> Void
  ) -> WidgetPointer {
    let button: WidgetPointer = unsafe gtk_button_new_from_icon_name(icon)
    unsafe gtk_widget_set_tooltip_text(button, label)
    unsafe cgtk_accessible_set_label(button, label)
    unsafe connect(button, "clicked") { [weak self] _ in self.map(action) }
    return unsafe button
  }

  private func makeContent() -> WidgetPointer {
    let content: WidgetPointer = unsafe gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
    unsafe gtk_grid_set_column_spacing(summary.cast(), 12)
    unsafe gtk_grid_set_row_spacing(summary.cast(), 2)
    unsafe summary.setStyle("inspector-summary", true)
    let scroll: WidgetPointer = unsafe gtk_scrolled_window_new()
    unsafe gtk_scrolled_window_set_policy(scroll.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
    unsafe gtk_scrolled_window_set_child(scroll.opaque, list.widget)
    unsafe gtk_widget_set_vexpand(scroll, 1)
    let left: WidgetPointer = unsafe gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
    unsafe gtk_box_append(left.cast(), makeColumnTitles())
    unsafe gtk_box_append(left.cast(), scroll)
    let panes: WidgetPointer = unsafe gtk_paned_new(GTK_ORIENTATION_HORIZONTAL)
    unsafe gtk_paned_set_start_child(panes.opaque, left)
    unsafe gtk_paned_set_end_child(panes.opaque, details.widget)
    unsafe gtk_paned_set_resize_end_child(panes.opaque, 0)
    unsafe gtk_paned_set_shrink_start_child(panes.opaque, 0)
    unsafe gtk_paned_set_shrink_end_child(panes.opaque, 0)
    unsafe gtk_widget_set_size_request(details.widget, 330, -1)
    unsafe gtk_widget_set_size_request(left, 420, -1)
    unsafe gtk_widget_set_vexpand(panes, 1)
    unsafe gtk_box_append(content.cast(), summary)
    unsafe gtk_box_append(content.cast(), gtk_separator_new(GTK_ORIENTATION_HORIZONTAL))
    unsafe gtk_box_append(content.cast(), panes)
    return unsafe content
  }

  private func makeColumnTitles() -> WidgetPointer {
    let titles: WidgetPointer = unsafe gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6)
    unsafe titles.setStyle("inspector-columns", true)
    let columns = unsafe ["Object", "Next save", "Size"].map {
      unsafe makeLabel($0, "dim-label", "caption")
    }
    unsafe gtk_widget_set_hexpand(columns[0], 1)
    unsafe gtk_widget_set_size_request(columns[1], InspectorRow.statusWidth, -1)
    unsafe gtk_widget_set_size_request(columns[2], InspectorRow.sizeWidth, -1)
    unsafe gtk_label_set_xalign(columns[2].opaque, 1)
    unsafe columns.forEach { column in unsafe gtk_box_append(titles.cast(), column) }
    return unsafe titles
  }

  // MARK: Input

  private func listen() {
    unsafe connect(window, "close-request") { [weak self] arguments in
      arguments.answer(true)
      self?.host.closeInspector()
    }
    unsafe connect(window, "notify::is-active") { [weak self] _ in
      self?.host.activationDidChange()
    }
    unsafe connect(filter, "notify::selected") { [weak self] _ in self?.update() }
    unsafe onKeyPress(in: window) { [weak self] key, modifiers in
      self?.userDidPress(key, modifiers: modifiers) ?? false
    }
  }

  /// Handles a key that no widget inside used; returns whether it acted.
  func userDidPress(_ key: UInt32, modifiers: UInt32) -> Bool {
    let held = modifiers & gtk_accelerator_get_default_mod_mask().rawValue
    let control = GDK_CONTROL_MASK.rawValue
    switch (Int32(bitPattern: gdk_keyval_to_lower(key)), held) {
    case (GDK_KEY_Escape, 0), (GDK_KEY_w, control),
      (GDK_KEY_r, control | GDK_SHIFT_MASK.rawValue):
      host.closeInspector()
    case (GDK_KEY_F5, 0), (GDK_KEY_r, control):
      inspector.refresh()
    default:
      return false
    }
    return true
  }
}

/// The inspector's stylesheet; its colours come from the theme.
///
/// So it works with light and dark themes.
@MainActor enum InspectorStyle {
  private static var isInstalled = false

  private static let css = """
    .inspector-summary { padding: 10px 14px; }
    .inspector-columns { padding: 4px 14px; border-bottom: 1px solid alpha(@theme_fg_color, 0.12); }
    .inspector list row { padding: 3px 14px 3px 8px; min-height: 24px; }
    .inspector list row.inspector-heading { padding-top: 10px; }
    .inspector-disclosure { min-width: 16px; min-height: 16px; padding: 0; margin: 0; }
    .inspector-details { padding: 14px; }
    .inspector-label { font-size: smaller; margin-bottom: -6px; }
    .inspector-key { font-weight: bold; margin-bottom: -8px; }
    .inspector-value {
      background-color: alpha(@theme_fg_color, 0.07);
      border-radius: 6px;
      padding: 4px 8px;
    }
    image.inspector-preserved { color: mix(@success_color, @theme_fg_color, 0.25); }
    .inspector-incomplete, .inspector-warning {
      color: mix(@warning_color, @theme_fg_color, 0.4);
    }
    .inspector-notPreserved, .inspector-dropped {
      color: mix(@error_color, @theme_fg_color, 0.3);
    }
    .inspector-sentence {
      border-left: 3px solid currentColor;
      padding-left: 8px;
    }
    .inspector-sentence > * { color: @theme_fg_color; }
    .inspector row:selected label, .inspector row:selected image { color: inherit; }
    """

  /// Adds the stylesheet to the display, once.
  static func install() {
    guard !isInstalled else { return }
    isInstalled = true
    Stylesheet.install(css, priority: GTK_STYLE_PROVIDER_PRIORITY_APPLICATION)
  }
}
#endif
