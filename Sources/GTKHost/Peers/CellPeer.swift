// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import GTKSupport
import ViewControllers

/// The peer that draws a cell of a table or collection view.
///
/// A selected cell has the style class `selected`.
@MainActor final class CellPeer: ContainerPeer {
  private weak var cell: ReusableCell?

  /// Called when assistive technology activates the cell.
  var onActivate: (@MainActor () -> Void)? {
    get { canvas.onActivate }
    set { canvas.onActivate = newValue }
  }

  /// Creates the peer of a cell.
  init(_ cell: ReusableCell, host: GTKHost) {
    self.cell = cell
    super.init(cell, host: host, canvas: Canvas(role: cell.role, kind: .cell))
    unsafe widget.setStyle(cell is CollectionViewCell ? "collection-cell" : "table-cell", true)
    unsafe gtk_widget_set_overflow(widget, GTK_OVERFLOW_HIDDEN)
    unsafe gtk_widget_set_focusable(widget, cell.isElement.gboolean)
  }

  override func sync() {
    super.sync()
    unsafe widget.setStyle("selected", cell?.isSelected == true)
  }

  /// Tells assistive technology the text of the cell.
  func describeText() {
    guard let cell else { return }
    unsafe cgtk_accessible_set_label(widget, cell.accessibilityLabel ?? cell.spokenText)
  }

  /// Tells assistive technology the text, position and count of a cell.
  func describe(position: Int, count: Int) {
    describeText()
    guard let cell, cell.isElement else { return }
    unsafe cgtk_accessible_set_position(widget, Int32(position), Int32(count))
    unsafe cgtk_accessible_set_selected(widget, cell.isSelected.gboolean)
  }
}

extension Peer {
  /// Updates the spoken text of the cell around a changed text.
  func describeCell() {
    var place = view
    while let inner = place, !(inner is ReusableCell) { place = inner.superview }
    (place?.peer as? CellPeer)?.describeText()
  }
}

extension ReusableCell {
  fileprivate var role: GtkAccessibleRole {
    switch self {
    case is CollectionViewCell: GTK_ACCESSIBLE_ROLE_GRID_CELL
    case is TableViewCell: GTK_ACCESSIBLE_ROLE_LIST_ITEM
    default: GTK_ACCESSIBLE_ROLE_HEADING
    }
  }

  /// Whether it is a cell, not the header of a section.
  fileprivate var isElement: Bool { self is TableViewCell || self is CollectionViewCell }
}

extension View {
  /// All texts in the view, as one line.
  var spokenText: String { spokenTexts.joined(separator: ", ") }

  /// The first text in the view; `nil` without any.
  var firstText: String? { spokenTexts.first }

  private var spokenTexts: [String] {
    guard !isHidden else { return [] }
    let own = accessibilityLabel ?? (self as? Label)?.text ?? ""
    return (own.isEmpty ? [] : [own]) + subviews.flatMap(\.spokenTexts)
  }
}
#endif
