// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import GTKSupport
import Synchronization
import XCTest

@testable import GTKWidgets

/// The visible part of a GtkTextView.
final class TextPlaceTests: XCTestCase {
  private static let text = (0..<700)
    .map { String(repeating: "Paragraph \($0), ", count: 1 + $0 * 7 % 40) }
    .joined(separator: "\n")

  /// R102, R209: the top line is in place at the first paint.
  ///
  /// Either the text view or its scrolled window has an identifier, and the cursor may be
  /// anywhere.
  func testLineAtTheTopComesBack() throws {
    try MainActor.assumeIsolated {
      for (scroll, text) in [("Scroll", "Text"), (nil, "Text"), ("Scroll", nil)] {
        for cursor in [0, 200_000] as [Int32] {
          let program = try WidgetProgram()
          let view = Self.makeView(text)
          program.show(Self.makeScrolled(view, scroll))
          Self.measureAll(view, in: program)
          setCursor(cursor, in: view)
          gtk_adjustment_set_value(gtk_scrollable_get_vadjustment(view.opaque), 2994)
          program.settle()
          let seen = Self.sight(in: view)
          XCTAssertGreaterThan(seen.character, 1000)
          try program.relaunch()
          let restored = Self.makeView(text)
          let first = try program.atFirstPaint(of: Self.makeScrolled(restored, scroll)) {
            Self.sight(in: restored)
          }
          XCTAssertEqual(first, seen)
          Self.measureAll(restored, in: program)
          XCTAssertEqual(Self.sight(in: restored), seen)
        }
      }
    }
  }

  /// R41, R209: a place waits for text that the program inserts later.
  ///
  /// It also comes back in other widths.
  func testPlaceWaitsForTextAndFitsOtherWidths() throws {
    try withProgram { program in
      let view = Self.makeView("Text")
      program.show(Self.makeScrolled(view, nil))
      Self.measureAll(view, in: program)
      gtk_adjustment_set_value(gtk_scrollable_get_vadjustment(view.opaque), 20_000)
      program.settle()
      let seen = Self.sight(in: view).character
      try program.relaunch()
      program.show(Self.makeScrolled(Self.makeView("Text", text: ""), nil))
      try program.relaunch()
      let late = Self.makeView("Text", text: "")
      let window = program.makeWindow(Self.makeScrolled(late, nil))
      gtk_window_set_default_size(window.cast(), 250, 300)
      program.present(window)
      gtk_text_buffer_set_text(buffer(of: late), Self.text, -1)
      Self.measureAll(late, in: program)
      let first = Self.sight(in: late)
      XCTAssertLessThanOrEqual(first.character, seen)
      XCTAssertGreaterThan(first.character, seen - 80)
    }
  }

  /// R102, R209: restored places don't animate or lose margins.
  func testMarginAboveTheTextStaysInSight() throws {
    try withProgram { program in
      let lines = (1...120).map { "Line \($0)" }.joined(separator: "\n")
      for _ in 0..<2 {
        let view = Self.makeView("Text", text: lines)
        gtk_text_view_set_top_margin(view.cast(), 10)
        program.show(Self.makeScrolled(view, nil))
        Self.measureAll(view, in: program)
        XCTAssertEqual(Self.sight(in: view), Sight(character: 0, offset: 10))
        try program.relaunch()
      }
    }
  }

  /// R209: GTK can paint a place that comes back in a hidden page, and warns of nothing.
  func testPlaceComesBackInAHiddenPage() throws {
    try withProgram { program in
      let warnings = Self.warnings.load(ordering: .relaxed)
      let lines = String(repeating: "line\n", count: 200)
      let (view, stack) = Self.makePages()
      program.show(stack)
      gtk_stack_set_visible_child_name(stack.opaque, "text")
      gtk_text_buffer_set_text(buffer(of: view), lines, -1)
      Self.measureAll(view, in: program)
      gtk_adjustment_set_value(gtk_scrollable_get_vadjustment(view.opaque), 500)
      program.settle()
      let seen = Self.sight(in: view)
      XCTAssertGreaterThan(seen.character, 0)
      gtk_stack_set_visible_child_name(stack.opaque, "other")
      program.settle()
      try program.relaunch()

      let (restored, pages) = Self.makePages()
      program.show(pages)
      gtk_stack_set_visible_child_name(pages.opaque, "text")
      Self.measureAll(restored, in: program)
      XCTAssertEqual(Self.sight(in: restored), seen)
      XCTAssertEqual(Self.warnings.load(ordering: .relaxed), warnings)
    }
  }

  // MARK: -

  /// The number of warnings of GTK since the first use.
  ///
  /// GLib lets a process set one writer only, and only once.
  private static let warnings: Atomic<Int> = {
    g_log_set_writer_func(
      { level, fields, count, data in
        if level.rawValue & G_LOG_LEVEL_WARNING.rawValue != 0 {
          TextPlaceTests.warnings.add(1, ordering: .relaxed)
        }
        return g_log_writer_default(level, fields, count, data)
      }, nil, nil)
    return Atomic(0)
  }()

  /// The character at the top edge, and its line's vertical offset.
  struct Sight: Equatable {
    var character: Int
    var offset: Int
  }

  @MainActor private static func makeView(
    _ identifier: String?, text: String = text
  ) -> WidgetPointer {
    let view: WidgetPointer = gtk_text_view_new().named(identifier)
    gtk_text_view_set_wrap_mode(view.cast(), GTK_WRAP_WORD_CHAR)
    gtk_text_buffer_set_text(buffer(of: view), text, -1)
    setCursor(0, in: view)
    return view
  }

  @MainActor private static func makeScrolled(
    _ view: WidgetPointer, _ identifier: String?
  ) -> WidgetPointer {
    let scrolled: WidgetPointer = gtk_scrolled_window_new().named(identifier)
    gtk_scrolled_window_set_child(scrolled.opaque, view)
    return scrolled
  }

  /// Creates a page with an empty text, and another one.
  @MainActor private static func makePages() -> (text: WidgetPointer, stack: WidgetPointer) {
    let view = makeView("Text", text: "")
    let stack: WidgetPointer = gtk_stack_new().named("Stack")
    gtk_stack_add_named(stack.opaque, makeScrolled(view, "Scroll"), "text")
    gtk_stack_add_named(stack.opaque, gtk_label_new(nil), "other")
    return (view, stack)
  }

  /// Waits until GTK has measured the whole text.
  ///
  /// It is measured when nothing changes for some frames.
  @MainActor private static func measureAll(_ view: WidgetPointer, in program: WidgetProgram) {
    let adjustment = gtk_scrollable_get_vadjustment(view.opaque)
    var (length, same) = (0.0, 0)
    while same < 20 {
      program.settle()
      let now = gtk_adjustment_get_upper(adjustment)
      (length, same) = (now, now == length ? same + 1 : 0)
    }
  }

  @MainActor private static func sight(in view: WidgetPointer) -> Sight {
    var (line, visible, frame) = (GtkTextIter(), GdkRectangle(), GdkRectangle())
    gtk_text_view_get_visible_rect(view.cast(), &visible)
    gtk_text_view_get_iter_at_location(view.cast(), &line, 0, visible.y)
    gtk_text_view_get_iter_location(view.cast(), &line, &frame)
    return Sight(
      character: Int(gtk_text_iter_get_offset(&line)), offset: Int(frame.y - visible.y))
  }
}
#endif
