// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if Adwaita
import CAdwaita
import GTKWidgets

extension Page {
  static let rows = Page(
    "Rows", "Rows and Switches", icon: "view-list-symbolic",
    kept: "Switches, checks, buttons and open rows come back."
  ) {
    let wireless: Widget = gtk_switch_new()
    wireless.restorationIdentifier = "Wireless"
    gtk_switch_set_active(wireless.opaque, 1)
    let airplane: Widget = gtk_switch_new()
    airplane.restorationIdentifier = "Airplane"
    let documents: Widget = gtk_check_button_new()
    documents.restorationIdentifier = "Documents"
    gtk_check_button_set_active(documents.cast(), 1)
    let photos: Widget = gtk_check_button_new()
    photos.restorationIdentifier = "Photos"
    return [
      group(
        "Network", nil, row("Wi-Fi", "GtkSwitch", wireless),
        row("Airplane Mode", "GtkSwitch", airplane), makeProxy()),
      group(
        "Kept in Sync", nil, row(checking: documents, "Documents", "GtkCheckButton"),
        row(checking: photos, "Photos", "GtkCheckButton")),
      group("Letters", nil, row("Style", "GtkToggleButton", makeStyles())),
    ]
  }

  private static func makeProxy() -> Widget {
    let proxy: Widget = adw_expander_row_new()
    proxy.restorationIdentifier = "Proxy"
    adw_preferences_row_set_title(proxy.cast(), "Proxy")
    adw_expander_row_set_subtitle(proxy.cast(), "AdwExpanderRow")
    adw_expander_row_set_show_enable_switch(proxy.cast(), 1)
    adw_expander_row_set_enable_expansion(proxy.cast(), 0)
    let host: Widget = adw_entry_row_new()
    host.restorationIdentifier = "Host"
    adw_preferences_row_set_title(host.cast(), "Host")
    let port: Widget = gtk_spin_button_new_with_range(1, 65535, 1)
    port.restorationIdentifier = "Port"
    gtk_spin_button_set_value(port.opaque, 8080)
    adw_expander_row_add_row(proxy.cast(), host)
    adw_expander_row_add_row(proxy.cast(), row("Port", nil, port))
    return proxy
  }

  private static func makeStyles() -> Widget {
    let bold: Widget = gtk_toggle_button_new()
    let italic: Widget = gtk_toggle_button_new()
    let underline: Widget = gtk_toggle_button_new()
    bold.restorationIdentifier = "Bold"
    italic.restorationIdentifier = "Italic"
    underline.restorationIdentifier = "Underline"
    gtk_toggle_button_set_active(bold.cast(), 1)
    for (button, name) in [(bold, "Bold"), (italic, "Italic"), (underline, "Underline")] {
      gtk_button_set_icon_name(button.cast(), "format-text-\(name.lowercased())-symbolic")
      gtk_widget_set_tooltip_text(button, name)
    }
    return linked(bold, italic, underline)
  }
}
#endif
