// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import GTKSupport
import RestorationArchive
import StateRestoration
import XCTest

@testable import GTKWidgets

/// The program's handlers and objects while it is restored.
final class HandlerTests: XCTestCase {
  /// R77: a handler may replace a widget before its state is applied.
  func testHandlerReplacesAWidget() throws {
    try withProgram { program in
      let check: WidgetPointer = gtk_check_button_new().named("Check")
      program.show(makeBox(check, makeEntry("typed")))
      gtk_check_button_set_active(check.cast(), 1)
      try program.relaunch()

      let (again, old) = (gtk_check_button_new().named("Check"), makeEntry())
      let box = makeBox(again, old)
      var new: WidgetPointer?
      connect(again, "toggled") { _ in
        gtk_box_remove(box.cast(), old)
        let entry = makeEntry("new")
        gtk_box_append(box.cast(), entry)
        new = entry
      }
      program.show(box)
      XCTAssertEqual(gtk_check_button_get_active(again.cast()), 1)
      XCTAssertEqual(new.flatMap(text), "new")
    }
  }

  /// R163: the program's own object opens windows during restoration.
  func testObjectOpensAWindow() throws {
    try withProgram { program in
      let first = OpenWindows { _ in }
      first.isSecondOpen = true
      program.restoration.coordinator.registerObject(
        forStateRestoration: first, restorationIdentifier: "Windows")
      program.show(makeEntry("one"), named: "First")
      program.show(makeEntry("two"), named: "Second")
      try program.relaunch()

      let entry = makeEntry()
      let windows = OpenWindows { program.makeWindow(entry, named: $0) }
      program.restoration.coordinator.registerObject(
        forStateRestoration: windows, restorationIdentifier: "Windows")
      let main = makeEntry()
      program.show(main, named: "First")
      XCTAssertEqual(text(of: main), "one")
      XCTAssertEqual(text(of: entry), "two")
      XCTAssertEqual(program.restoration.windows.count, 2)
    }
  }

  /// An object that stores whether a second window is open.
  @MainActor private final class OpenWindows: @MainActor StatePreserving {
    var isSecondOpen = false
    private let open: (String) -> Void

    init(_ open: @escaping (String) -> Void) { self.open = open }

    func encodeRestorableState(with coder: RestorationEncoder) {
      coder.encode(isSecondOpen, forKey: "isSecondOpen")
    }

    func decodeRestorableState(with coder: RestorationDecoder) {
      isSecondOpen = coder.decodeBool(forKey: "isSecondOpen")
      if isSecondOpen { open("Second") }
    }
  }

  /// A model that outlives a window keeps no handler of its widgets.
  func testModelOutlivesItsWindow() throws {
    try withProgram { program in
      let strings = makeStrings(["one", "two"])
      let changed = g_signal_lookup("items-changed", g_list_model_get_type())
      let isHeard = {
        g_signal_has_handler_pending(UnsafeMutableRawPointer(strings), changed, 0, 1) != 0
      }
      g_object_ref(UnsafeMutableRawPointer(strings))
      defer { g_object_unref(UnsafeMutableRawPointer(strings)) }
      let window = program.show(gtk_drop_down_new(strings, nil).named("Choice"))
      XCTAssertTrue(isHeard())
      gtk_window_destroy(window.cast())
      program.settle()
      XCTAssertFalse(isHeard())
    }
  }

  /// A program's reference to a window.
  private final class Reference {
    private let window: WidgetPointer

    init(_ window: WidgetPointer) {
      self.window = window
      g_object_ref(UnsafeMutableRawPointer(window))
    }

    deinit { g_object_unref(UnsafeMutableRawPointer(window)) }
  }

  @MainActor private static func closure(holding window: WidgetPointer)
    -> @MainActor (UnsafeMutableRawPointer) -> String?
  {
    let reference = Reference(window)
    return { _ in
      withExtendedLifetime(reference) {}
      return nil
    }
  }

  /// A closure that refers to its window does not keep it when the program destroys it.
  func testClosureDoesNotKeepItsWindow() throws {
    try withProgram { program in
      let list: WidgetPointer = gtk_list_box_new().named("List")
      let window = program.show(list)
      var isGone = false
      connect(window, "destroy") { _ in isGone = true }
      list.modelIdentifierForElement = Self.closure(holding: window)
      gtk_window_destroy(window.cast())
      program.pump { isGone }
    }
  }

  /// R102: a hidden text stays secret when its widget's path changes.
  func testSecretInAnotherPlace() throws {
    try withProgram { program in
      let entry = makeEntry()
      gtk_entry_set_visibility(entry.cast(), 0)
      let window = program.show(makeBox(entry))
      gtk_editable_set_text(entry.opaque, "hunter2")
      gtk_entry_set_visibility(entry.cast(), 1)
      entry.restorationIdentifier = "Other"
      program.restoration.restore(window)
      try program.relaunch()
      XCTAssertFalse(program.isArchived("hunter2"))
    }
  }
}
#endif
