// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import struct Foundation.IndexPath

/// A scrolling list of rows in sections.
///
/// The delegate or the cell determines the height of a row.
///
/// Heights are requested once per reload. After that every position is arithmetic, so a restored
/// row is exactly where it was, even among ten thousand rows of different heights. Rows with
/// automatic heights are measured while visible; the first visible row stays in place.
@MainActor open class TableView: ElementsView {
  /// The height of a row or header that its cell determines.
  ///
  /// Such a row follows the user's font. A row is at least 44 points high, a header at least 32.
  public nonisolated static let automaticDimension = -1.0

  /// The source of the rows; not owned.
  public weak var dataSource: (any TableViewDataSource)? { didSet { reloadData() } }

  /// The object that gives heights and is notified of selections.
  ///
  /// Not owned.
  public weak var delegate: (any TableViewDelegate)? { didSet { heightsDidChange() } }

  /// The default height of rows, in points; automatic unless set.
  public var rowHeight = automaticDimension {
    didSet { if rowHeight != oldValue { heightsDidChange() } }
  }

  /// The height of headers, in points; automatic unless set.
  ///
  /// Only sections with a title have a header.
  public var sectionHeaderHeight = automaticDimension {
    didSet { if sectionHeaderHeight != oldValue { heightsDidChange() } }
  }

  /// A view above all rows that scrolls with them; owned.
  ///
  /// It is as high as it asks to be. Its restoration identifier and those of its subviews work as
  /// in any view.
  public var tableHeaderView: View? { didSet { replace(oldValue, with: tableHeaderView) } }

  /// A view below all rows, like ``tableHeaderView``.
  public var tableFooterView: View? { didSet { replace(oldValue, with: tableFooterView) } }

  private var measuredHeights = (header: 0.0, footer: 0.0)
  private var measuredCells = MeasuredHeights()

  /// The selected rows, in order.
  public var indexPathsForSelectedRows: [IndexPath] { selection }

  /// The requested heights.
  ///
  /// Kept until the next reload, or until the number of rows changes.
  private var knownLayout: TableViewLayout?

  /// Creates an empty table view.
  public override init() { super.init() }

  /// Reads everything from the data source again, heights included.
  open override func reloadData() {
    forgetHeights()
    super.reloadData()
  }

  /// Requests all heights again for the same rows.
  private func heightsDidChange() {
    forgetHeights()
    remakeCells()
  }

  private func forgetHeights() {
    knownLayout = nil
    measuredCells.forgetElements()
  }

  /// Selects a row without notifying the delegate.
  ///
  /// Restored rows that have not come yet are no longer awaited. A row that the data source does
  /// not have is not saved.
  ///
  /// - Parameters:
  ///   - indexPath: The row.
  ///   - extending: Whether other selected rows stay selected, where that is allowed.
  public func selectRow(at indexPath: IndexPath, extending: Bool = false) {
    selectElement(at: indexPath, extending: extending)
  }

  /// Deselects a row.
  ///
  /// Restored rows that have not come yet are no longer awaited.
  ///
  /// - Parameter indexPath: The row.
  public func deselectRow(at indexPath: IndexPath) { deselectElement(at: indexPath) }

  /// The visible rows, in order.
  ///
  /// Empty until the first layout.
  public var indexPathsForVisibleRows: [IndexPath] { visibleElements }

  // MARK: Elements

  override var elementKeys: (selection: String, anchor: String) {
    (BuiltInKey.selectedRows, BuiltInKey.firstVisibleRow)
  }

  public override var elementSource: AnyObject? { dataSource }

  public override func elementLayout(keepingElementsOf old: (any ElementLayout)?)
    -> any ElementLayout
  {
    var layout = old as? TableViewLayout ?? layoutOfRows()
    layout.measured = measuredCells
    layout.headerHeight = measuredHeights.header
    layout.footerHeight = measuredHeights.footer
    return layout
  }

  override var sectionCount: Int { dataSource?.numberOfSections(in: self) ?? 0 }

  override func elementCount(in section: Int) -> Int {
    dataSource?.tableView(self, numberOfRowsInSection: section) ?? 0
  }

  private func layoutOfRows() -> TableViewLayout {
    let counts = elementCounts
    if let knownLayout, knownLayout.elementCounts == counts { return knownLayout }
    var layout = TableViewLayout(
      counts.enumerated().map { section, count in
        TableViewLayout.Section(
          headerHeight: headerHeight(section),
          rowHeights: (0..<count).map { height(at: IndexPath(item: $0, section: section)) })
      })
    layout.measured = measuredCells
    knownLayout = layout
    return layout
  }

  public override func hostCell(at path: IndexPath) -> ReusableCell? {
    guard path.count > 1 else {
      let header = dequeueReusableCell(TableViewHeader.self)
      header.textLabel.text = title(ofSection: path[0]) ?? ""
      return header
    }
    guard let cell = dataSource?.tableView(self, cellForRowAt: path) else { return nil }
    hostWillShow(cell, at: path)
    return cell
  }

  public override func hostDidSelectElement(at indexPath: IndexPath, extending: Bool) {
    super.hostDidSelectElement(at: indexPath, extending: extending)
    delegate?.tableView(self, didSelectRowAt: indexPath)
  }

  public override func hostDidMoveSelection(to indexPath: IndexPath) {
    if delegate?.tableView(self, selectionFollowsFocusForRowAt: indexPath) ?? false {
      hostDidSelectElement(at: indexPath, extending: false)
    } else {
      super.hostDidMoveSelection(to: indexPath)
    }
  }

  public override func hostDidDeselectElement(at indexPath: IndexPath) {
    super.hostDidDeselectElement(at: indexPath)
    delegate?.tableView(self, didDeselectRowAt: indexPath)
  }

  private func replace(_ old: View?, with new: View?) {
    if old !== new, old?.superview === self { old?.removeFromSuperview() }
    if let new, new.superview !== self { addSubview(new) }
    hostDidMeasure(
      headerHeight: height(of: tableHeaderView), footerHeight: height(of: tableFooterView))
  }

  /// Returns the least height of a view above or below the rows.
  ///
  /// The host measures the actual height later.
  private func height(of view: View?) -> Double {
    guard let view else { return 0 }
    return view.isPlacedFreely ? view.bounds.height : view.layout.minimumSize.height
  }

  /// Takes measured heights of header and footer; called by peers.
  ///
  /// - Parameters:
  ///   - headerHeight: The height of ``tableHeaderView`` in points.
  ///   - footerHeight: The height of ``tableFooterView`` in points.
  public func hostDidMeasure(headerHeight: Double, footerHeight: Double) {
    guard measuredHeights != (headerHeight, footerHeight) else { return }
    measuredHeights = (headerHeight, footerHeight)
    applyWaitingState()
    setNeedsUpdate()
  }

  /// Takes measured heights of automatic cells; called by peers.
  ///
  /// The first visible row stays in place.
  ///
  /// - Parameters:
  ///   - cellHeights: The heights of rows, and of headers by their section alone, in points.
  ///   - isAnew: Whether earlier heights are outdated, for example after a font change.
  /// - Returns: Whether any height has changed.
  @discardableResult
  public func hostDidMeasure(cellHeights: [IndexPath: Double], isAnew: Bool = false) -> Bool {
    var measured = isAnew ? MeasuredHeights() : measuredCells
    // A cell that was off screen may still have its old look.
    if isAnew { spareCells.removeAll() }
    measured.take(cellHeights)
    guard measured != measuredCells else { return false }
    measuredCells = measured
    knownLayout?.measured = measured
    applyWaitingState()
    setNeedsUpdate()
    return true
  }

  private func height(at path: IndexPath) -> Double {
    delegate?.tableView(self, heightForRowAt: path) ?? rowHeight
  }

  private func headerHeight(_ section: Int) -> Double {
    title(ofSection: section) == nil ? 0 : sectionHeaderHeight
  }

  private func title(ofSection section: Int) -> String? {
    dataSource?.tableView(self, titleForHeaderInSection: section)
  }
}

/// The source of a table view's rows.
///
/// Adopt ``DataSourceModelAssociation``, too, for example with ``IdentifiableElements``. Then
/// selection and position follow the rows when they move, at a reload and from one launch to the
/// next. Otherwise the table saves index paths, and a reload clears the selection.
@MainActor public protocol TableViewDataSource: AnyObject {
  /// Returns the number of sections.
  ///
  /// - Parameter tableView: The view that asks.
  /// - Returns: At least 0; the default implementation says 1.
  func numberOfSections(in tableView: TableView) -> Int

  /// Returns the number of rows in a section.
  ///
  /// - Parameters:
  ///   - tableView: The view that asks.
  ///   - section: The section's index.
  /// - Returns: At least 0.
  func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int

  /// Returns a cell for a row that comes into sight.
  ///
  /// - Parameters:
  ///   - tableView: The view that asks; get the cell from its
  ///     ``ElementsView/dequeueReusableCell(_:)``.
  ///   - indexPath: The row.
  /// - Returns: A cell that shows the row.
  func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell

  /// Returns the title above a section.
  ///
  /// - Parameters:
  ///   - tableView: The view that asks.
  ///   - section: The section's index.
  /// - Returns: The title; `nil`, the default, for a section without header.
  func tableView(_ tableView: TableView, titleForHeaderInSection section: Int) -> String?
}

extension TableViewDataSource {
  /// Returns one section.
  ///
  /// - Parameter tableView: The view that asks.
  /// - Returns: 1.
  public func numberOfSections(in tableView: TableView) -> Int { 1 }

  /// Returns no title.
  ///
  /// - Parameters:
  ///   - tableView: The view that asks.
  ///   - section: The section's index.
  /// - Returns: `nil`.
  public func tableView(_ tableView: TableView, titleForHeaderInSection section: Int) -> String? {
    nil
  }
}

/// An object that gives row heights and is notified of selections.
@MainActor public protocol TableViewDelegate: AnyObject {
  /// Returns the height of a row; called once per reload.
  ///
  /// - Parameters:
  ///   - tableView: The view that asks.
  ///   - indexPath: The row.
  /// - Returns: The height in points, or ``TableView/automaticDimension``; by default the view's
  ///   ``TableView/rowHeight``.
  func tableView(_ tableView: TableView, heightForRowAt indexPath: IndexPath) -> Double

  /// Called when the user has selected a row.
  ///
  /// - Parameters:
  ///   - tableView: The view.
  ///   - indexPath: The row.
  func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath)

  /// Returns whether reaching a row with the arrow keys counts as a click on it.
  ///
  /// Return `true` if the row's content is shown beside the table, so that both agree. Otherwise the
  /// keys move the selection, and the row is opened with Return or a click.
  ///
  /// - Parameters:
  ///   - tableView: The view that asks.
  ///   - indexPath: The row.
  /// - Returns: Whether ``tableView(_:didSelectRowAt:)`` is called; `false` by default.
  func tableView(_ tableView: TableView, selectionFollowsFocusForRowAt indexPath: IndexPath) -> Bool

  /// Called when the user has deselected a row.
  ///
  /// - Parameters:
  ///   - tableView: The view.
  ///   - indexPath: The row.
  func tableView(_ tableView: TableView, didDeselectRowAt indexPath: IndexPath)
}

extension TableViewDelegate {
  /// Not available: a delegate implements it, if only with an empty body.
  ///
  /// Without this the compiler would suggest to rename another method.
  ///
  /// - Parameters:
  ///   - tableView: The view.
  ///   - indexPath: The row.
  @available(*, unavailable, message: "implement it, if only with an empty body")
  public func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) {}

  /// Returns the view's row height.
  ///
  /// - Parameters:
  ///   - tableView: The view that asks.
  ///   - indexPath: The row.
  /// - Returns: ``TableView/rowHeight``.
  public func tableView(_ tableView: TableView, heightForRowAt indexPath: IndexPath) -> Double {
    tableView.rowHeight
  }

  /// Returns `false`: the keys only move the selection.
  ///
  /// - Parameters:
  ///   - tableView: The view that asks.
  ///   - indexPath: The row.
  /// - Returns: `false`.
  public func tableView(
    _ tableView: TableView, selectionFollowsFocusForRowAt indexPath: IndexPath
  ) -> Bool { false }

  /// Does nothing.
  ///
  /// - Parameters:
  ///   - tableView: The view.
  ///   - indexPath: The row.
  public func tableView(_ tableView: TableView, didDeselectRowAt indexPath: IndexPath) {}
}
