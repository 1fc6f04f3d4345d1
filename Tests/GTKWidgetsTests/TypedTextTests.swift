// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import GTKSupport
import StateRestoration
import XCTest

@testable import GTKWidgets

/// Typed text, and the original text that it changed.
final class TypedTextTests: XCTestCase {
  /// R207: typed text never replaces a newer text.
  ///
  /// It is offered until the program answers.
  func testNewerTextStays() throws {
    try forEachKind { kind, program in
      let widget = kind.make("version 1")
      program.show(widget)
      kind.show(widget, "version 1, typed")
      for _ in 0..<2 {
        try program.relaunch()
        let again = kind.make("version 2")
        var told: [String?] = []
        again.onUnrestoredTextChange = { told.append($0) }
        program.show(again)
        XCTAssertEqual(kind.text(again), "version 2", kind.name)
        XCTAssertEqual(again.unrestoredText, "version 1, typed", kind.name)
        XCTAssertEqual(told, ["version 1, typed"], kind.name)
        let diagnostics = program.restoration.report?.diagnostics ?? []
        XCTAssertEqual(diagnostics.count, 1, kind.name)
        XCTAssertTrue(diagnostics.first?.hasPrefix("Main/Text: ") ?? false, kind.name)
      }
      try program.relaunch()
      let taken = kind.make("version 2")
      program.show(taken)
      taken.takeUnrestoredText()
      XCTAssertEqual(kind.text(taken), "version 1, typed", kind.name)
      XCTAssertNil(taken.unrestoredText)
      try program.relaunch()
      let last = kind.make("version 2")
      program.show(last)
      XCTAssertEqual(kind.text(last), "version 1, typed", kind.name)
    }
  }

  /// R207: typed text returns over the text it was typed into.
  ///
  /// Discarded text is gone.
  func testSameTextIsTypedOver() throws {
    try forEachKind { kind, program in
      let widget = kind.make("version 1")
      program.show(widget)
      kind.show(widget, "version 1, typed")
      try program.relaunch()
      let again = kind.make("version 1")
      program.show(again)
      XCTAssertEqual(kind.text(again), "version 1, typed", kind.name)
      XCTAssertNil(again.unrestoredText, kind.name)
      try program.relaunch()
      let newer = kind.make("version 2")
      program.show(newer)
      newer.discardUnrestoredText()
      try program.relaunch()
      let last = kind.make("version 2")
      program.show(last)
      XCTAssertEqual(kind.text(last), "version 2", kind.name)
      XCTAssertNil(last.unrestoredText, kind.name)
    }
  }

  /// R207: text that the program saved is not restored, even empty.
  func testSavedTextIsNoTypedText() throws {
    try forEachKind { kind, program in
      let widget = kind.make("version 1")
      program.show(widget)
      kind.show(widget, "version 1, typed")
      widget.markTextSaved()
      try program.relaunch()
      for newer in ["version 2", ""] {
        let again = kind.make(newer)
        again.markTextSaved()
        program.show(again)
        XCTAssertEqual(kind.text(again), newer, kind.name)
        XCTAssertNil(again.unrestoredText, kind.name)
        try program.relaunch(saving: false)
      }
    }
  }

  /// R223: a text that the program has marked as saved goes nowhere again.
  ///
  /// It may have been marked before the widget was restored. What is typed later comes back.
  func testMarkedTextGoesNowhere() throws {
    for isMarkedFirst in [false, true] {
      try forEachKind { kind, program in
        let widget = kind.make(isMarkedFirst ? "saved text" : "")
        if isMarkedFirst { widget.markTextSaved() }
        program.show(widget)
        if !isMarkedFirst {
          kind.show(widget, "saved text")
          widget.markTextSaved()
        }
        for _ in 0..<2 {
          try program.relaunch()
          XCTAssertFalse(program.isArchived("saved text"), kind.name)
          let empty = kind.make("")
          program.show(empty)
          XCTAssertEqual(kind.text(empty), "", kind.name)
          XCTAssertNil(empty.unrestoredText, kind.name)
        }
        try program.relaunch()
        let next = kind.make("")
        program.show(next)
        kind.show(next, "typed later")
        try program.relaunch()
        let last = kind.make("")
        program.show(last)
        XCTAssertEqual(kind.text(last), "typed later", kind.name)
      }
    }
  }

  /// R223: a restored text that the program has saved is not offered over the next one.
  func testRestoredTextIsSaved() throws {
    try forEachKind { kind, program in
      let widget = kind.make("")
      program.show(widget)
      kind.show(widget, "typed")
      try program.relaunch()
      let again = kind.make("")
      program.show(again)
      XCTAssertEqual(kind.text(again), "typed", kind.name)
      again.markTextSaved()
      kind.show(again, "another text")
      XCTAssertNil(again.unrestoredText, kind.name)
    }
  }

  /// R223: a text is kept for each subject, and goes only into a widget that shows it.
  func testTextsOfSeveralSubjects() throws {
    try forEachKind { kind, program in
      let widget = kind.make("")
      widget.textSubject = "room/1"
      program.show(widget)
      kind.show(widget, "typed in 1")
      widget.textSubject = "room/2"
      XCTAssertEqual(kind.text(widget), "", kind.name)
      undo(in: widget)
      XCTAssertEqual(kind.text(widget), "", kind.name)
      kind.show(widget, "typed in 2")
      let rooms = [("room/3", ""), ("room/1", "typed in 1"), ("room/2", "typed in 2")]
      for (subject, typed) in rooms {
        try program.relaunch()
        let again = kind.make("")
        again.textSubject = subject
        program.show(again)
        XCTAssertEqual(kind.text(again), typed, kind.name)
        XCTAssertNil(again.unrestoredText, kind.name)
      }
      try program.relaunch()
      let last = kind.make("")
      program.show(last)
      XCTAssertEqual(kind.text(last), "", kind.name)
      for (subject, typed) in rooms {
        last.textSubject = subject
        XCTAssertEqual(kind.text(last), typed, kind.name)
        XCTAssertNil(last.unrestoredText, kind.name)
      }
    }
  }

  /// R207, R223: what was typed about a subject goes over the program's text about it.
  ///
  /// The program puts that text in after it has named the subject. An empty one counts, too.
  func testSubjectsWithTextsOfTheProgram() throws {
    for note in ["note 1", ""] {
      try forEachKind { kind, program in
        let widget = kind.make(note)
        widget.textSubject = "1"
        program.show(widget)
        kind.show(widget, note + ", typed")
        widget.textSubject = "2"
        kind.show(widget, "note 2")
        widget.markTextSaved()
        try program.restoration.save()
        XCTAssertEqual(kind.text(widget), "note 2", kind.name)
        widget.textSubject = "1"
        kind.show(widget, note)
        widget.markTextSaved()
        program.pump { kind.text(widget) == note + ", typed" }
        XCTAssertNil(widget.unrestoredText, kind.name)
      }
    }
  }

  /// R223: a program may empty the widget when it turns to a subject.
  func testEmptiedForASubject() throws {
    try forEachKind { kind, program in
      let widget = kind.make("")
      widget.textSubject = "1"
      program.show(widget)
      kind.show(widget, "typed in 1")
      for subject in ["2", "1"] {
        widget.textSubject = subject
        kind.show(widget, "")
      }
      program.pump { kind.text(widget) == "typed in 1" }
    }
  }

  /// R223: a text that is marked as saved is saved about its subject alone.
  func testSavedAboutOneSubject() throws {
    try forEachKind { kind, program in
      let widget = kind.make("")
      widget.textSubject = "1"
      program.show(widget)
      kind.show(widget, "the same words")
      widget.markTextSaved()
      widget.textSubject = "2"
      kind.show(widget, "the same words")
      try program.relaunch()
      let again = kind.make("")
      again.textSubject = "1"
      program.show(again)
      XCTAssertEqual(kind.text(again), "", kind.name)
      again.textSubject = "2"
      XCTAssertEqual(kind.text(again), "the same words", kind.name)
    }
  }

  /// R223: of two windows, the one that shows the subject gets the text.
  func testSubjectsInOtherWindows() throws {
    try forEachKind { kind, program in
      @MainActor func open(_ subject: String) -> WidgetPointer {
        let widget = kind.make("")
        widget.textSubject = subject
        program.show(widget, named: "Room")
        return widget
      }
      for subject in ["1", "2"] { kind.show(open(subject), "typed in " + subject) }
      try program.relaunch()
      let widgets = ["2", "1"].map(open)
      XCTAssertEqual(widgets.map(kind.text), ["typed in 2", "typed in 1"], kind.name)
      XCTAssertEqual(widgets.map(\.unrestoredText), [nil, nil], kind.name)
    }
  }

  /// R102, R207: text that a list's handler inserts is the program's.
  ///
  /// The handler runs while the selection is restored, before the typed text is put in.
  func testTextOfASelectedElement() throws {
    for isNewer in [false, true] {
      try withProgram { program in
        @MainActor func makeInterface(_ stored: [String]) -> (
          entry: WidgetPointer, list: WidgetPointer, box: WidgetPointer
        ) {
          let entry = makeEntry(stored[0])
          let list: WidgetPointer = gtk_list_box_new().named("List")
          for name in ["a", "b"] {
            gtk_list_box_append(list.opaque, gtk_list_box_row_new().named(name))
          }
          g_object_ref(entry.raw)  // the list outlives it and still emits the signal
          connect(list, "row-selected") { _ in
            guard let row = gtk_list_box_get_selected_row(list.opaque) else { return }
            gtk_editable_set_text(entry.opaque, stored[Int(gtk_list_box_row_get_index(row))])
          }
          return (entry, list, makeBox(entry, list))
        }
        let (entry, list, box) = makeInterface(["first", "second"])
        program.show(box)
        gtk_list_box_select_row(list.opaque, gtk_list_box_get_row_at_index(list.opaque, 1))
        gtk_editable_set_position(entry.opaque, -1)
        for letter in ", typed" { typeText(String(letter), into: entry) }
        try program.relaunch()
        let again = makeInterface(["first", isNewer ? "newer" : "second"])
        program.show(again.box)
        XCTAssertEqual(text(of: again.entry), isNewer ? "newer" : "second, typed")
        XCTAssertEqual(again.entry.unrestoredText, isNewer ? "second, typed" : nil)
      }
    }
  }

  /// R207: a text loaded after restoring gets its typed changes.
  func testTextThatIsLoadedLate() throws {
    try forEachKind { kind, program in
      let widget = kind.make("version 1")
      program.show(widget)
      kind.show(widget, "version 1, typed")
      try program.relaunch()
      let again = kind.make("loading")
      var told: [String?] = []
      again.onUnrestoredTextChange = { told.append($0) }
      program.show(again)
      kind.show(again, "version 1")
      program.pump { kind.text(again) == "version 1, typed" }
      XCTAssertEqual(told, ["version 1, typed", nil], kind.name)
    }
  }

  /// R207: the cursor comes back in a text that the program loads after restoring.
  ///
  /// In a part of it, the program may go on inserting at the cursor.
  func testCursorInATextThatIsLoadedLate() throws {
    try forEachKind { kind, program in
      let widget = kind.make("a text of the program's")
      program.show(widget)
      kind.setCursor(widget, 6)
      try program.relaunch()
      let again = kind.make("")
      program.show(again)
      kind.show(again, "a text of ")
      kind.setCursor(again, 10)
      program.settle()
      XCTAssertEqual(kind.cursor(again), 10, kind.name)
      kind.show(again, "a text of the program's")
      program.pump { kind.cursor(again) == 6 }
    }
  }

  /// R207: a text that the program inserts part by part is one text of the program's.
  func testTextThatIsInsertedInParts() throws {
    try forEachKind { kind, program in
      @MainActor func load(into widget: WidgetPointer) {
        kind.show(widget, "")
        for (place, part) in [(0, "one and "), (8, "two and "), (16, "three")] as [(Int32, String)]
        {
          kind.setCursor(widget, place)
          kind.type(widget, part)
        }
      }
      let widget = kind.make("")
      program.show(widget)
      load(into: widget)
      program.settle()
      for letter in " too" { kind.type(widget, String(letter)) }
      for _ in 0..<2 {
        try program.relaunch()
        let again = kind.make("")
        program.show(again)
        load(into: again)
        program.pump { kind.text(again) == "one and two and three too" }
      }
    }
  }

  /// R207: a text that the program inserts at launch does not come beside the restored one.
  ///
  /// The program has found the view empty. What the user types comes beside it.
  func testTextThatIsInsertedAtLaunch() throws {
    for isTyped in [false, true] {
      try withProgram { program in
        let view: WidgetPointer = gtk_text_view_new().named("Text")
        program.show(view)
        let type = TextKind.all.last { $0.name == "text view" }?.type
        try XCTUnwrap(type)(view, "a note")
        setCursor(1, in: view)
        try program.relaunch()
        let again: WidgetPointer = gtk_text_view_new().named("Text")
        program.show(again)
        XCTAssertEqual(shownText(in: again), "a note")
        if isTyped {
          type?(again, "ny")
          XCTAssertEqual(shownText(in: again), "any note")
        } else {
          gtk_text_buffer_begin_user_action(buffer(of: again))
          for part in ["a ", "note"] {
            var end = GtkTextIter()
            gtk_text_buffer_get_end_iter(buffer(of: again), &end)
            gtk_text_buffer_insert(buffer(of: again), &end, part, -1)
          }
          gtk_text_buffer_end_user_action(buffer(of: again))
          XCTAssertEqual(shownText(in: again), "a note")
          program.pump { shownCursor(in: again) == 1 }
        }
      }
    }
  }

  /// R207: a typed text is put over its own text in a buffer that the program shows later.
  func testTextInABufferThatComesLate() throws {
    try withProgram { program in
      @MainActor func setBuffer(_ text: String, of view: WidgetPointer) {
        let buffer = gtk_text_buffer_new(nil)!
        defer { g_object_unref(UnsafeMutableRawPointer(buffer)) }
        gtk_text_buffer_set_text(buffer, text, -1)
        gtk_text_view_set_buffer(view.cast(), buffer)
      }
      let view: WidgetPointer = gtk_text_view_new().named("Text")
      setBuffer("a document", of: view)
      program.show(view)
      setCursor(1, in: view)
      gtk_text_buffer_insert_at_cursor(buffer(of: view), "ny", -1)
      try program.relaunch()
      let again: WidgetPointer = gtk_text_view_new().named("Text")
      program.show(again)
      XCTAssertEqual(shownText(in: again), "any document")
      setBuffer("a document", of: again)
      program.pump { shownText(in: again) == "any document" }
      XCTAssertEqual(shownCursor(in: again), 3)
    }
  }

  /// A program that sets its text after the widget was restored.
  @MainActor private final class LateText {
    private(set) var told: [String?] = []
    private let kind: TextKind
    private let program: WidgetProgram

    init(_ kind: TextKind, in program: WidgetProgram) {
      (self.kind, self.program) = (kind, program)
    }

    /// Shows a new widget, and then loads its text.
    func show(_ loaded: String) -> WidgetPointer {
      let widget = kind.make("")
      told = []
      widget.onUnrestoredTextChange = { [weak self] in self?.told.append($0) }
      program.show(widget)
      kind.show(widget, loaded)
      return widget
    }
  }

  /// R207: a text that the program sets after the call each time keeps what is typed into it.
  ///
  /// Over another text the typed one is offered.
  func testTextThatIsAlwaysSetLate() throws {
    try forEachKind { kind, program in
      let late = LateText(kind, in: program)
      let widget = late.show("version 1")
      kind.setCursor(widget, 9)
      kind.type(widget, ", typed")
      for _ in 0..<2 {
        try program.relaunch()
        let again = late.show("version 1")
        program.pump { kind.text(again) == "version 1, typed" }
        XCTAssertEqual(late.told, [], kind.name)
      }
      try program.relaunch()
      let newer = late.show("version 2")
      program.pump { !late.told.isEmpty }
      XCTAssertEqual(late.told, ["version 1, typed"], kind.name)
      XCTAssertEqual(kind.text(newer), "version 2", kind.name)
      try program.relaunch()
      let last = late.show("version 1")
      program.pump { kind.text(last) == "version 1, typed" }
    }
  }

  /// R207: a text that the program sets and marks after the call is told of only if it stays apart.
  ///
  /// One that the user has emptied is emptied again.
  func testMarkedTextThatIsSetLate() throws {
    for typed in ["version 1, typed", ""] {
      try forEachKind { kind, program in
        let late = LateText(kind, in: program)
        @MainActor func show(_ loaded: String) -> WidgetPointer {
          let widget = late.show(loaded)
          widget.markTextSaved()
          return widget
        }
        kind.show(show("version 1"), typed)
        for _ in 0..<2 {
          try program.relaunch()
          let again = show("version 1")
          program.pump { kind.text(again) == typed }
          XCTAssertEqual(late.told, [], kind.name)
        }
        try program.relaunch()
        let newer = show("version 2")
        program.pump { !late.told.isEmpty }
        XCTAssertEqual(late.told, [typed], kind.name)
        XCTAssertEqual(kind.text(newer), "version 2", kind.name)
      }
    }
  }

  /// R207: a selection in a text that has changed is dropped.
  func testSelectionOfAnotherText() throws {
    for (shown, isSelected) in [("alpha beta", true), ("one two three", false)] {
      try withProgram { program in
        let entry = makeEntry("alpha beta")
        entry.restoresText = false
        program.show(entry)
        gtk_editable_select_region(entry.opaque, 6, 10)
        try program.relaunch()
        let again = makeEntry(shown)
        again.restoresText = false
        program.show(again)
        var (start, end): (Int32, Int32) = (0, 0)
        let has = gtk_editable_get_selection_bounds(again.opaque, &start, &end) != 0
        XCTAssertEqual(has && start == 6 && end == 10, isSelected, shown)
      }
    }
  }

  /// R206: a long text is restored completely.
  func testLongText() throws {
    try forEachKind { kind, program in
      program.restoration.coordinator.budget.objectSize = 1_000
      let widget = kind.make("")
      program.show(widget)
      let long = String(repeating: "long ", count: 2_000)
      kind.show(widget, long)
      try program.relaunch()
      let again = kind.make("")
      program.makeWindow(again)
      XCTAssertEqual(kind.text(again), long, kind.name)
    }
  }

  /// A list of what is found for the text of a search entry.
  @MainActor private struct Search {
    let entry: WidgetPointer
    let box: WidgetPointer
    private let scrolled: WidgetPointer
    private let found: OpaquePointer

    init() {
      let filter = gtk_string_filter_new(
        gtk_property_expression_new(gtk_string_object_get_type(), nil, "string"))!
      let strings = makeStrings((0..<2_000).map(String.init))
      found = gtk_filter_list_model_new(strings, UnsafeMutablePointer(filter))!
      let factory = gtk_signal_list_item_factory_new()
      connect(UnsafeMutableRawPointer(factory!), "setup") {
        let label: WidgetPointer = gtk_label_new("Found")
        gtk_list_item_set_child(OpaquePointer($0.object(0)), label)
      }
      let list: WidgetPointer = gtk_list_view_new(gtk_no_selection_new(found), factory)
      scrolled = gtk_scrolled_window_new().named("Found")
      gtk_scrolled_window_set_child(scrolled.opaque, list)
      gtk_widget_set_vexpand(scrolled, 1)
      entry = gtk_search_entry_new().named("Search")
      connect(entry, "search-changed") { [entry] _ in
        gtk_string_filter_set_search(filter, gtk_editable_get_text(entry.opaque))
      }
      box = makeBox(entry, scrolled)
    }

    var count: guint { g_list_model_get_n_items(found) }

    var position: Double {
      get { gtk_adjustment_get_value(gtk_scrolled_window_get_vadjustment(scrolled.opaque)) }
      nonmutating set {
        gtk_adjustment_set_value(gtk_scrolled_window_get_vadjustment(scrolled.opaque), newValue)
      }
    }
  }

  /// R97: the list of what is found for a restored text comes back where it was scrolled.
  func testPlaceInTheListOfASearch() throws {
    try withProgram { program in
      let search = Search()
      program.show(search.box)
      typeText("7", into: search.entry)
      program.pump { search.count < 1_000 }
      search.position = 2_345
      program.settle()
      let position = search.position
      try program.relaunch()
      let again = Search()
      program.show(again.box)
      XCTAssertEqual(text(of: again.entry), "7")
      XCTAssertEqual(again.position, position)
    }
  }

  /// R211: the user cannot undo restored text.
  func testRestoredTextCannotBeUndone() throws {
    try forEachKind { kind, program in
      let widget = kind.make("")
      program.show(widget)
      kind.show(widget, "typed")
      try program.relaunch()
      let again = kind.make("")
      program.show(again)
      undo(in: again)
      XCTAssertEqual(kind.text(again), "typed", kind.name)
    }
  }

  /// R211: the user cannot undo a spin button's restored number.
  func testRestoredNumberCannotBeUndone() throws {
    try withProgram { program in
      let spin: WidgetPointer = gtk_spin_button_new_with_range(0, 100, 1).named("Spin")
      program.show(spin)
      gtk_spin_button_set_value(spin.opaque, 42)
      try program.relaunch()
      let again: WidgetPointer = gtk_spin_button_new_with_range(0, 100, 1).named("Spin")
      program.show(again)
      undo(in: again)
      XCTAssertEqual(text(of: again), "42")
    }
  }
}
#endif
