// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import GTKSupport
import RestorationTesting
import XCTest

@testable import GTKWidgets

/// Styles of a typed text.
final class TextStyleTests: XCTestCase {
  /// Creates a text view whose buffer has named tags, and one without a name.
  @MainActor private static func makeView(_ tags: [String] = ["bold", "quote"]) -> WidgetPointer {
    let view: WidgetPointer = gtk_text_view_new()
    let table = gtk_text_buffer_get_tag_table(buffer(of: view))
    for name in tags.map(Optional.some) + [nil] {
      let tag = gtk_text_tag_new(name)
      gtk_text_tag_table_add(table, tag)
      g_object_unref(tag)
    }
    return view.named("Text")
  }

  @MainActor private static func range(_ range: Range<Int32>, in view: WidgetPointer)
    -> (GtkTextIter, GtkTextIter)
  {
    var (start, end) = (GtkTextIter(), GtkTextIter())
    gtk_text_buffer_get_iter_at_offset(buffer(of: view), &start, range.lowerBound)
    gtk_text_buffer_get_iter_at_offset(buffer(of: view), &end, range.upperBound)
    return (start, end)
  }

  @MainActor private static func style(
    _ name: String, _ range: Range<Int32>, in view: WidgetPointer
  ) {
    var (start, end) = Self.range(range, in: view)
    gtk_text_buffer_apply_tag_by_name(buffer(of: view), name, &start, &end)
  }

  /// Returns the positions that have a tag.
  @MainActor private static func styled(_ name: String, in view: WidgetPointer) -> [Int32] {
    let tag = gtk_text_tag_table_lookup(
      gtk_text_buffer_get_tag_table(buffer(of: view)), name)
    return (0..<gtk_text_buffer_get_char_count(buffer(of: view))).filter {
      var (place, _) = Self.range($0..<$0, in: view)
      return gtk_text_iter_has_tag(&place, tag) != 0
    }
  }

  @MainActor private static func type(_ text: String, into view: WidgetPointer) {
    gtk_text_buffer_set_text(buffer(of: view), text, -1)
  }

  /// Lets the user write a text over the program's, make its first five letters bold, and end.
  @MainActor private static func write(
    _ text: String, over former: String, in program: WidgetProgram
  ) throws {
    let view = makeView()
    type(former, into: view)
    program.show(view)
    type("", into: view)
    type(String(text.dropLast()), into: view)
    gtk_text_buffer_insert_at_cursor(buffer(of: view), String(text.suffix(1)), -1)
    style("bold", 0..<5, in: view)
    try program.relaunch()
  }

  /// R232: named styles of a typed text come back with it.
  func testStyles() throws {
    try withProgram { program in
      let view = Self.makeView()
      program.show(view)
      Self.type("Grüße an alle", into: view)
      Self.style("bold", 0..<5, in: view)
      Self.style("bold", 9..<13, in: view)
      Self.style("quote", 6..<13, in: view)
      try program.relaunch()
      let restored = Self.makeView()
      program.show(restored)
      XCTAssertEqual(shownText(in: restored), "Grüße an alle")
      XCTAssertEqual(Self.styled("bold", in: restored), [0, 1, 2, 3, 4, 9, 10, 11, 12])
      XCTAssertEqual(Self.styled("quote", in: restored), Array(6..<13))
    }
  }

  /// R232: a style alone is saved, and a style that the program has no more is left out.
  func testStylesChangeAlone() throws {
    try withProgram { program in
      let view = Self.makeView()
      program.show(view)
      Self.type("Hello", into: view)
      try program.restoration.save()
      Self.style("bold", 0..<2, in: view)
      Self.style("quote", 2..<4, in: view)
      try program.relaunch()
      let restored = Self.makeView(["quote"])
      program.show(restored)
      XCTAssertEqual(Self.styled("quote", in: restored), [2, 3])
    }
  }

  /// R207, R232: styles wait with their text, and go with no other text.
  func testStylesOfAnUnrestoredText() throws {
    try withProgram { program in
      try Self.write("Draft of a letter.", over: "Draft", in: program)
      let restored = Self.makeView()
      Self.type("Another letter", into: restored)
      program.show(restored)
      XCTAssertEqual(Self.styled("bold", in: restored), [])
      XCTAssertEqual(restored.unrestoredText, "Draft of a letter.")
      restored.takeUnrestoredText()
      XCTAssertEqual(Self.styled("bold", in: restored), Array(0..<5))
    }
  }

  /// R207, R232: styles in a shown text are kept while another text waits with its own.
  func testStylesBesideAnUnrestoredText() throws {
    try withProgram { program in
      try Self.write("Draft of a letter.", over: "Draft", in: program)
      let other = Self.makeView()
      Self.type("Another letter", into: other)
      program.show(other)
      XCTAssertEqual(other.unrestoredText, "Draft of a letter.")
      Self.style("quote", 0..<7, in: other)
      try program.relaunch()
      let restored = Self.makeView()
      Self.type("Another letter", into: restored)
      program.show(restored)
      XCTAssertEqual(Self.styled("quote", in: restored), Array(0..<7))
      restored.takeUnrestoredText()
      XCTAssertEqual(Self.styled("bold", in: restored), Array(0..<5))
    }
  }

  /// R207, R232: styles of a text that the user has discarded go with it, while another one waits.
  func testStylesOfADiscardedText() throws {
    try withProgram { program in
      try Self.write("Draft of a letter.", over: "Draft", in: program)
      try Self.write("Reply to a letter.", over: "Reply", in: program)
      @MainActor func show(_ text: String) -> WidgetPointer {
        let view = Self.makeView()
        Self.type(text, into: view)
        program.show(view)
        return view
      }
      let view = show("Another letter")
      XCTAssertEqual(view.unrestoredText, "Reply to a letter.")
      view.discardUnrestoredText()
      try program.relaunch()
      XCTAssertEqual(show("Another letter").unrestoredText, "Draft of a letter.")
      try program.relaunch()
      let restored = show("Reply to a letter.")
      XCTAssertEqual(restored.unrestoredText, "Draft of a letter.")
      XCTAssertEqual(Self.styled("bold", in: restored), [])
    }
  }

  /// R207, R232: styles of the program stay as they are.
  func testStylesOfTheProgram() throws {
    try withProgram { program in
      let view = Self.makeView()
      Self.type("Notice", into: view)
      program.show(view)
      Self.style("bold", 0..<6, in: view)
      try program.relaunch()
      let restored = Self.makeView()
      Self.type("Notice", into: restored)
      Self.style("quote", 0..<3, in: restored)
      program.show(restored)
      XCTAssertEqual(Self.styled("bold", in: restored), [])
      XCTAssertEqual(Self.styled("quote", in: restored), [0, 1, 2])
    }
  }

  /// R232: the log says once that pictures in a text do not come back.
  func testPicturesAreSaid() throws {
    try withProgram { program in
      let view = Self.makeView()
      program.show(view)
      Self.type("Look: ", into: view)
      for _ in 0..<2 {
        var (_, end) = Self.range(0..<6, in: view)
        gtk_text_buffer_create_child_anchor(buffer(of: view), &end)
      }
      XCTAssertEqual(
        program.log.lines.filter { $0.contains("pictures and widgets in a text") }.count, 1)
      try program.relaunch()
      let restored = Self.makeView()
      program.show(restored)
      XCTAssertEqual(shownText(in: restored), "Look: ")
    }
  }
}
#endif
