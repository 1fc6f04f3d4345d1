// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if Adwaita
import CAdwaita
import GTKWidgets

extension Page {
  static let choices = Page(
    "Choices", "Choices", icon: "object-select-symbolic",
    kept: "A choice comes back by name, even if its place in the list has changed."
  ) {
    let language: Widget = adw_combo_row_new()
    language.restorationIdentifier = "Language"
    adw_preferences_row_set_title(language.cast(), "Language")
    adw_action_row_set_subtitle(language.cast(), "AdwComboRow")
    adw_combo_row_set_model(
      language.cast(), makeStrings(["Deutsch", "English", "Español", "Français", "Suomi"]))
    let size: Widget = gtk_drop_down_new(makeStrings(["Small", "Medium", "Large", "Huge"]), nil)
    size.restorationIdentifier = "Size"
    let paper: Widget = gtk_combo_box_text_new()
    paper.restorationIdentifier = "Paper"
    for format in ["A3", "A4", "A5", "Letter"] {
      gtk_combo_box_text_append(paper.opaque, format, format)
    }
    gtk_combo_box_set_active(paper.cast(), 1)
    return [
      group(
        "Lists to Choose From", nil, language, row("Size", "GtkDropDown", size),
        row("Paper", "GtkComboBoxText", paper)),
      makeModes(),
      group("One of Several Buttons", nil, row("Text", "GtkToggleButton", makeSides())),
    ]
  }

  private static func makeModes() -> Widget {
    let saver: Widget = gtk_check_button_new()
    let balanced: Widget = gtk_check_button_new()
    let performance: Widget = gtk_check_button_new()
    saver.restorationIdentifier = "Saver"
    balanced.restorationIdentifier = "Balanced"
    performance.restorationIdentifier = "Performance"
    for button in [balanced, performance] {
      gtk_check_button_set_group(button.cast(), saver.cast())
    }
    gtk_check_button_set_active(saver.cast(), 1)
    return group(
      "Power", nil, row(checking: saver, "Power Saver", "GtkCheckButton, one of a group"),
      row(checking: balanced, "Balanced", "Usual speed and consumption"),
      row(checking: performance, "Performance", "Highest speed"))
  }

  private static func makeSides() -> Widget {
    let left: Widget = gtk_toggle_button_new()
    let center: Widget = gtk_toggle_button_new()
    let right: Widget = gtk_toggle_button_new()
    left.restorationIdentifier = "Left"
    center.restorationIdentifier = "Center"
    right.restorationIdentifier = "Right"
    for (button, name) in [(left, "Left"), (center, "Center"), (right, "Right")] {
      gtk_button_set_icon_name(button.cast(), "format-justify-\(name.lowercased())-symbolic")
      gtk_widget_set_tooltip_text(button, name)
      if button != left { gtk_toggle_button_set_group(button.cast(), left.cast()) }
    }
    gtk_toggle_button_set_active(left.cast(), 1)
    return linked(left, center, right)
  }
}
#endif
