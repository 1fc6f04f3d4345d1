// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if Adwaita
import CAdwaita
import GTKWidgets

extension Page {
  static let lists = Page(
    "Lists", "Lists and Grids", icon: "view-list-bullet-symbolic",
    kept: "Selected elements come back by name, and lists at their scroll positions."
  ) {
    [
      group("Stations", "GtkListView", makeStations()),
      group("Years", "GtkGridView", makeYears()),
      group("Rooms", "GtkListBox; several may be selected", makeRooms()),
      group("Labels", "GtkFlowBox; several may be selected", makeLabels()),
    ]
  }

  private static func makeStations() -> Widget {
    let names = (1...200).map { "Station \($0)" }
    let list: Widget = gtk_list_view_new(
      gtk_single_selection_new(makeStrings(names)), makeFactory())
    list.restorationIdentifier = "Stations"
    let view = scrolled(list)
    view.restorationIdentifier = "StationsView"
    return card(height: 180, view)
  }

  private static func makeYears() -> Widget {
    let names = (1900...2099).map { "\($0)" }
    let grid: Widget = gtk_grid_view_new(
      gtk_multi_selection_new(makeStrings(names)), makeFactory(xalign: 0.5))
    grid.restorationIdentifier = "Years"
    gtk_grid_view_set_min_columns(grid.opaque, 4)
    gtk_grid_view_set_max_columns(grid.opaque, 8)
    gtk_grid_view_set_enable_rubberband(grid.opaque, 1)
    let view = scrolled(grid)
    view.restorationIdentifier = "YearsView"
    return card(height: 180, view)
  }

  private static func makeRooms() -> Widget {
    let list: Widget = gtk_list_box_new()
    list.restorationIdentifier = "Rooms"
    gtk_widget_add_css_class(list, "boxed-list")
    gtk_list_box_set_selection_mode(list.opaque, GTK_SELECTION_MULTIPLE)
    for room in ["Attic", "Kitchen", "Library", "Studio"] {
      let row: Widget = adw_action_row_new()
      row.restorationIdentifier = room
      adw_preferences_row_set_title(row.cast(), room)
      gtk_list_box_append(list.opaque, row)
    }
    return list
  }

  private static func makeLabels() -> Widget {
    let box: Widget = gtk_flow_box_new()
    box.restorationIdentifier = "Labels"
    gtk_flow_box_set_selection_mode(box.opaque, GTK_SELECTION_MULTIPLE)
    gtk_flow_box_set_max_children_per_line(box.opaque, 6)
    gtk_flow_box_set_min_children_per_line(box.opaque, 2)
    gtk_flow_box_set_homogeneous(box.opaque, 1)
    for label in ["Home", "Work", "Garden", "Travel", "Music", "Sports", "Later"] {
      let child: Widget = gtk_flow_box_child_new()
      child.restorationIdentifier = label
      gtk_flow_box_child_set_child(child.cast(), Widget(gtk_label_new(label)).with(margin: 6))
      gtk_flow_box_append(box.opaque, child)
    }
    return card(height: -1, box.with(margin: 6))
  }
}
#endif
