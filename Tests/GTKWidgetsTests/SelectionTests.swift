// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import GTKSupport
import XCTest

@testable import GTKWidgets

/// The selection in lists.
final class SelectionTests: XCTestCase {
  @MainActor private static func makeList(_ strings: [String], isMultiple: Bool = false)
    -> WidgetPointer
  {
    let strings = makeStrings(strings)
    let model = isMultiple ? gtk_multi_selection_new(strings) : gtk_single_selection_new(strings)
    return gtk_list_view_new(model, gtk_signal_list_item_factory_new()).named("List")
  }

  @MainActor private static func model(of list: WidgetPointer) -> OpaquePointer {
    gtk_list_view_get_model(list.opaque)
  }

  @MainActor private static func selected(in list: WidgetPointer) -> [Int] {
    let model = model(of: list)
    return (0..<Int(g_list_model_get_n_items(model))).filter {
      gtk_selection_model_is_selected(model, guint($0)) != 0
    }
  }

  /// R106: in a re-sorted list, the same element is selected.
  func testReorderedList() throws {
    try withProgram { program in
      let list = Self.makeList(["a", "b", "c"])
      program.show(list)
      gtk_selection_model_select_item(Self.model(of: list), 2, 1)
      try program.relaunch()
      let restored = Self.makeList(["c", "b", "a"])
      program.makeWindow(restored)
      XCTAssertEqual(Self.selected(in: restored), [0])
    }
  }

  /// R106: missing elements drop out of a selection of several.
  func testVanishedElement() throws {
    try withProgram { program in
      let list = Self.makeList(["a", "b", "c", "d"], isMultiple: true)
      program.show(list)
      gtk_selection_model_select_item(Self.model(of: list), 1, 1)
      gtk_selection_model_select_item(Self.model(of: list), 3, 0)
      try program.relaunch()
      let restored = Self.makeList(["d", "c", "a"], isMultiple: true)
      program.makeWindow(restored)
      XCTAssertEqual(Self.selected(in: restored), [0])
    }
  }

  /// R187: a list filled after restoration then gets its selection.
  func testListThatIsFilledLater() throws {
    try withProgram { program in
      let list = Self.makeList(["a", "b", "c"])
      program.show(list)
      gtk_selection_model_select_item(Self.model(of: list), 2, 1)
      try program.relaunch()
      program.makeWindow(Self.makeList([]))
      try program.relaunch()
      let restored = Self.makeList([])
      program.makeWindow(restored)
      let strings = gtk_single_selection_get_model(Self.model(of: restored))
      for string in ["a", "c"] { gtk_string_list_append(strings, string) }
      program.pump { Self.selected(in: restored) == [1] }
    }
  }

  /// R106: the program's names come before an element's own.
  ///
  /// Without any name, the position counts (R107).
  func testNamesOfTheProgram() throws {
    try withProgram { program in
      @MainActor func makeList(_ strings: [String]) -> WidgetPointer {
        let list = Self.makeList(strings)
        list.modelIdentifierForElement = { item in
          let string = gtk_string_object_get_string(OpaquePointer(item)).map {
            String(cString: $0)
          }
          return string.map { String($0.prefix(1)) }
        }
        return list
      }
      let list = makeList(["a old", "b old"])
      program.show(list)
      gtk_selection_model_select_item(Self.model(of: list), 1, 1)
      try program.relaunch()
      XCTAssertFalse(program.isArchived("b old"))
      let restored = makeList(["b new", "a new"])
      program.makeWindow(restored)
      XCTAssertEqual(Self.selected(in: restored), [0])
    }
  }

  /// Returns a scrollable list of strings.
  @MainActor private static func makeScrolledList(_ model: OpaquePointer) -> WidgetPointer {
    let factory = gtk_signal_list_item_factory_new()
    connect(UnsafeMutableRawPointer(factory!), "setup") {
      let label: WidgetPointer = gtk_label_new("Row")
      gtk_list_item_set_child(OpaquePointer($0.object(0)), label)
    }
    connect(UnsafeMutableRawPointer(factory!), "bind") {
      let item = OpaquePointer($0.object(0))
      let string = gtk_string_object_get_string(OpaquePointer(gtk_list_item_get_item(item)))
      gtk_label_set_text(gtk_list_item_get_child(item)?.opaque, string)
    }
    let list: WidgetPointer = gtk_list_view_new(gtk_single_selection_new(model), factory)
    let scrolled: WidgetPointer = gtk_scrolled_window_new().named("Scroll")
    gtk_scrolled_window_set_child(scrolled.opaque, list.named("List"))
    gtk_widget_set_vexpand(scrolled, 1)
    return scrolled
  }

  @MainActor private static func offset(of scrolled: WidgetPointer) -> Double {
    gtk_adjustment_get_value(gtk_scrolled_window_get_vadjustment(scrolled.opaque))
  }

  @MainActor private static func scroll(_ scrolled: WidgetPointer, to offset: Double) {
    gtk_adjustment_set_value(gtk_scrolled_window_get_vadjustment(scrolled.opaque), offset)
  }

  /// R98: a long list is in place at its first paint.
  ///
  /// It is scrolled to where it was.
  func testScrolledList() throws {
    try withProgram { program in
      @MainActor func makeScrolledList() -> WidgetPointer {
        Self.makeScrolledList(makeStrings((0..<2000).map { "row \($0)" }))
      }
      let scrolled = makeScrolledList()
      program.show(scrolled)
      Self.scroll(scrolled, to: 12345)
      program.settle()
      try program.relaunch()
      let restored = makeScrolledList()
      let first = try program.atFirstPaint(of: restored) {
        var deepest = gtk_widget_pick(restored, 50, 150, GTK_PICK_DEFAULT)
        while let widget = deepest, widget.className == "GtkLabel" {
          deepest = gtk_widget_get_parent(widget)
        }
        return (offset: Self.offset(of: restored), row: deepest?.className)
      }
      XCTAssertEqual(first.offset, 12345)
      XCTAssertEqual(first.row, "GtkListItemWidget")
    }
  }

  /// R98, R106, R197: keys go on from the selected row.
  ///
  /// It does not matter whether the list had the focus, whether the row is in sight, and when the
  /// rows come.
  func testKeysInAList() throws {
    for (hadFocus, isFilledLater) in [(true, false), (false, false), (true, true), (false, true)] {
      try withProgram { program in
        @MainActor func show(_ names: [String]) -> (scrolled: WidgetPointer, list: WidgetPointer) {
          let scrolled = Self.makeScrolledList(makeStrings(names))
          program.show(makeBox(scrolled, makeEntry()))
          return (scrolled, gtk_scrolled_window_get_child(scrolled.opaque))
        }
        @MainActor func focusedRow(_ list: WidgetPointer) -> String? {
          let focus = gtk_root_get_focus(gtk_widget_get_root(list))
          guard let label = focus.flatMap({ gtk_widget_get_first_child($0) }),
            label.className == "GtkLabel"
          else { return nil }
          return String(cString: gtk_label_get_text(label.opaque))
        }
        let names = (0..<2000).map { "row \($0)" }
        let first = show(names)
        gtk_selection_model_select_item(Self.model(of: first.list), 20, 1)
        gtk_widget_grab_focus(hadFocus ? first.list : gtk_widget_get_next_sibling(first.scrolled))
        program.settle()
        Self.scroll(first.scrolled, to: 12345)
        program.settle()
        try program.relaunch()
        let (scrolled, list) = show(isFilledLater ? [] : names)
        if isFilledLater {
          let strings = gtk_single_selection_get_model(Self.model(of: list))
          for name in names { gtk_string_list_append(strings, name) }
        }
        program.pump { Self.selected(in: list) == [20] && Self.offset(of: scrolled) == 12345 }
        program.settle()
        XCTAssertEqual(Self.offset(of: scrolled), 12345)
        if !hadFocus { gtk_widget_child_focus(list, GTK_DIR_TAB_FORWARD) }
        XCTAssertEqual(focusedRow(list), "row 20")
        XCTAssertEqual(Self.selected(in: list), [20])
        gtk_widget_child_focus(list, GTK_DIR_DOWN)
        XCTAssertEqual(focusedRow(list), "row 21")
      }
    }
  }

  /// Lists and containers that a program fills late, and then selects an element itself.
  @MainActor private struct LateWidgets {
    let list: WidgetPointer = gtk_list_box_new().named("List")
    let flow: WidgetPointer = gtk_flow_box_new().named("Flow")
    let single = gtk_single_selection_new(makeStrings([]))!
    let multiple = gtk_multi_selection_new(makeStrings([]))!
    let store: UnsafeMutablePointer<GtkListStore>
    let tree: WidgetPointer
    let icons: WidgetPointer
    let notebook: WidgetPointer = gtk_notebook_new().named("Notebook")
    let stack: WidgetPointer = gtk_stack_new().named("Stack")

    init(in program: WidgetProgram) {
      var types = [cgtk_type_string()]
      store = gtk_list_store_newv(1, &types)
      tree = gtk_tree_view_new_with_model(OpaquePointer(store)).named("Tree")
      icons = gtk_icon_view_new_with_model(OpaquePointer(store)).named("Icons")
      let box = makeBox(list, flow, tree, icons, notebook, stack)
      for (name, model) in [("Single", single), ("Multiple", multiple)] {
        let view: WidgetPointer = gtk_list_view_new(model, gtk_signal_list_item_factory_new())
        gtk_box_append(box.cast(), view.named(name))
      }
      // An empty widget has no size, and so was not on screen.
      for widget in box.children { gtk_widget_set_size_request(widget, 10, 10) }
      program.show(box)
    }

    /// Adds three elements, and selects one.
    func fill(selecting number: Int32) {
      fillLists()
      for name in ["a", "b", "c"] {
        let page: WidgetPointer = gtk_label_new(name)
        gtk_notebook_append_page(notebook.opaque, page.named(name), nil)
        gtk_stack_add_named(stack.opaque, gtk_label_new(name), name)
      }
      select(number)
    }

    func fillLists() {
      for name in ["a", "b", "c"] {
        gtk_list_box_append(list.opaque, gtk_list_box_row_new().named(name))
        gtk_flow_box_insert(flow.opaque, gtk_flow_box_child_new().named(name), -1)
        for model in [
          gtk_single_selection_get_model(single), gtk_multi_selection_get_model(multiple),
        ] { gtk_string_list_append(model, name) }
        var row = GtkTreeIter()
        gtk_list_store_append(store, &row)
      }
    }

    func emptyLists() {
      for _ in 0..<3 {
        gtk_list_box_remove(list.opaque, gtk_widget_get_first_child(list))
        gtk_flow_box_remove(flow.opaque, gtk_widget_get_first_child(flow))
        for model in [
          gtk_single_selection_get_model(single), gtk_multi_selection_get_model(multiple),
        ] { gtk_string_list_remove(model, 0) }
      }
      gtk_list_store_clear(store)
    }

    /// The positions at which an element of a list is selected.
    var selectedInLists: [String: [Int32]] {
      selected.filter { $0.key != "notebook" && $0.key != "stack" }
    }

    func select(_ number: Int32) {
      gtk_list_box_select_row(list.opaque, gtk_list_box_get_row_at_index(list.opaque, number))
      gtk_flow_box_select_child(flow.opaque, gtk_flow_box_get_child_at_index(flow.opaque, number))
      gtk_single_selection_set_selected(single, guint(number))
      gtk_selection_model_select_item(multiple, guint(number), 1)
      let path = gtk_tree_path_new_from_string("\(number)")
      gtk_tree_selection_select_path(gtk_tree_view_get_selection(tree.cast()), path)
      gtk_icon_view_unselect_all(icons.opaque)
      gtk_icon_view_select_path(icons.opaque, path)
      gtk_tree_path_free(path)
      gtk_notebook_set_current_page(notebook.opaque, number)
      gtk_stack_set_visible_child_name(stack.opaque, ["a", "b", "c"][Int(number)])
    }

    /// The positions at which an element is selected.
    var selected: [String: [Int32]] {
      let positions = Int32(0)..<3
      return [
        "list": positions.filter {
          gtk_list_box_row_is_selected(gtk_list_box_get_row_at_index(list.opaque, $0)) != 0
        },
        "flow": positions.filter {
          gtk_flow_box_child_is_selected(gtk_flow_box_get_child_at_index(flow.opaque, $0)) != 0
        },
        "single": [Int32(gtk_single_selection_get_selected(single))],
        "multiple": positions.filter {
          gtk_selection_model_is_selected(multiple, guint($0)) != 0
        },
        "tree": positions.filter { number in
          let path = gtk_tree_path_new_from_string("\(number)")
          defer { gtk_tree_path_free(path) }
          return gtk_tree_selection_path_is_selected(
            gtk_tree_view_get_selection(tree.cast()), path) != 0
        },
        "icons": positions.filter { number in
          let path = gtk_tree_path_new_from_string("\(number)")
          defer { gtk_tree_path_free(path) }
          return gtk_icon_view_path_is_selected(icons.opaque, path) != 0
        },
        "notebook": [gtk_notebook_get_current_page(notebook.opaque)],
        "stack": [
          gtk_stack_get_visible_child_name(stack.opaque).map {
            Int32($0[0]) - Int32(UInt8(ascii: "a"))
          } ?? -1
        ],
      ]
    }
  }

  /// R187: what the program selects in the turn in which it fills a list is no choice of the user's.
  func testListThatSelectsAnElementWhenItIsFilled() throws {
    for number in Int32(0)..<2 {
      try withProgram { program in
        let first = LateWidgets(in: program)
        first.fill(selecting: number)
        program.settle()
        first.select(2)
        program.settle()
        let chosen = first.selected
        XCTAssertEqual(Set(chosen.values), [[2]])
        try program.relaunch()
        let restored = LateWidgets(in: program)
        restored.fill(selecting: number)
        program.settle()
        XCTAssertEqual(restored.selected, chosen)
      }
    }
  }

  /// R106, R187: what is restored stays selected when the program fills the list anew, until the
  /// user does something.
  func testListThatIsFilledAnew() throws {
    for hasUserActed in [false, true] {
      try withProgram { program in
        let first = LateWidgets(in: program)
        first.fill(selecting: 0)
        program.settle()
        first.select(2)
        program.settle()
        try program.relaunch()
        let restored = LateWidgets(in: program)
        restored.fill(selecting: 0)
        program.settle()
        XCTAssertEqual(Set(restored.selectedInLists.values), [[2]])
        if hasUserActed { try program.refuseToClose(program.openWindows[0]) }
        restored.emptyLists()
        restored.fillLists()
        program.settle()
        if hasUserActed {
          XCTAssertFalse(restored.selectedInLists.values.contains([2]))
        } else {
          XCTAssertEqual(Set(restored.selectedInLists.values), [[2]])
        }
      }
    }
  }

  /// R106, R197: a list stays selected although another one fills it anew when GTK focuses that.
  ///
  /// GTK focuses something in a window that opens, and a `GtkListBox` then says once more which row
  /// is selected.
  func testListThatIsFilledAnewWhenItsWindowOpens() throws {
    try withProgram { program in
      @MainActor func show() -> (list: WidgetPointer, button: WidgetPointer) {
        let list = Self.makeList([])
        let folders = Self.makeListBox(["Inbox", "Sent"])
        connect(folders, "row-selected") { _ in
          let strings = gtk_single_selection_get_model(Self.model(of: list))
          for _ in 0..<g_list_model_get_n_items(strings) { gtk_string_list_remove(strings, 0) }
          for name in ["a", "b", "c"] { gtk_string_list_append(strings, name) }
        }
        gtk_list_box_select_row(folders.opaque, gtk_list_box_get_row_at_index(folders.opaque, 0))
        let button: WidgetPointer = gtk_button_new()
        program.show(makeBox(folders, list, button))
        return (list, button)
      }
      let first = show()
      gtk_selection_model_select_item(Self.model(of: first.list), 2, 1)
      gtk_widget_grab_focus(first.button)
      program.settle()
      try program.relaunch()
      XCTAssertEqual(Self.selected(in: show().list), [2])
    }
  }

  /// R98, R106: a list that is filled late stays at its top, although GTK scrolls to what is
  /// selected, and other widgets come in the same turn.
  func testUnscrolledListThatIsFilledLater() throws {
    try withProgram { program in
      @MainActor func show(_ names: [String]) -> (scrolled: WidgetPointer, list: WidgetPointer) {
        let scrolled = Self.makeScrolledList(makeStrings(names))
        program.show(makeBox(scrolled))
        return (scrolled, gtk_scrolled_window_get_child(scrolled.opaque))
      }
      let names = (0..<2000).map { "row \($0)" }
      let first = show(names)
      gtk_selection_model_select_item(Self.model(of: first.list), 20, 1)
      program.settle()
      Self.scroll(first.scrolled, to: 0)
      program.settle()
      try program.relaunch()
      let (scrolled, list) = show([])
      let strings = gtk_single_selection_get_model(Self.model(of: list))
      for name in names { gtk_string_list_append(strings, name) }
      gtk_box_append(gtk_widget_get_parent(scrolled).cast(), makeEntry())
      program.pump { Self.selected(in: list) == [20] }
      program.settle()
      XCTAssertEqual(Self.offset(of: scrolled), 0)
    }
  }

  /// R106: a row that is selected already is not selected again, nor is none in between.
  func testRowThatIsSelectedAlready() throws {
    try withProgram { program in
      @MainActor func show(selecting number: Int32) -> [String?] {
        let list = Self.makeListBox(["a", "b"])
        gtk_list_box_select_row(list.opaque, gtk_list_box_get_row_at_index(list.opaque, number))
        var heard: [String?] = []
        connect(list, "row-selected") { _ in
          let row = gtk_list_box_get_selected_row(list.opaque)
          heard.append(row.flatMap { WidgetPointer(OpaquePointer($0)).restorationIdentifier })
        }
        program.makeWindow(list)
        return heard
      }
      _ = show(selecting: 1)
      try program.relaunch()
      XCTAssertEqual(show(selecting: 1), [])
      try program.relaunch()
      XCTAssertEqual(show(selecting: 0), ["b"])
    }
  }

  @MainActor private static func makeListBox(_ names: [String?]) -> WidgetPointer {
    let list: WidgetPointer = gtk_list_box_new().named("Rows")
    for name in names {
      gtk_list_box_append(list.opaque, gtk_list_box_row_new().named(name))
    }
    return list
  }

  /// R107: a row without an identifier is found by its position.
  func testListBox() throws {
    try withProgram { program in
      let list = Self.makeListBox([nil, nil])
      program.show(list)
      gtk_list_box_select_row(list.opaque, gtk_list_box_get_row_at_index(list.opaque, 1))
      try program.relaunch()
      let restored = Self.makeListBox([nil, nil])
      program.makeWindow(restored)
      let row = gtk_list_box_get_selected_row(restored.opaque)
      XCTAssertEqual(row.map { gtk_list_box_row_get_index($0) }, 1)
    }
  }

  /// R106, R187: rows that come after restoration are found by their identifiers.
  func testListBoxThatIsFilledLater() throws {
    try withProgram { program in
      let list = Self.makeListBox(["a", "b"])
      program.show(list)
      gtk_list_box_select_row(list.opaque, gtk_list_box_get_row_at_index(list.opaque, 1))
      try program.relaunch()
      program.makeWindow(Self.makeListBox([]))
      try program.relaunch()
      let restored = Self.makeListBox(["a"])
      program.makeWindow(restored)
      XCTAssertNil(gtk_list_box_get_selected_row(restored.opaque))
      gtk_list_box_append(restored.opaque, gtk_list_box_row_new().named("c"))
      gtk_list_box_append(restored.opaque, gtk_list_box_row_new().named("b"))
      program.pump {
        gtk_list_box_get_selected_row(restored.opaque).map { gtk_list_box_row_get_index($0) } == 2
      }
    }
  }

  func testFlowBox() throws {
    try withProgram { program in
      @MainActor func makeFlowBox(_ names: [String]) -> WidgetPointer {
        let box: WidgetPointer = gtk_flow_box_new().named("Flow")
        gtk_flow_box_set_selection_mode(box.opaque, GTK_SELECTION_MULTIPLE)
        for name in names {
          gtk_flow_box_insert(box.opaque, gtk_flow_box_child_new().named(name), -1)
        }
        return box
      }
      let box = makeFlowBox(["a", "b", "c"])
      program.show(box)
      for index in [Int32(0), 2] {
        gtk_flow_box_select_child(box.opaque, gtk_flow_box_get_child_at_index(box.opaque, index))
      }
      try program.relaunch()
      let restored = makeFlowBox(["c", "b", "a", "d"])
      program.makeWindow(restored)
      let selected = (0..<4).filter {
        gtk_flow_box_child_is_selected(
          gtk_flow_box_get_child_at_index(restored.opaque, Int32($0))) != 0
      }
      XCTAssertEqual(selected, [0, 2])
    }
  }

  func testGridViewAndColumnView() throws {
    try withProgram { program in
      @MainActor func makeViews(_ strings: [String]) -> [WidgetPointer] {
        [
          gtk_grid_view_new(
            gtk_single_selection_new(makeStrings(strings)), gtk_signal_list_item_factory_new()
          ).named("Grid"),
          gtk_column_view_new(gtk_single_selection_new(makeStrings(strings))).named("Columns"),
        ]
      }
      @MainActor func models(_ views: [WidgetPointer]) -> [OpaquePointer?] {
        [gtk_grid_view_get_model(views[0].opaque), gtk_column_view_get_model(views[1].opaque)]
      }
      let views = makeViews(["a", "b", "c"])
      program.show(makeBox(views[0], views[1]))
      for model in models(views) { gtk_selection_model_select_item(model, 1, 1) }
      try program.relaunch()
      let restored = makeViews(["c", "a", "b"])
      program.makeWindow(makeBox(restored[0], restored[1]))
      for model in models(restored) {
        XCTAssertEqual(gtk_single_selection_get_selected(model), 2)
      }
    }
  }
}
#endif
