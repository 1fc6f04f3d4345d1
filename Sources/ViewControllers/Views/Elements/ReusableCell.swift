// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// What a table or collection view shows in one place; reused elsewhere when scrolled out of sight.
@MainActor open class ReusableCell: View {
  /// Whether the element that the cell shows is selected; set by the view.
  public internal(set) var isSelected = false {
    didSet { if isSelected != oldValue { setNeedsUpdate() } }
  }

  /// Creates an empty cell.
  public required override init() { super.init() }

  /// Called before the cell is used for another element; subclasses override it.
  open func prepareForReuse() {}
}
