// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if Adwaita
import CAdwaita
import GTKWidgets

extension Page {
  static let tabs = Page(
    "Tabs", "Tabs", icon: "tab-new-symbolic",
    kept: "Tabs come back in their order, pinned or not, with the same one in front."
  ) {
    let view = adw_tab_view_new().widget
    view.restorationIdentifier = "Tabs"
    for (name, icon) in [
      ("Inbox", "mail-unread-symbolic"), ("Calendar", "x-office-calendar-symbolic"),
      ("Contacts", "x-office-address-book-symbolic"), ("Music", "emblem-music-symbolic"),
    ] {
      let content = statusPage(name, icon, "Drag the tab, or pin it with the button above.")
      content.restorationIdentifier = name
      let page = adw_tab_view_append(view.opaque, content)
      adw_tab_page_set_title(page, name)
      let image = g_themed_icon_new(icon)
      adw_tab_page_set_icon(page, image)
      g_object_unref(image.map { UnsafeMutableRawPointer($0) })
    }
    let bar = adw_tab_bar_new().widget
    adw_tab_bar_set_view(bar.opaque, view.opaque)
    adw_tab_bar_set_autohide(bar.opaque, 0)
    gtk_widget_set_vexpand(view, 1)
    let group = group("Tabs", "AdwTabView with an AdwTabBar", card(column(bar, view))).growing()
    adw_preferences_group_set_header_suffix(group.cast(), makePin(view))
    return [group]
  }

  /// Returns a button that pins or unpins the front tab.
  private static func makePin(_ view: Widget) -> Widget {
    let pin: Widget = gtk_button_new_from_icon_name("view-pin-symbolic")
    gtk_widget_set_valign(pin, GTK_ALIGN_CENTER)
    gtk_widget_set_tooltip_text(pin, "Pin or unpin the tab in front")
    connect(pin.opaque, "clicked") {
      let page = adw_tab_view_get_selected_page(view.opaque)
      adw_tab_view_set_page_pinned(view.opaque, page, adw_tab_page_get_pinned(page) == 0 ? 1 : 0)
    }
    return pin
  }
}
#endif
