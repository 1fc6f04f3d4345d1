// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if Adwaita
import CAdwaita
import GTKWidgets

extension Page {
  static let text = Page(
    "Text", "Text", icon: "document-edit-symbolic",
    kept: "Text comes back with cursor and selection; passwords never come back."
  ) {
    let name: Widget = adw_entry_row_new()
    name.restorationIdentifier = "Name"
    adw_preferences_row_set_title(name.cast(), "Name (AdwEntryRow)")
    let street: Widget = gtk_entry_new()
    street.restorationIdentifier = "Street"
    let filter: Widget = gtk_search_entry_new()
    filter.restorationIdentifier = "Filter"
    let password: Widget = gtk_password_entry_new()
    password.restorationIdentifier = "Password"
    gtk_password_entry_set_show_peek_icon(password.opaque, 1)
    for entry in [street, filter, password] {
      gtk_editable_set_width_chars(entry.opaque, 22)
    }
    return [
      group(
        "One Line", nil, name, row("Street", "GtkEntry", street),
        row("Filter", "GtkSearchEntry", filter),
        row("Password", "GtkPasswordEntry: nothing of it is kept", password)),
      group("Several Lines", "GtkTextView", makeLetter()).growing(),
    ]
  }

  private static func makeLetter() -> Widget {
    let letter: Widget = gtk_text_view_new()
    letter.restorationIdentifier = "Letter"
    gtk_text_view_set_wrap_mode(letter.cast(), GTK_WRAP_WORD_CHAR)
    for set in [
      gtk_text_view_set_left_margin, gtk_text_view_set_right_margin, gtk_text_view_set_top_margin,
      gtk_text_view_set_bottom_margin,
    ] {
      set(letter.cast(), 12)
    }
    let lines = (1...40).map { "\($0). This is line \($0) of a letter that is not finished yet." }
    gtk_text_buffer_set_text(
      gtk_text_view_get_buffer(letter.cast()), lines.joined(separator: "\n"), -1)
    let view = scrolled(letter)
    view.restorationIdentifier = "LetterView"
    return card(view)
  }
}
#endif
