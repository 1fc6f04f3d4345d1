// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK
  import GTKSupport
  import ViewControllers

  /// The list of keys that GNOME's users expect behind Ctrl+?.
  @safe @MainActor final class ShortcutsWindow {
    /// GTK's window, which GTK owns until it is closed.
    let window: WidgetPointer

    /// Shows the keys of the application, and then those of every window.
    ///
    /// - Parameters:
    ///   - commands: The application's keys.
    ///   - parent: The window that they belong to.
    ///   - onActivation: Called when the list becomes active or inactive.
    ///   - onClose: Called when it is closed.
    init?(
      _ commands: [KeyCommand], over parent: WidgetPointer,
      onActivation: @escaping @MainActor () -> Void, onClose: @escaping @MainActor () -> Void
    ) {
      let builder = unsafe gtk_builder_new_from_string(Self.description(of: commands), -1)
      defer { unsafe g_object_unref(builder.map { unsafe UnsafeMutableRawPointer($0) }) }
      guard let object = unsafe gtk_builder_get_object(builder, "shortcuts") else { return nil }
      unsafe window = unsafe UnsafeMutableRawPointer(object).assumingMemoryBound(to: GtkWidget.self)
      unsafe gtk_window_set_transient_for(window.cast(), parent.cast())
      unsafe gtk_window_set_modal(window.cast(), 1)
      unsafe gtk_window_set_destroy_with_parent(window.cast(), 1)
      unsafe connect(window, "notify::is-active") { _ in onActivation() }
      unsafe connect(window, "destroy") { _ in onClose() }
      unsafe gtk_window_present(window.cast())
    }

    /// Whether it is the active window.
    var isActive: Bool { unsafe gtk_window_is_active(window.cast()) != 0 }

    /// Closes the window.
    func close() { unsafe gtk_window_destroy(window.cast()) }

    /// Returns the keys and titles in the format of GTK's builder.
    ///
    /// There is no other way to fill the window.
    static func description(of commands: [KeyCommand]) -> String {
      let own = commands.compactMap { command in
        command.discoverabilityTitle.map { ($0, command.accelerator) }
      }
      let general = general.map { ($0.localized, $1) }
      let groups: [(ChromeString, [(String, String)])] = [
        (.applicationShortcuts, own), (.windowShortcuts, general),
      ].filter { !$0.1.isEmpty }
      let lines = groups.map { title, entries in
        element("GtkShortcutsGroup", ["title": title.localized]) {
          entries.map { title, accelerator in
            element("GtkShortcutsShortcut", ["title": title, "accelerator": accelerator]) { "" }
          }.joined()
        }
      }
      let section = element("GtkShortcutsSection", ["section-name": "shortcuts"]) { lines.joined() }
      return "<interface><object class=\"GtkShortcutsWindow\" id=\"shortcuts\">\(section)"
        + "</object></interface>"
    }

    private static let general: [(ChromeString, String)] = [
      (.find, "<Control>f"), (.fullScreen, "F11"), (.closeWindow, "<Control>w"),
      (.quit, "<Control>q"), (.keyboardShortcuts, "<Control>question"),
      (.forgetAndQuit, "<Control><Shift>q"),
    ]

    private static func element(
      _ name: String, _ properties: KeyValuePairs<String, String>, _ children: () -> String
    ) -> String {
      let values = properties.map { "<property name=\"\($0)\">\(escaped($1))</property>" }.joined()
      return "<child><object class=\"\(name)\">\(values)\(children())</object></child>"
    }

    private static func escaped(_ text: String) -> String {
      guard let escaped = unsafe g_markup_escape_text(text, -1) else { return "" }
      defer { unsafe g_free(escaped) }
      return unsafe String(cString: escaped)
    }
  }

  extension KeyCommand {
    /// The key in GTK's notation.
    var accelerator: String {
      let scalar = input.unicodeScalars.first?.value ?? 0
      let key =
        unsafe gdk_keyval_name(gdk_unicode_to_keyval(scalar)).map { unsafe String(cString: $0) }
        ?? ""
      return (modifierFlags.contains(.control) ? "<Control>" : "")
        + (modifierFlags.contains(.alternate) ? "<Alt>" : "")
        + (modifierFlags.contains(.shift) ? "<Shift>" : "") + key
    }
  }
#endif
