// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import GTKSupport
import RestorationTesting
import XCTest

@testable import GTKWidgets

/// The states of several windows, and of closed ones.
final class WindowsTests: XCTestCase {
  /// R212: windows closed one by one keep their content's state.
  ///
  /// This includes the last window.
  func testClosingAllWindows() throws {
    for isReversed in [false, true] {
      try withProgram { program in
        let names: [String] = ["One", "Two", "Three"]
        var windows = names.map {
          program.show(makeEntry("text of " + $0), named: $0)
        }
        if isReversed { windows.reverse() }
        for window in windows { gtk_window_close(window.cast()) }
        try program.relaunch(saving: false)
        for name in names {
          let entry = makeEntry()
          program.makeWindow(entry, named: name)
          XCTAssertEqual(text(of: entry), "text of " + name)
        }
      }
    }
  }

  /// R27, R194, R212: a window closed early loses its state.
  ///
  /// It was closed long before the end of the program.
  func testWindowClosedBefore() throws {
    try withProgram { program in
      program.show(makeEntry("text of One"), named: "One")
      gtk_window_destroy(program.show(makeEntry("text of Two"), named: "Two").cast())
      try program.restoration.save()
      XCTAssertTrue(program.isArchived("text of Two"))
      program.pump { !program.isArchived("text of Two") }
      XCTAssertTrue(program.isArchived("text of One"))
    }
  }

  /// How a window goes.
  private enum Closing: CaseIterable {
    case byUser, byProgram, destroyed

    @MainActor func callAsFunction(_ window: WidgetPointer, _ program: WidgetProgram) throws {
      switch self {
      case .byUser: try program.closeByUser(window)
      case .byProgram: gtk_window_close(window.cast())
      case .destroyed: gtk_window_destroy(window.cast())
      }
    }
  }

  /// Runs a test for each way in which a window goes, in a program of its own.
  private func forEachClosing(_ test: @MainActor (Closing, WidgetProgram) throws -> Void) throws {
    for close in Closing.allCases { try withProgram { try test(close, $0) } }
  }

  /// R224: a window that closed while others stay leaves nothing to the next one.
  ///
  /// The new window is opened at once, and has a widget that the closed one did not show.
  func testNextWindowIsNew() throws {
    try forEachClosing { close, program in
      program.show(makeEntry("text of One"), named: "One")
      program.show(makeBox(makeEntry("sent"), makeEntry("old copy", "Copy")), named: "Two")
      try program.relaunch()
      program.show(makeEntry(), named: "One")
      let sent = makeEntry()
      let window = program.show(makeBox(sent), named: "Two")
      XCTAssertEqual(text(of: sent), "sent")
      try close(window, program)
      let next = [makeEntry(), makeEntry("", "Copy")]
      program.show(makeBox(next[0], next[1]), named: "Two")
      XCTAssertEqual(next.map(text), ["", ""])
      try program.relaunch()
      XCTAssertFalse(program.isArchived("sent"))
      XCTAssertFalse(program.isArchived("old copy"))
      XCTAssertTrue(program.isArchived("text of One"))
    }
  }

  /// R212, R224: a window that closed just before the end of the program comes back.
  ///
  /// Another window that was opened meanwhile changes nothing.
  func testClosedJustBeforeTheEnd() throws {
    try forEachClosing { close, program in
      program.show(makeEntry("text of One"), named: "One")
      try close(program.show(makeEntry("text of Two"), named: "Two"), program)
      program.show(makeEntry("text of Three"), named: "Three")
      try program.relaunch()
      let entry = makeEntry()
      program.makeWindow(entry, named: "Two")
      XCTAssertEqual(text(of: entry), "text of Two")
    }
  }

  /// R224: the last window's state serves the next window, as at a launch.
  ///
  /// A program that is held lives on without windows. If it has closed the window itself, in
  /// whichever way, the next one is new.
  func testProgramWithoutWindows() throws {
    try forEachClosing { close, program in
      var entry = makeEntry()
      var window = program.show(entry)
      gtk_editable_set_text(entry.opaque, "typed")
      for _ in 0..<2 {
        try close(window, program)
        try program.restoration.save()
        XCTAssertTrue(program.isArchived("typed"))
        entry = makeEntry()
        window = program.makeWindow(entry)
        XCTAssertEqual(text(of: entry), close == .byUser ? "typed" : "")
        if close != .byUser { return }
        program.present(window)
      }
      try program.relaunch()
      let last = makeEntry()
      program.makeWindow(last)
      XCTAssertEqual(text(of: last), "typed")
    }
  }

  /// R224: a window that the program still holds is closed, too.
  func testHeldWindow() throws {
    try withProgram { program in
      let entry = makeEntry()
      let window = program.show(entry)
      gtk_editable_set_text(entry.opaque, "typed")
      g_object_ref(window.raw)
      try program.closeByUser(window)
      let next = makeEntry()
      program.makeWindow(next)
      XCTAssertEqual(text(of: next), "typed")
      XCTAssertEqual(
        program.restoration.windows.compactMap(\.participant?.identifier), ["Main"])
      g_object_unref(window.raw)
    }
  }

  /// R224: what the last window has not shown yet serves the next window, too.
  func testLateWidgetOfTheNextWindow() throws {
    try withProgram { program in
      program.show(makeBox(makeEntry("typed"), makeEntry("late", "Late")))
      try program.relaunch()
      try program.closeByUser(program.show(makeBox(makeEntry())))
      let late = makeEntry("", "Late")
      program.makeWindow(makeBox(makeEntry(), late))
      XCTAssertEqual(text(of: late), "late")
    }
  }

  /// R223, R224: the next window does not get a text that the program has saved.
  ///
  /// The program saves when the user closes the window.
  func testTextSavedAtClosing() throws {
    try withProgram { program in
      let entry = makeEntry()
      let window = program.show(entry)
      gtk_editable_set_text(entry.opaque, "typed")
      connect(window, "close-request") { _ in entry.markTextSaved() }
      try program.closeByUser(window)
      let next = makeEntry()
      program.show(next)
      XCTAssertEqual(text(of: next), "")
      try program.relaunch()
      XCTAssertFalse(program.isArchived("typed"))
    }
  }

  /// R224: a window is the last one if only its own dialogs are left.
  func testLastWindowWithADialog() throws {
    try withProgram { program in
      let entry = makeEntry()
      let window = program.show(entry)
      let dialog = program.makeWindow(makeEntry("", "Find"), named: "Dialog")
      gtk_window_set_transient_for(dialog.cast(), window.cast())
      gtk_window_set_destroy_with_parent(dialog.cast(), 1)
      program.present(dialog)
      gtk_editable_set_text(entry.opaque, "typed")
      try program.closeByUser(window)
      let next = makeEntry()
      program.makeWindow(next)
      XCTAssertEqual(text(of: next), "typed")
    }
  }

  /// R224: a window without identifiers keeps another one from being the last.
  func testWindowThatIsNotRestored() throws {
    try withProgram { program in
      let entry = makeEntry()
      let window = program.show(entry)
      gtk_editable_set_text(entry.opaque, "typed")
      let other = program.makeHiddenWindow(gtk_label_new(nil), named: nil)
      program.present(other)
      try program.closeByUser(window)
      let next = makeEntry()
      program.show(next)
      XCTAssertEqual(text(of: next), "")
    }
  }

  /// R224: a closed window is gone for the next launch, too, if only a window without identifiers
  /// stays.
  func testWindowClosedBesideOneThatIsNotRestored() throws {
    try withProgram { program in
      program.present(program.makeHiddenWindow(gtk_label_new(nil), named: nil))
      let entry = makeEntry()
      let window = program.show(entry)
      gtk_editable_set_text(entry.opaque, "sent")
      gtk_window_destroy(window.cast())
      program.pump { program.restoration.closedWindows.isEmpty }
      try program.relaunch()
      XCTAssertFalse(program.isArchived("sent"))
    }
  }

  /// R224: only so many last windows leave their state to a next one; the oldest give way.
  func testManyLastWindows() throws {
    try withProgram { program in
      let limit = ClosedWindow.limit
      ClosedWindow.limit = 2
      defer { ClosedWindow.limit = limit }
      let names: [String] = ["One", "Two", "Three"]
      for name in names {
        let entry = makeEntry()
        let window = program.show(entry, named: name)
        gtk_editable_set_text(entry.opaque, "text of " + name)
        try program.closeByUser(window)
      }
      XCTAssertEqual(program.restoration.closedWindows.count, 2)
      let next = names.map { _ in makeEntry() }
      for (entry, name) in zip(next, names) { program.makeWindow(entry, named: name) }
      XCTAssertEqual(next.map(text), ["", "text of Two", "text of Three"])
    }
  }

  /// R224: the next window may be opened while GTK is still removing the last one.
  func testOpenedDuringRemoval() throws {
    try withProgram { program in
      let entry = makeEntry()
      let window = program.show(entry)
      gtk_editable_set_text(entry.opaque, "typed")
      let next = makeEntry()
      var isOpened = false
      let windows = UnsafeMutableRawPointer(gtk_window_get_toplevels()!)
      let handler = connect(windows, "items-changed") { _ in
        guard !isOpened else { return }
        isOpened = true
        program.makeWindow(next)
      }
      try program.closeByUser(window)
      g_signal_handler_disconnect(windows, handler)
      XCTAssertEqual(text(of: next), "typed")
      XCTAssertEqual(
        program.restoration.windows.compactMap(\.participant?.identifier), ["Main"])
    }
  }

  /// R224: of windows with equal identifiers, the last one's state serves the next.
  func testLastOfEqualIdentifiers() throws {
    try withProgram { program in
      let windows = (1...2).map { program.show(makeEntry("text \($0)"), named: "Editor") }
      for window in windows { try program.closeByUser(window) }
      let next = [makeEntry(), makeEntry()]
      for entry in next { program.show(entry, named: "Editor") }
      XCTAssertEqual(next.map(text), ["text 2", ""])
      XCTAssertEqual(
        program.restoration.windows.compactMap(\.participant?.identifier),
        ["Editor", "Editor:[1]:"])
      try program.relaunch()
      let again = makeEntry()
      program.makeWindow(again, named: "Editor")
      XCTAssertEqual(text(of: again), "text 2")
    }
  }

  /// R224: a window that was only hidden keeps its state, and is no next window.
  func testHiddenWindow() throws {
    try withProgram { program in
      program.show(makeEntry("text of One"), named: "One")
      let entry = makeEntry("text of Two")
      let window = program.show(entry, named: "Two")
      gtk_widget_set_visible(window, 0)
      gtk_editable_set_text(entry.opaque, "changed while hidden")
      program.present(window)
      XCTAssertEqual(text(of: entry), "changed while hidden")
      try program.relaunch()
      XCTAssertTrue(program.isArchived("changed while hidden"))
    }
  }

  /// Ends a program with two windows of one name, with two entries each.
  @MainActor private static func leaveTwoEditors(in program: WidgetProgram) throws {
    for number in 1...2 {
      program.show(
        makeBox(makeEntry("text \(number)"), makeEntry("late \(number)", "Late")),
        named: "Editor")
    }
    try program.relaunch()
  }

  /// R194, R212: state of a widget that comes late stays with its window when one before closes.
  ///
  /// It does so over a launch, too, and a new window gets nothing of it.
  func testLateWidgetBehindAClosedWindow() throws {
    for isRelaunched in [false, true] {
      try withProgram { program in
        try Self.leaveTwoEditors(in: program)
        var box = makeBox()
        let windows = [makeBox(), box].map { program.show($0, named: "Editor") }
        gtk_window_destroy(windows[0].cast())
        program.pump { program.restoration.closedWindows.isEmpty }
        if isRelaunched {
          try program.relaunch()
          box = makeBox()
          program.show(box, named: "Editor")
        }
        let next = [makeEntry(), makeEntry("", "Late")]
        program.show(makeBox(next[0], next[1]), named: "Editor")
        XCTAssertEqual(next.map(text), ["", ""])
        let late = [makeEntry(), makeEntry("", "Late")]
        for entry in late { gtk_box_append(box.cast(), entry) }
        program.pump { late.map(text) == ["text 2", "late 2"] }
      }
    }
  }

  /// R194, R212: a window comes after one whose state waits at the next launch, too.
  func testNextWindowBehindLateState() throws {
    try withProgram { program in
      try Self.leaveTwoEditors(in: program)
      let windows = (1...2).map { _ in program.show(makeBox(makeEntry()), named: "Editor") }
      gtk_window_destroy(windows[0].cast())
      program.pump { program.restoration.closedWindows.isEmpty }
      program.show(makeBox(makeEntry("new")), named: "Editor")
      try program.relaunch()
      let entries = (1...2).map { _ in makeEntry() }
      let boxes = entries.map { makeBox($0) }
      for box in boxes { program.show(box, named: "Editor") }
      XCTAssertEqual(entries.map(text), ["text 2", "new"])
      let late = boxes.map { _ in makeEntry("", "Late") }
      for (box, entry) in zip(boxes, late) { gtk_box_append(box.cast(), entry) }
      program.pump { text(of: late[0]) == "late 2" }
      XCTAssertEqual(text(of: late[1]), "")
    }
  }

  /// R212: windows with equal identifiers have separate states.
  ///
  /// Their order of creation tells them apart; when the first closes, the others move up.
  func testEqualIdentifiers() throws {
    try withProgram { program in
      for number in 1...3 { program.show(makeEntry("text \(number)"), named: "Editor") }
      XCTAssertEqual(program.log.lines.filter { $0.contains("same path") }, [])
      try program.relaunch()
      let entries = (1...3).map { _ in makeEntry() }
      let windows = entries.map { program.show($0, named: "Editor") }
      XCTAssertEqual(entries.map(text), ["text 1", "text 2", "text 3"])
      gtk_window_destroy(windows[0].cast())
      program.pump {
        program.restoration.windows.compactMap(\.participant?.identifier)
          == ["Editor", "Editor:[1]:"]
      }
      try program.relaunch()
      let others = (1...2).map { _ in makeEntry() }
      for entry in others { program.makeWindow(entry, named: "Editor") }
      XCTAssertEqual(others.map(text), ["text 2", "text 3"])
    }
  }
}
#endif
