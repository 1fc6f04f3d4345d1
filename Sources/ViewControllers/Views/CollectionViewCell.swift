// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// One element of a collection view; reused for other elements when scrolled out of sight.
@MainActor open class CollectionViewCell: View {
  /// Whether the element that the cell shows is selected; set by the collection view.
  public internal(set) var isSelected = false {
    didSet { if isSelected != oldValue { setNeedsUpdate() } }
  }

  /// Creates an empty cell.
  public required override init() { super.init() }

  /// Called before the cell is used for another element; subclasses override it.
  open func prepareForReuse() {}
}
