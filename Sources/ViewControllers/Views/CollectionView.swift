// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import RestorationArchive

/// A scrolling view of many elements, of which only those in sight have cells.
///
/// Saves the selected items and the first visible one, by model identifier where the data source
/// adopts ``DataSourceModelAssociation`` (R99, R106). What is restored before its elements are
/// there waits for the reload that brings them, and until then is saved again as it was (R41, R187).
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
  public internal(set) var indexPathsForSelectedItems: [IndexPath] = [] {
    didSet {
      guard indexPathsForSelectedItems != oldValue else { return }
      restorablePropertyDidChange()
    }
  }

  /// The offset; an item that restoring still waits to scroll to is forgotten once it changes.
  public override var contentOffset: CGPoint {
    didSet { if contentOffset != oldValue, !isRestoring { pendingAnchor = nil } }
  }

  /// Selected items that were restored and are not there yet.
  var pendingSelection: [ElementName] = []

  /// The first visible item that was restored and is not there yet.
  var pendingAnchor: ScrollAnchor?

  private var reusableCells: [ObjectIdentifier: [CollectionViewCell]] = [:]

  /// Creates an empty collection view.
  public override init() { super.init() }

  open override var canBecomeFirstResponder: Bool { true }

  /// How often the data was read anew; peers compare it to know that their cells are outdated.
  public private(set) var reloadCount = 0

  /// Reads everything from the data source again.
  open func reloadData() {
    reloadCount += 1
    applyPendingState()
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
    pendingSelection = []
    let kept = extending && allowsMultipleSelection ? indexPathsForSelectedItems : []
    indexPathsForSelectedItems = (kept.filter { $0 != indexPath } + [indexPath]).sorted()
  }

  open override func layoutSubviews() {
    super.layoutSubviews()
    applyPendingState()
  }

  open override func encodeRestorableState(with coder: RestorationEncoder) {
    super.encodeRestorableState(with: coder)
    encodeElements(with: coder)
  }

  open override func decodeRestorableState(with coder: RestorationDecoder) {
    super.decodeRestorableState(with: coder)
    decodeElements(with: coder)
  }
}
