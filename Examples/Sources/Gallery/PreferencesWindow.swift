// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if Adwaita
import CAdwaita
import GTKWidgets

/// A window with its own pages, reopened if it was open.
@MainActor struct PreferencesWindow {
  let widget: Widget = adw_preferences_window_new()

  init(over window: Widget) {
    widget.restorationIdentifier = "Preferences"
    gtk_window_set_transient_for(widget.cast(), window.cast())
    gtk_window_set_destroy_with_parent(widget.cast(), 1)
    gtk_window_set_modal(widget.cast(), 1)
    gtk_window_set_default_size(widget.cast(), 560, 420)
    add(makePage("general", "General", "preferences-system-symbolic"), makeGeneral())
    add(
      makePage("notifications", "Notifications", "preferences-system-notifications-symbolic"),
      makeNotifications())
    add(makePage("privacy", "Privacy", "preferences-system-privacy-symbolic"), makePrivacy())
  }

  private func makePage(_ name: String, _ title: String, _ icon: String) -> Widget {
    let page: Widget = adw_preferences_page_new()
    adw_preferences_page_set_name(page.cast(), name)
    adw_preferences_page_set_title(page.cast(), title)
    adw_preferences_page_set_icon_name(page.cast(), icon)
    return page
  }

  private func add(_ page: Widget, _ group: Widget) {
    adw_preferences_page_add(page.cast(), group.cast())
    adw_preferences_window_add(widget.cast(), page.cast())
  }

  private func makeGeneral() -> Widget {
    let start: Widget = gtk_switch_new()
    start.restorationIdentifier = "StartAtLogin"
    return group("Start", nil, row("Start at login", nil, start))
  }

  private func makeNotifications() -> Widget {
    let sound: Widget = gtk_switch_new()
    let count: Widget = gtk_spin_button_new_with_range(1, 20, 1)
    sound.restorationIdentifier = "Sound"
    count.restorationIdentifier = "AtMost"
    return group(
      "Notifications", "The page that is in front comes back with the window.",
      row("Sound", "For messages that are urgent", sound), row("Show at most", nil, count))
  }

  private func makePrivacy() -> Widget {
    let history: Widget = gtk_switch_new()
    history.restorationIdentifier = "History"
    return group("Privacy", nil, row("Keep a history", nil, history))
  }
}
#endif
