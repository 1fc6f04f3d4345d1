// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import GTKSupport
import RestorationArchive
import RestorationTesting
import StateRestoration
import XCTest

@testable import GTKWidgets

/// The windows that were open: their kinds, documents and order.
final class RestoredWindowsTests: XCTestCase {
  /// One life of an editor with documents, each of which may have a dialog.
  @MainActor private final class Editor {
    let program: WidgetProgram
    /// The documents of the windows that were asked for; a dialog's has a `?` behind it.
    private(set) var asked: [String] = []
    /// The windows by document.
    private(set) var windows: [String: WidgetPointer] = [:]
    private let missing: Set<String>

    init(_ program: WidgetProgram, missing: Set<String> = [], kinds: [String] = ["Doc", "Find"]) {
      (self.program, self.missing) = (program, missing)
      for kind in kinds {
        program.restoration.registerWindows(kind) { [weak self] in self?.make(kind, $0) }
      }
    }

    private func make(_ kind: String, _ saved: SavedWindow) -> WidgetPointer? {
      let document = saved.document ?? "none"
      asked.append(kind == "Find" ? document + "?" : document)
      guard !missing.contains(document) else { return nil }
      return kind == "Find" ? makeDialog(document) : makeDocument(document)
    }

    private func makeDocument(_ document: String) -> WidgetPointer {
      let window = program.makeHiddenWindow(makeEntry(), named: "Doc")
      window.windowDocument = document
      windows[document] = window
      return window
    }

    private func makeDialog(_ document: String) -> WidgetPointer {
      let dialog = program.makeHiddenWindow(makeEntry(), named: "Find")
      dialog.windowDocument = document
      windows[document + "?"] = dialog
      return dialog
    }

    /// Opens a document and types a text into its window.
    @discardableResult
    func open(_ document: String, typing text: String? = nil) -> WidgetPointer {
      let window = makeDocument(document)
      program.restoration.restore(window)
      program.present(window)
      if let text { gtk_editable_set_text(gtk_window_get_child(window.cast())!.opaque, text) }
      return window
    }

    /// Opens the dialog of a document.
    func find(in document: String) {
      let dialog = makeDialog(document)
      gtk_window_set_transient_for(dialog.cast(), windows[document]?.cast())
      program.restoration.restore(dialog)
      program.present(dialog)
    }

    func text(of document: String) -> String? {
      windows[document].flatMap { gtk_window_get_child($0.cast()) }
        .flatMap { GTKWidgetsTests.text(of: $0) }
    }

    /// The documents from back to front, as the display has them.
    func stack() throws -> [String] {
      try WindowManager.stacked(Array(windows.values)).compactMap { window in
        windows.first { $0.value == window }?.key
      }
    }
  }

  /// R225: windows come back with their documents, in their order, dialogs before their parents.
  ///
  /// The front window is in front again.
  func testWindowsComeBack() throws {
    try withProgram { program in
      let first = Editor(program)
      for document in ["a", "b", "c"] { first.open(document, typing: "text of " + document) }
      first.find(in: "b")
      gtk_window_present(try XCTUnwrap(first.windows["a"]).cast())
      program.pump { gtk_window_is_active(first.windows["a"]?.cast()) != 0 }
      try program.relaunch()

      let second = Editor(program)
      XCTAssertTrue(program.restoration.restoreWindows())
      program.settle()
      XCTAssertEqual(second.asked, ["c", "b", "b?", "a"])
      XCTAssertEqual(
        ["a", "b", "c"].map(second.text), ["text of a", "text of b", "text of c"])
      XCTAssertEqual(try second.stack(), ["c", "b", "b?", "a"])
      let dialog = try XCTUnwrap(second.windows["b?"])
      XCTAssertEqual(
        gtk_window_get_transient_for(dialog.cast()), second.windows["b"]?.cast())
      XCTAssertFalse(program.restoration.restoreWindows(), "each window is asked for once")
      XCTAssertEqual(second.asked.count, 4)
    }
  }

  /// R225: a window that was opened before, as for GTK's own session state, is not made again.
  func testWindowThatIsOpenAlready() throws {
    try withProgram { program in
      let first = Editor(program)
      for document in ["a", "b"] { first.open(document, typing: "text of " + document) }
      try program.relaunch()
      let second = Editor(program)
      second.open("a")
      XCTAssertTrue(program.restoration.restoreWindows())
      XCTAssertEqual(second.asked, ["b"])
      XCTAssertEqual(["a", "b"].map(second.text), ["text of a", "text of b"])
      XCTAssertEqual(program.openWindows.count, 2)
    }
  }

  /// R151, R225: the report has the results of windows that were made again.
  func testReportOfWindowsMadeAgain() throws {
    try withProgram { program in
      let first = Editor(program)
      for document in ["a", "b"] { first.open(document, typing: "text of " + document) }
      try program.relaunch()
      let second = Editor(program)
      program.restoration.restoreWindows()
      XCTAssertEqual(second.windows.count, 2)
      let outcomes = try XCTUnwrap(program.restoration.report).outcomes
      XCTAssertGreaterThanOrEqual(outcomes.count, 4)
      XCTAssertEqual(outcomes.filter { $0.result != .restored }, [])
    }
  }

  /// R194, R225: late state stays with its window, whichever of two with one name is made first.
  func testLateWidgetOfAWindowMadeAgain() throws {
    try withProgram { program in
      var boxes: [WidgetPointer] = []
      @MainActor func register() {
        program.restoration.registerWindows("Editor") { [weak program] _ in
          boxes.append(makeBox(makeEntry()))
          return program?.makeHiddenWindow(boxes[boxes.count - 1], named: "Editor")
        }
      }
      register()
      let window = program.show(
        makeBox(makeEntry("text 1"), makeEntry("late", "Late")), named: "Editor")
      program.show(makeBox(makeEntry("text 2")), named: "Editor")
      gtk_window_present(window.cast())
      program.pump { gtk_window_is_active(window.cast()) != 0 }
      try program.relaunch()
      register()
      program.restoration.restoreWindows()
      XCTAssertEqual(boxes.map { text(of: $0.children[0]) }, ["text 2", "text 1"])
      let late = boxes.map { _ in makeEntry("", "Late") }
      for (box, entry) in zip(boxes, late) { gtk_box_append(box.cast(), entry) }
      program.pump { text(of: late[1]) == "late" }
      XCTAssertEqual(text(of: late[0]), "")
    }
  }

  /// R225: turning to another window is saved without any other change.
  func testFrontWindowIsAChange() throws {
    try withProgram { program in
      let first = Editor(program)
      for document in ["a", "b"] { first.open(document) }
      try program.restoration.save()
      gtk_window_present(try XCTUnwrap(first.windows["a"]).cast())
      let saves = Counter()
      program.restoration.onPreserve = { _, _ in saves.count += 1 }
      program.pump { saves.count > 0 }
      try program.relaunch(saving: false)
      let second = Editor(program)
      program.restoration.restoreWindows()
      XCTAssertEqual(second.asked, ["b", "a"])
    }
  }

  @MainActor private final class Counter { var count = 0 }

  /// R12, R225: a document has only its own state, whatever is opened first.
  ///
  /// It can have any characters.
  func testDocumentHasItsOwnState() throws {
    try withProgram { program in
      let documents = ["file:///home/ä/b", ":[1]:", ""]
      let first = Editor(program)
      for document in documents { first.open(document, typing: "typed into " + document) }
      try program.relaunch()
      let second = Editor(program, kinds: [])
      for document in ["another"] + documents.reversed() { second.open(document) }
      XCTAssertEqual(second.text(of: "another"), "")
      for document in documents {
        XCTAssertEqual(second.text(of: document), "typed into " + document)
      }
    }
  }

  /// R223, R225: a text about a subject stays in the windows of its document.
  func testSubjectsOfTwoDocuments() throws {
    try withProgram { program in
      let first = Editor(program)
      let window = first.open("a")
      let entry = try XCTUnwrap(gtk_window_get_child(window.cast()))
      entry.textSubject = "comment"
      gtk_editable_set_text(entry.opaque, "about a")
      entry.textSubject = "other"
      let other = try XCTUnwrap(gtk_window_get_child(first.open("b").cast()))
      other.textSubject = "comment"
      XCTAssertEqual(text(of: other), "")
      entry.textSubject = "comment"
      XCTAssertEqual(text(of: entry), "about a")
    }
  }

  /// R194, R225: a window that the program does not make is kept, with its dialog.
  func testWindowThatIsNotMade() throws {
    try withProgram { program in
      let first = Editor(program)
      for document in ["a", "b"] { first.open(document, typing: "text of " + document) }
      first.find(in: "a")
      try program.relaunch()
      let second = Editor(program, missing: ["a"])
      XCTAssertTrue(program.restoration.restoreWindows())
      XCTAssertEqual(second.asked, ["b", "a"])
      try program.relaunch()
      let third = Editor(program, kinds: ["Find"])
      XCTAssertFalse(program.restoration.restoreWindows())
      XCTAssertEqual(third.asked, [])
      third.open("b")
      try program.relaunch()
      let fourth = Editor(program)
      XCTAssertTrue(program.restoration.restoreWindows())
      XCTAssertEqual(Set(fourth.asked), ["a", "a?", "b"])
      XCTAssertEqual(["a", "b"].map(fourth.text), ["text of a", "text of b"])
    }
  }

  /// R224, R225: windows closed one by one come back if the program ends then.
  ///
  /// One that was closed long before does not.
  func testClosedWindows() throws {
    try withProgram { program in
      let first = Editor(program)
      for document in ["a", "b", "c", "d"] { first.open(document, typing: "text of " + document) }
      try program.restoration.save()
      gtk_window_close(first.windows["b"]?.cast())
      program.pump { !program.isArchived("text of b") }
      for document in ["a", "d", "c"] { gtk_window_close(first.windows[document]?.cast()) }
      try program.relaunch(saving: false)
      let second = Editor(program)
      XCTAssertTrue(program.restoration.restoreWindows())
      XCTAssertEqual(second.asked, ["a", "c", "d"])
      XCTAssertEqual(["a", "c", "d"].map(second.text), ["text of a", "text of c", "text of d"])
    }
  }

  /// R224, R225: after the last window the program goes on with another one, and with it alone.
  func testProgramGoesOnWithAnotherDocument() throws {
    try withProgram { program in
      let first = Editor(program)
      try program.closeByUser(first.open("a"))
      first.open("b")
      try program.relaunch()
      let second = Editor(program)
      XCTAssertTrue(program.restoration.restoreWindows())
      XCTAssertEqual(second.asked, ["b"])
    }
  }

  /// R225: a window keeps its state when its document is saved under another name.
  func testDocumentIsRenamed() throws {
    try withProgram { program in
      let first = Editor(program)
      first.open("untitled", typing: "text").windowDocument = "letter"
      try program.relaunch()
      let second = Editor(program)
      program.restoration.restoreWindows()
      XCTAssertEqual(second.asked, ["letter"])
      XCTAssertEqual(second.text(of: "letter"), "text")
      second.open("untitled")
      XCTAssertEqual(second.text(of: "untitled"), "")
    }
  }

  /// R225: a window that gets its document late gets the state of that document.
  func testDocumentThatIsSetLate() throws {
    try withProgram { program in
      Editor(program).open("a", typing: "text")
      try program.relaunch()
      let entry = makeEntry()
      let window = program.makeWindow(entry, named: "Doc")
      XCTAssertEqual(text(of: entry), "")
      window.windowDocument = "a"
      XCTAssertEqual(text(of: entry), "text")
    }
  }

  /// R225: two windows of one kind without document, and two of one document, keep their states.
  func testEqualWindows() throws {
    for document: String? in [nil, "a"] {
      try withProgram { program in
        @MainActor func make() -> WidgetPointer {
          let window = program.makeHiddenWindow(makeEntry(), named: "Plain")
          window.windowDocument = document
          return window
        }
        @MainActor func entry(_ window: WidgetPointer) -> WidgetPointer {
          gtk_window_get_child(window.cast())
        }
        program.restoration.registerWindows("Plain") { _ in make() }
        let windows = (0...1).map { _ in make() }
        for (number, window) in windows.enumerated() {
          program.restoration.restore(window)
          program.present(window)
          gtk_editable_set_text(entry(window).opaque, "text \(number)")
        }
        gtk_window_present(windows[0].cast())
        program.pump { gtk_window_is_active(windows[0].cast()) != 0 }
        try program.relaunch()
        var again: [WidgetPointer] = []
        program.restoration.registerWindows("Plain") { _ in
          again.append(make())
          return again.last
        }
        program.restoration.restoreWindows()
        XCTAssertEqual(again.map { text(of: entry($0)) }, ["text 1", "text 0"])
      }
    }
  }

  /// R225: a dialog comes back in front of its own window, of two with one kind and document.
  func testDialogOfOneOfEqualWindows() throws {
    for document: String? in [nil, "a"] {
      try withProgram { program in
        @MainActor func make(_ kind: String) -> WidgetPointer {
          let window = program.makeHiddenWindow(makeEntry(), named: kind)
          if kind == "Plain" { window.windowDocument = document }
          return window
        }
        @MainActor func entry(_ window: WidgetPointer) -> WidgetPointer {
          gtk_window_get_child(window.cast())
        }
        let windows = (0...1).map { _ in make("Plain") }
        let dialog = make("Find")
        gtk_window_set_transient_for(dialog.cast(), windows[0].cast())
        var again: [WidgetPointer] = []
        @MainActor func register() {
          for kind in ["Plain", "Find"] {
            program.restoration.registerWindows(kind) { _ in
              again.append(make(kind))
              return again.last
            }
          }
        }
        register()
        for (number, window) in (windows + [dialog]).enumerated() {
          program.restoration.restore(window)
          program.present(window)
          gtk_editable_set_text(entry(window).opaque, "text \(number)")
        }
        try program.relaunch()
        register()
        program.restoration.restoreWindows()
        XCTAssertEqual(again.map { text(of: entry($0)) }, ["text 1", "text 0", "text 2"])
        XCTAssertEqual(gtk_window_get_transient_for(again[2].cast()), again[1].cast())
        XCTAssertFalse(program.log.lines.contains { $0.contains("it begins anew") })
      }
    }
  }

  /// R225: a closure that asks for the windows again gets none; the log says so.
  func testClosureThatRestoresWindows() throws {
    try withProgram { program in
      let first = Editor(program)
      for document in ["a", "b"] { first.open(document, typing: "text of " + document) }
      try program.relaunch()
      var (asked, answers): ([String], [Bool]) = ([], [])
      program.restoration.registerWindows("Doc") { [weak program] saved in
        guard let program else { return nil }
        asked.append(saved.document ?? "none")
        if asked.count < 5 { answers.append(program.restoration.restoreWindows()) }
        let window = program.makeHiddenWindow(makeEntry(), named: "Doc")
        window.windowDocument = saved.document
        return window
      }
      XCTAssertTrue(program.restoration.restoreWindows())
      XCTAssertEqual(asked, ["a", "b"])
      XCTAssertEqual(answers, [false, false])
      XCTAssertEqual(program.openWindows.count, 2)
      XCTAssertEqual(program.log.lines.count { $0.contains("restoreWindows() was called") }, 2)
    }
  }

  /// R225: the window gets what its closure leaves out.
  func testClosureThatNamesNothing() throws {
    try withProgram { program in
      Editor(program).open("a", typing: "text")
      try program.relaunch()
      let entry = makeEntry()
      program.restoration.registerWindows("Doc") { _ in
        program.makeHiddenWindow(entry, named: nil)
      }
      XCTAssertTrue(program.restoration.restoreWindows())
      XCTAssertEqual(text(of: entry), "text")
      let window = try XCTUnwrap(gtk_widget_get_root(entry).map { WidgetPointer($0) })
      XCTAssertEqual(window.restorationIdentifier, "Doc")
      XCTAssertEqual(window.windowDocument, "a")
    }
  }

  /// R225: the log names a kind that nothing makes again, but for a window that the program opens.
  func testWindowsWithoutAClosure() throws {
    try withProgram(patience: .zero) { program in
      @MainActor func warnings() -> Int {
        program.log.lines.count { $0.contains("of the kind Doc") }
      }
      for isOpened in [true, false] {
        Editor(program).open("a", typing: "text")
        try program.relaunch()
        let second = Editor(program, kinds: ["Find"])
        XCTAssertFalse(program.restoration.restoreWindows())
        if isOpened { second.open("a") } else { program.pump { warnings() == 1 } }
        program.settle()
        XCTAssertEqual(warnings(), isOpened ? 0 : 1)
        try program.relaunch()
      }
    }
  }

  /// R225: windows that were open are also saved when no closure is left.
  func testLastClosureIsRemoved() throws {
    try withProgram { program in
      let first = Editor(program, kinds: ["Doc"])
      first.open("a")
      try program.restoration.save()
      program.restoration.unregisterWindows("Doc")
      first.open("another document")
      program.pump { program.isArchived("another document") }
      try program.relaunch()
      let second = Editor(program)
      XCTAssertTrue(program.restoration.restoreWindows())
      XCTAssertEqual(second.asked, ["a", "another document"])
    }
  }

  /// R225: a closure may destroy a window that was made before.
  func testClosureDestroysAnotherWindow() throws {
    try withProgram { program in
      let first = Editor(program)
      for document in ["a", "b"] { first.open(document) }
      try program.relaunch()
      var made: [WidgetPointer] = []
      program.restoration.registerWindows("Doc") { saved in
        if let other = made.first { gtk_window_destroy(other.cast()) }
        let window = program.makeHiddenWindow(makeEntry(), named: "Doc")
        window.windowDocument = saved.document
        made.append(window)
        return window
      }
      XCTAssertTrue(program.restoration.restoreWindows())
      XCTAssertEqual(made.count, 2)
      XCTAssertEqual(gtk_widget_get_mapped(try XCTUnwrap(made.last)), 1)
      XCTAssertEqual(program.openWindows, Array(made.suffix(1)))
    }
  }

  /// R225: a window that its own handler destroys while it is restored is not made.
  func testHandlerDestroysItsWindow() throws {
    try withProgram { program in
      Editor(program).open("a", typing: "text")
      try program.relaunch()
      program.restoration.registerWindows("Doc") { saved in
        let entry = makeEntry()
        let window = program.makeHiddenWindow(entry, named: "Doc")
        window.windowDocument = saved.document
        connect(entry, "changed") { _ in
          if window.isToplevel { gtk_window_destroy(window.cast()) }
        }
        return window
      }
      XCTAssertFalse(program.restoration.restoreWindows())
    }
  }

  /// An object of the program that opens a window while it is restored.
  @MainActor private final class Opener: @MainActor StatePreserving {
    private let open: @MainActor () -> Void

    init(_ open: @escaping @MainActor () -> Void) { self.open = open }

    func encodeRestorableState(with coder: RestorationEncoder) { coder.encode(1, forKey: "a") }

    func decodeRestorableState(with coder: RestorationDecoder) { open() }
  }

  /// R225: a dialog that is opened while an object is restored lies in front of its parent.
  func testDialogThatIsShownBeforeItsParent() throws {
    try withProgram { program in
      let name = "Opener"
      let idle = Opener {}
      program.restoration.coordinator.registerObject(
        forStateRestoration: idle, restorationIdentifier: name)
      program.show(makeEntry())
      try program.relaunch()
      let window = program.makeHiddenWindow(makeEntry(), named: "Main")
      let dialog = program.makeHiddenWindow(makeEntry(), named: "Dialog")
      gtk_window_set_transient_for(dialog.cast(), window.cast())
      let opener = Opener { gtk_window_present(dialog.cast()) }
      program.restoration.coordinator.registerObject(
        forStateRestoration: opener, restorationIdentifier: name)
      program.restoration.restore(window)
      XCTAssertEqual(gtk_widget_get_mapped(dialog), 1)
      program.present(window)
      XCTAssertEqual(try WindowManager.stacked([window, dialog]).count, 2)
      program.pump { (try? WindowManager.stacked([dialog, window])) == [window, dialog] }
      withExtendedLifetime((idle, opener)) {}
    }
  }

  /// R225: dialogs lie right in front of their parents, and bring them along.
  ///
  /// A circle of dialogs ends.
  func testOrderOfDialogs() {
    @MainActor func arranged(_ windows: [(name: String, parent: String?)]) -> [String] {
      OpenWindows.arranged(
        windows.enumerated().map { number, window in
          OpenWindows.Place(
            window: OpenWindows.Entry(name: window.name, kind: "Kind", parent: window.parent),
            front: number)
        }
      ).map(\.name)
    }
    MainActor.assumeIsolated {
      XCTAssertEqual(arranged([("a", nil), ("b", nil), ("c", "a")]), ["b", "a", "c"])
      XCTAssertEqual(arranged([("c", "a"), ("a", nil), ("b", nil)]), ["a", "c", "b"])
      XCTAssertEqual(
        arranged([("d", "c"), ("c", "a"), ("e", "a"), ("a", nil)]), ["a", "c", "e", "d"])
      XCTAssertEqual(arranged([("a", "gone"), ("b", nil)]), ["a", "b"])
      XCTAssertEqual(arranged([("a", "b"), ("b", "a")]).sorted(), ["a", "b"])
    }
  }
}
#endif
