// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if Adwaita
import CAdwaita
import Foundation
import GTKWidgets

/// A libadwaita program whose windows are restored with their content.
@MainActor final class GalleryApplication {
  private let application = adw_application_new(
    "org.example.Gallery", GApplicationFlags(rawValue: 0))
  private let restoration: WidgetRestoration
  private let isTraced: Bool
  private let isDark: Bool
  private var window: GalleryWindow?
  private var preferences: PreferencesWindow?
  private var tour: Tour?
  private lazy var openWindows = OpenWindows { [weak self] in self?.showPreferences() }

  init(isTraced: Bool, isDark: Bool) throws {
    restoration = try WidgetRestoration(
      ApplicationDescription(identifier: "org.example.Gallery", version: "1.0"))
    (self.isTraced, self.isDark) = (isTraced, isDark)
  }

  func run() -> Int32 {
    let object = OpaquePointer(application)
    connect(object, "activate") { [self] in activate() }
    return g_application_run(UnsafeMutablePointer<GApplication>(object), 0, nil)
  }

  private func activate() {
    if let window { return gtk_window_present(window.widget.cast()) }
    if isDark {
      adw_style_manager_set_color_scheme(
        adw_style_manager_get_default(), ADW_COLOR_SCHEME_FORCE_DARK)
    }
    addAction("preferences", key: "<Control>comma") { [weak self] in self?.showPreferences() }
    addAction("quit", key: "<Control>q") { [weak self] in self?.quit() }
    let window = GalleryWindow(application)
    self.window = window
    if isTraced { tour = Tour(window, restoration) }
    restoration.coordinator.registerObject(
      forStateRestoration: openWindows, restorationIdentifier: "OpenWindows")
    restoration.restore(window.widget)
    gtk_window_present(window.widget.cast())
    // This window belongs in front of the other one.
    if let preferences { gtk_window_present(preferences.widget.cast()) }
    tour?.begin()
  }

  private func addAction(_ name: String, key: String, _ body: @escaping @MainActor () -> Void) {
    let action = g_simple_action_new(name, nil)
    connect(action, "activate") { (_: UnsafeMutableRawPointer?) in body() }
    g_action_map_add_action(OpaquePointer(application), action)
    key.withCString { key in
      var keys: [UnsafePointer<CChar>?] = [key, nil]
      gtk_application_set_accels_for_action(
        UnsafeMutablePointer(OpaquePointer(application)), "app.\(name)", &keys)
    }
  }

  private func quit() {
    if let window { gtk_window_close(window.widget.cast()) }
  }

  private func showPreferences() {
    guard let window else { return }
    if let preferences { return gtk_window_present(preferences.widget.cast()) }
    let preferences = PreferencesWindow(over: window.widget)
    self.preferences = preferences
    setPreferencesOpen(true)
    connect(preferences.widget.opaque, "destroy") { [weak self] in
      self?.preferences = nil
      // If both windows are destroyed, the program ends and the preferences count as open.
      if gtk_widget_in_destruction(window.widget) == 0 { self?.setPreferencesOpen(false) }
    }
    restoration.restore(preferences.widget)
    if gtk_widget_get_mapped(window.widget) != 0 {
      gtk_window_present(preferences.widget.cast())
    }
  }

  private func setPreferencesOpen(_ isOpen: Bool) {
    guard openWindows.arePreferencesOpen != isOpen else { return }
    openWindows.arePreferencesOpen = isOpen
    restoration.coordinator.invalidate(openWindows)
  }
}

/// Keeps the list of windows open beside the first.
///
/// The state of their widgets is kept with the windows.
@MainActor private final class OpenWindows: @MainActor StatePreserving {
  var arePreferencesOpen = false
  private let openPreferences: @MainActor () -> Void

  init(_ openPreferences: @escaping @MainActor () -> Void) {
    self.openPreferences = openPreferences
  }

  func encodeRestorableState(with coder: RestorationEncoder) {
    coder.encode(arePreferencesOpen, forKey: "arePreferencesOpen")
  }

  func decodeRestorableState(with coder: RestorationDecoder) {
    if coder.decodeBool(forKey: "arePreferencesOpen") { openPreferences() }
  }
}
#endif
