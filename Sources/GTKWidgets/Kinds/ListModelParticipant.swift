// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import GTKSupport
import RestorationArchive
import StateRestoration

/// The selection in a list model, which the program may replace.
class ListModelParticipant: SelectionParticipant {
  private var observed: ObservedObject?

  /// The model of the widget.
  var model: OpaquePointer? { nil }

  override func observe() {
    unsafe connect(widget, "notify::model") { [weak self] _ in
      self?.observeModel()
      self?.elementsDidChange(areGone: true)
    }
    observeModel()
  }

  /// Whether the model is another one than at the last signal of the widget.
  final var isNewModel: Bool {
    unsafe model.map { unsafe UnsafeMutableRawPointer($0) } != observed?.pointer
  }

  /// Connects to signals of a model other than those of its elements.
  func observe(_ model: ObservedObject) {}

  override var count: Int { unsafe model.map { unsafe Int(g_list_model_get_n_items($0)) } ?? 0 }

  override func withElement<Result>(
    at position: Int, _ body: (UnsafeMutableRawPointer) -> Result?
  ) -> Result? {
    guard let model = unsafe model,
      let item = unsafe g_list_model_get_item(model, guint(position))
    else { return nil }
    defer { unsafe g_object_unref(item) }
    return unsafe body(item)
  }

  /// Returns an element's name; for a row of a tree, its path.
  ///
  /// The path is made of the names of the elements that lead to the row.
  override func name(of element: UnsafeMutableRawPointer) -> String? {
    guard unsafe isTreeRow(element) else { return unsafe super.name(of: element) }
    guard let item = unsafe gtk_tree_list_row_get_item(OpaquePointer(element)) else { return nil }
    defer { unsafe g_object_unref(item) }
    guard let name = unsafe super.name(of: item) else { return nil }
    guard let parent = unsafe gtk_tree_list_row_get_parent(OpaquePointer(element)) else {
      return name
    }
    defer { unsafe g_object_unref(UnsafeMutableRawPointer(parent)) }
    return unsafe self.name(of: UnsafeMutableRawPointer(parent)).map {
      $0 + String(rowSeparator) + name
    }
  }

  /// Returns the element's own identifier, or the string of a string object.
  override func defaultName(of element: UnsafeMutableRawPointer) -> String? {
    if let name = unsafe WidgetRestoration.modelIdentifier(forElement: element) { return name }
    let object = unsafe WidgetPointer(OpaquePointer(element))
    if unsafe object.isA(gtk_string_object_get_type()) {
      return unsafe gtk_string_object_get_string(OpaquePointer(element)).map {
        unsafe String(cString: $0)
      }
    }
    // The nick of an enumeration value is not translated.
    guard unsafe object.className == "AdwEnumListItem",
      let name = unsafe cgtk_object_copy_string(element, "nick")
    else { return nil }
    defer { unsafe g_free(name) }
    return unsafe String(cString: name)
  }

  /// Returns whether an element is a row of a `GtkTreeListModel`.
  ///
  /// Such a row wraps the program's element.
  final func isTreeRow(_ element: UnsafeMutableRawPointer) -> Bool {
    unsafe WidgetPointer(OpaquePointer(element)).isA(gtk_tree_list_row_get_type())
  }

  private func observeModel() {
    guard isNewModel else { return }
    observed = unsafe model.map { unsafe ObservedObject(UnsafeMutableRawPointer($0), of: widget) }
    guard let observed else { return }
    observed.connect("items-changed") { [weak self] in
      self?.elementsDidChange(areGone: $0.unsigned(1) > 0)
    }
    observe(observed)
  }
}

/// The selected element of a drop-down list.
///
/// Serves other widgets with the same properties, too. A list selects its first element on its own,
/// which is nobody's choice.
final class DropDownParticipant: ListModelParticipant {
  private let choice = ChosenValue<Selection>()
  /// The number of elements at the last signal of the model.
  private var knownCount = 0
  /// The chosen element at the last signal, and its position.
  private var known: Selection?
  private var knownPositions: [Int] = []

  override var ownChoice: (any OfferableValue)? { choice }

  override var model: OpaquePointer? {
    unsafe cgtk_object_peek_object(widget.raw, "model").map { OpaquePointer($0) }
  }

  override func observe() {
    unsafe connect(widget, "notify::selected") { [weak self] _ in self?.selectionDidChange() }
    super.observe()
    (known, knownCount, knownPositions) = (chosen, count, selectedPositions)
    record(by: .program)
  }

  override func selectionDidChange() {
    // The model's own signal comes later.
    let isFilled = isNewModel || count != knownCount || selectedPositions == knownPositions
    if isFilled { noteFilling() }
    (known, knownPositions) = (chosen, selectedPositions)
    guard let author else { return }
    noteShown()
    record(by: isFilled ? .nobody : author)
    valueDidChange(choice)
  }

  /// Handles elements that came or went.
  ///
  /// Another element at the selected position is nobody's choice; not every GTK signals it.
  override func elementsDidChange(areGone: Bool) {
    noteFilling()
    let former = known
    (known, knownCount, knownPositions) = (chosen, count, selectedPositions)
    if author != nil, known != former, choice.isPrograms(former) {
      choice.didChange(to: known, by: .nobody)
    }
    super.elementsDidChange(areGone: areGone)
  }

  override func willFill() { choice.willFill(known) }

  override func didFill() { if choice.didFill(chosen) { didChange() } }

  private func record(by author: ValueAuthor) {
    let isNobodys = author == .program && selectedPositions == [0]
    choice.didChange(to: chosen, by: isNobodys ? .nobody : author)
  }

  /// The chosen element; `nil` while there is none to choose.
  private var chosen: Selection? { count == 0 ? nil : shownSelection }

  override var isWaiting: Bool { choice.isWaiting }

  override func encode(with coder: RestorationEncoder) {
    unsafe choice.encode(chosen, forKey: "selected", with: coder, widget.valueRestoration) {
      $0.encode(forKey: $1, with: coder)
    }
  }

  override func decode(with coder: RestorationDecoder) {
    choice.decode(forKey: "selected", with: coder) { Selection(forKey: $0, with: coder) }
  }

  override func apply() {
    guard count > 0, let selection = unsafe choice.valueToPutBack(widget.valueRestoration)
    else { return }
    if show(selection) { choice.didPutBack() }
  }

  override var selectedPositions: [Int] {
    let selected = unsafe cgtk_object_get_uint(widget.raw, "selected")
    return selected == guint.max ? [] : [Int(selected)]  // GTK_INVALID_LIST_POSITION
  }

  /// Returns the nearest position in the list.
  ///
  /// A drop-down list always has a selected element. If the restored one is missing, it is the
  /// nearest.
  override func position(_ position: Int, of count: Int) -> Int? {
    count > 0 && position >= 0 ? min(position, count - 1) : nil
  }

  override func select(_ positions: [Int]) {
    unsafe cgtk_object_set_uint(
      widget.raw, "selected", positions.first.map { guint($0) } ?? guint.max)
  }
}

/// The selection in a `GtkSelectionModel`, and a tree's expanded rows.
class ModelSelectionParticipant: ListModelParticipant {
  /// The names of restored rows that are missing and will be expanded.
  ///
  /// They are dropped if no more rows come for a while.
  private var unexpanded: Set<String> = []
  /// The names of all restored rows.
  private var restoredRows: Set<String> = []
  /// Whether the restored expansion was not applied to any row yet.
  private var isUntouched = false

  override func observe(_ model: ObservedObject) {
    model.connect("selection-changed") { [weak self] in self?.selectionDidChange() }
  }

  override func encode(with coder: RestorationEncoder) {
    super.encode(with: coder)
    guard isTree || !unexpanded.isEmpty else { return }
    var names: [String] = []
    unsafe withRows { row, name in
      guard unsafe gtk_tree_list_row_get_expanded(row) != 0 else { return }
      if let name = name() {
        names.append(name)
      } else {
        comesBackInPart("expanded rows need model identifiers to come back")
      }
    }
    coder.encode(names + unexpanded.sorted(), forKey: "expanded")
  }

  override func decode(with coder: RestorationDecoder) {
    super.decode(with: coder)
    guard let names = coder.decode([String].self, forKey: "expanded") else { return }
    restoredRows = Set(names)
    (unexpanded, isUntouched) = (restoredRows, true)
  }

  override func awaitAgain() {
    super.awaitAgain()
    unexpanded = restoredRows
  }

  override func apply() {
    if isTree, isUntouched || !unexpanded.isEmpty { expand() }
    super.apply()
  }

  override var isWaiting: Bool { super.isWaiting || isUntouched || !unexpanded.isEmpty }

  // MARK: Trees

  private var isTree: Bool {
    unsafe withElement(at: 0) { unsafe isTreeRow($0) } ?? false
  }

  /// Expands the restored rows from the top down.
  ///
  /// A row brings the rows below it. The first time, all other rows are collapsed, because a tree
  /// may expand its rows on its own.
  private func expand() {
    applying {
      unsafe withRows { row, name in
        guard unsafe gtk_tree_list_row_is_expandable(row) != 0, let name = name() else { return }
        if unexpanded.remove(name) != nil {
          unsafe gtk_tree_list_row_set_expanded(row, 1)
        } else if isUntouched {
          unsafe gtk_tree_list_row_set_expanded(row, 0)
        }
      }
    }
    isUntouched = false
    guard !unexpanded.isEmpty else { return endWaiting() }
    waitPatiently { [weak self] in self?.unexpanded = [] }
  }

  /// Calls a closure with each row of the tree.
  ///
  /// The rows that the closure adds by expanding one are included.
  private func withRows(_ body: (OpaquePointer, () -> String?) -> Void) {
    var position = 0
    while position < count {
      let isRow: Bool? = unsafe withElement(at: position) { element in
        guard unsafe isTreeRow(element) else { return false }
        unsafe body(OpaquePointer(element)) { unsafe self.name(of: element) }
        return true
      }
      guard isRow == true else { return }
      position += 1
    }
  }

  override var selectedPositions: [Int] {
    guard let model = unsafe model,
      let selection = unsafe gtk_selection_model_get_selection(model)
    else { return [] }
    defer { unsafe gtk_bitset_unref(selection) }
    return unsafe (0..<gtk_bitset_get_size(selection)).map {
      unsafe Int(gtk_bitset_get_nth(selection, guint($0)))
    }
  }

  override func select(_ positions: [Int]) {
    guard let model = unsafe model else { return }
    guard !positions.isEmpty else {
      unsafe gtk_selection_model_unselect_all(model)
      return
    }
    guard let list = unsafe widget.part(gtk_list_base_get_type()) else { return }
    // The list keeps a row for what it selects itself, also out of sight.
    var first = unsafe [
      g_variant_new_uint32(guint32(positions[0])), g_variant_new_boolean(0),
      g_variant_new_boolean(0),
    ]
    let target = unsafe g_variant_ref_sink(g_variant_new_tuple(&first, gsize(first.count)))
    unsafe gtk_widget_activate_action_variant(list, "list.select-item", target)
    unsafe g_variant_unref(target)
    for position in positions.dropFirst() {
      unsafe gtk_selection_model_select_item(model, guint(position), 0)
    }
    unsafe moveCursor(of: list)
  }

  /// Moves a list's cursor, from which its keys go on, to the first selected row.
  ///
  /// Otherwise the first key, or Tab into the list, would select the first row of all. GTK has a
  /// call for it only since 4.12; but the cursor follows the child that had the focus last. The list
  /// scrolls there, too, so this is done only in a scrolled window that keeps its position.
  private func moveCursor(of list: WidgetPointer) {
    let row = unsafe list.children.first {
      unsafe gtk_widget_get_state_flags($0).rawValue & GTK_STATE_FLAG_SELECTED.rawValue != 0
    }
    let around = unsafe gtk_widget_get_ancestor(list, gtk_scrolled_window_get_type())
    guard let row = unsafe row,
      let scrolled = unsafe around?.participant as? ScrolledWindowParticipant
    else { return }
    scrolled.keepPlace()
    // Before its first layout, the list would divide by a height of zero.
    let adjustments = unsafe [
      gtk_scrollable_get_hadjustment(list.opaque), gtk_scrollable_get_vadjustment(list.opaque),
    ].filter { unsafe gtk_adjustment_get_page_size($0) == 0 }
    unsafe adjustments.forEach { unsafe gtk_adjustment_set_page_size($0, 1) }
    if hasFocus {
      unsafe gtk_widget_grab_focus(row)
    } else {
      unsafe gtk_widget_set_focus_child(list, row)
    }
    unsafe adjustments.forEach { unsafe gtk_adjustment_set_page_size($0, 0) }
  }

  /// Whether the focus is in the list.
  private var hasFocus: Bool {
    guard let root = unsafe gtk_widget_get_root(widget), let focus = unsafe gtk_root_get_focus(root)
    else { return false }
    return unsafe focus == widget || gtk_widget_is_ancestor(focus, widget) != 0
  }
}

final class ListViewParticipant: ModelSelectionParticipant {
  override var model: OpaquePointer? { unsafe gtk_list_view_get_model(widget.opaque) }
}

final class GridViewParticipant: ModelSelectionParticipant {
  override var model: OpaquePointer? { unsafe gtk_grid_view_get_model(widget.opaque) }
}

/// Separates the names on the path to a row of a tree.
let rowSeparator: Character = "\u{1F}"

extension [String] {
  /// Returns the names in a given order; new names come last.
  func arranged(as order: [String]) -> [String] {
    let names = Set(self)
    let known = order.filter(names.contains)
    let knownNames = Set(known)
    return known + filter { !knownNames.contains($0) }
  }
}
#endif
