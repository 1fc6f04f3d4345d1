// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import GTKSupport
import RestorationArchive

/// The selected elements of a list, by their names in program data.
///
/// Missing elements are awaited until the user selects something else. So are elements that the
/// program removes before the user has done anything.
class SelectionParticipant: WidgetParticipant {
  private var pending: Selection?
  /// The decoded selection.
  private var restored: Selection?

  /// Names of elements, and the positions of elements without a name.
  struct Selection: Equatable {
    var names: [String] = []
    var positions: [Int] = []
    var isEmpty: Bool { names.isEmpty && positions.isEmpty }
  }

  // MARK: Questions to a list

  /// The number of elements.
  var count: Int { 0 }

  /// Calls a closure with the element at a position.
  func withElement<Result>(at position: Int, _ body: (UnsafeMutableRawPointer) -> Result?)
    -> Result?
  { nil }

  /// The positions of the selected elements.
  var selectedPositions: [Int] { [] }

  /// Selects some elements and no others.
  func select(_ positions: [Int]) {}

  /// Returns an element's name if the program gives it none.
  func defaultName(of element: UnsafeMutableRawPointer) -> String? { nil }

  /// Returns the position to select for a saved one, or `nil`.
  func position(_ position: Int, of count: Int) -> Int? {
    (0..<count).contains(position) ? position : nil
  }

  /// Returns an element's name in the program's data.
  func name(of element: UnsafeMutableRawPointer) -> String? {
    if let name = unsafe widget.modelIdentifierForElement { return unsafe name(element) }
    return unsafe defaultName(of: element)
  }

  /// Whether a restored element is still missing.
  var isWaiting: Bool { pending != nil }

  // MARK: Changes of a list

  /// Handles a changed selection.
  func selectionDidChange() { choiceDidChange { pending = nil } }

  /// Handles elements that came or went.
  ///
  /// A missing element is looked for a moment later, because a list may be filled one by one.
  ///
  /// - Parameter areGone: Whether some of them went.
  func elementsDidChange(areGone: Bool) {
    noteFilling()
    didChange()
    if areGone, isLaunching { awaitAgain() }
    if isWaiting { applySoon() }
  }

  /// Awaits the restored elements once more.
  func awaitAgain() { pending = restored }

  // MARK: Saved state

  override func succeed(_ former: WidgetParticipant) {
    super.succeed(former)
    pending = (former as? SelectionParticipant)?.pending
  }

  override func encode(with coder: RestorationEncoder) {
    // The restored selection comes first; a list may have selected something on its own.
    (pending ?? shownSelection).encode(forKey: "selected", with: coder)
  }

  override func decode(with coder: RestorationDecoder) {
    restored = Selection(forKey: "selected", with: coder)
    pending = restored ?? pending
  }

  override func apply() {
    if let selection = pending, show(selection) { pending = nil }
  }

  final var shownSelection: Selection {
    var selection = Selection()
    for position in selectedPositions {
      if let name = name(at: position) {
        selection.names.append(name)
      } else if !hasNames {
        selection.positions.append(position)
        comesBackInPart(
          "selected elements are found by position; model identifiers give them names")
      }
    }
    return selection
  }

  /// Selects the elements that are there.
  ///
  /// - Returns: Whether all are.
  final func show(_ selection: Selection) -> Bool {
    let count = count
    var found = Set(selection.positions.compactMap { position($0, of: count) })
    var missing = Set(selection.names)
    if !missing.isEmpty {
      for position in 0..<count {
        if let name = name(at: position), missing.remove(name) != nil { found.insert(position) }
        if missing.isEmpty { break }
      }
    }
    if !found.isEmpty || selection.isEmpty { applying { select(found.sorted()) } }
    return missing.isEmpty && selection.positions.allSatisfy { (0..<count).contains($0) }
  }

  /// Whether the program names the elements.
  ///
  /// Then an element without a name cannot be found again.
  private var hasNames: Bool { unsafe widget.modelIdentifierForElement != nil }

  private func name(at position: Int) -> String? {
    unsafe withElement(at: position) { unsafe name(of: $0) }
  }
}

extension SelectionParticipant.Selection {
  /// Reads a selection; `nil` if none was saved.
  init?(forKey key: String, with coder: RestorationDecoder) {
    guard let names = coder.decode([String].self, forKey: key) else { return nil }
    self.init(names: names, positions: coder.decode([Int].self, forKey: key + "Positions") ?? [])
  }

  func encode(forKey key: String, with coder: RestorationEncoder) {
    coder.encode(names, forKey: key)
    if !positions.isEmpty { coder.encode(positions, forKey: key + "Positions") }
  }
}

/// The selection of a list whose rows are the program's widgets.
class RowSelectionParticipant: SelectionParticipant {
  /// The signal that the list emits when its selection has changed.
  var selectionSignal: String { "" }

  /// Returns the row at a position.
  func row(at position: Int) -> WidgetPointer? { nil }

  func isSelected(_ row: WidgetPointer) -> Bool { false }

  func select(_ row: WidgetPointer) {}

  func unselect(_ row: WidgetPointer) {}

  final override var selectedPositions: [Int] {
    (0..<count).filter { unsafe row(at: $0).map { unsafe isSelected($0) } ?? false }
  }

  /// Selects rows, and then unselects others.
  ///
  /// So the program does not hear that nothing is selected, nor of what was selected already.
  final override func select(_ positions: [Int]) {
    for position in positions {
      if let row = unsafe row(at: position), unsafe !isSelected(row) { unsafe select(row) }
    }
    for position in selectedPositions where !positions.contains(position) {
      unsafe row(at: position).map { unsafe unselect($0) }
    }
  }

  override func observe() {
    unsafe connect(widget, selectionSignal) { [weak self] _ in self?.selectionDidChange() }
    // The list has no signal for new rows. The model of its children has one, while it lives.
    guard let rows = unsafe UnsafeMutableRawPointer(gtk_widget_observe_children(widget)) else {
      return
    }
    unsafe connect(rows, "items-changed", whileAlive: widget) { [weak self] in
      self?.elementsDidChange(areGone: $0.unsigned(1) > 0)
    }
    unsafe g_object_set_data_full(widget.cast(), "restoration-rows", rows) {
      unsafe g_object_unref($0)
    }
  }

  override var count: Int {
    var count = 0
    while unsafe row(at: count) != nil { count += 1 }
    return count
  }

  override func withElement<Result>(
    at position: Int, _ body: (UnsafeMutableRawPointer) -> Result?
  ) -> Result? { unsafe row(at: position).flatMap { unsafe body($0.raw) } }

  override func defaultName(of element: UnsafeMutableRawPointer) -> String? {
    unsafe WidgetPointer(OpaquePointer(element)).restorationIdentifier
  }
}

final class ListBoxParticipant: RowSelectionParticipant {
  override var selectionSignal: String { "selected-rows-changed" }

  override func row(at position: Int) -> WidgetPointer? {
    unsafe UnsafeMutableRawPointer(gtk_list_box_get_row_at_index(widget.opaque, Int32(position)))?
      .assumingMemoryBound(to: GtkWidget.self)
  }

  override func isSelected(_ row: WidgetPointer) -> Bool {
    unsafe gtk_list_box_row_is_selected(row.cast()) != 0
  }

  override func select(_ row: WidgetPointer) {
    unsafe gtk_list_box_select_row(widget.opaque, row.cast())
  }

  override func unselect(_ row: WidgetPointer) {
    unsafe gtk_list_box_unselect_row(widget.opaque, row.cast())
  }
}

final class FlowBoxParticipant: RowSelectionParticipant {
  override var selectionSignal: String { "selected-children-changed" }

  override func row(at position: Int) -> WidgetPointer? {
    unsafe UnsafeMutableRawPointer(
      gtk_flow_box_get_child_at_index(widget.opaque, Int32(position)))?
      .assumingMemoryBound(to: GtkWidget.self)
  }

  override func isSelected(_ row: WidgetPointer) -> Bool {
    unsafe gtk_flow_box_child_is_selected(row.cast()) != 0
  }

  override func select(_ row: WidgetPointer) {
    unsafe gtk_flow_box_select_child(widget.opaque, row.cast())
  }

  override func unselect(_ row: WidgetPointer) {
    unsafe gtk_flow_box_unselect_child(widget.opaque, row.cast())
  }
}
#endif
