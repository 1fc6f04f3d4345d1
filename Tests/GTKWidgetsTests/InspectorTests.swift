// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import GTKSupport
import XCTest

@testable import GTKWidgets

/// The window that says what is saved and what came back.
final class InspectorTests: XCTestCase {
  /// R9, R151: the key opens a window that lists what is not saved; the same key closes it.
  func testInspectorListsWhatIsNotSaved() throws {
    try withProgram { program in
      let refused: WidgetPointer = gtk_spin_button_new_with_range(0, 9, 1).named(nil)
      let window = program.show(makeBox(makeEntry(), gtk_switch_new(), gtk_label_new("A"), refused))
      XCTAssertFalse(Self.press(GDK_KEY_r, GDK_CONTROL_MASK.rawValue, in: window))
      let inspector = try Self.openInspector(of: program, in: window)
      XCTAssertEqual(program.restoration.unsavedLines, ["GtkSwitch in Main"])
      let text = try XCTUnwrap(shownText(in: inspector.content))
      XCTAssertTrue(text.contains("GtkSwitch in Main"), text)
      XCTAssertTrue(Self.pressOpeningKey(in: inspector.window))
      XCTAssertNil(program.restoration.inspector)
    }
  }

  /// R151: the key works in an open dialog of libadwaita, too, whose window gets no keys.
  func testInspectorOpensFromADialog() throws {
    try withProgram { program in
      try XCTSkipUnless(StandIn.isInstalled("AdwDialog"), "There is no such class.")
      let window = try Adwaita.makeWindow().named("Main")
      program.adopt(window)
      let dialog = try KindTests.build("<object class='AdwDialog' id='it'/>")
      Adwaita.present(dialog, in: window)
      XCTAssertTrue(Self.pressOpeningKey(in: dialog))
      XCTAssertNotNil(program.restoration.inspector)
    }
  }

  /// R151: the inspector says what came back, and what did not.
  func testInspectorShowsTheReport() throws {
    try withProgram { program in
      program.show(makeBox(makeEntry("typed"), makeEntry("typed", "Gone")))
      try program.relaunch()
      let window = program.show(makeBox(makeEntry()))
      let inspector = try Self.openInspector(of: program, in: window)
      let text = try XCTUnwrap(shownText(in: inspector.content))
      XCTAssertTrue(text.contains("Did not come back\n  Main/Gone: unclaimed\n"), text)
      XCTAssertTrue(text.contains("Main/Entry: restored"), text)
      XCTAssertFalse(text.contains("typed"), text)
    }
  }

  /// R9: a window that the program has forgotten is listed.
  func testInspectorListsForgottenWindows() throws {
    try withProgram { program in
      let window = program.show(makeEntry())
      let forgotten: WidgetPointer = gtk_window_new()
      gtk_window_set_child(forgotten.cast(), gtk_entry_new())
      gtk_window_present(forgotten.cast())
      _ = try Self.openInspector(of: program, in: window)
      XCTAssertEqual(Set(program.restoration.unsavedLines), ["GtkWindow", "GtkEntry"])
    }
  }

  /// R224: the inspector is no window of the program.
  ///
  /// It closes with the last one, whose state serves the next as if it had not been there.
  func testInspectorDoesNotCountAsAWindow() throws {
    try withProgram { program in
      let entry = makeEntry()
      let window = program.show(entry)
      gtk_editable_set_text(entry.opaque, "typed")
      let inspector = try Self.openInspector(of: program, in: window)
      program.pump { gtk_widget_get_mapped(inspector.window) != 0 }
      XCTAssertEqual(program.openWindows, [window])
      try program.closeByUser(window)
      program.pump { program.restoration.inspector == nil }
      let next = makeEntry()
      program.makeWindow(next)
      XCTAssertEqual(text(of: next), "typed")
    }
  }

  @MainActor private static func openInspector(of program: WidgetProgram, in window: WidgetPointer)
    throws -> InspectorWindow
  {
    XCTAssertTrue(pressOpeningKey(in: window))
    return try XCTUnwrap(program.restoration.inspector)
  }

  @MainActor private static func pressOpeningKey(in window: WidgetPointer) -> Bool {
    press(GDK_KEY_R, GDK_CONTROL_MASK.rawValue | GDK_SHIFT_MASK.rawValue, in: window)
  }

  /// Tells a window of a key that nothing inside used; returns whether it acted.
  @MainActor private static func press(
    _ key: Int32, _ modifiers: UInt32, in window: WidgetPointer
  ) -> Bool {
    let type = gtk_event_controller_key_get_type()
    let controllers = gtk_widget_observe_controllers(window)
    defer { g_object_unref(UnsafeMutableRawPointer(controllers)) }
    for index in 0..<g_list_model_get_n_items(controllers) {
      let controller = g_list_model_get_item(controllers, index)!
      defer { g_object_unref(controller) }
      // GTK's own one looks at the event, before the widgets inside.
      guard
        g_type_check_instance_is_a(
          controller.assumingMemoryBound(to: GTypeInstance.self), type) != 0,
        gtk_event_controller_get_propagation_phase(OpaquePointer(controller)) == GTK_PHASE_BUBBLE
      else { continue }
      var values = [GValue](repeating: GValue(), count: 4)
      g_value_init(&values[0], type)
      g_value_set_object(&values[0], controller)
      for place in 1...2 { g_value_init(&values[place], cgtk_type_uint()) }
      g_value_set_uint(&values[1], guint(key))
      g_value_init(&values[3], gdk_modifier_type_get_type())
      g_value_set_flags(&values[3], modifiers)
      var result = GValue()
      g_value_init(&result, cgtk_type_boolean())
      g_signal_emitv(values, g_signal_lookup("key-pressed", type), 0, &result)
      for place in values.indices { g_value_unset(&values[place]) }
      return g_value_get_boolean(&result) != 0
    }
    return false
  }
}
#endif
