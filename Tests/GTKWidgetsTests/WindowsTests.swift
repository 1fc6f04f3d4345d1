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

  /// R212: a window that is recreated at once has its state.
  func testWindowMadeAgain() throws {
    try withProgram { program in
      program.show(makeEntry("text of One"), named: "One")
      let entry = makeEntry("older text")
      let window = program.show(entry, named: "Two")
      try program.restoration.save()
      gtk_editable_set_text(entry.opaque, "newer text")
      gtk_window_destroy(window.cast())
      let again = makeEntry()
      program.show(again, named: "Two")
      program.pump { text(of: again) == "newer text" }
      var isLater = false
      _ = TimeoutAction(after: .milliseconds(2200)) { isLater = true }
      program.pump { isLater }
      try program.relaunch()
      let restored = makeEntry()
      program.makeWindow(restored, named: "Two")
      XCTAssertEqual(text(of: restored), "newer text")
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
