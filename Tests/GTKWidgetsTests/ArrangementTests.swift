// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import GTKSupport
import RestorationArchive
import RestorationTesting
import XCTest

@testable import GTKWidgets

/// The user's arrangement of columns, trees and tabs.
final class ArrangementTests: XCTestCase {
  // MARK: Columns

  @MainActor private static func makeColumnView(_ titles: [String]) -> WidgetPointer {
    let view: WidgetPointer = gtk_column_view_new(nil).named("Table")
    let sorted = gtk_sort_list_model_new(
      makeStrings(["a", "b"]), retained(gtk_column_view_get_sorter(view.opaque)))
    gtk_column_view_set_model(view.opaque, gtk_single_selection_new(sorted))
    for title in titles { append(title, to: view) }
    return view
  }

  @MainActor private static func retained(_ object: UnsafeMutablePointer<GtkSorter>?)
    -> UnsafeMutablePointer<GtkSorter>?
  {
    g_object_ref(object)
    return object
  }

  @MainActor private static func append(_ title: String, to view: WidgetPointer) {
    let column = makeColumn(title)
    let sorter = gtk_string_sorter_new(
      gtk_property_expression_new(gtk_string_object_get_type(), nil, "string"))
    gtk_column_view_column_set_sorter(column, UnsafeMutablePointer(sorter))
    gtk_column_view_append_column(view.opaque, column)
    g_object_unref(UnsafeMutableRawPointer(column))
  }

  @MainActor private static func columns(of view: WidgetPointer) -> [OpaquePointer] {
    let model = gtk_column_view_get_columns(view.opaque)
    return (0..<g_list_model_get_n_items(model)).map {
      let column = g_list_model_get_item(model, $0)!
      g_object_unref(column)
      return OpaquePointer(column)
    }
  }

  @MainActor private static func title(of column: OpaquePointer) -> String {
    String(cString: gtk_column_view_column_get_title(column))
  }

  @MainActor private static func titles(of view: WidgetPointer) -> [String] {
    columns(of: view).map { title(of: $0) }
  }

  /// Returns the rows in their sorted order.
  @MainActor private static func rows(of view: WidgetPointer) -> [String] {
    let model = gtk_column_view_get_model(view.opaque)
    return (0..<g_list_model_get_n_items(model)).map {
      let item = g_list_model_get_item(model, $0)!
      defer { g_object_unref(item) }
      return String(cString: gtk_string_object_get_string(OpaquePointer(item)))
    }
  }

  /// R106: columns keep their order and widths and sort the rows.
  ///
  /// A new column comes behind them, and one created later finds its place.
  func testColumns() throws {
    try withProgram { program in
      let view = Self.makeColumnView(["Name", "Size", "Date"])
      program.show(view)
      let columns = Self.columns(of: view)
      gtk_column_view_insert_column(view.opaque, 0, columns[2])
      gtk_column_view_column_set_fixed_width(columns[1], 123)
      gtk_column_view_sort_by_column(view.opaque, columns[0], GTK_SORT_DESCENDING)
      XCTAssertEqual(Self.rows(of: view), ["b", "a"])
      try program.relaunch()
      let restored = Self.makeColumnView(["New", "Name", "Size"])
      program.show(restored)
      XCTAssertEqual(Self.titles(of: restored), ["Name", "Size", "New"])
      XCTAssertEqual(Self.rows(of: restored), ["b", "a"])
      Self.append("Date", to: restored)
      program.pump { Self.titles(of: restored) == ["Date", "Name", "Size", "New"] }
      XCTAssertEqual(
        Self.columns(of: restored).map { gtk_column_view_column_get_fixed_width($0) },
        [-1, -1, 123, -1])
      try program.relaunch()
      let again = Self.makeColumnView(["Date", "Name", "Size"])
      program.show(again)
      gtk_column_view_sort_by_column(again.opaque, nil, GTK_SORT_ASCENDING)
      try program.relaunch()
      let unsorted = Self.makeColumnView(["Date", "Name", "Size"])
      gtk_column_view_sort_by_column(
        unsorted.opaque, Self.columns(of: unsorted)[0], GTK_SORT_DESCENDING)
      program.show(unsorted)
      XCTAssertEqual(Self.rows(of: unsorted), ["a", "b"])
    }
  }

  /// R106: the arrangement is saved even if an earlier column is missing.
  func testColumnThatIsGone() throws {
    try withProgram { program in
      program.show(Self.makeColumnView(["Name", "Size", "Date"]))
      try program.relaunch()
      let view = Self.makeColumnView(["Name", "Size"])
      program.show(view)
      gtk_column_view_insert_column(view.opaque, 0, Self.columns(of: view)[1])
      program.settle()
      XCTAssertEqual(Self.titles(of: view), ["Size", "Name"])
      try program.relaunch()
      let restored = Self.makeColumnView(["Name", "Size"])
      program.show(restored)
      XCTAssertEqual(Self.titles(of: restored), ["Size", "Name"])
    }
  }

  // MARK: Trees

  /// A tree of strings: each parent's name and its children's names.
  private final class Tree {
    let children: [String: [String]]
    init(_ children: [String: [String]]) { self.children = children }
  }

  @MainActor private static func makeTree(_ children: [String: [String]], expanded: Bool = false)
    -> WidgetPointer
  {
    let tree = Unmanaged.passRetained(Tree(children)).toOpaque()
    let model = gtk_tree_list_model_new(
      makeStrings(children[""] ?? []), 0, expanded ? 1 : 0,
      { item, data in
        let name = String(cString: gtk_string_object_get_string(OpaquePointer(item!)))
        let children = Unmanaged<Tree>.fromOpaque(data!).takeUnretainedValue().children[name]
        guard let children else { return nil }
        let model = gtk_string_list_new(nil)
        for child in children { gtk_string_list_append(model, child) }
        return model
      }, tree, { Unmanaged<Tree>.fromOpaque($0!).release() })
    let factory = gtk_signal_list_item_factory_new()
    return gtk_list_view_new(gtk_single_selection_new(model), factory).named("Tree")
  }

  /// Returns the names of the shown rows.
  ///
  /// An arrow precedes the names of expanded rows.
  @MainActor private static func rows(ofTree list: WidgetPointer) -> [String] {
    let model = gtk_list_view_get_model(list.opaque)
    return (0..<g_list_model_get_n_items(model)).map {
      let row = OpaquePointer(g_list_model_get_item(model, $0)!)
      defer { g_object_unref(UnsafeMutableRawPointer(row)) }
      let item = gtk_tree_list_row_get_item(row)!
      defer { g_object_unref(item) }
      let name = String(cString: gtk_string_object_get_string(OpaquePointer(item)))
      return (gtk_tree_list_row_get_expanded(row) != 0 ? ">" : "") + name
    }
  }

  @MainActor private static func expand(
    _ position: Int, in list: WidgetPointer, _ on: Bool = true
  ) {
    let row = g_list_model_get_item(gtk_list_view_get_model(list.opaque), guint(position))!
    gtk_tree_list_row_set_expanded(OpaquePointer(row), on ? 1 : 0)
    g_object_unref(row)
  }

  /// R106: a tree's expanded and selected rows come back.
  ///
  /// The tree has another order and new rows.
  func testTree() throws {
    try withProgram { program in
      let children = ["": ["x", "y"], "x": ["s"], "y": ["s", "t"], "t": ["u"], "z": ["s"]]
      let list = Self.makeTree(children)
      program.show(list)
      Self.expand(1, in: list)
      Self.expand(3, in: list)
      gtk_selection_model_select_item(gtk_list_view_get_model(list.opaque), 2, 1)
      XCTAssertEqual(Self.rows(ofTree: list), ["x", ">y", "s", ">t", "u"])
      try program.relaunch()
      let restored = Self.makeTree(children.merging(["": ["z", "y", "x"]]) { $1 })
      program.show(restored)
      XCTAssertEqual(Self.rows(ofTree: restored), ["z", ">y", "s", ">t", "u", "x"])
      XCTAssertEqual(
        gtk_single_selection_get_selected(gtk_list_view_get_model(restored.opaque)), 2)
    }
  }

  /// R106: a tree that the program fills anew, before the user has done anything, stays expanded.
  func testTreeThatIsFilledAnew() throws {
    try withProgram { program in
      let children = ["": ["x", "y"], "y": ["s", "t"], "t": ["u"]]
      let list = Self.makeTree(children)
      program.show(list)
      Self.expand(1, in: list)
      Self.expand(3, in: list)
      try program.relaunch()
      let restored = Self.makeTree(children)
      program.show(restored)
      let expanded = ["x", ">y", "s", ">t", "u"]
      XCTAssertEqual(Self.rows(ofTree: restored), expanded)
      let tree = gtk_single_selection_get_model(gtk_list_view_get_model(restored.opaque))
      let names = gtk_tree_list_model_get_model(tree)
      for _ in 0..<2 { gtk_string_list_remove(names, 0) }
      for name in ["x", "y"] { gtk_string_list_append(names, name) }
      program.pump { Self.rows(ofTree: restored) == expanded }
    }
  }

  /// R106: a row that the user collapsed stays collapsed.
  ///
  /// This holds where all rows start expanded. A row that comes later is expanded if it was
  /// before.
  func testTreeThatExpandsByItself() throws {
    try withProgram { program in
      let children = ["": ["x", "y"], "x": ["s"], "y": ["t"]]
      let list = Self.makeTree(children, expanded: true)
      program.show(list)
      Self.expand(0, in: list, false)
      try program.relaunch()
      let restored = Self.makeTree(children.merging(["": ["x"]]) { $1 }, expanded: true)
      program.show(restored)
      XCTAssertEqual(Self.rows(ofTree: restored), ["x"])
      try program.relaunch()
      let again = Self.makeTree(children.merging(["": ["x"]]) { $1 })
      program.show(again)
      let tree = gtk_single_selection_get_model(gtk_list_view_get_model(again.opaque))
      gtk_string_list_append(gtk_tree_list_model_get_model(tree), "y")
      program.pump { Self.rows(ofTree: again) == ["x", ">y", "t"] }
    }
  }

  /// The expansion of a deleted row is not kept forever.
  func testRowsThatAreGone() throws {
    try withProgram(patience: .zero) { program in
      let list = Self.makeTree(["": ["kept", "deleted"], "kept": ["s"], "deleted": ["t"]])
      let view = Self.makeTreeView(["kept", "deleted"])
      program.show(makeBox(list, view.named("Older")))
      for position in [1, 0] { Self.expand(position, in: list) }
      gtk_tree_view_expand_all(view.cast())
      try program.relaunch()
      XCTAssertTrue(program.isArchived("deleted"))
      let shorter = Self.makeTree(["": ["kept"], "kept": ["s"]])
      program.show(makeBox(shorter, Self.makeTreeView(["kept"]).named("Older")))
      XCTAssertEqual(Self.rows(ofTree: shorter), [">kept", "s"])
      program.pump {
        try? program.restoration.save()
        return !program.isArchived("deleted")
      }
      XCTAssertTrue(program.isArchived("kept"))
    }
  }

  @MainActor private static func makeTreeView(_ names: [String], sorted: Bool = false)
    -> WidgetPointer
  {
    var types = [cgtk_type_string()]
    let store = OpaquePointer(gtk_tree_store_newv(1, &types))
    for name in names { append(name, to: store) }
    let view: WidgetPointer = gtk_tree_view_new_with_model(store).named("Tree")
    g_object_unref(store.map { UnsafeMutableRawPointer($0) })
    let column = gtk_tree_view_column_new()
    gtk_tree_view_column_set_sort_column_id(column, 0)
    gtk_tree_view_append_column(view.cast(), column)
    view.modelIdentifierForElement = { [store] row in
      name(of: row.assumingMemoryBound(to: GtkTreeIter.self), in: store)
    }
    return view
  }

  /// Adds a row, and a child with its name in capitals.
  @MainActor private static func append(_ name: String, to store: OpaquePointer?) {
    var (row, below) = (GtkTreeIter(), GtkTreeIter())
    gtk_tree_store_append(UnsafeMutablePointer(store), &row, nil)
    set(name, &row, store)
    gtk_tree_store_append(UnsafeMutablePointer(store), &below, &row)
    set(name.uppercased(), &below, store)
  }

  @MainActor private static func set(
    _ name: String, _ row: inout GtkTreeIter, _ store: OpaquePointer?
  ) {
    var value = GValue()
    g_value_init(&value, cgtk_type_string())
    g_value_set_string(&value, name)
    gtk_tree_store_set_value(UnsafeMutablePointer(store), &row, 0, &value)
    g_value_unset(&value)
  }

  @MainActor private static func name(
    of row: UnsafeMutablePointer<GtkTreeIter>, in store: OpaquePointer?
  ) -> String? {
    var value = GValue()
    gtk_tree_model_get_value(store, row, 0, &value)
    defer { g_value_unset(&value) }
    return g_value_get_string(&value).map { String(cString: $0) }
  }

  @MainActor private static func isExpanded(_ path: String, _ view: WidgetPointer) -> Bool {
    let path = gtk_tree_path_new_from_string(path)
    defer { gtk_tree_path_free(path) }
    return gtk_tree_view_row_expanded(view.cast(), path) != 0
  }

  @MainActor private static func isSelected(_ path: String, _ view: WidgetPointer) -> Bool {
    let path = gtk_tree_path_new_from_string(path)
    defer { gtk_tree_path_free(path) }
    return gtk_tree_selection_path_is_selected(gtk_tree_view_get_selection(view.cast()), path)
      != 0
  }

  /// R106: a GtkTreeView restores its expanded and selected rows, too.
  func testTreeView() throws {
    try withProgram { program in
      let view = Self.makeTreeView(["a", "b"])
      program.show(view)
      let path = gtk_tree_path_new_from_string("1:0")
      gtk_tree_view_expand_to_path(view.cast(), path)
      gtk_tree_view_expand_row(view.cast(), gtk_tree_path_new_from_string("1"), 0)
      gtk_tree_selection_select_path(gtk_tree_view_get_selection(view.cast()), path)
      gtk_tree_path_free(path)
      gtk_tree_sortable_set_sort_column_id(
        gtk_tree_view_get_model(view.cast()), 0, GTK_SORT_DESCENDING)
      XCTAssertTrue(Self.isSelected("0:0", view))
      try program.relaunch()
      let restored = Self.makeTreeView(["c", "a"])
      program.show(restored)
      XCTAssertFalse(Self.isExpanded("0", restored) || Self.isExpanded("1", restored))
      Self.append("b", to: gtk_tree_view_get_model(restored.cast()))
      // The order from Z to A is c, b, a.
      program.pump { Self.isExpanded("1", restored) && Self.isSelected("1:0", restored) }
      XCTAssertFalse(Self.isExpanded("0", restored) || Self.isExpanded("2", restored))
    }
  }

  // MARK: Tabs

  @MainActor private static func makeNotebook(_ names: [String], movable: Bool = true)
    -> WidgetPointer
  {
    let notebook: WidgetPointer = gtk_notebook_new().named("Pages")
    for name in names { appendPage(name, to: notebook, movable: movable) }
    return notebook
  }

  @MainActor private static func appendPage(
    _ name: String, to notebook: WidgetPointer, movable: Bool = true
  ) {
    let page: WidgetPointer = gtk_label_new(name).named(name)
    gtk_notebook_append_page(notebook.opaque, page, nil)
    gtk_notebook_set_tab_reorderable(notebook.opaque, page, movable ? 1 : 0)
  }

  @MainActor private static func pages(of notebook: WidgetPointer) -> [String] {
    (0..<gtk_notebook_get_n_pages(notebook.opaque)).map {
      gtk_notebook_get_nth_page(notebook.opaque, $0)!.restorationIdentifier!
    }
  }

  /// R106: tabs that the user moved keep their order.
  ///
  /// If the tabs cannot be moved, the program's order counts.
  func testTabs() throws {
    try withProgram { program in
      let notebook = Self.makeNotebook(["a", "b", "c"])
      program.show(notebook)
      gtk_notebook_reorder_child(
        notebook.opaque, gtk_notebook_get_nth_page(notebook.opaque, 2), 0)
      gtk_notebook_set_current_page(notebook.opaque, 1)
      XCTAssertEqual(Self.pages(of: notebook), ["c", "a", "b"])
      try program.relaunch()
      let restored = Self.makeNotebook(["a", "new", "b"])
      program.show(restored)
      Self.appendPage("c", to: restored)
      program.pump { Self.pages(of: restored) == ["c", "a", "b", "new"] }
      XCTAssertEqual(gtk_notebook_get_current_page(restored.opaque), 1)
      try program.relaunch()
      let fixed = Self.makeNotebook(["a", "b", "c"], movable: false)
      program.show(fixed)
      XCTAssertEqual(Self.pages(of: fixed), ["a", "b", "c"])
    }
  }

  // MARK: Choices

  /// R106: an element's identifier finds it in another language.
  func testChoiceInAnotherLanguage() throws {
    try withProgram { program in
      @MainActor func makeDropDown(_ choices: KeyValuePairs<String, String>) -> WidgetPointer {
        let model = makeStrings(choices.map(\.value))
        for (number, choice) in choices.enumerated() {
          let element = g_list_model_get_item(model, guint(number))!
          WidgetRestoration.setModelIdentifier(choice.key, forElement: element)
          g_object_unref(element)
        }
        return gtk_drop_down_new(model, nil).named("Unit")
      }
      let dropDown = makeDropDown(["m": "metres", "ft": "feet", "mi": "miles"])
      program.show(dropDown)
      gtk_drop_down_set_selected(dropDown.opaque, 1)
      try program.relaunch()
      let restored = makeDropDown(["ft": "Fuß", "m": "Meter", "mi": "Meilen"])
      program.show(restored)
      XCTAssertEqual(gtk_drop_down_get_selected(restored.opaque), 0)
    }
  }

  /// The log says once that a widget comes back in part.
  func testPartsAreSaid() throws {
    try withProgram { program in
      let list: WidgetPointer = gtk_list_box_new().named("Rows")
      for _ in 0..<2 { gtk_list_box_append(list.opaque, gtk_list_box_row_new()) }
      program.show(list)
      gtk_list_box_select_row(list.opaque, gtk_list_box_get_row_at_index(list.opaque, 1))
      for _ in 0..<2 { try program.restoration.save() }
      gtk_list_box_select_row(list.opaque, gtk_list_box_get_row_at_index(list.opaque, 0))
      try program.restoration.save()
      let said = program.log.lines.filter { $0.contains("in part") }
      XCTAssertEqual(said.count, 1)
      XCTAssertTrue(
        said.first?.contains("GtkListBox comes back in part: selected elements") == true)
    }
  }
}
#endif
