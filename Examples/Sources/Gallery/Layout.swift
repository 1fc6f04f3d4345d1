// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if Adwaita
import CAdwaita
import GTKWidgets

/// Returns a group of rows or other widgets under a title.
@MainActor func group(_ title: String, _ about: String? = nil, _ widgets: Widget...) -> Widget {
  let group: Widget = adw_preferences_group_new()
  adw_preferences_group_set_title(group.cast(), title)
  adw_preferences_group_set_description(group.cast(), about)
  for widget in widgets { adw_preferences_group_add(group.cast(), widget) }
  return group
}

/// Returns a group with a button that shows and hides a widget.
@MainActor func group(
  _ title: String, _ about: String, _ content: Widget, showing target: Widget, by property: String
) -> Widget {
  let button: Widget = gtk_toggle_button_new_with_label("Show")
  gtk_widget_set_valign(button, GTK_ALIGN_CENTER)
  bind(target, property, to: button, "active", isMutual: true)
  let group = group(title, about, content)
  adw_preferences_group_set_header_suffix(group.cast(), button)
  return group
}

/// Returns a row with a control at its end.
///
/// A click anywhere in the row activates the control.
@MainActor func row(_ title: String, _ subtitle: String? = nil, _ control: Widget) -> Widget {
  let row = emptyRow(title, subtitle)
  gtk_widget_set_valign(control, GTK_ALIGN_CENTER)
  adw_action_row_add_suffix(row.cast(), control)
  adw_action_row_set_activatable_widget(row.cast(), control)
  return row
}

/// Returns a row that begins with a check button.
@MainActor func row(checking button: Widget, _ title: String, _ subtitle: String? = nil) -> Widget {
  let row = emptyRow(title, subtitle)
  gtk_widget_set_valign(button, GTK_ALIGN_CENTER)
  adw_action_row_add_prefix(row.cast(), button)
  adw_action_row_set_activatable_widget(row.cast(), button)
  return row
}

@MainActor private func emptyRow(_ title: String, _ subtitle: String?) -> Widget {
  let row: Widget = adw_action_row_new()
  adw_preferences_row_set_title(row.cast(), title)
  adw_action_row_set_subtitle(row.cast(), subtitle ?? "")
  return row
}

/// Returns a box of widgets, one below the other.
@MainActor func column(spacing: Int32 = 0, _ widgets: Widget...) -> Widget {
  stacked(GTK_ORIENTATION_VERTICAL, spacing, widgets)
}

/// Returns a box of widgets, side by side.
@MainActor func line(spacing: Int32 = 0, _ widgets: Widget...) -> Widget {
  stacked(GTK_ORIENTATION_HORIZONTAL, spacing, widgets)
}

@MainActor private func stacked(
  _ orientation: GtkOrientation, _ spacing: Int32, _ widgets: [Widget]
) -> Widget {
  let box: Widget = gtk_box_new(orientation, spacing)
  for widget in widgets { gtk_box_append(box.cast(), widget) }
  return box
}

/// Returns a group of connected buttons.
@MainActor func linked(_ buttons: Widget...) -> Widget {
  let box = stacked(GTK_ORIENTATION_HORIZONTAL, 0, buttons)
  gtk_widget_add_css_class(box, "linked")
  return box
}

/// Returns a card with round corners around a widget.
///
/// Without a height, it grows with the page.
@MainActor func card(height: Int32? = nil, _ content: Widget) -> Widget {
  let card: Widget = adw_bin_new()
  adw_bin_set_child(card.cast(), content)
  gtk_widget_add_css_class(card, "card")
  gtk_widget_set_overflow(card, GTK_OVERFLOW_HIDDEN)
  gtk_widget_set_size_request(card, -1, height ?? 240)
  gtk_widget_set_vexpand(card, height == nil ? 1 : 0)
  return card
}

/// Returns a scrolled window around a widget.
@MainActor func scrolled(_ content: Widget) -> Widget {
  let scrolled: Widget = gtk_scrolled_window_new()
  gtk_scrolled_window_set_child(scrolled.opaque, content)
  gtk_widget_set_vexpand(scrolled, 1)
  return scrolled
}

/// Returns a text in the middle of an empty place.
@MainActor func filler(_ text: String) -> Widget {
  let label: Widget = gtk_label_new(text)
  gtk_widget_add_css_class(label, "dim-label")
  gtk_label_set_wrap(label.opaque, 1)
  gtk_label_set_justify(label.opaque, GTK_JUSTIFY_CENTER)
  gtk_widget_set_hexpand(label, 1)
  gtk_widget_set_vexpand(label, 1)
  return label.with(margin: 12)
}

/// Returns a page with a picture, a title and a sentence.
@MainActor func statusPage(_ title: String, _ icon: String, _ about: String) -> Widget {
  let page: Widget = adw_status_page_new()
  adw_status_page_set_title(page.opaque, title)
  adw_status_page_set_icon_name(page.opaque, icon)
  adw_status_page_set_description(page.opaque, about)
  gtk_widget_add_css_class(page, "compact")
  gtk_widget_set_hexpand(page, 1)
  gtk_widget_set_vexpand(page, 1)
  return page
}

extension UnsafeMutablePointer where Pointee == GtkWidget {
  /// Returns the widget, expanded to the available height.
  @MainActor func growing() -> Widget {
    gtk_widget_set_vexpand(self, 1)
    return self
  }

  /// Returns the widget with margins on all sides.
  @MainActor func with(margin: Int32) -> Widget {
    for set in [
      gtk_widget_set_margin_top, gtk_widget_set_margin_bottom, gtk_widget_set_margin_start,
      gtk_widget_set_margin_end,
    ] {
      set(self, margin)
    }
    return self
  }
}

/// Returns a list of strings, which serve as names in saved state.
@MainActor func makeStrings(_ strings: [String]) -> OpaquePointer? {
  let list = gtk_string_list_new(nil)
  for string in strings { gtk_string_list_append(list, string) }
  return list
}

/// Returns a factory for the rows of a string list.
@MainActor func makeFactory(
  xalign: Float = 0, _ text: @escaping @MainActor (String) -> String = { $0 }
) -> OpaquePointer? {
  let factory = gtk_signal_list_item_factory_new()
  connect(factory, "setup") { (item: UnsafeMutableRawPointer?) in
    let label: Widget = gtk_label_new(nil)
    gtk_label_set_xalign(label.opaque, xalign)
    gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_END)
    gtk_list_item_set_child(item.map { OpaquePointer($0) }, label.with(margin: 6))
  }
  connect(factory, "bind") { (item: UnsafeMutableRawPointer?) in
    guard let item = item.map({ OpaquePointer($0) }),
      let label = gtk_list_item_get_child(item), let string = gtk_list_item_get_item(item),
      let name = gtk_string_object_get_string(OpaquePointer(string))
    else { return }
    gtk_label_set_text(label.opaque, text(String(cString: name)))
  }
  return factory
}
#endif
