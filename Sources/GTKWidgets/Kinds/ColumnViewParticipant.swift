// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import GTKSupport
import RestorationArchive
import StateRestoration

/// The selection of a column view, and the arrangement of its columns.
///
/// The arrangement is their order, their widths, which ones are hidden, and the sorting. Columns
/// are known by their identifiers, which GTK has since 4.10, or else by their titles; a second one
/// with a title is numbered. Missing columns are awaited.
final class ColumnViewParticipant: ModelSelectionParticipant {
  private var pending: Arrangement?
  /// The column names at the last look, to notice moved columns.
  private var knownNames: [String] = []
  private var observedColumns: ObservedObject?
  private var observedEach: [ObservedObject] = []
  private var observedSorter: ObservedObject?

  private struct Arrangement {
    var names: [String] = []
    /// The widths in points, in the order of `names`.
    ///
    /// -1 means as wide as the content.
    var widths: [Int] = []
    /// The names of the hidden columns; `nil` if it was not saved.
    var hidden: [String]?
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
    observeEach()
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
    if let hidden = arrangement.hidden { coder.encode(hidden, forKey: "hidden") }
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
      hidden: coder.decode([String].self, forKey: "hidden"),
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
      if let hidden = wanted.hidden {
        for name in wanted.names {
          if let column = unsafe column(named: name) {
            unsafe gtk_column_view_column_set_visible(
              column, (!hidden.contains(name)).gboolean)
          }
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
    observeEach()
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

  /// Handles columns that were moved, resized or hidden, or another sorting.
  ///
  /// Sorted rows look like other elements, so this is not left to ``choiceDidChange(forgetting:)``.
  private func arrangementDidChange() {
    if isUserChange { pending = nil }
    didChange()
  }

  private func observeEach() {
    observedEach = columns.map {
      unsafe ObservedObject(UnsafeMutableRawPointer($0.pointer), of: widget)
    }
    for column in observedEach {
      for property in ["fixed-width", "visible"] {
        column.connect("notify::" + property) { [weak self] in self?.arrangementDidChange() }
      }
    }
  }

  // MARK: Current state

  /// A column of the view, borrowed: the view owns it.
  @safe private struct Column {
    var pointer: OpaquePointer
    var name: String?

    /// Its number among columns of one name, from 1 on; the column stores it.
    @MainActor var number: Int? {
      get {
        unsafe g_object_get_data(UnsafeMutablePointer(pointer), Self.key).map {
          Int(bitPattern: $0)
        }
      }
      nonmutating set {
        unsafe g_object_set_data(
          UnsafeMutablePointer(pointer), Self.key,
          newValue.flatMap { unsafe UnsafeMutableRawPointer(bitPattern: $0) })
      }
    }

    private static let key = "restoration-column-number"
  }

  private var columns: [Column] {
    guard let model = unsafe gtk_column_view_get_columns(widget.opaque) else { return [] }
    let columns = unsafe (0..<g_list_model_get_n_items(model)).compactMap { index in
      guard let column = unsafe g_list_model_get_item(model, index) else { return nil as Column? }
      defer { unsafe g_object_unref(column) }
      return unsafe Column(pointer: OpaquePointer(column), name: columnName(of: column))
    }
    return numbered(columns)
  }

  /// Numbers columns of one name.
  ///
  /// A column keeps the number of the first look, so that it is the same column wherever the user
  /// moves it.
  private func numbered(_ columns: [Column]) -> [Column] {
    let counts = Dictionary(columns.map { ($0.name, 1) }, uniquingKeysWith: +)
    guard counts.contains(where: { $0.key != nil && $0.value > 1 }) else { return columns }
    var taken: [String: Set<Int>] = [:]
    for column in columns {
      if let name = column.name, let number = column.number {
        taken[name, default: []].insert(number)
      }
    }
    return columns.map { column in
      guard let name = column.name, counts[name] != 1 else { return column }
      var column = column
      let number =
        column.number
        ?? (1...).first { taken[name, default: []].insert($0).inserted } ?? 1
      column.number = number
      if number > 1 { column.name = name + String(rowSeparator) + "\(number)" }
      return column
    }
  }

  private var columnNames: [String] { columns.compactMap(\.name) }

  private func column(named name: String) -> OpaquePointer? {
    unsafe columns.first { $0.name == name }?.pointer
  }

  /// Returns a column's identifier or title.
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
      hidden: named.filter { unsafe gtk_column_view_column_get_visible($0.pointer) == 0 }
        .compactMap(\.name),
      sortColumn: sorted?.column, isDescending: sorted?.isDescending ?? false)
  }

  /// The column that sorts the rows.
  ///
  /// GTK has a property for it since 4.10; before that, the header shows it.
  private var sorting: (column: String, isDescending: Bool)? {
    guard let sorter = unsafe observedSorter?.pointer else { return nil }
    if unsafe hasProperty("primary-sort-column", sorter) {
      guard let column = unsafe cgtk_object_peek_object(sorter, "primary-sort-column"),
        let name = columns.first(where: { unsafe $0.pointer == OpaquePointer(column) })?.name
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
