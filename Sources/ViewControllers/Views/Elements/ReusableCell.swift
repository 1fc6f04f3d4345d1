// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// What a table or collection view shows in one place; reused elsewhere when scrolled out of sight.
@MainActor open class ReusableCell: View {
  /// Whether the element that the cell shows is selected; set by the view.
  public internal(set) var isSelected = false {
    didSet { if isSelected != oldValue { setNeedsUpdate() } }
  }

  /// The name of the prototype in a storyboard that the cell was made from; `nil` for any other.
  public internal(set) var reuseIdentifier: String?

  /// Whether the cell may show another element later; not so where a storyboard says what it shows.
  package var isReusable = true

  /// What a storyboard has the cell do when the user selects it.
  package var onSelect: (@MainActor () -> Void)?

  /// Creates an empty cell.
  public required override init() { super.init() }

  /// Called before the cell is used for another element; subclasses override it.
  open func prepareForReuse() {}
}
