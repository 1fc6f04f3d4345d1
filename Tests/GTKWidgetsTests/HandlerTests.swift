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

  /// Widgets with places, whose program resets them when a row is selected or a box is checked.
  @MainActor private struct Places {
    let list: WidgetPointer = gtk_list_box_new().named("List")
    let check: WidgetPointer = gtk_check_button_new().named("Check")
    let stack: WidgetPointer = gtk_stack_new().named("Stack")
    let notebook: WidgetPointer = gtk_notebook_new().named("Notebook")
    let expander: WidgetPointer = gtk_expander_new("More").named("Expander")
    let revealer: WidgetPointer = gtk_revealer_new().named("Revealer")
    let bar: WidgetPointer = gtk_search_bar_new().named("Bar")
    let panes: WidgetPointer = gtk_paned_new(GTK_ORIENTATION_HORIZONTAL).named("Panes")

    /// Shows them; the check button comes last, so that everything else is restored before it.
    init(in program: WidgetProgram) {
      for name in ["a", "b", "c"] {
        gtk_list_box_append(list.opaque, gtk_list_box_row_new().named(name))
        gtk_stack_add_named(stack.opaque, gtk_label_new(name), name)
        gtk_notebook_append_page(notebook.opaque, gtk_label_new(name), nil)
      }
      gtk_paned_set_start_child(panes.opaque, gtk_label_new("Start"))
      gtk_paned_set_end_child(panes.opaque, gtk_label_new("End"))
      gtk_paned_set_position(panes.opaque, 100)
      connect(list, "row-selected") { [self] _ in
        if gtk_widget_get_root(list) != nil { set(0) }  // else the window goes
      }
      connect(check, "toggled") { [self] _ in set(0) }
      let box = makeBox(list, stack, notebook, expander, revealer, bar, panes, check)
      program.show(box)
    }

    func set(_ number: Int32) {
      gtk_stack_set_visible_child_name(stack.opaque, ["a", "b", "c"][Int(number)])
      gtk_notebook_set_current_page(notebook.opaque, number)
      gtk_expander_set_expanded(expander.opaque, number)
      gtk_revealer_set_reveal_child(revealer.opaque, number)
      gtk_search_bar_set_search_mode(bar.opaque, number)
      gtk_paned_set_position(panes.opaque, 100 + number)
    }

    var shown: [Int32] {
      [
        gtk_stack_get_visible_child_name(stack.opaque).map { String(cString: $0) } == "b" ? 1 : 0,
        gtk_notebook_get_current_page(notebook.opaque),
        gtk_expander_get_expanded(expander.opaque),
        gtk_revealer_get_reveal_child(revealer.opaque),
        gtk_search_bar_get_search_mode(bar.opaque), gtk_paned_get_position(panes.opaque) - 100,
      ]
    }
  }

  /// R222: places go back, whatever the handler of a restored selection or value sets.
  func testHandlersSetPlaces() throws {
    for isSelection in [true, false] {
      try withProgram { program in
        let first = Places(in: program)
        if isSelection {
          gtk_list_box_select_row(
            first.list.opaque, gtk_list_box_get_row_at_index(first.list.opaque, 1))
        } else {
          gtk_check_button_set_active(first.check.cast(), 1)
        }
        first.set(1)
        program.settle()
        for _ in 0..<2 {
          try program.relaunch()
          let restored = Places(in: program)
          XCTAssertEqual(restored.shown, [1, 1, 1, 1, 1, 1])
          let row = gtk_list_box_get_selected_row(restored.list.opaque)
          if isSelection { XCTAssertEqual(row.map { gtk_list_box_row_get_index($0) }, 1) }
          XCTAssertEqual(gtk_check_button_get_active(restored.check.cast()) != 0, !isSelection)
        }
      }
    }
  }
}
#endif
