// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import Foundation
import GTKSupport
import XCTest

@testable import GTKWidgets

/// Inputs that have more than one value: what is half typed, and where the user is in them.
final class InputKindTests: XCTestCase {
  // MARK: Half-typed numbers

  @MainActor private static func makeSpinButton(upTo upper: Double = 100) -> WidgetPointer {
    gtk_spin_button_new_with_range(0, upper, 1).named("Number")
  }

  /// Saves a spin button with the value 7 and the text 71.
  @MainActor private static func typeAndRelaunch(_ program: WidgetProgram) throws {
    let button = makeSpinButton()
    program.show(makeBox(makeEntry("", "First"), button))
    gtk_spin_button_set_value(button.opaque, 7)
    gtk_widget_grab_focus(button)
    program.settle()
    gtk_editable_set_text(button.opaque, "71")
    XCTAssertEqual(gtk_adjustment_get_value(gtk_spin_button_get_adjustment(button.opaque)), 7)
    try program.relaunch()
  }

  /// R232: a number that is half typed comes back as text, and is no value yet.
  func testHalfTypedNumber() throws {
    try withProgram { program in
      try Self.typeAndRelaunch(program)
      let restored = Self.makeSpinButton()
      let window = program.show(makeBox(makeEntry("", "First"), restored))
      XCTAssertEqual(text(of: restored), "71")
      let adjustment = gtk_spin_button_get_adjustment(restored.opaque)
      XCTAssertEqual(gtk_adjustment_get_value(adjustment), 7)
      let focused = gtk_window_get_focus(window.cast())
      XCTAssertEqual(gtk_widget_get_ancestor(focused, gtk_spin_button_get_type()), restored)
      XCTAssertEqual(gtk_editable_get_position(restored.opaque), 2)
      gtk_spin_button_update(restored.opaque)
      XCTAssertEqual(gtk_adjustment_get_value(adjustment), 71)
    }
  }

  /// R232, R197: the cursor stays behind a half-typed number when GTK focuses it on its own.
  func testHalfTypedNumberThatGTKFocuses() throws {
    try withProgram { program in
      try Self.typeAndRelaunch(program)
      let (first, restored) = (makeEntry("", "First"), Self.makeSpinButton())
      program.show(makeBox(first, restored))
      var isSelected = false
      connect(
        gtk_editable_get_delegate(restored.opaque).map { UnsafeMutableRawPointer($0) }!,
        "notify::selection-bound"
      ) { _ in isSelected = true }
      gtk_widget_grab_focus(restored)
      XCTAssertTrue(isSelected)
      XCTAssertEqual(gtk_editable_get_selection_bounds(restored.opaque, nil, nil), 0)
      XCTAssertEqual(gtk_editable_get_position(restored.opaque), 2)
    }
  }

  /// R232, R222: a half-typed number goes back only over the value that it was typed into.
  func testHalfTypedNumberOverAnotherValue() throws {
    try withProgram { program in
      try Self.typeAndRelaunch(program)
      let restored = Self.makeSpinButton(upTo: 5)
      program.show(makeBox(makeEntry("", "First"), restored))
      XCTAssertEqual(text(of: restored), "5")
    }
  }

  /// R232: a number that became the value is not half typed any more.
  func testNumberThatIsTyped() throws {
    try withProgram { program in
      try Self.typeAndRelaunch(program)
      let button = Self.makeSpinButton()
      program.show(makeBox(makeEntry("", "First"), button))
      gtk_spin_button_update(button.opaque)
      gtk_spin_button_set_value(button.opaque, 72)
      try program.relaunch()
      let restored = Self.makeSpinButton()
      program.show(makeBox(makeEntry("", "First"), restored))
      XCTAssertEqual(gtk_spin_button_get_value(restored.opaque), 72)
      XCTAssertEqual(text(of: restored), "72")
    }
  }

  /// R232: a label that is being edited comes back so, and the edit can still be given up.
  func testLabelThatIsEdited() throws {
    try withProgram { program in
      @MainActor func show() -> (label: WidgetPointer, box: WidgetPointer) {
        let label: WidgetPointer = gtk_editable_label_new("notes.txt").named("Name")
        let box = makeBox(makeEntry("", "First"), label)
        program.show(box)
        return (label, box)
      }
      /// Keeps a label for ever: GTK 4.8 accesses one some time after it has lost the focus.
      @MainActor func keep(_ shown: (label: WidgetPointer, box: WidgetPointer)) {
        g_object_ref(shown.label.raw)
        gtk_box_remove(shown.box.cast(), shown.label)
      }
      let edited = show()
      gtk_editable_label_start_editing(edited.label.opaque)
      typeText("letter", into: edited.label)
      let typed = text(of: edited.label)
      try program.restoration.save()
      keep(edited)
      try program.relaunch(saving: false)

      let again = show()
      defer { keep(again) }
      XCTAssertNotEqual(gtk_editable_label_get_editing(again.label.opaque), 0)
      XCTAssertEqual(text(of: again.label), typed)
      gtk_editable_label_stop_editing(again.label.opaque, 0)
      XCTAssertEqual(text(of: again.label), "notes.txt")
    }
  }

  /// R104, R232: an `AdwSpinRow` keeps its value and what is half typed.
  func testSpinRow() throws {
    try withProgram { program in
      @MainActor func make() throws -> (row: WidgetPointer, button: WidgetPointer) {
        let row = try StandIn.make("AdwSpinRow", below: gtk_box_get_type()).named("Row")
        let button: WidgetPointer = gtk_spin_button_new_with_range(0, 100, 1)
        gtk_box_append(row.cast(), button)
        return (row, button)
      }
      let (row, button) = try make()
      program.show(row)
      gtk_spin_button_set_value(button.opaque, 7)
      gtk_widget_grab_focus(button)
      gtk_editable_set_text(button.opaque, "71")
      try program.relaunch()
      let restored = try make()
      program.show(restored.row)
      XCTAssertEqual(text(of: restored.button), "71")
      XCTAssertEqual(
        gtk_adjustment_get_value(gtk_spin_button_get_adjustment(restored.button.opaque)), 7)
    }
  }

  // MARK: Combo boxes with an entry

  @MainActor private static func makeComboBox() -> WidgetPointer {
    let box: WidgetPointer = gtk_combo_box_text_new_with_entry()
    for color in ["Green", "Blue"] { gtk_combo_box_text_append(box.opaque, color, color) }
    gtk_combo_box_set_active_id(box.cast(), "Green")
    return box.named("Color")
  }

  @MainActor private static func entry(of box: WidgetPointer) -> WidgetPointer {
    gtk_combo_box_get_child(box.cast())
  }

  /// R232: what was typed into a combo box comes back, over the row that it was typed into.
  func testTextOfAComboBox() throws {
    try withProgram { program in
      let box = Self.makeComboBox()
      program.show(makeBox(box))
      gtk_combo_box_set_active_id(box.cast(), "Blue")
      gtk_editable_set_position(Self.entry(of: box).opaque, -1)
      typeText(" sky", into: Self.entry(of: box))
      XCTAssertEqual(gtk_combo_box_get_active(box.cast()), -1)
      try program.relaunch()
      let restored = Self.makeComboBox()
      program.show(makeBox(restored))
      XCTAssertEqual(text(of: Self.entry(of: restored)), "Blue sky")
      XCTAssertEqual(gtk_combo_box_get_active(restored.cast()), -1)
    }
  }

  /// R232: a row that is chosen after something was typed is the choice.
  func testRowOfAComboBoxWithEntry() throws {
    try withProgram { program in
      let box = Self.makeComboBox()
      program.show(makeBox(box))
      gtk_editable_set_text(Self.entry(of: box).opaque, "Red")
      gtk_combo_box_set_active_id(box.cast(), "Blue")
      try program.relaunch()
      let restored = Self.makeComboBox()
      program.show(makeBox(restored))
      XCTAssertEqual(gtk_combo_box_get_active(restored.cast()), 1)
      XCTAssertEqual(text(of: Self.entry(of: restored)), "Blue")
    }
  }

  // MARK: Icons, scrollbars, folders

  @MainActor private static func makeIconView(_ names: [String]) -> WidgetPointer {
    var types = [cgtk_type_string()]
    let store = gtk_list_store_newv(1, &types)!
    for name in names {
      var (row, value) = (GtkTreeIter(), GValue())
      gtk_list_store_append(store, &row)
      g_value_init(&value, cgtk_type_string())
      g_value_set_string(&value, name)
      gtk_list_store_set_value(store, &row, 0, &value)
      g_value_unset(&value)
    }
    let view: WidgetPointer = gtk_icon_view_new_with_model(OpaquePointer(store))
    gtk_icon_view_set_text_column(view.opaque, 0)
    gtk_icon_view_set_selection_mode(view.opaque, GTK_SELECTION_MULTIPLE)
    view.modelIdentifierForElement = { row in
      var value = GValue()
      gtk_tree_model_get_value(
        OpaquePointer(store), row.assumingMemoryBound(to: GtkTreeIter.self), 0, &value)
      defer { g_value_unset(&value) }
      return g_value_get_string(&value).map { String(cString: $0) }
    }
    return view.named("Icons")
  }

  @MainActor private static func withPath<Result>(
    _ number: Int, _ body: (OpaquePointer?) -> Result
  ) -> Result {
    let path = gtk_tree_path_new_from_string("\(number)")
    defer { gtk_tree_path_free(path) }
    return body(path)
  }

  @MainActor private static func selected(in view: WidgetPointer, of count: Int) -> [Int] {
    (0..<count).filter { number in
      withPath(number) { gtk_icon_view_path_is_selected(view.opaque, $0) } != 0
    }
  }

  @MainActor private static func cursor(of view: WidgetPointer) -> Int32? {
    var path: OpaquePointer?
    guard gtk_icon_view_get_cursor(view.opaque, &path, nil) != 0 else { return nil }
    defer { gtk_tree_path_free(path) }
    return gtk_tree_path_get_indices(path).pointee
  }

  /// R106, R232: selected icons and the cursor are found by name, also in a view that fills later.
  func testIconView() throws {
    try withProgram { program in
      let view = Self.makeIconView(["a", "b", "c", "d"])
      program.show(view)
      for number in [1, 3] {
        Self.withPath(number) { gtk_icon_view_select_path(view.opaque, $0) }
      }
      Self.withPath(3) { gtk_icon_view_set_cursor(view.opaque, $0, nil, 0) }
      try program.relaunch()
      let restored = Self.makeIconView(["d", "c", "b", "a"])
      program.show(restored)
      XCTAssertEqual(Self.selected(in: restored, of: 4), [0, 2])
      XCTAssertEqual(Self.cursor(of: restored), 0)
      try program.relaunch()
      let late = Self.makeIconView([])
      program.show(late)
      let filled = Self.makeIconView(["x", "b", "d"])
      gtk_icon_view_set_model(late.opaque, gtk_icon_view_get_model(filled.opaque))
      late.modelIdentifierForElement = filled.modelIdentifierForElement
      program.pump { Self.selected(in: late, of: 3) == [1, 2] }
      XCTAssertEqual(Self.cursor(of: late), 2)
      g_object_ref_sink(filled)
      g_object_unref(filled)
    }
  }

  /// R97, R232: a scrollbar that stands alone keeps its position.
  func testLoneScrollbar() throws {
    try withProgram { program in
      @MainActor func make() -> WidgetPointer {
        gtk_scrollbar_new(GTK_ORIENTATION_VERTICAL, gtk_adjustment_new(0, 0, 1000, 1, 10, 100))
          .named("Bar")
      }
      let bar = make()
      program.show(bar)
      gtk_adjustment_set_value(gtk_scrollbar_get_adjustment(bar.opaque), 321)
      try program.relaunch()
      let restored = make()
      program.show(restored)
      XCTAssertEqual(
        gtk_adjustment_get_value(gtk_scrollbar_get_adjustment(restored.opaque)), 321)
    }
  }

  /// R232: a file chooser shows its folder again, if it is still there.
  func testFolderOfAFileChooser() throws {
    try withProgram { program in
      @MainActor func make() -> WidgetPointer {
        gtk_file_chooser_widget_new(GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER).named("Files")
      }
      @MainActor func folder(of chooser: WidgetPointer) -> String? {
        guard let file = gtk_file_chooser_get_current_folder(chooser.opaque) else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(file)) }
        return g_file_get_path(file).map { String(cString: $0) }
      }
      let place = URL.temporaryDirectory.appending(path: "folders-\(UUID())")
      let pictures = place.appending(path: "Pictures")
      try FileManager.default.createDirectory(at: pictures, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: place) }
      let chooser = make()
      program.show(chooser)
      let file = g_file_new_for_path(pictures.path)
      gtk_file_chooser_set_current_folder(chooser.opaque, file, nil)
      g_object_unref(UnsafeMutableRawPointer(file))
      program.pump { folder(of: chooser) == pictures.path }
      try program.relaunch()
      let restored = make()
      program.show(restored)
      program.pump { folder(of: restored) == pictures.path }
      try program.relaunch()
      try FileManager.default.removeItem(at: pictures)
      let other = make()
      program.show(other)
      XCTAssertNotEqual(folder(of: other), pictures.path)
    }
  }
}
#endif
