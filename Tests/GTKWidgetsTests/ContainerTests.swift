// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import GTKSupport
import XCTest

@testable import GTKWidgets

/// Windows, and the widgets that arrange their content.
final class ContainerTests: XCTestCase {
  /// R15: size and state of a window are restored.
  func testWindow() throws {
    try withProgram { program in
      var window = program.show(gtk_label_new("Text"))
      gtk_window_set_default_size(window.cast(), 640, 480)
      program.settle()
      try program.relaunch()
      window = program.makeWindow(gtk_label_new("Text"))
      var (width, height): (Int32, Int32) = (0, 0)
      gtk_window_get_default_size(window.cast(), &width, &height)
      XCTAssertEqual([width, height], [640, 480])
    }
  }

  /// R15, R212: a restored window is never larger than the screen.
  func testWindowFromALargerScreen() throws {
    try withProgram { program in
      var window = program.makeWindow(gtk_label_new("Text"))
      gtk_window_set_default_size(window.cast(), 30_000, 480)
      try program.relaunch()
      window = program.makeWindow(gtk_label_new("Text"))
      var (width, height): (Int32, Int32) = (0, 0)
      gtk_window_get_default_size(window.cast(), &width, &height)
      XCTAssertEqual(Double(width), Screens.fit(width: 30_000, height: 480).width)
      XCTAssertLessThan(width, 30_000)
      XCTAssertEqual(height, 480)
    }
  }

  /// R41, R197: the focus waits for a missing widget, however deeply it is nested.
  ///
  /// It also waits over a launch that shows no window. Widgets of libadwaita are nested this
  /// deeply.
  func testFocusWaitsForItsWidget() throws {
    try withProgram { program in
      @MainActor func nested(_ box: WidgetPointer) -> WidgetPointer {
        (0..<40).reduce(box) { box, _ in makeBox(box) }
      }
      let entry = makeEntry("", "Second")
      program.show(nested(makeBox(makeEntry("", "First"), entry)))
      gtk_widget_grab_focus(entry)
      program.settle()
      try program.relaunch()
      program.makeWindow(nested(makeBox(makeEntry("", "First"))))
      try program.relaunch()
      let restored = makeEntry("", "Second")
      let window = program.show(nested(makeBox(makeEntry("", "First"), restored)))
      let focused = gtk_window_get_focus(window.cast())
      XCTAssertEqual(gtk_widget_get_ancestor(focused, gtk_entry_get_type()), restored)
    }
  }

  @MainActor private static func focusedEntry(in window: WidgetPointer) -> WidgetPointer? {
    gtk_window_get_focus(window.cast()).flatMap {
      gtk_widget_get_ancestor($0, gtk_entry_get_type())
    }
  }

  /// R197: the focus also waits for a widget that comes after its window, unless the user has begun
  /// to work meanwhile.
  ///
  /// GTK focuses the first widget on its own.
  func testFocusWaitsForAWidgetThatComesAfterItsWindow() throws {
    for hasUserActed in [false, true] {
      try withProgram { program in
        let second = makeEntry("", "Second")
        program.show(makeBox(makeEntry("", "First"), second))
        gtk_widget_grab_focus(second)
        program.settle()
        try program.relaunch()
        let (first, restored) = (makeEntry("", "First"), makeEntry("", "Second"))
        let box = makeBox(first)
        let window = program.show(box)
        XCTAssertEqual(Self.focusedEntry(in: window), first)
        if hasUserActed { try program.refuseToClose(window) }
        gtk_box_append(box.cast(), restored)
        program.settle()
        XCTAssertEqual(Self.focusedEntry(in: window), hasUserActed ? first : restored)
      }
    }
  }

  /// R197: the focus that waits for a missing widget is given up after a while.
  func testFocusOfAWidgetThatIsGone() throws {
    try withProgram(patience: .zero) { program in
      let third = makeEntry("", "Third")
      program.show(makeBox(makeEntry("", "First"), third))
      gtk_widget_grab_focus(third)
      program.settle()
      try program.relaunch()
      program.show(makeBox(makeEntry("", "First"), makeEntry("", "Second")))
      try program.relaunch()
      let first = makeEntry("", "First")
      let window = program.show(makeBox(first, makeEntry("", "Third")))
      XCTAssertEqual(Self.focusedEntry(in: window), first)
    }
  }

  /// R197: the focus that the user sets is saved, not the one that waits for a missing widget.
  func testNewFocusIsSavedWhileAWidgetIsMissing() throws {
    try withProgram { program in
      let third = makeEntry("", "Third")
      program.show(makeBox(makeEntry("", "First"), makeEntry("", "Second"), third))
      gtk_widget_grab_focus(third)
      program.settle()
      try program.relaunch()
      let second = makeEntry("", "Second")
      let asked = program.show(makeBox(makeEntry("", "First"), second))
      try program.refuseToClose(asked) { gtk_widget_grab_focus(second) }
      try program.relaunch()
      let restored = makeEntry("", "Second")
      let window = program.show(
        makeBox(makeEntry("", "First"), restored, makeEntry("", "Third")))
      let focused = gtk_window_get_focus(window.cast())
      XCTAssertEqual(gtk_widget_get_ancestor(focused, gtk_entry_get_type()), restored)
    }
  }

  func testPaned() throws {
    try withProgram { program in
      @MainActor func makePaned() -> WidgetPointer {
        let paned: WidgetPointer = gtk_paned_new(GTK_ORIENTATION_HORIZONTAL).named("Panes")
        gtk_paned_set_start_child(paned.opaque, gtk_label_new("Start"))
        gtk_paned_set_end_child(paned.opaque, gtk_label_new("End"))
        return paned
      }
      let paned = makePaned()
      program.show(paned)
      gtk_paned_set_position(paned.opaque, 123)
      program.settle()
      try program.relaunch()
      let restored = makePaned()
      program.show(restored)
      XCTAssertEqual(gtk_paned_get_position(restored.opaque), 123)
    }
  }

  /// R41, R210: a page that does not exist yet comes to the front when it does.
  ///
  /// Without identifiers, the nearest page is shown meanwhile.
  func testNotebookPageThatIsAddedLater() throws {
    let notebooks: [(identifiers: [String?], meanwhile: Int32)] = [
      (["A", "B", "C", "D"], 0), ([nil, nil, nil, nil], 1),
    ]
    for (identifiers, meanwhile) in notebooks {
      try withProgram { program in
        @MainActor func append(_ identifiers: ArraySlice<String?>, to notebook: WidgetPointer) {
          for identifier in identifiers {
            let page: WidgetPointer = gtk_label_new("Page").named(identifier)
            gtk_notebook_append_page(notebook.opaque, page, nil)
          }
        }
        @MainActor func make(_ identifiers: ArraySlice<String?>) -> WidgetPointer {
          let notebook: WidgetPointer = gtk_notebook_new().named("Pages")
          append(identifiers, to: notebook)
          return notebook
        }
        let notebook = make(identifiers[...])
        program.show(notebook)
        gtk_notebook_set_current_page(notebook.opaque, 3)
        try program.relaunch()
        program.show(make(identifiers[..<2]))
        try program.relaunch()
        let restored = make(identifiers[..<2])
        program.show(restored)
        XCTAssertEqual(gtk_notebook_get_current_page(restored.opaque), meanwhile)
        append(identifiers[2...], to: restored)
        program.pump { gtk_notebook_get_current_page(restored.opaque) == 3 }
      }
    }
  }

  /// R41: an empty stack's first page does not count as chosen.
  func testStackThatIsFilledLater() throws {
    try withProgram { program in
      @MainActor func add(_ name: String, to stack: WidgetPointer) {
        gtk_stack_add_named(stack.opaque, gtk_label_new(name), name)
      }
      let stack: WidgetPointer = gtk_stack_new().named("Screens")
      for name in ["list", "details"] { add(name, to: stack) }
      program.show(stack)
      gtk_stack_set_visible_child_name(stack.opaque, "details")
      try program.relaunch()
      let restored: WidgetPointer = gtk_stack_new().named("Screens")
      program.show(restored)
      add("list", to: restored)
      add("details", to: restored)
      XCTAssertEqual(
        gtk_stack_get_visible_child_name(restored.opaque).map { String(cString: $0) }, "list")
      try program.relaunch()
      let again: WidgetPointer = gtk_stack_new().named("Screens")
      for name in ["list", "details"] { add(name, to: again) }
      program.show(again)
      XCTAssertEqual(
        gtk_stack_get_visible_child_name(again.opaque).map { String(cString: $0) }, "details")
    }
  }

  @MainActor private static func makeScrolledWindow(height: Int32) -> WidgetPointer {
    let content: WidgetPointer = gtk_label_new("Content")
    gtk_widget_set_size_request(content, 100, height)
    let scrolled: WidgetPointer = gtk_scrolled_window_new().named("Scroll")
    gtk_scrolled_window_set_child(scrolled.opaque, content)
    return scrolled
  }

  @MainActor private static func offset(of scrolled: WidgetPointer) -> Double {
    gtk_adjustment_get_value(gtk_scrolled_window_get_vadjustment(scrolled.opaque))
  }

  /// R97: a position is exact at the first paint.
  func testScrolledWindow() throws {
    try withProgram { program in
      let scrolled = Self.makeScrolledWindow(height: 3000)
      program.show(scrolled)
      gtk_adjustment_set_value(gtk_scrolled_window_get_vadjustment(scrolled.opaque), 1234)
      try program.relaunch()
      let restored = Self.makeScrolledWindow(height: 3000)
      let offset = try program.atFirstPaint(of: restored) { Self.offset(of: restored) }
      XCTAssertEqual(offset, 1234)
    }
  }

  /// R97: content that has its layout before it is realized comes back to its position.
  ///
  /// A dialog of libadwaita lays its content out so.
  func testScrolledWindowThatIsRealizedAfterItsLayout() throws {
    try withProgram { program in
      let scrolled = Self.makeScrolledWindow(height: 3000)
      gtk_widget_set_vexpand(scrolled, 1)
      program.show(makeBox(scrolled))
      gtk_adjustment_set_value(gtk_scrolled_window_get_vadjustment(scrolled.opaque), 1234)
      try program.relaunch()
      let restored = Self.makeScrolledWindow(height: 3000)
      gtk_widget_set_vexpand(restored, 1)
      let box = makeBox(restored)
      gtk_widget_set_child_visible(restored, 0)
      program.show(box)
      XCTAssertGreaterThan(gtk_widget_get_height(restored), 0)
      XCTAssertEqual(gtk_widget_get_realized(restored), 0)
      gtk_widget_set_child_visible(restored, 1)
      program.settle()
      XCTAssertEqual(Self.offset(of: restored), 1234)
    }
  }

  /// R41, R209: shorter content is shown at its end.
  ///
  /// The original position is saved again for a time; then the end is the saved position.
  func testShorterContent() throws {
    for (patience, later) in [(nil, 1234), (.zero, 700)] as [(Duration?, Double)] {
      try withProgram(patience: patience) { program in
        let scrolled = Self.makeScrolledWindow(height: 3000)
        program.show(scrolled)
        gtk_adjustment_set_value(gtk_scrolled_window_get_vadjustment(scrolled.opaque), 1234)
        try program.relaunch()
        program.makeWindow(Self.makeScrolledWindow(height: 3000))
        try program.relaunch()
        let short = Self.makeScrolledWindow(height: 1000)
        program.show(short)
        XCTAssertEqual(Self.offset(of: short), 700)
        try program.relaunch()
        let restored = Self.makeScrolledWindow(height: 3000)
        program.show(restored)
        XCTAssertEqual(Self.offset(of: restored), later)
      }
    }
  }

  /// R97: the position that the user scrolls to is saved, not the one that waits for content.
  func testNewPositionIsSavedWhileContentIsShort() throws {
    try withProgram { program in
      let scrolled = Self.makeScrolledWindow(height: 3000)
      program.show(scrolled)
      gtk_adjustment_set_value(gtk_scrolled_window_get_vadjustment(scrolled.opaque), 1234)
      try program.relaunch()
      let short = Self.makeScrolledWindow(height: 1000)
      program.show(short)
      gtk_adjustment_set_value(gtk_scrolled_window_get_vadjustment(short.opaque), 100)
      try program.relaunch()
      let restored = Self.makeScrolledWindow(height: 3000)
      program.show(restored)
      XCTAssertEqual(Self.offset(of: restored), 100)
    }
  }
}
#endif
