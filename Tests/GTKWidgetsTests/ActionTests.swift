// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import GTKSupport
import RestorationTesting
import XCTest

@testable import GTKWidgets

/// The states of actions, and the buttons that show them.
final class ActionTests: XCTestCase {
  /// Actions of a program: one that is on or off, and a choice.
  @MainActor private final class Actions {
    let group = OpaquePointer(g_simple_action_group_new()!)
    var changes: [String] = []

    init(isHidden: Bool = false, order: String = "name", named names: [String]) {
      for name in names {
        let state =
          name == "order" ? g_variant_new_string(order) : g_variant_new_boolean(isHidden.gboolean)
        let type = name == "order" ? g_variant_get_type(state) : nil
        let action = g_simple_action_new_stateful(name, type, state)
        connect(UnsafeMutableRawPointer(action!), "change-state") { [weak self] arguments in
          self?.changes.append(name)
          g_simple_action_set_state(action, g_value_get_variant(arguments.values.baseAddress! + 1))
        }
        g_action_map_add_action(group, action)
        g_object_unref(UnsafeMutableRawPointer(action!))
      }
    }

    isolated deinit { g_object_unref(UnsafeMutableRawPointer(group)) }

    var states: [String] {
      ["hidden", "order"].compactMap { name in
        guard let state = g_action_group_get_action_state(group, name) else { return nil }
        defer { g_variant_unref(state) }
        let text = g_variant_print(state, 0)!
        defer { g_free(text) }
        return String(cString: text)
      }
    }

    func choose() {
      g_action_group_activate_action(group, "hidden", nil)
      g_action_group_change_action_state(group, "order", g_variant_new_string("date"))
    }
  }

  /// R227: named actions get their states again over the states that they were changed from.
  func testNamedActions() throws {
    try withProgram { program in
      @MainActor func show(_ actions: Actions, naming names: [String] = ["hidden", "order"]) {
        program.restoration.restoreActions(
          names, of: actions.group, restorationIdentifier: "View")
        program.show(gtk_label_new("Main"))
      }
      let both = ["hidden", "order"]
      let first = Actions(named: both)
      show(first)
      first.choose()
      XCTAssertEqual(first.states, ["true", "'date'"])
      try program.relaunch()
      let restored = Actions(named: both)
      show(restored)
      XCTAssertEqual(restored.states, ["true", "'date'"])
      XCTAssertEqual(restored.changes, ["hidden", "order"])
      // The program has another order now, which stays.
      try program.relaunch()
      let other = Actions(order: "size", named: both)
      show(other)
      XCTAssertEqual(other.states, ["true", "'size'"])
      // An action that comes later gets its state then.
      try program.relaunch()
      let late = Actions(named: ["hidden"])
      show(late)
      let state = g_variant_new_string("name")
      let action = g_simple_action_new_stateful("order", g_variant_get_type(state), state)
      g_action_map_add_action(late.group, action)
      g_object_unref(UnsafeMutableRawPointer(action!))
      XCTAssertEqual(late.states, ["true", "'date'"])
    }
  }

  /// R222, R227: what the handler of a restored action sets is not the user's.
  func testHandlerOfARestoredAction() throws {
    try withProgram { program in
      @MainActor func show(handler: (@MainActor (OpaquePointer) -> Void)? = nil) -> Actions {
        let actions = Actions(named: ["hidden", "order"])
        let group = actions.group
        if let handler {
          connect(UnsafeMutableRawPointer(group), "action-state-changed::hidden") { _ in
            handler(group)
          }
        }
        program.restoration.restoreActions(
          ["hidden", "order"], of: group, restorationIdentifier: "View")
        program.show(gtk_label_new("Main"))
        return actions
      }
      let first = show()
      g_action_group_activate_action(first.group, "hidden", nil)
      XCTAssertEqual(first.states, ["true", "'name'"])
      try program.relaunch()
      let restored = show {
        g_action_group_change_action_state($0, "order", g_variant_new_string("size"))
      }
      XCTAssertEqual(restored.states, ["true", "'size'"])
      try program.relaunch()
      XCTAssertEqual(show().states, ["true", "'name'"])
    }
  }

  /// R222, R227: a state goes back, whatever the handler of a restored widget sets.
  func testHandlerOfARestoredWidget() throws {
    try withProgram { program in
      @MainActor func show() -> (window: WidgetPointer, list: WidgetPointer, check: WidgetPointer) {
        let window = Self.makeWindow().named("Main")
        let list: WidgetPointer = gtk_list_box_new().named("List")
        gtk_list_box_append(list.opaque, gtk_list_box_row_new().named("Row"))
        let check: WidgetPointer = gtk_check_button_new().named("Check")
        for (widget, signal) in [(list, "row-selected"), (check, "toggled")] {
          connect(widget, signal) { _ in
            let state = g_variant_new_string("name")
            g_action_group_change_action_state(window.opaque, "order", state)
          }
        }
        gtk_window_set_child(window.cast(), makeBox(list, check))
        program.restoration.restoreActions(
          ["order"], of: window.opaque, restorationIdentifier: "View")
        program.adopt(window)
        return (window, list, check)
      }
      let (window, list, check) = show()
      gtk_list_box_select_row(list.opaque, gtk_list_box_get_row_at_index(list.opaque, 0))
      gtk_check_button_set_active(check.cast(), 1)
      g_action_group_change_action_state(window.opaque, "order", g_variant_new_string("date"))
      for _ in 0..<2 {
        try program.relaunch()
        XCTAssertEqual(Self.order(of: show().window), "date")
      }
    }
  }

  /// R222, R227: what the program sets in a window that is not on screen is not the user's.
  func testActionOfAHiddenWindow() throws {
    try withProgram { program in
      @MainActor func show() -> WidgetPointer {
        let window = Self.makeWindow()
        program.restoration.restoreActions(
          ["order"], of: window.opaque, restorationIdentifier: "View")
        program.show(gtk_label_new("Main"))
        return window
      }
      let window = show()
      g_action_group_change_action_state(window.opaque, "order", g_variant_new_string("size"))
      XCTAssertEqual(Self.order(of: window), "size")
      try program.relaunch()
      XCTAssertEqual(Self.order(of: show()), "name")
    }
  }

  /// Returns a window with an action of its own, a choice.
  @MainActor private static func makeWindow() -> WidgetPointer {
    let type = gtk_application_window_get_type()
    let window = WidgetPointer(OpaquePointer(g_object_new_with_properties(type, 0, nil, nil)!))
    let state = g_variant_new_string("name")
    let action = g_simple_action_new_stateful("order", g_variant_get_type(state), state)
    g_action_map_add_action(window.opaque, action)
    g_object_unref(UnsafeMutableRawPointer(action!))
    return window
  }

  @MainActor private static func order(of window: WidgetPointer) -> String? {
    guard let state = g_action_group_get_action_state(window.opaque, "order") else { return nil }
    defer { g_variant_unref(state) }
    return g_variant_get_string(state, nil).map { String(cString: $0) }
  }

  /// R224, R227: the actions of the last window serve the next one, unless the program closed it.
  func testActionsOfTheNextWindow() throws {
    for isByUser in [true, false] {
      try withProgram { program in
        @MainActor func show() -> WidgetPointer {
          let window = Self.makeWindow().named("Main")
          program.restoration.restoreActions(
            ["order"], of: window.opaque, restorationIdentifier: "View")
          program.adopt(window)
          return window
        }
        let window = show()
        g_action_group_change_action_state(window.opaque, "order", g_variant_new_string("date"))
        if isByUser {
          try program.closeByUser(window)
        } else {
          gtk_window_destroy(window.cast())
        }
        let expected = isByUser ? "date" : "name"
        XCTAssertEqual(Self.order(of: show()), expected)
        try program.relaunch()
        XCTAssertEqual(Self.order(of: show()), expected)
      }
    }
  }

  /// R227: actions that are named again keep what the user has chosen before.
  func testActionsThatAreNamedTwice() throws {
    try withProgram { program in
      let both = ["hidden", "order"]
      @MainActor func show(naming names: [String]) -> Actions {
        let actions = Actions(named: both)
        program.restoration.restoreActions(
          names, of: actions.group, restorationIdentifier: "View")
        program.show(gtk_label_new("Main"))
        return actions
      }
      for isSaved in [false, true] {
        let actions = show(naming: ["hidden"])
        actions.choose()
        if isSaved { try program.restoration.save() }
        program.restoration.restoreActions(
          both, of: actions.group, restorationIdentifier: "View")
        try program.relaunch()
        XCTAssertEqual(show(naming: both).states, ["true", "'name'"])
        try program.relaunch()
      }
    }
  }

  /// R151, R227: the log says that actions and a window have one identifier.
  func testActionsWithTheIdentifierOfAWindow() throws {
    for isFirst in [false, true] {
      try withProgram { program in
        let actions = Actions(named: ["hidden"])
        if !isFirst { program.show(gtk_label_new("Main")) }
        for name in ["View", "Main"] {
          program.restoration.restoreActions(
            ["hidden"], of: actions.group, restorationIdentifier: name)
        }
        if isFirst { program.show(gtk_label_new("Main")) }
        XCTAssertEqual(
          program.log.lines.count { $0.contains("have the identifier of a window") }, 1)
      }
    }
  }

  /// R227: an action that is not named keeps nothing.
  func testUnnamedAction() throws {
    try withProgram { program in
      let first = Actions(named: ["hidden", "order"])
      program.restoration.restoreActions(
        ["order"], of: first.group, restorationIdentifier: "View")
      program.show(gtk_label_new("Main"))
      first.choose()
      try program.relaunch()
      let restored = Actions(named: ["hidden", "order"])
      program.restoration.restoreActions(
        ["hidden", "order"], of: restored.group, restorationIdentifier: "View")
      program.show(gtk_label_new("Main"))
      XCTAssertEqual(restored.states, ["false", "'date'"])
    }
  }

  /// R227: the action of a setting is the setting's.
  func testActionOfASetting() throws {
    try MainActor.assumeIsolated {
      let settings = try Settings.make()
      defer { g_object_unref(settings) }
      @MainActor func show(_ program: WidgetProgram) -> OpaquePointer {
        let group = OpaquePointer(g_simple_action_group_new()!)
        let action = g_settings_create_action(settings, Settings.key)
        g_action_map_add_action(group, action)
        g_object_unref(UnsafeMutableRawPointer(action!))
        program.restoration.restoreActions(
          [Settings.key], of: group, restorationIdentifier: "View")
        program.show(gtk_label_new("Main"))
        return group
      }
      g_settings_set_boolean(settings, Settings.key, 0)
      let program = try WidgetProgram()
      g_action_group_activate_action(show(program), Settings.key, nil)
      XCTAssertNotEqual(g_settings_get_boolean(settings, Settings.key), 0)
      XCTAssertEqual(program.log.lines.filter { $0.contains("is a setting's") }.count, 1)
      try program.relaunch()
      g_settings_set_boolean(settings, Settings.key, 0)
      _ = show(program)
      XCTAssertEqual(g_settings_get_boolean(settings, Settings.key), 0)
    }
  }

  /// R227: a button with an action shows what its action says.
  func testButtonsWithAnAction() throws {
    try withProgram { program in
      @MainActor func show() -> (buttons: [WidgetPointer], actions: Actions) {
        let actions = Actions(named: ["hidden"])
        let buttons: [WidgetPointer] = [
          gtk_toggle_button_new().named("Toggle"), gtk_check_button_new().named("Check"),
          gtk_switch_new().named("Switch"),
        ]
        let box = makeBox(buttons[0], buttons[1], buttons[2])
        gtk_widget_insert_action_group(box, "view", actions.group)
        for button in buttons { gtk_actionable_set_action_name(button.opaque, "view.hidden") }
        program.show(box)
        return (buttons, actions)
      }
      @MainActor func active(_ buttons: [WidgetPointer]) -> [Bool] {
        buttons.map { cgtk_object_get_boolean($0.raw, "active") != 0 }
      }
      let (buttons, actions) = show()
      g_action_group_activate_action(actions.group, "hidden", nil)
      program.pump { active(buttons) == [true, true, true] }
      try program.relaunch()
      let restored = show()
      XCTAssertEqual(active(restored.buttons), [false, false, false])
      g_action_group_activate_action(restored.actions.group, "hidden", nil)
      program.pump { active(restored.buttons) == [true, true, true] }
    }
  }
}
#endif
