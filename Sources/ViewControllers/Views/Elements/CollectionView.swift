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
      applyWaitingState()
      setNeedsUpdate()
    }
  }

  /// The selected items, in order.
  public var indexPathsForSelectedItems: [IndexPath] { selection }

  /// Creates an empty collection view.
  public override init() { super.init() }

  /// Selects an item without notifying the delegate.
  ///
  /// Restored items that have not come yet are no longer awaited. An item that the data source does
  /// not have is not saved.
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
      layout: collectionViewLayout, elementCounts: old?.elementCounts ?? elementCounts)
  }

  override var sectionCount: Int { dataSource?.numberOfSections(in: self) ?? 0 }

  override func elementCount(in section: Int) -> Int {
    dataSource?.collectionView(self, numberOfItemsInSection: section) ?? 0
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
}

/// The source of a collection view's elements.
@MainActor public protocol CollectionViewDataSource: AnyObject {
  /// Returns the number of sections.
  ///
  /// - Parameter collectionView: The view that asks.
  /// - Returns: At least 0; the default implementation says 1.
  func numberOfSections(in collectionView: CollectionView) -> Int

  /// Returns the number of items in a section.
  ///
  /// - Parameters:
  ///   - collectionView: The view that asks.
  ///   - section: The section's index.
  /// - Returns: At least 0.
  func collectionView(_ collectionView: CollectionView, numberOfItemsInSection section: Int) -> Int

  /// Returns a cell for an element that comes into sight.
  ///
  /// - Parameters:
  ///   - collectionView: The view that asks; get the cell from its
  ///     ``ElementsView/dequeueReusableCell(_:)``.
  ///   - indexPath: The element.
  /// - Returns: A cell that shows the element.
  func collectionView(_ collectionView: CollectionView, cellForItemAt indexPath: IndexPath)
    -> CollectionViewCell
}

extension CollectionViewDataSource {
  /// Returns one section.
  ///
  /// - Parameter collectionView: The view that asks.
  /// - Returns: 1.
  public func numberOfSections(in collectionView: CollectionView) -> Int { 1 }
}

/// An object that is notified of user actions in a collection view.
@MainActor public protocol CollectionViewDelegate: AnyObject {
  /// Called when the user has selected an item.
  ///
  /// - Parameters:
  ///   - collectionView: The view.
  ///   - indexPath: The item.
  func collectionView(_ collectionView: CollectionView, didSelectItemAt indexPath: IndexPath)
}
