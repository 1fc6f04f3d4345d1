// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import GTKSupport
import XCTest

@testable import GTKWidgets

/// Typed text, its cursor and its selection.
final class InputTests: XCTestCase {
  @MainActor private static func selection(of entry: WidgetPointer) -> [Int32] {
    var (start, end): (Int32, Int32) = (0, 0)
    gtk_editable_get_selection_bounds(entry.opaque, &start, &end)
    return [start, end, gtk_editable_get_position(entry.opaque)]
  }

  /// R101, R102: text, cursor and selection of an entry are restored.
  ///
  /// Positions count Unicode scalars.
  func testEntry() throws {
    try withProgram { program in
      let entry: WidgetPointer = gtk_entry_new().named("Title")
      program.show(entry)
      gtk_editable_set_text(entry.opaque, "Grüße 👋🏽!")
      gtk_editable_select_region(entry.opaque, 2, 8)
      try program.relaunch()
      let restored: WidgetPointer = gtk_entry_new().named("Title")
      program.show(restored)
      XCTAssertEqual(text(of: restored), "Grüße 👋🏽!")
      XCTAssertEqual(Self.selection(of: restored), [2, 8, 8])
    }
  }

  /// R102, R197: the cursor stays when GTK focuses a text on its own, as in a dialog that opens,
  /// until the user has done anything.
  ///
  /// GTK selects the whole text then, and a user who goes on typing would replace it.
  func testCursorOfATextThatGTKFocuses() throws {
    for hasUserActed in [false, true] {
      try withProgram { program in
        @MainActor func show() -> (
          entry: WidgetPointer, window: WidgetPointer, button: WidgetPointer
        ) {
          let (entry, button) = (makeEntry("", "Title"), gtk_button_new()!)
          return (entry, program.show(makeBox(entry, button)), button)
        }
        let first = show()
        gtk_editable_set_text(first.entry.opaque, "half typed")
        gtk_editable_select_region(first.entry.opaque, 2, 4)
        try program.relaunch()
        let restored = show()
        if hasUserActed { try program.refuseToClose(restored.window) }
        gtk_widget_grab_focus(restored.button)
        gtk_widget_grab_focus(restored.entry)
        program.settle()
        XCTAssertEqual(
          Self.selection(of: restored.entry), hasUserActed ? [0, 10, 10] : [2, 4, 4])
      }
    }
  }

  /// R102: what the program puts in and selects itself stays selected.
  func testTextThatTheProgramSelects() throws {
    try withProgram { program in
      let entry = makeEntry("", "Title")
      program.show(entry)
      gtk_editable_set_text(entry.opaque, "half typed")
      try program.relaunch()
      let restored = makeEntry("", "Title")
      program.show(restored)
      gtk_editable_set_text(restored.opaque, "other")
      gtk_editable_select_region(restored.opaque, 0, -1)
      program.settle()
      XCTAssertEqual(Self.selection(of: restored), [0, 5, 5])
    }
  }

  /// R102: secret text is never saved, even while briefly shown.
  func testSecretsAreNotArchived() throws {
    try withProgram { program in
      let secrets: [WidgetPointer] = [
        gtk_password_entry_new(), gtk_entry_new(), gtk_entry_new(), gtk_text_view_new(),
      ]
      gtk_entry_set_visibility(secrets[1].cast(), 0)
      gtk_entry_set_input_purpose(secrets[2].cast(), GTK_INPUT_PURPOSE_PIN)
      gtk_text_view_set_input_purpose(secrets[3].cast(), GTK_INPUT_PURPOSE_PASSWORD)
      let box = makeBox()
      for (index, secret) in secrets.enumerated() {
        gtk_box_append(box.cast(), secret.named("Secret \(index)"))
      }
      let control: WidgetPointer = gtk_entry_new().named("Open")
      gtk_box_append(box.cast(), control)
      program.show(box)
      for secret in secrets[0...2] { gtk_editable_set_text(secret.opaque, "hunter2") }
      gtk_text_buffer_set_text(buffer(of: secrets[3]), "hunter2", -1)
      gtk_entry_set_visibility(secrets[1].cast(), 1)
      gtk_editable_set_text(control.opaque, "in the open")
      try program.relaunch()
      XCTAssertTrue(program.isArchived("in the open"))
      XCTAssertFalse(program.isArchived("hunter2"))
    }
  }

  /// R102: a picture in a text counts as one character.
  ///
  /// A cursor behind it is restored.
  func testCursorBehindAPicture() throws {
    try withProgram { program in
      @MainActor func makeText() -> (
        view: WidgetPointer, buffer: UnsafeMutablePointer<GtkTextBuffer>?
      ) {
        let view: WidgetPointer = gtk_text_view_new().named("Text")
        view.restoresText = false
        let buffer = gtk_text_view_get_buffer(view.cast())
        gtk_text_buffer_set_text(buffer, "ab", -1)
        var place = GtkTextIter()
        gtk_text_buffer_get_start_iter(buffer, &place)
        let picture = gdk_paintable_new_empty(8, 8)
        gtk_text_buffer_insert_paintable(buffer, &place, picture)
        g_object_unref(UnsafeMutableRawPointer(picture))
        return (view, buffer)
      }
      let (view, buffer) = makeText()
      program.show(view)
      let end = gtk_text_buffer_get_char_count(buffer)
      setCursor(end, in: view)
      try program.relaunch()
      let restored = makeText().view
      setCursor(0, in: restored)
      program.show(restored)
      XCTAssertEqual(shownCursor(in: restored), end)
    }
  }

  @MainActor private static func makeTextView(_ text: String = "", cursor: Int32 = 0)
    -> WidgetPointer
  {
    let view: WidgetPointer = gtk_text_view_new().named("Body")
    gtk_text_buffer_set_text(buffer(of: view), text, -1)
    setCursor(cursor, in: view)
    return view
  }

  /// R102: text and cursor of a text view are restored.
  func testTextView() throws {
    try withProgram { program in
      program.show(Self.makeTextView("First 👋🏽\nSecond", cursor: 9))
      try program.relaunch()
      let restored = Self.makeTextView()
      program.show(restored)
      XCTAssertEqual(shownText(in: restored), "First 👋🏽\nSecond")
      XCTAssertEqual(shownCursor(in: restored), 9)
    }
  }

  /// R102: text that the program keeps itself is not saved.
  ///
  /// A cursor that does not fit the current text is dropped (R186).
  func testTextThatTheProgramKeeps() throws {
    for (shown, cursor) in [("0123456789 newer", Int32(8)), ("0123", 1)] {
      try withProgram { program in
        let view = Self.makeTextView("0123456789 older", cursor: 8)
        view.restoresText = false
        program.show(view)
        try program.relaunch()
        XCTAssertFalse(program.isArchived("older"))
        let restored = Self.makeTextView(shown, cursor: 1)
        restored.restoresText = false
        program.show(restored)
        XCTAssertEqual(shownText(in: restored), shown)
        XCTAssertEqual(shownCursor(in: restored), cursor)
      }
    }
  }
}
#endif
