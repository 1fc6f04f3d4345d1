// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import RestorationArchive

/// A scrolling view of many elements, of which only those in sight have cells: what table and
/// collection views have in common.
///
/// Saves the selected elements and the first visible one, by model identifier where the data source
/// adopts ``DataSourceModelAssociation``. What is restored before its elements are there waits for
/// the reload that brings them, and until then is saved again as it was.
///
/// The same elements stay selected and in sight at every reload, by their model identifiers; one that
/// is gone is no longer selected. Without model identifiers a reload clears the selection. The first
/// visible element stays in place when the view is resized or elements change their size, too.
@MainActor open class ElementsView: ScrollView {
  /// Whether more than one element can be selected.
  public var allowsMultipleSelection = false

  /// The offset; what it shows is kept in sight from then on.
  public override var contentOffset: CGPoint {
    didSet { if contentOffset != oldValue, !isRestoring { placeDidChange() } }
  }

  /// How often the data was read anew; peers compare it to know that their cells are outdated.
  public private(set) var reloadCount = 0

  /// The selected elements, in order.
  var selectedElements: [NamedElement] = [] {
    didSet {
      guard selectedElements != oldValue else { return }
      setNeedsUpdate()
      if selectedElements.map(\.name) != oldValue.map(\.name) { invalidateRestorableState() }
    }
  }

  /// Selected elements that were restored and are not there yet.
  var pendingSelection: [ElementName] = []

  /// The first visible element that was restored and is not there yet.
  var pendingAnchor: ScrollAnchor?

  /// What was the first in sight when somebody last scrolled, or was restored.
  var keptPlace: KeptPlace?

  var spareCells = CellPool()

  /// Makes the cells that a storyboard describes, by their reuse identifiers.
  package var prototypes: [String: @MainActor () -> ReusableCell] = [:]

  /// Owns what a storyboard fills the view with.
  package var storyboardContent: AnyObject?

  /// Whether some cell does something by itself when it is selected.
  package var hasSelectableCells = false

  var shownCells: [IndexPath: WeakCell] = [:]

  /// Creates a view without elements.
  public override init() { super.init() }

  /// Whether the view can have the focus: it can, for the arrow keys.
  open override var canBecomeFirstResponder: Bool { true }

  // MARK: Given by the kind of view

  /// The names under which selection and position are saved.
  var elementKeys: (selection: String, anchor: String) { ("", "") }

  /// Where the elements come from; for peers.
  public var elementSource: AnyObject? { nil }

  /// Where the elements lie now; for peers.
  ///
  /// - Parameter old: The layout whose elements are still those to show; `nil` asks the data source.
  /// - Returns: The layout.
  public func elementLayout(keepingElementsOf old: (any ElementLayout)?) -> any ElementLayout {
    fatalError("A view of elements needs a layout; subclass TableView or CollectionView.")
  }

  /// Asks the data source for a cell, or makes a header; called by peers.
  ///
  /// - Parameter path: An element, or a header.
  /// - Returns: The cell, marked as selected or not; `nil` without data source.
  public func hostCell(at path: IndexPath) -> ReusableCell? { nil }

  /// Selects an element as the user's click does, and tells the delegate; called by peers.
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

  /// Takes the selection from an element as the user does, and tells the delegate; called by peers.
  ///
  /// - Parameter indexPath: The element.
  public func hostDidDeselectElement(at indexPath: IndexPath) {
    deselectElement(at: indexPath)
  }

  // MARK: Common

  /// Reads everything from the data source again.
  ///
  /// The selection follows the model identifiers of its elements; without any it is cleared.
  open func reloadData() {
    followSelection()
    followPlace()
    remakeCells()
  }

  /// Asks for all cells again, and places the same elements anew.
  func remakeCells() {
    reloadCount += 1
    shownCells = [:]
    elementsDidMove()
    setNeedsUpdate()
  }

  /// Gives a cell for an element that comes into sight, a used one where there is one.
  ///
  /// - Parameter type: The class of cell wanted.
  /// - Returns: A new cell, or a used one after ``ReusableCell/prepareForReuse()``.
  public func dequeueReusableCell<Cell: ReusableCell>(_ type: Cell.Type) -> Cell {
    spareCells.take(.type(ObjectIdentifier(type))) as? Cell ?? type.init()
  }

  /// Takes back a cell that went out of sight; called by peers.
  ///
  /// A few dozen of a kind are kept, until memory runs out.
  ///
  /// - Parameter cell: A cell from this view's data source.
  public func recycle(_ cell: ReusableCell) {
    if cell.isReusable { spareCells.put(cell) }
  }

  /// Makes a cell show whether its element is selected; called by peers.
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
    elementsDidMove()
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
