// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if Adwaita
import CAdwaita
import GTKWidgets

extension Page {
  static let bars = Page(
    "Bars", "Bars", icon: "system-search-symbolic",
    kept: "Bars come back shown or hidden, with the text of the search."
  ) {
    let search: Widget = gtk_search_bar_new()
    search.restorationIdentifier = "Search"
    let entry: Widget = gtk_search_entry_new()
    entry.restorationIdentifier = "Words"
    gtk_editable_set_width_chars(entry.opaque, 32)
    gtk_search_bar_set_child(search.opaque, entry)
    gtk_search_bar_connect_entry(search.opaque, entry.opaque)
    let actions: Widget = gtk_action_bar_new()
    actions.restorationIdentifier = "Actions"
    gtk_action_bar_pack_start(actions.opaque, makeButton("Add", "list-add-symbolic"))
    gtk_action_bar_pack_end(actions.opaque, makeButton("Delete", "user-trash-symbolic"))
    return [
      group(
        "At the Top", "GtkSearchBar with a GtkSearchEntry",
        card(height: 150, column(search, filler("Search results"))), showing: search,
        by: "search-mode-enabled"),
      group(
        "At the Bottom", "GtkActionBar", card(height: 150, column(filler("A list"), actions)),
        showing: actions, by: "revealed"),
    ]
  }

  private static func makeButton(_ name: String, _ icon: String) -> Widget {
    let button: Widget = gtk_button_new_from_icon_name(icon)
    gtk_widget_set_tooltip_text(button, name)
    return button
  }
}
#endif
