// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import GTKSupport
import RestorationArchive
import StateRestoration

/// The selection of a column view, and the arrangement of its columns.
///
/// The arrangement is their order, their widths and the sorting. Columns are known by their
/// identifiers, which GTK has since 4.10, or else by their titles. Missing columns are awaited.
final class ColumnViewParticipant: ModelSelectionParticipant {
  private var pending: Arrangement?
  /// The column names at the last look, to notice moved columns.
  private var knownNames: [String] = []
  private var observedColumns: ObservedObject?
  private var observedWidths: [ObservedObject] = []
  private var observedSorter: ObservedObject?

  private struct Arrangement {
    var names: [String] = []
    /// The widths in points, in the order of `names`.
    ///
    /// -1 means as wide as the content.
    var widths: [Int] = []
    /// The name of the column that sorts the rows.
    var sortColumn: String?
    var isDescending = false
  }

  override var model: OpaquePointer? { unsafe gtk_column_view_get_model(widget.opaque) }

  override func observe() {
    super.observe()
    observedColumns = unsafe gtk_column_view_get_columns(widget.opaque).map {
      unsafe ObservedObject(UnsafeMutableRawPointer($0), of: widget)
    }
    observedColumns?.connect("items-changed") { [weak self] in self?.columnsDidChange() }
    observeWidths()
    observedSorter = unsafe gtk_column_view_get_sorter(widget.opaque).map {
      unsafe ObservedObject(UnsafeMutableRawPointer($0), of: widget)
    }
    observedSorter?.connect("changed") { [weak self] in self?.arrangementDidChange() }
  }

  override func encode(with coder: RestorationEncoder) {
    super.encode(with: coder)
    let arrangement = pending ?? shown
    if columns.contains(where: { $0.name == nil }) {
      comesBackInPart("columns without a title keep neither place nor width")
    }
    coder.encode(arrangement.names, forKey: "columns")
    coder.encode(arrangement.widths, forKey: "widths")
    guard let column = arrangement.sortColumn else { return }
    coder.encode(column, forKey: "sortColumn")
    coder.encode(arrangement.isDescending, forKey: "isDescending")
  }

  override func decode(with coder: RestorationDecoder) {
    super.decode(with: coder)
    knownNames = []
    guard let names = coder.decode([String].self, forKey: "columns") else { return }
    pending = Arrangement(
      names: names, widths: coder.decode([Int].self, forKey: "widths") ?? [],
      sortColumn: coder.decodeString(forKey: "sortColumn"),
      isDescending: coder.decodeBool(forKey: "isDescending"))
  }

  override func apply() {
    if let pending {
      if isRearranged { self.pending = nil } else { arrange(as: pending) }
    }
    knownNames = columnNames
    super.apply()
  }

  private func arrange(as wanted: Arrangement) {
    let names = columnNames
    let known = Set(names)
    guard !known.isEmpty else { return }
    if known.isSuperset(of: wanted.names) { pending = nil }
    applying {
      if unsafe gtk_column_view_get_reorderable(widget.opaque) != 0 {
        // Columns without a name stay where they are.
        let columns = columns
        let places = columns.indices.filter { columns[$0].name != nil }
        for (place, name) in zip(places, names.arranged(as: wanted.names)) {
          if let column = unsafe column(named: name) {
            unsafe gtk_column_view_insert_column(widget.opaque, guint(place), column)
          }
        }
      }
      for (name, width) in zip(wanted.names, wanted.widths) {
        if let column = unsafe column(named: name) {
          unsafe gtk_column_view_column_set_fixed_width(column, Int32(clamping: max(-1, width)))
        }
      }
      if wanted.sortColumn.map(known.contains) ?? true,
        wanted.sortColumn != shown.sortColumn
          || wanted.isDescending != shown.isDescending
      {
        unsafe gtk_column_view_sort_by_column(
          widget.opaque, wanted.sortColumn.flatMap { unsafe column(named: $0) },
          wanted.isDescending ? GTK_SORT_DESCENDING : GTK_SORT_ASCENDING)
      }
    }
  }

  private func columnsDidChange() {
    observeWidths()
    guard isChange else { return }
    if pending != nil { applySoon() }  // a moved column is missing for a moment
    didChange()
  }

  /// Whether the columns stand in another order than before, on screen.
  ///
  /// Only the user moves them there.
  private var isRearranged: Bool {
    let names = columnNames
    return isUserChange && names != knownNames && Set(names) == Set(knownNames)
  }

  private func arrangementDidChange() { choiceDidChange { pending = nil } }

  private func observeWidths() {
    observedWidths = columns.map {
      unsafe ObservedObject(UnsafeMutableRawPointer($0.pointer), of: widget)
    }
    for column in observedWidths {
      column.connect("notify::fixed-width") { [weak self] in self?.arrangementDidChange() }
    }
  }

  // MARK: Current state

  /// A column of the view, borrowed: the view owns it.
  @safe private struct Column {
    var pointer: OpaquePointer
    var name: String?
  }

  private var columns: [Column] {
    guard let model = unsafe gtk_column_view_get_columns(widget.opaque) else { return [] }
    return unsafe (0..<g_list_model_get_n_items(model)).compactMap { index in
      guard let column = unsafe g_list_model_get_item(model, index) else { return nil }
      defer { unsafe g_object_unref(column) }
      return unsafe Column(pointer: OpaquePointer(column), name: columnName(of: column))
    }
  }

  private var columnNames: [String] { columns.compactMap(\.name) }

  private func column(named name: String) -> OpaquePointer? {
    unsafe columns.first { $0.name == name }?.pointer
  }

  private func columnName(of column: UnsafeMutableRawPointer) -> String? {
    for property in ["id", "title"] {
      guard unsafe hasProperty(property, column),
        let text = unsafe cgtk_object_copy_string(column, property)
      else { continue }
      defer { unsafe g_free(text) }
      if unsafe text.pointee != 0 { return unsafe String(cString: text) }
    }
    return nil
  }

  private var shown: Arrangement {
    let named = columns.filter { $0.name != nil }
    let sorted = sorting
    return Arrangement(
      names: named.compactMap(\.name),
      widths: named.map { unsafe Int(gtk_column_view_column_get_fixed_width($0.pointer)) },
      sortColumn: sorted?.column, isDescending: sorted?.isDescending ?? false)
  }

  /// The column that sorts the rows.
  ///
  /// GTK has a property for it since 4.10; before that, the header shows it.
  private var sorting: (column: String, isDescending: Bool)? {
    guard let sorter = unsafe observedSorter?.pointer else { return nil }
    if unsafe hasProperty("primary-sort-column", sorter) {
      guard let column = unsafe cgtk_object_peek_object(sorter, "primary-sort-column"),
        let name = unsafe columnName(of: column)
      else { return nil }
      return unsafe (name, cgtk_object_get_uint(sorter, "primary-sort-order") != 0)
    }
    guard let header = unsafe gtk_widget_get_first_child(widget) else { return nil }
    let titles = unsafe header.children
    for (number, column) in columns.enumerated() {
      guard unsafe titles.indices.contains(number), let name = column.name,
        let mark = unsafe titles[number].descendant(cssName: "sort-indicator")
      else { continue }
      if unsafe gtk_widget_has_css_class(mark, "descending") != 0 { return (name, true) }
      if unsafe gtk_widget_has_css_class(mark, "ascending") != 0 { return (name, false) }
    }
    return nil
  }
}

/// Returns whether an object has a property.
@MainActor private func hasProperty(_ name: String, _ object: UnsafeMutableRawPointer) -> Bool {
  unsafe g_object_class_find_property(
    UnsafeMutableRawPointer(
      object.assumingMemoryBound(to: GTypeInstance.self).pointee.g_class
    ).assumingMemoryBound(to: GObjectClass.self), name) != nil
}

extension UnsafeMutablePointer where Pointee == GtkWidget {
  /// Returns the first widget inside that has a CSS name.
  @MainActor fileprivate func descendant(cssName: String) -> WidgetPointer? {
    unsafe children.firstResult { child in
      unsafe String(cString: gtk_widget_get_css_name(child)) == cssName
        ? child : child.descendant(cssName: cssName)
    }
  }
}
#endif
