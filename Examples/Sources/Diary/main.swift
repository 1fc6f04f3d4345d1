// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import GTKWidgets

let application = gtk_application_new("org.example.Diary", GApplicationFlags(rawValue: 0))
let restoration = try WidgetRestoration(
  ApplicationDescription(identifier: "org.example.Diary", version: "1.0"))

@MainActor func activate() {
  guard let window = gtk_application_window_new(application),
    let scrolled = gtk_scrolled_window_new(), let text = gtk_text_view_new()
  else { return }
  gtk_scrolled_window_set_child(OpaquePointer(scrolled), text)
  gtk_window_set_child(UnsafeMutablePointer(OpaquePointer(window)), scrolled)
  window.restorationIdentifier = "Main"
  scrolled.restorationIdentifier = "Page"
  text.restorationIdentifier = "Text"
  restoration.restore(window)
  gtk_window_present(UnsafeMutablePointer(OpaquePointer(window)))
}

g_signal_connect_data(
  application, "activate", { MainActor.assumeIsolated { activate() } }, nil, nil,
  GConnectFlags(rawValue: 0))
_ = g_application_run(UnsafeMutablePointer(OpaquePointer(application)), 0, nil)
