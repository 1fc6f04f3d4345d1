// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A scrolling view of many elements, of which only those in sight have cells.
@MainActor open class CollectionView: ScrollView {
  /// Where the elements come from; not owned.
  public weak var dataSource: (any CollectionViewDataSource)? { didSet { reloadData() } }

  /// Who is told of selections; not owned.
  public weak var delegate: (any CollectionViewDelegate)?

  /// Where the items lie.
  public var collectionViewLayout = CollectionViewFlowLayout() {
    didSet { if collectionViewLayout != oldValue { setNeedsUpdate() } }
  }

  /// Whether more than one item can be selected.
  public var allowsMultipleSelection = false

  /// The selected items, in order (R99).
  public internal(set) var indexPathsForSelectedItems: [IndexPath] = []

  private var reusableCells: [ObjectIdentifier: [CollectionViewCell]] = [:]

  /// Creates an empty collection view.
  public override init() { super.init() }

  /// How often the data was read anew; peers compare it to know that their cells are outdated.
  public private(set) var reloadCount = 0

  /// Reads everything from the data source again.
  open func reloadData() {
    reloadCount += 1
    setNeedsUpdate()
  }

  /// Gives a cell for an element that comes into sight, a used one where there is one.
  ///
  /// - Parameter type: The class of cell wanted.
  /// - Returns: A new cell, or a used one after ``CollectionViewCell/prepareForReuse()``.
  public func dequeueReusableCell<Cell: CollectionViewCell>(_ type: Cell.Type) -> Cell {
    if let cell = reusableCells[ObjectIdentifier(type)]?.popLast() as? Cell {
      cell.prepareForReuse()
      return cell
    }
    return type.init()
  }

  /// Takes back a cell that went out of sight; called by peers.
  ///
  /// - Parameter cell: A cell from this view's data source.
  public func recycle(_ cell: CollectionViewCell) {
    reusableCells[ObjectIdentifier(type(of: cell)), default: []].append(cell)
  }

  /// Makes a cell show whether its element is selected; called by peers.
  ///
  /// - Parameters:
  ///   - cell: A cell in sight.
  ///   - indexPath: The element it shows.
  public func hostWillShow(_ cell: CollectionViewCell, at indexPath: IndexPath) {
    cell.isSelected = indexPathsForSelectedItems.contains(indexPath)
  }

  /// Selects an item as the user's click does, and tells the delegate; called by peers.
  ///
  /// - Parameters:
  ///   - indexPath: The item.
  ///   - extending: Whether other selected items stay selected, where that is allowed.
  public func hostDidSelectItem(at indexPath: IndexPath, extending: Bool) {
    selectItem(at: indexPath, extending: extending)
    delegate?.collectionView(self, didSelectItemAt: indexPath)
  }

  /// Selects an item without telling the delegate.
  ///
  /// - Parameters:
  ///   - indexPath: The item.
  ///   - extending: Whether other selected items stay selected, where that is allowed.
  public func selectItem(at indexPath: IndexPath, extending: Bool = false) {
    let kept = extending && allowsMultipleSelection ? indexPathsForSelectedItems : []
    indexPathsForSelectedItems = (kept.filter { $0 != indexPath } + [indexPath]).sorted()
    setNeedsUpdate()
  }
}
