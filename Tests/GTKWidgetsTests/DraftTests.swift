// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import GTKSupport
import RestorationTesting
import StateRestoration
import XCTest

@testable import GTKWidgets

/// What was typed about subjects that no widget shows.
final class DraftTests: XCTestCase {
  /// R223, R224: a closed window takes the text that it shows, and no other one.
  ///
  /// Another window gets the others, at once or in the next life.
  func testClosedWindow() throws {
    for isUser in [false, true] {
      try forEachKind { kind, program in
        program.show(gtk_label_new(nil), named: "List")
        for subject in ["1", "2"] {
          let (text, window) = openRoom(subject, kind, program)
          kind.show(text, "typed in \(subject)")
          text.textSubject = "shown \(subject)"
          kind.show(text, "shown at closing")
          try isUser ? program.closeByUser(window) : gtk_window_destroy(window.cast())
        }
        let again = openRoom("1", kind, program).text
        XCTAssertEqual(kind.text(again), "typed in 1", kind.name)
        again.textSubject = "shown 1"
        XCTAssertEqual(kind.text(again), "", kind.name)
        try program.relaunch()
        XCTAssertEqual(kind.text(openRoom("2", kind, program).text), "typed in 2", kind.name)
      }
    }
  }

  /// R223: an edit of a text that has just come back replaces nothing.
  func testEditOfADraft() throws {
    try forEachKind { kind, program in
      let text = openRoom("1", kind, program).text
      kind.type(text, "typed")
      for subject in ["2", "1"] { text.textSubject = subject }
      kind.type(text, ", edited")
      program.settle()
      XCTAssertEqual(kind.text(text), "typed, edited", kind.name)
      XCTAssertNil(text.unrestoredText, kind.name)
    }
  }

  /// R211, R223: neither undo nor redo brings back a text about the former subject.
  func testUndoAfterTurning() throws {
    try forEachKind { kind, program in
      let text = openRoom("1", kind, program).text
      kind.type(text, "typed")
      for _ in "typed" { undo(in: text) }
      XCTAssertEqual(kind.text(text), "", kind.name)
      text.textSubject = "2"
      for action in ["text.redo", "text.undo"] {
        activate(action, in: text)
        XCTAssertEqual(kind.text(text), "", kind.name)
      }
    }
  }

  /// R211, R223: after a turn, undo takes back what was typed since, and nothing else.
  func testUndoOfWhatIsTypedAfterTurning() throws {
    try forEachKind { kind, program in
      let text = openRoom("1", kind, program).text
      kind.type(text, "typed in 1")
      text.textSubject = "2"
      kind.type(text, "typed in 2")
      text.textSubject = "1"
      kind.type(text, ", more")
      XCTAssertEqual(kind.text(text), "typed in 1, more", kind.name)
      for _ in 0..<2 {
        undo(in: text)
        XCTAssertEqual(kind.text(text), "typed in 1", kind.name)
      }
    }
  }

  /// R223: a handler may turn the widget to another subject while it turns to one.
  func testHandlerTurns() throws {
    try forEachKind { kind, program in
      let text = openRoom("3", kind, program).text
      kind.show(text, "typed in 3")
      text.textSubject = "1"
      kind.show(text, "typed in 1")
      let source =
        text.isA(gtk_text_view_get_type())
        ? UnsafeMutableRawPointer(gtk_text_view_get_buffer(text.cast())!) : text.raw
      connect(source, "changed") { _ in
        if text.textSubject == "2" { text.textSubject = "3" }
      }
      text.textSubject = "2"
      XCTAssertEqual(text.textSubject, "3", kind.name)
      XCTAssertEqual(kind.text(text), "typed in 3", kind.name)
      for (subject, typed) in [("1", "typed in 1"), ("3", "typed in 3")] {
        text.textSubject = subject
        XCTAssertEqual(kind.text(text), typed, kind.name)
        XCTAssertNil(text.unrestoredText, kind.name)
      }
    }
  }

  /// R223: the program settles a subject that no widget shows, or that one shows.
  ///
  /// It may do so before anything is restored. What is typed later is kept.
  func testSettledSubjects() throws {
    try forEachKind { kind, program in
      let text = openRoom("1", kind, program).text
      kind.show(text, "typed in 1")
      text.textSubject = "2"
      kind.show(text, "typed in 2")
      for subject in ["1", "2", "none"] { program.restoration.markTextSaved(about: subject) }
      XCTAssertEqual(kind.text(text), "typed in 2", kind.name)
      try program.relaunch()
      for subject in ["1", "2"] {
        XCTAssertFalse(program.isArchived("typed in " + subject), kind.name)
      }
      let again = openRoom("1", kind, program).text
      kind.show(again, "later in 1")
      again.textSubject = "2"
      kind.show(again, "later in 2")

      try program.relaunch()
      for subject in ["1", "2"] { program.restoration.markTextSaved(about: subject) }
      let last = openRoom("2", kind, program).text
      for subject in ["2", "1"] {
        last.textSubject = subject
        XCTAssertEqual(kind.text(last), "", kind.name)
        XCTAssertNil(last.unrestoredText, kind.name)
      }
      kind.show(last, "last in 1")
      last.textSubject = "2"
      last.textSubject = "1"
      XCTAssertEqual(kind.text(last), "last in 1", kind.name)
    }
  }

  /// R223: of very many subjects, those that were shown longest ago lose their texts.
  ///
  /// The log says so once.
  func testManySubjects() throws {
    try withProgram { program in
      let entry = makeEntry()
      entry.textSubject = "0"
      program.show(entry)
      for number in 0..<Drafts.limit + 2 {
        entry.textSubject = "\(number)"
        gtk_editable_set_text(entry.opaque, "typed in \(number)")
      }
      entry.textSubject = "none"
      for (number, typed) in [(0, ""), (1, ""), (2, "typed in 2")] {
        entry.textSubject = "\(number)"
        XCTAssertEqual(text(of: entry), typed)
      }
      XCTAssertEqual(program.log.lines.filter { $0.contains("the oldest are dropped") }.count, 1)
    }
  }

  /// R101, R102: a draft comes back with its cursor where it was.
  func testCursorOfADraft() throws {
    try forEachKind { kind, program in
      let text = openRoom("1", kind, program).text
      kind.show(text, "typed")
      kind.setCursor(text, 2)
      for subject in ["2", "1"] { text.textSubject = subject }
      XCTAssertEqual(kind.text(text), "typed", kind.name)
      XCTAssertEqual(kind.cursor(text), 2, kind.name)
    }
  }

  /// R101, R102, R207: so does a text whose original is loaded after restoring, or one that is taken.
  func testCursorOfALateText() throws {
    for isTaken in [false, true] {
      try forEachKind { kind, program in
        let text = kind.make("version 1")
        program.show(text)
        kind.show(text, "version 1, typed")
        kind.setCursor(text, 12)
        try program.relaunch()
        let again = kind.make("loading")
        program.show(again)
        isTaken ? again.takeUnrestoredText() : kind.show(again, "version 1")
        program.pump { kind.text(again) == "version 1, typed" }
        XCTAssertEqual(kind.cursor(again), 12, kind.name)
      }
    }
  }

  /// R207: a text that replaced another one goes over the text that both replaced.
  func testTextReplacedTwice() throws {
    try forEachKind { kind, program in
      let text = kind.make("version 1")
      program.show(text)
      for pasted in ["pasted first", "pasted second"] { kind.show(text, pasted) }
      try program.relaunch()
      let again = kind.make("version 1")
      program.show(again)
      XCTAssertEqual(kind.text(again), "pasted second", kind.name)
    }
  }

  /// R223: a composer that is made anew for each room has its own text.
  ///
  /// The program still holds the composer of the room before.
  func testComposerThatTheProgramHolds() throws {
    try withProgram { program in
      let (anna, bob) = (makeEntry(), makeEntry())
      (anna.textSubject, bob.textSubject) = ("anna", "bob")
      let box = makeBox(anna)
      program.show(box)
      gtk_editable_set_text(anna.opaque, "to anna")
      try program.restoration.save()
      g_object_ref(anna.raw)
      defer { g_object_unref(anna.raw) }
      gtk_box_remove(box.cast(), anna)
      gtk_box_append(box.cast(), bob)
      program.pump { bob.participant != nil }
      gtk_editable_set_text(bob.opaque, "to bob")
      try program.relaunch()
      let restored = makeEntry()
      restored.textSubject = "bob"
      program.show(makeBox(restored))
      XCTAssertEqual(text(of: restored), "to bob")
    }
  }

  /// R223: a draft goes into no window that is off screen; it waits until that is shown.
  func testHiddenWindow() throws {
    try forEachKind { kind, program in
      let (hidden, window) = openRoom("1", kind, program)
      gtk_widget_set_visible(window, 0)
      let text = openRoom("1", kind, program).text
      kind.show(text, "typed in 1")
      for (subject, typed) in [("2", ""), ("1", "typed in 1"), ("2", "")] {
        text.textSubject = subject
        XCTAssertEqual(kind.text(text), typed, kind.name)
        XCTAssertEqual(kind.text(hidden), "", kind.name)
      }
      program.present(window)
      XCTAssertEqual(kind.text(hidden), "typed in 1", kind.name)
    }
  }

  /// R223, R228: a widget with another identifier keeps its texts, in this life and the next.
  func testOtherIdentifier() throws {
    try forEachKind { kind, program in
      let (text, window) = openRoom("1", kind, program)
      kind.show(text, "typed in 1")
      text.textSubject = "2"
      kind.show(text, "typed in 2")
      text.restorationIdentifier = "Composer"
      program.restoration.restore(window)
      for (subject, typed) in [("1", "typed in 1"), ("2", "typed in 2")] {
        text.textSubject = subject
        XCTAssertEqual(kind.text(text), typed, kind.name)
      }
      try program.relaunch()
      let again = kind.make("").named("Message")
      again.formerRestorationIdentifiers = ["Composer"]
      again.textSubject = "1"
      program.show(again, named: "Room")
      XCTAssertEqual(kind.text(again), "typed in 1", kind.name)
    }
  }

  /// R207: a text that waits for an answer waits on under another identifier.
  func testOfferUnderAnotherIdentifier() throws {
    try forEachKind { kind, program in
      let text = kind.make("version 1")
      program.show(text)
      kind.show(text, "version 1, typed")
      try program.relaunch()
      let again = kind.make("version 2")
      let window = program.show(again)
      again.restorationIdentifier = "Composer"
      program.restoration.restore(window)
      XCTAssertEqual(again.unrestoredText, "version 1, typed", kind.name)
    }
  }

  /// R223: a new note is empty after the text was marked as saved, whatever its subject.
  func testMarkedAboutASubject() throws {
    for subject in ["1", "2", nil] {
      try forEachKind { kind, program in
        let text = openRoom("1", kind, program).text
        kind.type(text, "saved text")
        text.markTextSaved()
        try program.relaunch()
        XCTAssertFalse(program.isArchived("saved text"), kind.name)
        let next = openRoom(subject, kind, program).text
        XCTAssertEqual(kind.text(next), "", kind.name)
        XCTAssertNil(next.unrestoredText, kind.name)
      }
    }
  }

  /// R223, R224: a program without windows keeps all drafts for its next window.
  ///
  /// If it has closed the window itself, the text that was shown is gone.
  func testProgramWithoutWindows() throws {
    for isUser in [false, true] {
      try forEachKind { kind, program in
        let (text, window) = openRoom("1", kind, program)
        kind.show(text, "typed in 1")
        text.textSubject = "2"
        kind.show(text, "typed in 2")
        try isUser ? program.closeByUser(window) : gtk_window_destroy(window.cast())
        let next = openRoom("1", kind, program).text
        XCTAssertEqual(kind.text(next), "typed in 1", kind.name)
        next.textSubject = "2"
        XCTAssertEqual(kind.text(next), isUser ? "typed in 2" : "", kind.name)
      }
    }
  }
}

/// Shows a text widget about a subject in a window of its own.
@MainActor private func openRoom(_ subject: String?, _ kind: TextKind, _ program: WidgetProgram)
  -> (text: WidgetPointer, window: WidgetPointer)
{
  let text = kind.make("")
  text.textSubject = subject
  return (text, program.show(text, named: "Room"))
}
#endif
