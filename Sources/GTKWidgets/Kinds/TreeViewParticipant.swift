// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import GTKSupport
import RestorationArchive

/// Expanded and selected rows of a `GtkTreeView`, and the sorting column.
///
/// A row is known by the names of the rows that lead to it. Without a
/// `modelIdentifierForElement`, which gets a `GtkTreeIter` here, row numbers take the place of
/// names. Missing rows are awaited, also those that the program removes before the user has done
/// anything.
final class TreeViewParticipant: WidgetParticipant {
  private var pending: Rows?
  /// The decoded rows.
  private var restored: Rows?
  private var pendingSorting: Sorting?
  private var observed: ObservedObject?

  private struct Rows {
    var expanded: [String] = []
    var selected: [String] = []
  }

  private typealias Sorting = (column: Int, isDescending: Bool)

  override func observe() {
    for signal in ["row-expanded", "row-collapsed"] {
      unsafe connect(widget, signal) { [weak self] _ in self?.didChange() }
    }
    unsafe connect(UnsafeMutableRawPointer(selection), "changed", whileAlive: widget) {
      [weak self] _ in
      self?.choiceDidChange { self?.pending?.selected = [] }
    }
    unsafe connect(widget, "notify::model") { [weak self] _ in
      self?.observeModel()
      self?.rowsDidChange(areGone: true)
    }
    observeModel()
  }

  override func encode(with coder: RestorationEncoder) {
    var rows = shown
    if !rows.expanded.isEmpty || !rows.selected.isEmpty,
      unsafe widget.modelIdentifierForElement == nil
    {
      comesBackInPart("rows are found by number; model identifiers give them names")
    }
    if let pending {
      rows.expanded = Array(Set(rows.expanded + pending.expanded)).sorted()
      if !pending.selected.isEmpty { rows.selected = pending.selected }
    }
    coder.encode(rows.expanded, forKey: "expanded")
    coder.encode(rows.selected, forKey: "selected")
    if let (column, isDescending) = pendingSorting ?? sorting {
      coder.encode(column, forKey: "sortColumn")
      coder.encode(isDescending, forKey: "isDescending")
    }
  }

  override func decode(with coder: RestorationDecoder) {
    guard let expanded = coder.decode([String].self, forKey: "expanded") else { return }
    restored = Rows(
      expanded: expanded, selected: coder.decode([String].self, forKey: "selected") ?? [])
    pending = restored
    pendingSorting = coder.decode(Int.self, forKey: "sortColumn").map {
      ($0, coder.decodeBool(forKey: "isDescending"))
    }
  }

  override func apply() {
    sort()
    guard var rows = pending, unsafe gtk_tree_view_get_model(view) != nil else { return }
    let wanted = Set(rows.expanded + rows.selected)
    let branches = Set(wanted.flatMap(Self.branches(to:)))
    var found: [String: String] = [:]
    unsafe walk { name, path, _ in
      if wanted.contains(name) { found[name] = path }
      return branches.contains(name)
    }
    pending = nil
    applying {
      for path in rows.expanded.compactMap({ found[$0] }) {
        unsafe withPath(path) { unsafe gtk_tree_view_expand_to_path(view, $0) }
      }
      let selected = rows.selected.compactMap { found[$0] }
      guard !selected.isEmpty || rows.selected.isEmpty else { return }
      unsafe gtk_tree_selection_unselect_all(selection)
      for path in selected {
        unsafe withPath(path) { unsafe gtk_tree_selection_select_path(selection, $0) }
      }
    }
    rows.expanded.removeAll { found[$0] != nil }
    if rows.selected.allSatisfy({ found[$0] != nil }) { rows.selected = [] }
    if !rows.expanded.isEmpty || !rows.selected.isEmpty { pending = rows }
    // Without a limit, rows that are gone for good would be saved for ever.
    guard !rows.expanded.isEmpty, isFilled else { return endWaiting() }
    waitPatiently { [weak self] in
      self?.pending?.expanded = []
      if self?.pending?.selected.isEmpty == true { self?.pending = nil }
    }
  }

  private var isFilled: Bool {
    var row = unsafe GtkTreeIter()
    return unsafe gtk_tree_model_get_iter_first(gtk_tree_view_get_model(view), &row) != 0
  }

  // MARK: Current state

  private var view: UnsafeMutablePointer<GtkTreeView> { unsafe widget.cast() }

  /// The selection object; lives as long as the view.
  private var selection: OpaquePointer { unsafe gtk_tree_view_get_selection(view) }

  private func observeModel() {
    observed = unsafe gtk_tree_view_get_model(view).map {
      unsafe ObservedObject(UnsafeMutableRawPointer($0), of: widget)
    }
    for signal in ["row-inserted", "row-changed", "row-deleted"] {
      observed?.connect(signal) { [weak self] in
        self?.rowsDidChange(areGone: signal == "row-deleted")
      }
    }
    if unsafe sortable != nil {
      observed?.connect("sort-column-changed") { [weak self] in
        self?.choiceDidChange { self?.pendingSorting = nil }
      }
    }
  }

  private func rowsDidChange(areGone: Bool) {
    noteFilling()
    if areGone, isLaunching { pending = restored }
    if pending != nil || pendingSorting != nil { applySoon() }
  }

  private var shown: Rows {
    var rows = Rows()
    unsafe walk { name, path, row in
      if unsafe gtk_tree_selection_iter_is_selected(selection, row) != 0 {
        rows.selected.append(name)
      }
      var isExpanded = false
      unsafe withPath(path) { unsafe isExpanded = gtk_tree_view_row_expanded(view, $0) != 0 }
      if isExpanded { rows.expanded.append(name) }
      return isExpanded
    }
    return rows
  }

  // MARK: Rows by name

  /// Returns the names of the rows above a row.
  private static func branches(to name: String) -> [String] {
    name.indices.filter { name[$0] == rowSeparator }.map { String(name[..<$0]) }
  }

  /// Calls a closure with the name, path and iterator of each row.
  ///
  /// - Parameters:
  ///   - parent: The row whose children to visit; `nil` for the top level.
  ///   - prefix: The beginning of the names.
  ///   - parentPath: The beginning of the paths, in GTK's notation.
  ///   - body: Returns whether to visit the rows below as well.
  private func walk(
    below parent: UnsafeMutablePointer<GtkTreeIter>? = nil, _ prefix: String = "",
    _ parentPath: String = "",
    _ body: (String, String, UnsafeMutablePointer<GtkTreeIter>) -> Bool
  ) {
    guard let model = unsafe gtk_tree_view_get_model(view) else { return }
    var (row, number) = unsafe (GtkTreeIter(), 0)
    var isThere = unsafe gtk_tree_model_iter_children(model, &row, parent) != 0
    while isThere {
      if let name = unsafe name(of: &row, number) {
        let (name, path) = (prefix + name, parentPath + "\(number)")
        if unsafe body(name, path, &row) {
          unsafe walk(below: &row, name + String(rowSeparator), path + ":", body)
        }
      }
      number += 1
      isThere = unsafe gtk_tree_model_iter_next(model, &row) != 0
    }
  }

  private func name(of row: UnsafeMutablePointer<GtkTreeIter>, _ number: Int) -> String? {
    guard let name = unsafe widget.modelIdentifierForElement else { return "\(number)" }
    return unsafe name(UnsafeMutableRawPointer(row))
  }

  private func withPath(_ path: String, _ body: (OpaquePointer) -> Void) {
    guard let path = unsafe gtk_tree_path_new_from_string(path) else { return }
    unsafe body(path)
    unsafe gtk_tree_path_free(path)
  }

  // MARK: Sorting

  /// The model, if it can be sorted by its columns.
  private var sortable: OpaquePointer? {
    unsafe gtk_tree_view_get_model(view).flatMap {
      unsafe WidgetPointer($0).isA(gtk_tree_sortable_get_type()) ? $0 : nil
    }
  }

  private var sorting: Sorting? {
    guard let sortable = unsafe sortable else { return nil }
    var (column, order) = (Int32(), GTK_SORT_ASCENDING)
    guard unsafe gtk_tree_sortable_get_sort_column_id(sortable, &column, &order) != 0 else {
      return nil
    }
    return (Int(column), order == GTK_SORT_DESCENDING)
  }

  private func sort() {
    guard let wanted = pendingSorting, let sortable = unsafe sortable else { return }
    pendingSorting = nil
    // GTK prints a warning for a column that it cannot sort by.
    guard let column = Int32(exactly: wanted.column), column >= 0,
      hasColumn(sortedBy: column)
    else { return }
    applying {
      unsafe gtk_tree_sortable_set_sort_column_id(
        sortable, column, wanted.isDescending ? GTK_SORT_DESCENDING : GTK_SORT_ASCENDING)
    }
  }

  private func hasColumn(sortedBy wanted: Int32) -> Bool {
    unsafe (0..<Int32(gtk_tree_view_get_n_columns(view))).contains { number in
      let column = unsafe gtk_tree_view_get_column(view, number)
      return unsafe gtk_tree_view_column_get_sort_column_id(column) == wanted
    }
  }
}
#endif
