// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if Adwaita
  import CAdwaita
  import CGTK

  /// Rows under a title, or another widget in their place.
  @MainActor func group(_ title: String, _ about: String? = nil, _ widgets: Widget...) -> Widget {
    let group: Widget = adw_preferences_group_new()
    adw_preferences_group_set_title(group.cast(), title)
    adw_preferences_group_set_description(group.cast(), about)
    for widget in widgets { adw_preferences_group_add(group.cast(), widget) }
    return group
  }

  /// A group with a button at its top that shows and hides something in it.
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

  /// A row with a control at its end, which a click anywhere in the row reaches.
  @MainActor func row(_ title: String, _ subtitle: String? = nil, _ control: Widget) -> Widget {
    let row = emptyRow(title, subtitle)
    gtk_widget_set_valign(control, GTK_ALIGN_CENTER)
    adw_action_row_add_suffix(row.cast(), control)
    adw_action_row_set_activatable_widget(row.cast(), control)
    return row
  }

  /// A row with a check button at its beginning.
  @MainActor func row(checking button: Widget, _ title: String, _ subtitle: String? = nil) -> Widget
  {
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

  /// Widgets one below the other.
  @MainActor func column(spacing: Int32 = 0, _ widgets: Widget...) -> Widget {
    stacked(GTK_ORIENTATION_VERTICAL, spacing, widgets)
  }

  /// Widgets side by side.
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

  /// Buttons that belong together.
  @MainActor func linked(_ buttons: Widget...) -> Widget {
    let box = stacked(GTK_ORIENTATION_HORIZONTAL, 0, buttons)
    gtk_widget_add_css_class(box, "linked")
    return box
  }

  /// A widget on a card with round corners; it grows with the page if no height is given.
  @MainActor func card(height: Int32? = nil, _ content: Widget) -> Widget {
    let card: Widget = adw_bin_new()
    adw_bin_set_child(card.cast(), content)
    gtk_widget_add_css_class(card, "card")
    gtk_widget_set_overflow(card, GTK_OVERFLOW_HIDDEN)
    gtk_widget_set_size_request(card, -1, height ?? 240)
    gtk_widget_set_vexpand(card, height == nil ? 1 : 0)
    return card
  }

  /// What has more to show than there is room for.
  @MainActor func scrolled(_ content: Widget) -> Widget {
    let scrolled: Widget = gtk_scrolled_window_new()
    gtk_scrolled_window_set_child(scrolled.opaque, content)
    gtk_widget_set_vexpand(scrolled, 1)
    return scrolled
  }

  /// A text in the middle of an empty place.
  @MainActor func filler(_ text: String) -> Widget {
    let label: Widget = gtk_label_new(text)
    gtk_widget_add_css_class(label, "dim-label")
    gtk_label_set_wrap(label.opaque, 1)
    gtk_label_set_justify(label.opaque, GTK_JUSTIFY_CENTER)
    gtk_widget_set_hexpand(label, 1)
    gtk_widget_set_vexpand(label, 1)
    return label.with(margin: 12)
  }

  /// A picture with a title and a sentence, for the pages of what has pages.
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
    /// The same widget, as high as there is room for.
    @MainActor func growing() -> Widget {
      gtk_widget_set_vexpand(self, 1)
      return self
    }

    /// The same widget, with room around it.
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

  /// A list of strings, which are their own names in saved state.
  @MainActor func makeStrings(_ strings: [String]) -> OpaquePointer? {
    let list = gtk_string_list_new(nil)
    for string in strings { gtk_string_list_append(list, string) }
    return list
  }

  /// Makes the rows of a list of strings.
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
