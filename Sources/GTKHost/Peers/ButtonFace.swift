// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK

  /// What is on a button: an icon where the theme has it, the title otherwise.
  struct ButtonFace: Equatable {
    /// The text, which is also the tooltip of an icon.
    var title: String
    /// The name of the icon.
    var iconName: String?

    /// Puts this on a button, unless it is already there.
    @MainActor func apply(to button: WidgetPointer, replacing current: inout ButtonFace?) {
      guard self != current else { return }
      current = self
      let theme = gtk_icon_theme_get_for_display(gtk_widget_get_display(button))
      if let iconName, gtk_icon_theme_has_icon(theme, iconName) != 0 {
        gtk_button_set_icon_name(button.cast(), iconName)
        gtk_widget_set_tooltip_text(button, title)
        cgtk_accessible_set_label(button, title)
      } else {
        gtk_button_set_label(button.cast(), title)
        gtk_widget_set_tooltip_text(button, nil)
      }
    }
  }
#endif
