// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if Adwaita
import CAdwaita
import GTKWidgets

/// A class of widgets that the tour can read and change.
///
/// It changes widgets as a user would.
@MainActor struct TourKind {
  /// The name used in the table of kept state.
  let name: String
  private let type: GType
  let value: @MainActor (Widget) -> String
  let change: @MainActor (Widget) -> Void

  init(
    _ name: String, _ type: GType, _ value: @escaping @MainActor (Widget) -> String,
    change: @escaping @MainActor (Widget) -> Void
  ) {
    (self.name, self.type, self.value, self.change) = (name, type, value, change)
  }

  /// Creates a kind with one property that is on or off.
  private init(_ name: String, _ type: GType, turning property: String) {
    self.init(name, type) {
      "\(cgtk_object_get_boolean($0, property) != 0)"
    } change: {
      cgtk_object_set_boolean($0, property, cgtk_object_get_boolean($0, property) == 0 ? 1 : 0)
    }
  }

  /// Creates a kind whose property is the number of a choice.
  private init(_ name: String, _ type: GType, choosing property: String) {
    self.init(name, type) {
      "\(cgtk_object_get_uint($0, property))"
    } change: {
      cgtk_object_set_uint($0, property, cgtk_object_get_uint($0, property) + 2)
    }
  }

  /// Returns the first kind that fits a widget.
  static func of(_ widget: Widget) -> TourKind? { all.first { widget.isA($0.type) } }

  private static let all = windows + containers + lists + inputs + texts

  private static let windows = [
    TourKind("AdwPreferencesWindow", adw_preferences_window_get_type()) {
      "\(string($0, "visible-page-name")), \(size(of: $0))"
    } change: {
      adw_preferences_window_set_visible_page_name($0.cast(), "notifications")
      gtk_window_set_default_size($0.cast(), 600, 440)
    },
    TourKind("GtkWindow", gtk_window_get_type()) {
      size(of: $0)
    } change: { _ in
    },
  ]

  private static func size(of window: Widget) -> String {
    var (width, height): (Int32, Int32) = (0, 0)
    gtk_window_get_default_size(window.cast(), &width, &height)
    return "\(width) × \(height)"
  }

  private static func string(_ widget: Widget, _ property: String) -> String {
    guard let string = cgtk_object_copy_string(widget, property) else { return "nothing" }
    defer { g_free(string) }
    return String(cString: string)
  }

  // MARK: Containers

  private static let containers = [
    TourKind("GtkPaned", gtk_paned_get_type()) {
      "\(gtk_paned_get_position($0.opaque))"
    } change: {
      gtk_paned_set_position($0.opaque, gtk_paned_get_position($0.opaque) + 90)
    },
    TourKind("GtkNotebook", gtk_notebook_get_type()) {
      let page = gtk_notebook_get_current_page($0.opaque)
      let name = gtk_notebook_get_nth_page($0.opaque, page)?.restorationIdentifier ?? "no page"
      return "\(name) at \(page)"
    } change: {
      gtk_notebook_set_current_page($0.opaque, 2)
      gtk_notebook_reorder_child($0.opaque, gtk_notebook_get_nth_page($0.opaque, 2), 0)
    },
    TourKind("GtkStack", gtk_stack_get_type()) {
      string($0, "visible-child-name")
    } change: {
      gtk_selection_model_select_item(gtk_stack_get_pages($0.opaque), 1, 1)
    },
    TourKind("AdwViewStack", adw_view_stack_get_type()) {
      string($0, "visible-child-name")
    } change: {
      gtk_selection_model_select_item(adw_view_stack_get_pages($0.opaque), 2, 1)
    },
    TourKind("AdwLeaflet", adw_leaflet_get_type()) {
      string($0, "visible-child-name")
    } change: { _ in
    },
    TourKind("GtkScrolledWindow", gtk_scrolled_window_get_type()) {
      "\(Int(gtk_adjustment_get_value(gtk_scrolled_window_get_vadjustment($0.opaque))))"
    } change: {
      let place = gtk_scrolled_window_get_vadjustment($0.opaque)
      let end = gtk_adjustment_get_upper(place) - gtk_adjustment_get_page_size(place)
      gtk_adjustment_set_value(place, (end * 0.4).rounded())
    },
    TourKind("GtkExpander", gtk_expander_get_type(), turning: "expanded"),
    TourKind("GtkRevealer", gtk_revealer_get_type(), turning: "reveal-child"),
    TourKind("GtkSearchBar", gtk_search_bar_get_type(), turning: "search-mode-enabled"),
    TourKind("GtkActionBar", gtk_action_bar_get_type(), turning: "revealed"),
    TourKind("AdwFlap", adw_flap_get_type(), turning: "reveal-flap"),
    TourKind("AdwExpanderRow", adw_expander_row_get_type()) {
      "enabled \(adw_expander_row_get_enable_expansion($0.cast()) != 0), "
        + "expanded \(adw_expander_row_get_expanded($0.cast()) != 0)"
    } change: {
      adw_expander_row_set_enable_expansion($0.cast(), 1)
      adw_expander_row_set_expanded($0.cast(), 1)
    },
    TourKind("AdwCarousel", adw_carousel_get_type()) {
      "\(adw_carousel_get_position($0.opaque))"
    } change: {
      adw_carousel_scroll_to($0.opaque, adw_carousel_get_nth_page($0.opaque, 2), 0)
    },
    TourKind("AdwTabView", adw_tab_view_get_type(), tabs) { view in
      let contacts = adw_tab_view_get_nth_page(view.opaque, 2)
      let music = adw_tab_view_get_nth_page(view.opaque, 3)
      adw_tab_view_set_page_pinned(view.opaque, contacts, 1)
      adw_tab_view_reorder_page(view.opaque, music, 1)
      adw_tab_view_set_selected_page(view.opaque, music)
    },
    TourKind("GtkMenuButton", gtk_menu_button_get_type()) { button in
      let popover = gtk_menu_button_get_popover(button.opaque).map { OpaquePointer($0).widget }
      return popover.map { gtk_widget_get_visible($0) != 0 } == true ? "open" : "closed"
    } change: {
      gtk_menu_button_popup($0.opaque)
    },
  ]

  private static func tabs(_ view: Widget) -> String {
    let selected = adw_tab_view_get_selected_page(view.opaque)
    return (0..<adw_tab_view_get_n_pages(view.opaque)).compactMap { index in
      let page = adw_tab_view_get_nth_page(view.opaque, index)
      return adw_tab_page_get_title(page).map { title in
        (page == selected ? ">" : "") + (adw_tab_page_get_pinned(page) != 0 ? "*" : "")
          + String(cString: title)
      }
    }.joined(separator: " ")
  }

  // MARK: Lists

  private static let lists = [
    TourKind("GtkListView", gtk_list_view_get_type()) {
      let model = gtk_list_view_get_model($0.opaque)
      return "\(selection(model)) of \(g_list_model_get_n_items(model))"
    } change: { list in
      let model = gtk_list_view_get_model(list.opaque)
      for number: guint in [0, 2] { expand(number, of: model) }
      let count = g_list_model_get_n_items(model)
      gtk_selection_model_select_item(model, min(82, count - 2), 1)
    },
    TourKind("GtkGridView", gtk_grid_view_get_type()) {
      selection(gtk_grid_view_get_model($0.opaque))
    } change: {
      gtk_selection_model_select_range(gtk_grid_view_get_model($0.opaque), 82, 9, 1)
    },
    TourKind("GtkColumnView", gtk_column_view_get_type()) {
      "\(selection(gtk_column_view_get_model($0.opaque))), \(columns(of: $0))"
    } change: { view in
      gtk_selection_model_select_range(gtk_column_view_get_model(view.opaque), 56, 4, 1)
      gtk_selection_model_select_item(gtk_column_view_get_model(view.opaque), 63, 0)
      withColumn(2, of: view) { column in
        gtk_column_view_insert_column(view.opaque, 0, column)
        gtk_column_view_column_set_fixed_width(column, 160)
        gtk_column_view_sort_by_column(view.opaque, column, GTK_SORT_DESCENDING)
      }
    },
    TourKind("GtkTreeView", gtk_tree_view_get_type()) { view in
      ["0", "1", "1:0", "1:1"].map { path in
        withPath(path) {
          (gtk_tree_view_row_expanded(view.cast(), $0) != 0 ? ">" : "")
            + (gtk_tree_selection_path_is_selected(
              gtk_tree_view_get_selection(view.cast()), $0) != 0 ? "*" : "") + path
        }
      }.joined(separator: " ")
    } change: { view in
      withPath("1") { _ = gtk_tree_view_expand_row(view.cast(), $0, 0) }
      withPath("1:1") {
        gtk_tree_selection_select_path(gtk_tree_view_get_selection(view.cast()), $0)
      }
    },
    TourKind("GtkListBox", gtk_list_box_get_type()) { list in
      rows { gtk_list_box_get_row_at_index(list.opaque, $0) }.map { row in
        gtk_list_box_row_is_selected(row) != 0 ? "1" : "0"
      }.joined()
    } change: { list in
      for index: Int32 in [1, 3] {
        gtk_list_box_select_row(list.opaque, gtk_list_box_get_row_at_index(list.opaque, index))
      }
    },
    TourKind("GtkFlowBox", gtk_flow_box_get_type()) { box in
      rows { gtk_flow_box_get_child_at_index(box.opaque, $0) }.map { child in
        gtk_flow_box_child_is_selected(child) != 0 ? "1" : "0"
      }.joined()
    } change: { box in
      for index: Int32 in [2, 4, 5] {
        gtk_flow_box_select_child(box.opaque, gtk_flow_box_get_child_at_index(box.opaque, index))
      }
    },
    TourKind("GtkDropDown", gtk_drop_down_get_type(), choosing: "selected"),
    TourKind("AdwComboRow", adw_combo_row_get_type(), choosing: "selected"),
    TourKind("GtkComboBox", gtk_combo_box_get_type()) {
      string($0, "active-id")
    } change: {
      gtk_combo_box_set_active($0.cast(), 3)
    },
  ]

  /// Expands a row, if the list shows a tree.
  private static func expand(_ number: guint, of model: OpaquePointer?) {
    guard let row = g_list_model_get_item(model, number) else { return }
    defer { g_object_unref(row) }
    if OpaquePointer(row).widget.isA(gtk_tree_list_row_get_type()) {
      gtk_tree_list_row_set_expanded(OpaquePointer(row), 1)
    }
  }

  private static func columns(of view: Widget) -> String {
    let model = gtk_column_view_get_columns(view.opaque)
    let columns = (0..<Int(g_list_model_get_n_items(model))).map { number in
      withColumn(number, of: view) {
        let title = gtk_column_view_column_get_title($0).map { String(cString: $0) } ?? ""
        return "\(title) \(gtk_column_view_column_get_fixed_width($0))"
      }
    }
    let rows = gtk_column_view_get_model(view.opaque)
    guard let first = g_list_model_get_item(rows, 0) else { return "\(columns)" }
    defer { g_object_unref(first) }
    let name =
      gtk_string_object_get_string(OpaquePointer(first)).map { String(cString: $0) } ?? ""
    return "\(columns), \(name) first"
  }

  private static func withColumn<Result>(
    _ number: Int, of view: Widget, _ body: (OpaquePointer?) -> Result
  ) -> Result {
    let column = g_list_model_get_item(gtk_column_view_get_columns(view.opaque), guint(number))
    defer { if let column { g_object_unref(column) } }
    return body(column.map { OpaquePointer($0) })
  }

  private static func withPath<Result>(_ path: String, _ body: (OpaquePointer?) -> Result)
    -> Result
  {
    let path = gtk_tree_path_new_from_string(path)
    defer { gtk_tree_path_free(path) }
    return body(path)
  }

  private static func rows<Row>(_ row: (Int32) -> Row?) -> [Row] {
    var rows: [Row] = []
    while let next = row(Int32(rows.count)) { rows.append(next) }
    return rows
  }

  /// Returns the numbers of selected elements.
  private static func selection(_ model: OpaquePointer?) -> String {
    let set = gtk_selection_model_get_selection(model)
    defer { gtk_bitset_unref(set) }
    let numbers = (0..<guint(gtk_bitset_get_size(set))).map { gtk_bitset_get_nth(set, $0) }
    return "\(numbers)"
  }

  // MARK: Values

  private static let inputs = [
    TourKind("GtkToggleButton", gtk_toggle_button_get_type(), turning: "active"),
    TourKind("GtkCheckButton", gtk_check_button_get_type(), turning: "active"),
    TourKind("GtkSwitch", gtk_switch_get_type(), turning: "active"),
    TourKind("GtkSpinButton", gtk_spin_button_get_type()) {
      "\(gtk_spin_button_get_value($0.opaque))"
    } change: {
      gtk_spin_button_set_value($0.opaque, gtk_spin_button_get_value($0.opaque) + 7)
    },
    TourKind("GtkRange", gtk_range_get_type()) {
      "\(gtk_range_get_value($0.cast()))"
    } change: {
      gtk_range_set_value($0.cast(), 72)
    },
    TourKind("GtkScaleButton", gtk_scale_button_get_type()) {
      "\(gtk_scale_button_get_value($0.cast()))"
    } change: {
      gtk_scale_button_set_value($0.cast(), 0.9)
    },
    TourKind("GtkLevelBar", gtk_level_bar_get_type()) {
      "\(gtk_level_bar_get_value($0.opaque))"
    } change: {
      gtk_level_bar_set_value($0.opaque, 0.8)
    },
    TourKind("GtkCalendar", gtk_calendar_get_type(), day) {
      let day = g_date_time_new_local(2027, 5, 31, 0, 0, 0)
      defer { g_date_time_unref(day) }
      gtk_calendar_select_day($0.opaque, day)
    },
    TourKind("GtkColorChooser", gtk_color_chooser_get_type(), color) {
      var color = GdkRGBA(red: 0.57, green: 0.25, blue: 0.67, alpha: 1)
      gtk_color_chooser_set_rgba($0.opaque, &color)
    },
    TourKind("GtkFontChooser", gtk_font_chooser_get_type()) {
      string($0, "font")
    } change: {
      gtk_font_chooser_set_font($0.opaque, "DejaVu Serif Bold 14")
    },
  ]

  private static func day(_ calendar: Widget) -> String {
    let date = gtk_calendar_get_date(calendar.opaque)
    defer { g_date_time_unref(date) }
    guard let text = g_date_time_format(date, "%F") else { return "no day" }
    defer { g_free(text) }
    return String(cString: text)
  }

  private static func color(_ chooser: Widget) -> String {
    var color = GdkRGBA()
    gtk_color_chooser_get_rgba(chooser.opaque, &color)
    guard let text = gdk_rgba_to_string(&color) else { return "no color" }
    defer { g_free(text) }
    return String(cString: text)
  }

  // MARK: Texts

  private static let texts = [
    TourKind("GtkPasswordEntry", gtk_password_entry_get_type()) {
      "\(gtk_editable_get_text($0.opaque).map { strlen($0) } ?? 0) characters"
    } change: {
      gtk_editable_set_text($0.opaque, "open sesame")
    },
    TourKind("GtkEditable", gtk_editable_get_type(), line) {
      gtk_editable_set_text($0.opaque, "What was typed")
      gtk_editable_select_region($0.opaque, 5, 8)
    },
    TourKind("GtkTextView", gtk_text_view_get_type(), text) { view in
      let buffer = gtk_text_view_get_buffer(view.cast())
      var place = GtkTextIter()
      gtk_text_buffer_get_iter_at_line(buffer, &place, 19)
      gtk_text_buffer_insert(buffer, &place, "Half a sent", -1)
      gtk_text_buffer_place_cursor(buffer, &place)
    },
  ]

  private static func line(_ entry: Widget) -> String {
    var (start, end): (Int32, Int32) = (0, 0)
    gtk_editable_get_selection_bounds(entry.opaque, &start, &end)
    return
      "\(string(entry, "text")) \(gtk_editable_get_position(entry.opaque)) [\(start), \(end)]"
  }

  private static func text(_ view: Widget) -> String {
    let buffer = gtk_text_view_get_buffer(view.cast())
    var (start, end) = (GtkTextIter(), GtkTextIter())
    gtk_text_buffer_get_bounds(buffer, &start, &end)
    guard let text = gtk_text_buffer_get_text(buffer, &start, &end, 1) else { return "no text" }
    defer { g_free(text) }
    gtk_text_buffer_get_iter_at_mark(buffer, &start, gtk_text_buffer_get_insert(buffer))
    let count = gtk_text_buffer_get_char_count(buffer)
    return "\(count) characters, \(g_str_hash(text)), at \(gtk_text_iter_get_offset(&start))"
  }
}
#endif
