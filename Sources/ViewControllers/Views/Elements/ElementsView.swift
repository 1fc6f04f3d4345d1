// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import RestorationArchive

/// A scrolling view of many elements, with cells for visible ones.
///
/// It is the superclass of ``TableView`` and ``CollectionView``.
///
/// It saves the selected elements and the first visible one, by model identifier if the data source
/// adopts ``DataSourceModelAssociation``. State that is restored before its elements exist waits
/// for the reload or layout that brings them, and is saved again unchanged. A new selection ends the
/// wait for selected elements, a scroll that for the visible one.
///
/// At a reload, model identifiers keep the selection and the visible elements in place; an element
/// that is gone is deselected. Without model identifiers a reload clears the selection. The first
/// visible element also stays in place when the view is resized or elements change their size.
@MainActor open class ElementsView: ScrollView {
  /// Whether more than one element can be selected.
  public var allowsMultipleSelection = false

  /// The point of the content at the top left of the bounds.
  ///
  /// After a scroll, the first visible element is kept in sight.
  public override var contentOffset: CGPoint {
    didSet { if contentOffset != oldValue, !isRestoring { placeDidChange() } }
  }

  /// The number of reloads.
  ///
  /// Peers compare it to find that their cells are outdated.
  public private(set) var reloadCount = 0

  /// The selected elements.
  ///
  /// Changed by the methods that show and save the change, too.
  var selected = SortedElements<IndexPath, ElementName>()

  /// Restored selected elements that do not exist yet.
  ///
  /// They are awaited until something is selected or deselected.
  var pendingSelection: [ElementName] = []

  /// The restored first visible element, until it exists.
  var pendingAnchor: ScrollAnchor?

  /// The first visible element at the last scroll or restore.
  var keptPlace: KeptPlace?

  var spareCells = CellPool()

  /// The factories of a storyboard's cells, by reuse identifier.
  package var prototypes: [String: @MainActor () -> ReusableCell] = [:]

  /// The owner of the content that a storyboard gives the view.
  package var storyboardContent: AnyObject?

  /// Whether some cell runs an action when it is selected.
  package var hasSelectableCells = false

  var shownCells: [IndexPath: WeakCell] = [:]

  /// Creates a view without elements.
  public override init() { super.init() }

  /// Always `true`: the arrow keys need the focus.
  open override var canBecomeFirstResponder: Bool { true }

  // MARK: Overridden by tables and collections

  /// The coding keys of selection and position.
  var elementKeys: (selection: String, anchor: String) { ("", "") }

  /// The source of the elements; for peers.
  public var elementSource: AnyObject? { nil }

  /// The number of the data source's sections; 0 without one.
  var sectionCount: Int { 0 }

  /// Returns the number of elements in a section of the data source.
  func elementCount(in section: Int) -> Int { 0 }

  /// Returns the current layout of the elements; for peers.
  ///
  /// - Parameter old: The layout whose elements are still valid; `nil` asks the data source.
  /// - Returns: The layout.
  public func elementLayout(keepingElementsOf old: (any ElementLayout)?) -> any ElementLayout {
    fatalError("A view of elements needs a layout; subclass TableView or CollectionView.")
  }

  /// Returns a cell of the data source, or a header.
  ///
  /// Called by peers.
  ///
  /// - Parameter path: An element, or a header.
  /// - Returns: The cell, with its selected state set; `nil` without data source.
  public func hostCell(at path: IndexPath) -> ReusableCell? { nil }

  /// Selects an element like a click.
  ///
  /// Called by peers. The delegate is told.
  ///
  /// - Parameters:
  ///   - indexPath: The element.
  ///   - extending: Whether other selected elements stay selected, where that is allowed.
  public func hostDidSelectElement(at indexPath: IndexPath, extending: Bool) {
    selectElement(at: indexPath, extending: extending)
    if hasSelectableCells, let cell = cellForSelection(at: indexPath) {
      withExtendedLifetime(cell) { cell.onSelect?() }
    }
  }

  /// Selects an element as the user moves through the view with keys.
  ///
  /// Called by peers. The delegate is not told, because a program would open each element on the
  /// way. That of a table can ask for it; see ``TableViewDelegate``.
  ///
  /// - Parameter indexPath: The element.
  public func hostDidMoveSelection(to indexPath: IndexPath) { selectElement(at: indexPath) }

  /// Deselects an element like the user.
  ///
  /// Called by peers. A table's delegate is told; that of a collection has no such method.
  ///
  /// - Parameter indexPath: The element.
  public func hostDidDeselectElement(at indexPath: IndexPath) {
    deselectElement(at: indexPath)
  }

  // MARK: Common behaviour

  /// The numbers of elements, section by section.
  var elementCounts: [Int] { (0..<sectionCount).map(elementCount(in:)) }

  /// Whether the data source has an element.
  ///
  /// Asks for the number of elements in one section only.
  func hasElement(at path: IndexPath) -> Bool {
    (0..<sectionCount).contains(path.section)
      && (0..<elementCount(in: path.section)).contains(path.item)
  }

  /// Reads everything from the data source again.
  ///
  /// The selection follows the model identifiers of its elements; without identifiers it is
  /// cleared.
  open func reloadData() {
    followSelection()
    followPlace()
    remakeCells()
  }

  /// Requests all cells again for the same elements.
  func remakeCells() {
    reloadCount += 1
    shownCells = [:]
    applyWaitingState()
    setNeedsUpdate()
  }

  /// Returns a cell for a newly visible element, reused if possible.
  ///
  /// - Parameter type: The class of the cell.
  /// - Returns: A new cell, or a used one after ``ReusableCell/prepareForReuse()``.
  public func dequeueReusableCell<Cell: ReusableCell>(_ type: Cell.Type) -> Cell {
    spareCells.take(.type(ObjectIdentifier(type))) as? Cell ?? type.init()
  }

  /// Takes back a cell that went out of sight; called by peers.
  ///
  /// A few dozen of a kind are kept, until memory runs low.
  ///
  /// - Parameter cell: A cell from this view's data source.
  public func recycle(_ cell: ReusableCell) {
    if cell.isReusable { spareCells.put(cell) }
  }

  /// Sets a cell's selected state.
  ///
  /// Peers call it for each visible cell at each change; ``hostCell(at:)`` has done it for a new
  /// one.
  ///
  /// - Parameters:
  ///   - cell: A cell in sight.
  ///   - indexPath: The element it shows.
  public func hostWillShow(_ cell: ReusableCell, at indexPath: IndexPath) {
    cell.isSelected = isElementSelected(at: indexPath)
    noteShown(cell, at: indexPath)
  }

  open override func layoutSubviews() {
    super.layoutSubviews()
    applyWaitingState()
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
