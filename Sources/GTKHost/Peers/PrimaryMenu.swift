// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import GTKSupport
import ViewControllers

/// The menu in a window's bar, which F10 opens.
///
/// It lists the application's keys, and the entries that every window has.
@safe @MainActor final class PrimaryMenu {
  /// The button; owned by this object and the bar that contains it.
  let button: WidgetPointer

  /// An entry of the menu.
  struct Entry {
    let title: String
    let accelerator: String
    let action: @MainActor () -> Void
  }

  private let sections: @MainActor () -> [[Entry]]
  /// The widget that had the focus when the menu opened; owned.
  private var focus: WidgetPointer?
  private var overlay: (stage: WidgetPointer, slot: WidgetPointer)?
  private let later: @MainActor (@escaping @MainActor () -> Void) -> Void

  /// Creates a menu.
  ///
  /// - Parameters:
  ///   - sections: Returns the entries; called whenever the menu opens.
  ///   - later: Runs an action after the current event.
  init(
    _ sections: @escaping @MainActor () -> [[Entry]],
    later: @escaping @MainActor (@escaping @MainActor () -> Void) -> Void
  ) {
    (self.sections, self.later) = (sections, later)
    unsafe button = unsafe gtk_menu_button_new()
    unsafe g_object_ref_sink(button)
    unsafe gtk_menu_button_set_icon_name(button.opaque, "open-menu-symbolic")
    unsafe gtk_menu_button_set_primary(button.opaque, 1)
    unsafe gtk_widget_set_focus_on_click(button, 0)
    let label = ChromeString.mainMenu.localized
    unsafe gtk_widget_set_tooltip_text(button, label)
    unsafe cgtk_accessible_set_label(button, label)
    unsafe gtk_menu_button_set_create_popup_func(
      button.opaque,
      { _, data in
        guard let data = unsafe data else { return }
        nonisolated(unsafe) let menu = unsafe data
        MainActor.assumeIsolated {
          unsafe Unmanaged<PrimaryMenu>.fromOpaque(menu).takeUnretainedValue().fill()
        }
      }, unsafe Unmanaged.passUnretained(self).toOpaque(), nil)
  }

  isolated deinit {
    unsafe gtk_menu_button_set_create_popup_func(button.opaque, nil, nil, nil)
    // The bar's content may be shown in another window by now.
    if let slot = unsafe gtk_widget_get_parent(button) {
      unsafe gtk_box_remove(slot.cast(), button)
    }
    if let focus = unsafe focus { unsafe g_object_unref(focus) }
    unsafe g_object_unref(button)
  }

  /// Moves the button into a bar, out of any other one.
  func move(to slot: WidgetPointer) {
    let old = unsafe gtk_widget_get_parent(button)
    guard unsafe old != slot else { return }
    if let old = unsafe old { unsafe gtk_box_remove(old.cast(), button) }
    unsafe gtk_box_append(slot.cast(), button)
  }

  /// Opens the menu in a window without a bar.
  ///
  /// The button is there as long as the menu is open.
  ///
  /// - Parameter stage: An overlay over the whole window.
  func open(over stage: WidgetPointer) {
    guard unsafe gtk_widget_get_mapped(button) == 0 else {
      return unsafe gtk_menu_button_popup(button.opaque)
    }
    let slot: WidgetPointer = unsafe gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)
    unsafe gtk_widget_set_halign(slot, GTK_ALIGN_END)
    unsafe gtk_widget_set_valign(slot, GTK_ALIGN_START)
    unsafe gtk_overlay_add_overlay(stage.opaque, slot)
    unsafe move(to: slot)
    unsafe overlay = unsafe (stage, slot)
    unsafe gtk_menu_button_popup(button.opaque)
  }

  /// Gives the focus back, and removes a temporary button.
  private func didClose() {
    if let focus = unsafe focus, unsafe gtk_widget_get_root(focus) == gtk_widget_get_root(button) {
      unsafe gtk_widget_grab_focus(focus)
    }
    if let focus = unsafe focus { unsafe g_object_unref(focus) }
    unsafe focus = nil
    guard let (stage, slot) = unsafe overlay else { return }
    unsafe overlay = nil
    unsafe g_object_ref(stage)
    unsafe g_object_ref(slot)
    // The chosen entry acts only after the menu has closed, and may close the window.
    later { [weak self] in
      if let self, unsafe gtk_widget_get_parent(button) == slot {
        unsafe gtk_box_remove(slot.cast(), button)
      }
      if unsafe gtk_widget_get_parent(slot) == stage {
        unsafe gtk_overlay_remove_overlay(stage.opaque, slot)
      }
      unsafe g_object_unref(slot)
      unsafe g_object_unref(stage)
    }
  }

  private func fill() {
    let (menu, actions) = unsafe (g_menu_new(), g_simple_action_group_new())
    var count = 0
    for section in sections() where !section.isEmpty {
      let lines = unsafe g_menu_new()
      for entry in section {
        let name = "entry-\(count)"
        count += 1
        let action = unsafe g_simple_action_new(name, nil)
        if let action = unsafe action {
          unsafe connect(UnsafeMutableRawPointer(action), "activate") { _ in entry.action() }
        }
        unsafe g_action_map_add_action(OpaquePointer(actions), action)
        unsafe g_object_unref(action.map { unsafe UnsafeMutableRawPointer($0) })
        let item = unsafe g_menu_item_new(entry.title, "primary.\(name)")
        unsafe g_menu_item_set_attribute_value(
          item, "accel", g_variant_new_string(entry.accelerator))
        unsafe g_menu_append_item(lines, item)
        unsafe g_object_unref(item.map { unsafe UnsafeMutableRawPointer($0) })
      }
      let model = unsafe lines.map {
        unsafe UnsafeMutableRawPointer($0).assumingMemoryBound(to: GMenuModel.self)
      }
      unsafe g_menu_append_section(menu, nil, model)
      unsafe g_object_unref(lines.map { unsafe UnsafeMutableRawPointer($0) })
    }
    unsafe gtk_widget_insert_action_group(button, "primary", OpaquePointer(actions))
    let model = unsafe menu.map {
      unsafe UnsafeMutableRawPointer($0).assumingMemoryBound(to: GMenuModel.self)
    }
    unsafe gtk_menu_button_set_menu_model(button.opaque, model)
    if unsafe focus == nil {
      unsafe focus = unsafe gtk_widget_get_root(button).flatMap { unsafe gtk_root_get_focus($0) }
      if let focus = unsafe focus { unsafe g_object_ref(focus) }
    }
    if let popover = unsafe gtk_menu_button_get_popover(button.opaque) {
      unsafe connect(UnsafeMutableRawPointer(popover), "closed") { [weak self] _ in
        self?.didClose()
      }
    }
    unsafe g_object_unref(actions.map { UnsafeMutableRawPointer($0) })
    unsafe g_object_unref(menu.map { unsafe UnsafeMutableRawPointer($0) })
  }
}

extension GTKWindowPeer {
  /// Returns the entries of the menu at this moment.
  func menuEntries() -> [[PrimaryMenu.Entry]] {
    guard let model else { return [] }
    let own = model.discoverableKeyCommands.map { command in
      PrimaryMenu.Entry(
        title: command.discoverabilityTitle ?? "", accelerator: command.accelerator,
        action: command.action)
    }
    let screenTitle: ChromeString = model.isFullScreen ? .leaveFullScreen : .fullScreen
    let screen = PrimaryMenu.Entry(title: screenTitle.localized, accelerator: "F11") {
      [weak model] in model?.isFullScreen.toggle()
    }
    let find = PrimaryMenu.Entry(
      title: ChromeString.find.localized, accelerator: "<Control>f"
    ) { [weak model] in
      _ = model?.hostDidPressFind()
    }
    let shortcuts = PrimaryMenu.Entry(
      title: ChromeString.keyboardShortcuts.localized, accelerator: "<Control>question"
    ) { [weak self] in
      guard let self else { return }
      host.showShortcuts(of: self)
    }
    let quit = PrimaryMenu.Entry(
      title: ChromeString.quit.localized, accelerator: "<Control>q"
    ) { [weak self] in
      self?.host.application?.terminate()
    }
    return [own, model.canFind ? [find, screen] : [screen], [shortcuts, quit]]
  }
}

/// The list of keys that GNOME's users expect behind Ctrl+?.
@safe @MainActor final class ShortcutsWindow {
  /// GTK's window, which GTK owns until it is closed.
  let window: WidgetPointer

  /// Shows the keys of the application, and then those of every window that act now.
  ///
  /// - Parameters:
  ///   - commands: The application's keys.
  ///   - canFind: Whether there is something to search.
  ///   - parent: The window that they belong to.
  ///   - onActivation: Called when the list becomes active or inactive.
  ///   - onClose: Called when it is closed.
  init?(
    _ commands: [KeyCommand], canFind: Bool, over parent: WidgetPointer,
    onActivation: @escaping @MainActor () -> Void, onClose: @escaping @MainActor () -> Void
  ) {
    let builder = unsafe gtk_builder_new_from_string(
      Self.description(of: commands, canFind: canFind), -1)
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
  static func description(of commands: [KeyCommand], canFind: Bool) -> String {
    let own = commands.compactMap { command in
      command.discoverabilityTitle.map { ($0, command.accelerator) }
    }
    // An application's own key comes first.
    let general = (canFind ? [find] : []) + general
    let others = general.filter { entry in !own.contains { $0.1 == entry.1 } }
      .map { ($0.localized, $1) }
    let groups: [(ChromeString, [(String, String)])] = [
      (.applicationShortcuts, own), (.windowShortcuts, others),
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

  private static let find = (ChromeString.find, "<Control>f")

  private static let general: [(ChromeString, String)] = [
    (.fullScreen, "F11"), (.closeWindow, "<Control>w"), (.quit, "<Control>q"),
    (.keyboardShortcuts, "<Control>question"), (.forgetAndQuit, "<Control><Shift>q"),
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
