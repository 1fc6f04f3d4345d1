// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

// The program of the article "A program, widget by widget".
#if Adwaita
import CAdwaita
import GTKWidgets

typealias Widget = UnsafeMutablePointer<GtkWidget>

let application = adw_application_new("org.example.Planner", GApplicationFlags(rawValue: 0))
let restoration = try WidgetRestoration(
  ApplicationDescription(identifier: "org.example.Planner", version: "1.0"))

typealias ListHandler = @convention(c) (OpaquePointer, OpaquePointer, OpaquePointer?) -> Void

/// The task that a row of the table is for.
func task(_ item: OpaquePointer) -> String {
  gtk_string_object_get_string(OpaquePointer(gtk_list_item_get_item(item))).map {
    String(cString: $0)
  } ?? ""
}

/// A table of tasks, which can be sorted by each column.
@MainActor func makeTasks() -> Widget {
  let tasks = gtk_string_list_new(nil)
  for task in ["Book a room", "Write the agenda", "Invite everybody"] {
    gtk_string_list_append(tasks, task)
  }
  let setUp: ListHandler = { _, item, _ in
    let label: Widget = gtk_label_new(nil)
    gtk_label_set_xalign(OpaquePointer(label), 0)
    gtk_list_item_set_child(item, label)
  }
  let showTask: ListHandler = { _, item, _ in
    gtk_label_set_text(OpaquePointer(gtk_list_item_get_child(item)), task(item))
  }
  let showWords: ListHandler = { _, item, _ in
    let words = task(item).split(separator: " ").count
    gtk_label_set_text(OpaquePointer(gtk_list_item_get_child(item)), "\(words)")
  }
  let table: Widget = gtk_column_view_new(nil)
  for (title, show) in [("Task", showTask), ("Words", showWords)] {
    let factory = gtk_signal_list_item_factory_new()
    for (signal, handler) in [("setup", setUp), ("bind", show)] {
      g_signal_connect_data(
        UnsafeMutableRawPointer(factory), signal, unsafeBitCast(handler, to: GCallback.self), nil,
        nil, GConnectFlags(rawValue: 0))
    }
    let column = gtk_column_view_column_new(title, factory)
    gtk_column_view_column_set_resizable(column, 1)
    gtk_column_view_column_set_sorter(
      column,
      UnsafeMutablePointer(
        gtk_string_sorter_new(
          gtk_property_expression_new(gtk_string_object_get_type(), nil, "string"))))
    gtk_column_view_append_column(OpaquePointer(table), column)
  }
  let sorter = gtk_column_view_get_sorter(OpaquePointer(table))
  g_object_ref(UnsafeMutableRawPointer(sorter))
  let sorted = gtk_sort_list_model_new(tasks, sorter)
  gtk_column_view_set_model(OpaquePointer(table), gtk_single_selection_new(sorted))
  table.restorationIdentifier = "Table"
  return table
}

/// A notebook of two pages.
@MainActor func makePages() -> Widget {
  let pages: Widget = gtk_notebook_new()
  let text: Widget = gtk_text_view_new()
  for (child, title) in [(makeTasks(), "Tasks"), (text, "Minutes")] {
    let page: Widget = gtk_scrolled_window_new()
    gtk_scrolled_window_set_child(OpaquePointer(page), child)
    page.restorationIdentifier = title
    gtk_notebook_append_page(OpaquePointer(pages), page, gtk_label_new(title))
    gtk_notebook_set_tab_reorderable(OpaquePointer(pages), page, 1)
  }
  pages.restorationIdentifier = "Pages"
  text.restorationIdentifier = "Text"
  return pages
}

/// The panel that slides in at the side.
@MainActor func makeSidebar() -> Widget {
  let sidebar: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 12)
  let calendar: Widget = gtk_calendar_new()
  var blue = GdkRGBA(red: 0.2, green: 0.5, blue: 0.9, alpha: 1)
  let color: Widget = gtk_color_button_new_with_rgba(&blue)
  calendar.restorationIdentifier = "Day"
  color.restorationIdentifier = "Color"
  for child in [calendar, color] {
    gtk_box_append(UnsafeMutablePointer(OpaquePointer(sidebar)), child)
  }
  gtk_widget_add_css_class(sidebar, "background")
  return sidebar
}

@MainActor func activate() {
  let window: Widget = gtk_application_window_new(
    UnsafeMutablePointer(OpaquePointer(application)))
  let flap: Widget = adw_flap_new()
  let bar: Widget = gtk_header_bar_new()
  let button: Widget = gtk_toggle_button_new_with_label("Calendar")
  gtk_header_bar_pack_start(OpaquePointer(bar), button)
  g_object_bind_property(
    flap, "reveal-flap", button, "active", cgtk_binding_both_ways)
  adw_flap_set_flap(OpaquePointer(flap), makeSidebar())
  adw_flap_set_content(OpaquePointer(flap), makePages())
  gtk_window_set_titlebar(UnsafeMutablePointer(OpaquePointer(window)), bar)
  gtk_window_set_child(UnsafeMutablePointer(OpaquePointer(window)), flap)
  flap.restorationIdentifier = "Flap"
  window.restorationIdentifier = "Main"
  restoration.restore(window)
  gtk_window_present(UnsafeMutablePointer(OpaquePointer(window)))
}

g_signal_connect_data(
  application, "activate", { MainActor.assumeIsolated { activate() } }, nil, nil,
  GConnectFlags(rawValue: 0))
_ = g_application_run(UnsafeMutablePointer(OpaquePointer(application)), 0, nil)
#else
print("Planner needs libadwaita; build it with: swift build --traits Adwaita")
#endif
