// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// A view for one element of a table or collection view.
///
/// It is reused for another element after it was scrolled out of sight.
@MainActor open class ReusableCell: View {
  /// Whether the cell's element is selected; set by the view.
  public internal(set) var isSelected = false {
    didSet { if isSelected != oldValue { setNeedsUpdate() } }
  }

  /// The name of the cell's prototype in a storyboard.
  ///
  /// `nil` for a cell without prototype.
  public internal(set) var reuseIdentifier: String?

  /// Whether the cell may show another element later.
  ///
  /// `false` if a storyboard gives its content.
  package var isReusable = true

  /// The storyboard's action for a selection of this cell.
  package var onSelect: (@MainActor () -> Void)?

  /// Creates an empty cell.
  public required override init() { super.init() }

  /// Called before the cell is used for another element; subclasses override it.
  open func prepareForReuse() {}
}
