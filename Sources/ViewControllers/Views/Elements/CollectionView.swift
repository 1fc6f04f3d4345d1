// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import struct Foundation.IndexPath

/// A scrolling view of items in rows of equal cells.
@MainActor open class CollectionView: ElementsView {
  /// The source of the elements; not owned.
  public weak var dataSource: (any CollectionViewDataSource)? { didSet { reloadData() } }

  /// The object that is notified of selections; not owned.
  public weak var delegate: (any CollectionViewDelegate)?

  /// The layout that places the items.
  public var collectionViewLayout = CollectionViewFlowLayout() {
    didSet {
      guard collectionViewLayout != oldValue else { return }
      elementsDidMove()
      setNeedsUpdate()
    }
  }

  /// The selected items, in order.
  public var indexPathsForSelectedItems: [IndexPath] { selection }

  /// Creates an empty collection view.
  public override init() { super.init() }

  /// Selects an item like a click and notifies the delegate.
  ///
  /// Called by peers.
  ///
  /// - Parameters:
  ///   - indexPath: The item.
  ///   - extending: Whether other selected items stay selected, where that is allowed.
  public func hostDidSelectItem(at indexPath: IndexPath, extending: Bool) {
    hostDidSelectElement(at: indexPath, extending: extending)
  }

  /// Selects an item without notifying the delegate.
  ///
  /// - Parameters:
  ///   - indexPath: The item.
  ///   - extending: Whether other selected items stay selected, where that is allowed.
  public func selectItem(at indexPath: IndexPath, extending: Bool = false) {
    selectElement(at: indexPath, extending: extending)
  }

  // MARK: Elements

  override var elementKeys: (selection: String, anchor: String) {
    (BuiltInKey.selectedItems, BuiltInKey.firstVisibleItem)
  }

  public override var elementSource: AnyObject? { dataSource }

  public override func elementLayout(keepingElementsOf old: (any ElementLayout)?)
    -> any ElementLayout
  {
    FlowElements(
      layout: collectionViewLayout, elementCounts: old?.elementCounts ?? itemCounts)
  }

  override func hasElement(at path: IndexPath) -> Bool {
    guard let dataSource, (0..<dataSource.numberOfSections(in: self)).contains(path.section)
    else { return false }
    let count = dataSource.collectionView(self, numberOfItemsInSection: path.section)
    return (0..<count).contains(path.item)
  }

  public override func hostCell(at path: IndexPath) -> ReusableCell? {
    guard let cell = dataSource?.collectionView(self, cellForItemAt: path) else { return nil }
    hostWillShow(cell, at: path)
    return cell
  }

  public override func hostDidSelectElement(at indexPath: IndexPath, extending: Bool) {
    super.hostDidSelectElement(at: indexPath, extending: extending)
    delegate?.collectionView(self, didSelectItemAt: indexPath)
  }

  private var itemCounts: [Int] {
    guard let dataSource else { return [] }
    return (0..<dataSource.numberOfSections(in: self)).map {
      dataSource.collectionView(self, numberOfItemsInSection: $0)
    }
  }
}
