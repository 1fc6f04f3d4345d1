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

/// The widgets that take part, and the times of their saves.
final class TakingPartTests: XCTestCase {
  /// R9: identifiers are `nil` by default.
  ///
  /// Nothing is saved of a widget without one.
  func testIdentifiersAreNilByDefault() throws {
    try withProgram { program in
      let entry = makeEntry("some text", nil)
      XCTAssertNil((gtk_entry_new() as WidgetPointer).restorationIdentifier)
      program.show(entry, named: nil)
      try program.relaunch()
      XCTAssertFalse(program.isArchived("some text"))
      let named = makeEntry("some text", "Entry")
      program.show(named, named: nil)
      try program.relaunch()
      XCTAssertTrue(program.isArchived("some text"))
    }
  }

  /// R9, R194: windows and the widgets they receive are restored automatically.
  ///
  /// A window that is not shown waits until it is.
  func testArrivals() throws {
    try withProgram { program in
      program.show(makeBox(makeEntry("first", "First"), makeEntry("late", "Late")))
      try program.relaunch()
      let (box, first) = (makeBox(), makeEntry("", "First"))
      gtk_box_append(box.cast(), first)
      let window = program.makeHiddenWindow(box, named: "Main")
      let other = makeEntry("", "Other")
      program.present(program.makeHiddenWindow(other, named: "Other"))
      program.pump { other.participant != nil }
      XCTAssertNil(first.participant)
      program.present(window)
      program.pump { text(of: first) == "first" }
      let late = makeEntry("", "Late")
      gtk_box_append(box.cast(), late)
      program.pump { text(of: late) == "late" }
    }
  }

  /// R9: a widget that has moved to another window is saved there.
  func testWidgetThatMoves() throws {
    try withProgram { program in
      let (first, second) = (makeBox(), makeBox())
      program.show(first, named: "First")
      program.show(second, named: "Second")
      let entry = makeEntry("Typed")
      gtk_box_append(first.cast(), entry)
      program.pump { entry.participant?.path == ["First", "Entry"] }
      g_object_ref(entry.raw)
      gtk_box_remove(first.cast(), entry)
      gtk_box_append(second.cast(), entry)
      g_object_unref(entry.raw)
      program.pump { entry.participant?.path == ["Second", "Entry"] }
      try program.relaunch()
      let restored = makeEntry()
      program.show(makeBox(), named: "First")
      program.show(makeBox(restored), named: "Second")
      XCTAssertEqual(text(of: restored), "Typed")
    }
  }

  /// A container whose pages a program takes out, while it holds them.
  private enum Pages: CaseIterable {
    case box, stack, notebook, listBox

    @MainActor func make() -> WidgetPointer {
      switch self {
      case .box: makeBox()
      case .stack: gtk_stack_new()
      case .notebook: gtk_notebook_new()
      case .listBox: gtk_list_box_new()
      }
    }

    /// Returns an entry in a page; the page of a box is the entry itself.
    @MainActor func makeEntryInPage(_ text: String = "") -> WidgetPointer {
      let entry = makeEntry(text)
      switch self {
      case .box: break
      case .stack, .notebook: _ = makeBox(entry).named("Page")
      case .listBox:
        let row: WidgetPointer = gtk_list_box_row_new().named("Page")
        gtk_list_box_row_set_child(row.cast(), entry)
      }
      return entry
    }

    @MainActor private func page(of entry: WidgetPointer) -> WidgetPointer {
      self == .box ? entry : gtk_widget_get_parent(entry)
    }

    @MainActor func add(_ entry: WidgetPointer, to container: WidgetPointer) {
      switch self {
      case .box: gtk_box_append(container.cast(), entry)
      case .stack: gtk_stack_add_named(container.opaque, page(of: entry), "page")
      case .notebook: gtk_notebook_append_page(container.opaque, page(of: entry), nil)
      case .listBox: gtk_list_box_append(container.opaque, page(of: entry))
      }
    }

    /// Removes the page of an entry; the program holds it from now on.
    @MainActor func remove(_ entry: WidgetPointer, from container: WidgetPointer) {
      let page = page(of: entry)
      g_object_ref(page.raw)
      switch self {
      case .box: gtk_box_remove(container.cast(), page)
      case .stack: gtk_stack_remove(container.opaque, page)
      case .notebook:
        gtk_notebook_remove_page(
          container.opaque, gtk_notebook_page_num(container.opaque, page))
      case .listBox: gtk_list_box_remove(container.opaque, page)
      }
    }

    /// Releases the page of an entry that was removed.
    @MainActor func release(_ entry: WidgetPointer) { g_object_unref(page(of: entry).raw) }
  }

  /// R194: a removed widget makes way for the next one at its path, though the program holds it.
  func testRemovedWidgetMakesWay() throws {
    for pages in Pages.allCases {
      for name in ["Main", nil] {
        try withProgram { program in
          var container = pages.make()
          let old = pages.makeEntryInPage("AAA")
          pages.add(old, to: container)
          program.show(container, named: name)
          try program.restoration.save()
          pages.remove(old, from: container)
          defer { pages.release(old) }
          program.settle()
          let new = pages.makeEntryInPage()
          pages.add(new, to: container)
          program.pump { new.participant != nil }
          XCTAssertEqual(text(of: new), "")
          gtk_editable_set_text(new.opaque, "BBB")
          try program.relaunch()
          XCTAssertFalse(program.isArchived("AAA"), "\(pages)")
          container = pages.make()
          let restored = pages.makeEntryInPage()
          pages.add(restored, to: container)
          program.show(container, named: name)
          XCTAssertEqual(text(of: restored), "BBB", "\(pages), \(name ?? "without a name")")
        }
      }
    }
  }

  /// R194: a widget that another one follows before it is removed makes way then.
  func testWidgetThatIsRemovedLater() throws {
    try withProgram { program in
      let (old, new) = (makeEntry("AAA"), makeEntry())
      let box = makeBox(old)
      program.show(box)
      gtk_box_append(box.cast(), new)
      program.pump { new.participant != nil }
      gtk_editable_set_text(new.opaque, "BBB")
      try program.restoration.save()
      g_object_ref(old.raw)
      defer { g_object_unref(old.raw) }
      gtk_box_remove(box.cast(), old)
      program.settle()
      try program.relaunch()
      let restored = makeEntry()
      program.show(makeBox(restored))
      XCTAssertEqual(text(of: restored), "BBB")
    }
  }

  /// R194: a page that is taken out and put back keeps its text; while it is out, that is saved.
  func testPageThatIsPutBack() throws {
    for pages in Pages.allCases {
      try withProgram { program in
        var container = pages.make()
        let entry = pages.makeEntryInPage("typed")
        pages.add(entry, to: container)
        program.show(container)
        pages.remove(entry, from: container)
        defer { pages.release(entry) }
        program.settle()
        try program.restoration.save()
        XCTAssertTrue(program.isArchived("typed"))
        pages.add(entry, to: container)
        program.settle()
        gtk_editable_set_text(entry.opaque, "typed later")
        try program.relaunch()
        container = pages.make()
        let restored = pages.makeEntryInPage()
        pages.add(restored, to: container)
        program.show(container)
        XCTAssertEqual(text(of: restored), "typed later", "\(pages)")
      }
    }
  }

  /// R194, R207: a removed widget that made way is as before when it is put back.
  ///
  /// So it is also while saved state waits for another widget.
  func testWidgetThatMadeWayAndIsPutBack() throws {
    for pages in Pages.allCases {
      try withProgram { program in
        var container = pages.make()
        @MainActor func show(_ late: WidgetPointer? = nil) -> WidgetPointer {
          container = pages.make()
          let entry = pages.makeEntryInPage("draft")
          pages.add(entry, to: container)
          let box = makeBox(container)
          if let late { gtk_box_append(box.cast(), late) }
          program.show(box)
          return entry
        }
        _ = show(makeEntry("late", "Late"))
        try program.relaunch()
        let (old, new) = (show(), pages.makeEntryInPage())
        gtk_editable_set_text(old.opaque, "draft, typed")
        pages.remove(old, from: container)
        defer { pages.release(old) }
        pages.add(new, to: container)
        program.pump { new.participant != nil }
        XCTAssertEqual(text(of: new), "")
        gtk_editable_set_text(new.opaque, "BBB")
        try program.restoration.save()
        pages.remove(new, from: container)
        defer { pages.release(new) }
        pages.add(old, to: container)
        program.settle()
        XCTAssertEqual(text(of: old), "draft, typed")
        try program.relaunch()
        XCTAssertFalse(program.isArchived("BBB"), "\(pages)")
        XCTAssertEqual(text(of: show()), "draft, typed", "\(pages)")
      }
    }
  }

  /// R151, R194: what was removed from a page leaves nothing to report when the page makes way.
  func testWidgetRemovedFromAPageThatMakesWay() throws {
    try withProgram { program in
      let (row, box) = (makeEntry("AAA", "Row"), makeBox())
      let (old, new) = (makeBox(row, makeEntry("AAA")).named("Page"), makeEntry("BBB"))
      gtk_box_append(box.cast(), old)
      program.show(box)
      for (widget, parent) in [(row, old), (old, box)] {
        g_object_ref(widget.raw)
        gtk_box_remove(parent.cast(), widget)
        program.settle()
      }
      defer { for widget in [row, old] { g_object_unref(widget.raw) } }
      gtk_box_append(box.cast(), makeBox(new).named("Page"))
      program.pump { new.participant != nil }
      var diagnostics: [String]?
      program.restoration.onPreserve = { diagnostics = $1.diagnostics }
      try program.restoration.save()
      XCTAssertEqual(diagnostics, [])
      XCTAssertTrue(program.isArchived("BBB"))
      XCTAssertFalse(program.isArchived("AAA"))
    }
  }

  /// R228: renamed, inserted and removed containers lose no typed text.
  func testFormerIdentifiers() throws {
    typealias Names = (container: String?, containerFormer: [String], entryFormer: [String])
    let layouts: [(before: Names, now: Names)] = [
      (("Box", [], []), (nil, [], ["Box/Entry"])),
      (("Box", [], []), ("Panel", ["Box"], [])),
      ((nil, [], []), ("Box", [""], [])),
      ((nil, [], []), (nil, [], [])),
    ]
    for (before, now) in layouts {
      try withProgram { program in
        @MainActor func show(_ names: Names, _ text: String) -> WidgetPointer {
          let entry = makeEntry(text, "Entry")
          entry.formerRestorationIdentifiers = names.entryFormer
          let box = makeBox(entry)
          box.restorationIdentifier = names.container
          box.formerRestorationIdentifiers = names.containerFormer
          program.show(box)
          return entry
        }
        _ = show(before, "typed")
        try program.relaunch()
        XCTAssertEqual(text(of: show(now, "")), "typed", "\(now)")
        try program.relaunch()
        XCTAssertEqual(text(of: show((now.container, [], []), "")), "typed", "\(now)")
      }
    }
  }

  /// R9, R194: a program may choose the moment of restoration itself.
  func testChosenMoment() throws {
    try withProgram { program in
      program.show(makeEntry("saved", "Entry"))
      try program.relaunch()
      program.restoration.restoresArrivals = false
      let entry = makeEntry("", "Entry")
      let window = program.makeHiddenWindow(entry, named: "Main")
      program.present(window)
      XCTAssertEqual(text(of: entry), "")
      program.restoration.restore(window)
      XCTAssertEqual(text(of: entry), "saved")
    }
  }

  /// R12: a malformed identifier counts as none.
  ///
  /// The log says so without naming it.
  func testMalformedIdentifier() throws {
    try withProgram { program in
      program.show(makeEntry("some text", "a/b"))
      try program.relaunch()
      XCTAssertFalse(program.isArchived("some text"))
      let warning = program.log.lines.first { $0.hasPrefix("warning: A GtkEntry") }
      XCTAssertTrue(warning?.contains("contains a slash") == true)
      // The name is private.
      XCTAssertFalse(
        program.log.lines.contains { $0.contains("a/b") && !$0.hasPrefix("debug: ") })
    }
  }

  /// R13, R18: equal identifiers below different parents are different paths.
  ///
  /// A widget without an identifier adds nothing to a path.
  func testPaths() throws {
    try withProgram { program in
      @MainActor func makeInterface(_ texts: [String]) -> (
        entries: [WidgetPointer], box: WidgetPointer
      ) {
        let entries = texts.map { makeEntry($0, "Name") }
        return (
          entries,
          makeBox(makeBox(makeBox(entries[0])).named("From"), makeBox(entries[1]).named("To"))
        )
      }
      program.show(makeInterface(["Ann", "Bob"]).box)
      try program.relaunch()
      let (entries, box) = makeInterface(["", ""])
      program.show(box)
      XCTAssertEqual(entries.map { text(of: $0) }, ["Ann", "Bob"])
      XCTAssertEqual(
        program.restoration.nearestParticipant(to: entries[0])?.path, ["Main", "From", "Name"])
    }
  }

  /// R151: the log names a widget that has no state to save.
  ///
  /// It does not name a container whose identifier only serves its children's paths.
  func testUnknownWidget() throws {
    try withProgram { program in
      program.show(
        makeBox(
          gtk_label_new("Text").named("Label"),
          makeBox(makeEntry("", "Entry")).named("Form")))
      let warnings = program.log.lines.filter { $0.hasPrefix("warning") }
      XCTAssertEqual(warnings.count, 1)
      XCTAssertTrue(warnings[0].contains("A GtkLabel has a restoration identifier"), warnings[0])
    }
  }

  /// R194: saved state waits for a window that is created later.
  ///
  /// It also waits over launches without the window.
  func testWindowThatIsMadeLater() throws {
    try withProgram { program in
      program.show(makeEntry("one", "Entry"), named: "First")
      program.show(makeEntry("two", "Entry"), named: "Second")
      try program.relaunch()
      program.show(makeEntry("", "Entry"), named: "First")
      try program.relaunch()
      program.show(makeEntry("", "Entry"), named: "First")
      let entry = makeEntry("", "Entry")
      program.show(entry, named: "Second")
      XCTAssertEqual(text(of: entry), "two")
    }
  }

  /// R88: a widget added at run time is restored once announced.
  func testWidgetThatIsAddedLater() throws {
    try withProgram { program in
      program.show(makeBox(makeEntry("typed", "Late")))
      try program.relaunch()
      let box = makeBox()
      program.show(box)
      let entry = makeEntry("", "Late")
      gtk_box_append(box.cast(), entry)
      program.restoration.restore(entry)
      XCTAssertEqual(text(of: entry), "typed")
    }
  }

  /// R150: a change is saved soon and automatically.
  ///
  /// Restoring is no change (R196).
  func testChangesAreSaved() throws {
    try withProgram { program in
      let entry = makeEntry("before", "Entry")
      program.show(entry)
      try program.restoration.save()
      gtk_editable_set_text(entry.opaque, "after")
      program.pump { program.isArchived("after") }
      try program.relaunch(saving: false)
      let restored = makeEntry("", "Entry")
      var changes = 0
      let schedule = program.restoration.coordinator.onInvalidate
      program.restoration.coordinator.onInvalidate = {
        changes += 1
        schedule?()
      }
      program.makeWindow(restored)
      XCTAssertEqual(text(of: restored), "after")
      XCTAssertEqual(changes, 0)
    }
  }

  /// R27: the last window closed keeps its state.
  ///
  /// Events after that do not change it.
  func testLastWindowSavesBeforeItGoes() throws {
    try withProgram { program in
      let entry = makeEntry("", "Entry")
      let window = program.show(entry)
      gtk_editable_set_text(entry.opaque, "at the end")
      gtk_window_close(window.cast())
      program.pump { program.restoration.windows.isEmpty }
      try program.restoration.save()
      XCTAssertTrue(program.isArchived("at the end"))
      try program.relaunch(saving: false)
      let restored = makeEntry("", "Entry")
      program.show(restored)
      XCTAssertEqual(text(of: restored), "at the end")
    }
  }

  /// R188: a program launched with a locked key saves nothing.
  ///
  /// Once the key is available, it is restored in place.
  func testKeyThatIsUnlockedLate() throws {
    try withProgram { program in
      program.show(makeEntry("typed", "Entry"))
      try program.restoration.save()
      program.keys.setLocked(true)
      try program.relaunch(saving: false)
      let entry = makeEntry("", "Entry")
      program.show(entry)
      XCTAssertTrue(program.restoration.report?.isLocked ?? false)
      try program.restoration.save()
      XCTAssertEqual(text(of: entry), "")
      program.keys.setLocked(false)
      XCTAssertTrue(program.isArchived("typed"))
      _ = program.restoration.coordinator.restore()
      program.pump { text(of: entry) == "typed" }
    }
  }

  /// R130: a force quit deletes everything, and nothing is saved afterwards.
  func testForceQuit() throws {
    try withProgram { program in
      program.show(makeEntry("some text", "Entry"))
      try program.restoration.save()
      XCTAssertTrue(program.isArchived("some text"))
      try program.restoration.forceQuit()
      try program.relaunch()
      XCTAssertEqual(program.archived, [])
    }
  }
}
#endif
