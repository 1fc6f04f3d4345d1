// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if Adwaita
import CAdwaita
import GTKWidgets

extension Page {
  static let menus = Page(
    "Menus", "Menus and Windows", icon: "open-menu-symbolic",
    kept: "A menu that was open is open again, and so is a window, with its size and page."
  ) {
    let view: Widget = gtk_menu_button_new()
    view.restorationIdentifier = "View"
    gtk_menu_button_set_label(view.opaque, "View")
    gtk_menu_button_set_popover(view.opaque, makePopover())
    let preferences: Widget = gtk_button_new_with_label("Open")
    gtk_actionable_set_action_name(preferences.opaque, "app.preferences")
    return [
      group(
        "Menus", nil, row("What is shown", "GtkMenuButton and its GtkPopover", view)),
      group("Windows", nil, row("Preferences", "AdwPreferencesWindow", preferences)),
    ]
  }

  private static func makePopover() -> Widget {
    let zoom: Widget = gtk_scale_new_with_range(GTK_ORIENTATION_HORIZONTAL, 50, 200, 10)
    zoom.restorationIdentifier = "Zoom"
    gtk_range_set_value(zoom.cast(), 100)
    gtk_widget_set_size_request(zoom, 200, -1)
    let grid: Widget = gtk_check_button_new_with_label("Show a grid")
    grid.restorationIdentifier = "Grid"
    let rulers: Widget = gtk_check_button_new_with_label("Show rulers")
    rulers.restorationIdentifier = "Rulers"
    let popover: Widget = gtk_popover_new()
    gtk_popover_set_has_arrow(popover.cast(), 0)
    gtk_popover_set_child(popover.cast(), column(spacing: 6, zoom, grid, rulers).with(margin: 6))
    return popover
  }
}
#endif
