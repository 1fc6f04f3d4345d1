// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import GTKSupport
import Foundation
import XCTest

@testable import GTKHost
@testable import ViewControllers

/// The visible part of a long text.
final class TextPlacePeerTests: XCTestCase {
  /// Paragraphs of one to six lines.
  private static let text = (0..<700)
    .map { String(repeating: "Paragraph \($0), ", count: 1 + $0 * 7 % 40) }
    .joined(separator: "\n")

  /// The character at the top edge, and its line's vertical offset.
  struct Sight: Equatable {
    var character: Int
    var offset: Int
  }

  /// R102: the first frame shows the saved line at the top.
  ///
  /// The caret may be anywhere. The line stays there while GTK measures the rest.
  func testPlaceInATextIsInTheFirstFrame() throws {
    try MainActor.assumeIsolated {
      for caret in [0, 3, Self.text.unicodeScalars.count] {
        let device = Device()
        let first = try Self.launch(device, caret: caret)
        first.settle()
        let seen = try Self.scroll(Self.text(in: first), to: 2994, in: first)
        XCTAssertGreaterThan(seen.character, 1000)
        first.end()

        let second = try Self.launch(device, caret: caret)
        defer { second.end() }
        let view = try Self.text(in: second)
        XCTAssertEqual(try second.atFirstPaint { try Self.sight(in: view) }, seen)
        try Self.measureAll(view, in: second)
        XCTAssertEqual(try Self.sight(in: view), seen)
      }
    }
  }

  /// R41, R209: a place waits for text that comes after launch.
  ///
  /// A shorter text shows its end.
  func testPlaceWaitsForText() throws {
    try withDevice { device in
      let first = try Self.launch(device)
      first.settle()
      let seen = try Self.scroll(Self.text(in: first), to: 2994, in: first)
      first.end()
      for _ in 0..<2 {
        let without = try Self.launch(device, text: "")
        without.settle()
        without.end()
      }
      let short = try Self.launch(device, text: "\(Self.text.prefix(900))")
      short.settle()
      let adjustment = try Self.adjustment(of: Self.text(in: short))
      XCTAssertEqual(
        gtk_adjustment_get_value(adjustment),
        gtk_adjustment_get_upper(adjustment) - gtk_adjustment_get_page_size(adjustment))
      short.end()
      let late = try Self.launch(device, text: "")
      defer { late.end() }
      late.settle()
      let view = try Self.text(in: late)
      view.text = Self.text
      late.settle()
      try Self.measureAll(view, in: late)
      XCTAssertEqual(try Self.sight(in: view), seen)
    }
  }

  /// R209: the top line stays in other widths.
  ///
  /// In the original width, it is back at its exact position.
  func testPlaceStaysWhileTheViewIsResized() throws {
    try MainActor.assumeIsolated {
      let life = try Self.launch(Device())
      defer { life.end() }
      life.settle()
      let view = try Self.text(in: life)
      let seen = try Self.scroll(view, to: 20_000, in: life)
      let window = try XCTUnwrap(life.host.windowPeers.first).window
      for width in [300, 640, 250] as [Int32] {
        gtk_window_set_default_size(window.cast(), width, 400)
        let text = try Self.widget(of: view)
        life.host.pump { abs(gtk_widget_get_width(text) - width) < 50 }
        life.settle()
        XCTAssertEqual(try Self.line(of: seen.character, in: view), 0, accuracy: 40)
      }
      gtk_window_set_default_size(window.cast(), Int32(Self.size.width), Int32(Self.size.height))
      let text = try Self.widget(of: view)
      life.host.pump { abs(gtk_widget_get_width(text) - Int32(Self.size.width)) < 50 }
      life.settle()
      XCTAssertEqual(try Self.sight(in: view), seen)
    }
  }

  /// R102: without a place, a text starts at its beginning.
  ///
  /// If the application sets the caret, the text starts there.
  func testTextBeginsAtItsBeginning() throws {
    try MainActor.assumeIsolated {
      for caret in [0, 90_000, Self.text.unicodeScalars.count] {
        let life = try Self.launch(Device(), caret: caret)
        defer { life.end() }
        let view = try Self.text(in: life)
        let isAtTop = caret != 90_000
        let first = try life.atFirstPaint {
          try isAtTop ? Self.sight(in: view).character == 0 : Self.isCaretInSight(of: view)
        }
        XCTAssertTrue(first)
        try Self.measureAll(view, in: life)
        XCTAssertEqual(try Self.sight(in: view).character == 0, isAtTop)
        XCTAssertEqual(try Self.isCaretInSight(of: view), caret <= 90_000)
      }
    }
  }

  /// R102: another text shows its caret if it has the focus.
  ///
  /// Typed text is scrolled into sight.
  func testAnotherTextAndTypingShowTheCaret() throws {
    try MainActor.assumeIsolated {
      let life = try Self.launch(Device())
      defer { life.end() }
      life.settle()
      let view = try Self.text(in: life)
      try Self.measureAll(view, in: life)
      XCTAssertTrue(try Self.isCaretInSight(of: view))
      _ = try Self.scroll(view, to: 2994, in: life)
      view.text = "Other\n" + Self.text
      try Self.measureAll(view, in: life)
      XCTAssertTrue(try Self.isCaretInSight(of: view), "what has the focus shows its caret")
      view.selectedRange = 90_000..<90_000
      try Self.measureAll(view, in: life)
      XCTAssertTrue(try Self.isCaretInSight(of: view))
      let widget = try Self.widget(of: view)
      for _ in 0..<30 {
        let buffer = gtk_text_view_get_buffer(widget.cast())
        gtk_text_buffer_insert_interactive_at_cursor(buffer, "more\n", -1, 1)
        gtk_text_view_scroll_mark_onscreen(widget.cast(), gtk_text_buffer_get_insert(buffer))
        life.settle()
        XCTAssertTrue(try Self.isCaretInSight(of: view))
      }
    }
  }

  /// R102: scrolling ends for a caret in an overlong line.
  ///
  /// The line is higher than the view.
  func testCaretInALineThatIsHigherThanTheView() throws {
    try MainActor.assumeIsolated {
      let life = try Self.launch(Device())
      defer { life.end() }
      life.settle()
      let view = try Self.text(in: life)
      let widget = try Self.widget(of: view)
      let buffer = gtk_text_view_get_buffer(widget.cast())
      let tag = gtk_text_tag_new("large")
      var size = GValue()
      g_value_init(&size, GType(15 << 2))  // `G_TYPE_DOUBLE` is a macro
      g_value_set_double(&size, 600)
      g_object_set_property(
        UnsafeMutableRawPointer(tag)?.assumingMemoryBound(to: GObject.self), "size-points", &size)
      defer { g_object_unref(UnsafeMutableRawPointer(tag)) }
      gtk_text_tag_table_add(gtk_text_buffer_get_tag_table(buffer), tag)
      var (start, end) = (GtkTextIter(), GtkTextIter())
      gtk_text_buffer_get_iter_at_offset(buffer, &start, 5000)
      gtk_text_buffer_get_iter_at_offset(buffer, &end, 5010)
      gtk_text_buffer_apply_tag(buffer, tag, &start, &end)
      view.selectedRange = 5005..<5005
      try Self.measureAll(view, in: life)
      var (caret, frame) = (GtkTextIter(), GdkRectangle())
      gtk_text_buffer_get_iter_at_offset(buffer, &caret, 5005)
      gtk_text_view_get_iter_location(widget.cast(), &caret, &frame)
      XCTAssertGreaterThan(frame.height, try Self.visible(in: view).height)
      XCTAssertEqual(try Self.line(of: 5005, in: view), 0, "its top is in sight")
      var moves = 0
      connect(UnsafeMutableRawPointer(try Self.adjustment(of: view)), "value-changed") { _ in
        moves += 1
      }
      for _ in 0..<10 { life.settle() }
      XCTAssertEqual(moves, 0)
    }
  }

  /// R102: the user's scrolling right after a launch is kept.
  func testUserScrollsAfterLaunch() throws {
    try withDevice { device in
      let first = try Self.launch(device)
      first.settle()
      _ = try Self.scroll(Self.text(in: first), to: 2994, in: first)
      first.end()
      let second = try Self.launch(device)
      second.settle()
      let seen = try Self.scroll(Self.text(in: second), to: 1000, in: second)
      second.end()
      let third = try Self.launch(device)
      defer { third.end() }
      XCTAssertEqual(
        try third.atFirstPaint { try Self.sight(in: Self.text(in: third)) }, seen)
    }
  }

  // MARK: -

  private static let size = CGSize(width: 500, height: 400)

  /// Launches a program with a text.
  @MainActor private static func launch(
    _ device: Device, text: String = TextPlacePeerTests.text, caret: Int = 0
  ) throws -> Life {
    try device.launch(size: size) {
      let view = TextView(restorationIdentifier: "Text")
      view.text = text
      view.selectedRange = caret..<caret
      view.layout.expandsVertically = true
      view.layout.minimumSize.width = 100
      let controller = ViewController(restorationIdentifier: "Root")
      controller.view.addSubview(view)
      return controller
    }
  }

  @MainActor private static func text(in life: Life) throws -> TextView {
    try XCTUnwrap(life.root().view.subviews.first as? TextView)
  }

  @MainActor private static func widget(of view: TextView) throws -> WidgetPointer {
    try XCTUnwrap(view.peer as? TextViewPeer).textView
  }

  @MainActor private static func adjustment(
    of view: TextView
  ) throws -> UnsafeMutablePointer<GtkAdjustment> {
    try XCTUnwrap(gtk_scrollable_get_vadjustment(widget(of: view).opaque))
  }

  /// Scrolls to text that exists, as a user does.
  @MainActor private static func scroll(
    _ view: TextView, to value: Double, in life: Life
  ) throws -> Sight {
    try measureAll(view, in: life)
    gtk_adjustment_set_value(try adjustment(of: view), value)
    life.settle()
    return try sight(in: view)
  }

  /// Waits until GTK has measured the whole text.
  ///
  /// It is measured when nothing changes for some frames.
  @MainActor private static func measureAll(_ view: TextView, in life: Life) throws {
    let adjustment = try adjustment(of: view)
    var (length, same) = (0.0, 0)
    while same < 20 {
      life.settle()
      let now = gtk_adjustment_get_upper(adjustment)
      (length, same) = (now, now == length ? same + 1 : 0)
    }
  }

  @MainActor private static func visible(in view: TextView) throws -> GdkRectangle {
    var rectangle = GdkRectangle()
    gtk_text_view_get_visible_rect(try widget(of: view).cast(), &rectangle)
    return rectangle
  }

  @MainActor private static func sight(in view: TextView) throws -> Sight {
    var line = GtkTextIter()
    let widget = try widget(of: view)
    gtk_text_view_get_iter_at_location(widget.cast(), &line, 0, try visible(in: view).y)
    let character = Int(gtk_text_iter_get_offset(&line))
    return Sight(character: character, offset: try Self.line(of: character, in: view))
  }

  /// Returns the distance of a character's line from the top edge.
  @MainActor private static func line(of character: Int, in view: TextView) throws -> Int {
    let widget = try widget(of: view)
    var (line, rectangle) = (GtkTextIter(), GdkRectangle())
    gtk_text_buffer_get_iter_at_offset(
      gtk_text_view_get_buffer(widget.cast()), &line, Int32(character))
    gtk_text_view_get_iter_location(widget.cast(), &line, &rectangle)
    return Int(rectangle.y) - Int(try visible(in: view).y)
  }

  @MainActor private static func isCaretInSight(of view: TextView) throws -> Bool {
    let place = try line(of: view.selectedRange.lowerBound, in: view)
    return try (-20..<Int(visible(in: view).height)).contains(place)
  }
}
#endif
