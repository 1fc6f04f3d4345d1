// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import struct Foundation.IndexPath

/// A scrolling list of rows in sections, each row as high as its cell or the delegate says.
///
/// Heights are asked for once per reload; after that every place is arithmetic, so that a restored
/// row stands exactly where it stood, with ten thousand rows of different heights as with ten. Where
/// rows are as high as their cells, those in sight are measured, and the first of them stays in place.
@MainActor open class TableView: ElementsView {
  /// The height of a row or header that is as high as its cell asks to be.
  ///
  /// Such a row follows the user's font. It is never lower than 44 points, a header never lower than 32.
  public nonisolated static let automaticDimension = -1.0

  /// Where the rows come from; not owned.
  public weak var dataSource: (any TableViewDataSource)? { didSet { reloadData() } }

  /// Who says how high rows are and is told of selections; not owned.
  public weak var delegate: (any TableViewDelegate)? { didSet { heightsDidChange() } }

  /// The height of rows for which the delegate says no other, in points; automatic unless set.
  public var rowHeight = automaticDimension {
    didSet { if rowHeight != oldValue { heightsDidChange() } }
  }

  /// The height of the headers of sections that have a title, in points; automatic unless set.
  public var sectionHeaderHeight = automaticDimension {
    didSet { if sectionHeaderHeight != oldValue { heightsDidChange() } }
  }

  /// A view above all rows that scrolls with them, as high as it asks to be; owned.
  ///
  /// Its identifier, and those of views in it, count as those of any view.
  public var tableHeaderView: View? { didSet { replace(oldValue, with: tableHeaderView) } }

  /// A view below all rows, like ``tableHeaderView``.
  public var tableFooterView: View? { didSet { replace(oldValue, with: tableFooterView) } }

  private var measuredHeights = (header: 0.0, footer: 0.0)
  private var measuredCells = MeasuredHeights()

  /// The selected rows, in order.
  public var indexPathsForSelectedRows: [IndexPath] { selection }

  /// The heights that were asked for; until the next reload, or until there are more or fewer rows.
  private var knownLayout: TableViewLayout?

  /// Creates an empty table view.
  public override init() { super.init() }

  /// Reads everything from the data source again, heights included.
  open override func reloadData() {
    forgetHeights()
    super.reloadData()
  }

  /// Asks for all heights again; the rows are the same.
  private func heightsDidChange() {
    forgetHeights()
    remakeCells()
  }

  private func forgetHeights() {
    knownLayout = nil
    measuredCells.forgetElements()
  }

  /// Selects a row without telling the delegate.
  ///
  /// - Parameters:
  ///   - indexPath: The row.
  ///   - extending: Whether other selected rows stay selected, where that is allowed.
  public func selectRow(at indexPath: IndexPath, extending: Bool = false) {
    selectElement(at: indexPath, extending: extending)
  }

  /// Takes the selection from a row.
  ///
  /// - Parameter indexPath: The row.
  public func deselectRow(at indexPath: IndexPath) { deselectElement(at: indexPath) }

  /// The rows in sight, in order; empty until the host has laid the view out.
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

  private func layoutOfRows() -> TableViewLayout {
    let counts = rowCounts
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

  /// What a host is told later is at least as much.
  private func height(of view: View?) -> Double {
    guard let view else { return 0 }
    return view.isPlacedFreely ? view.bounds.height : view.layout.minimumSize.height
  }

  /// The views above and below the rows have heights; called by peers.
  ///
  /// - Parameters:
  ///   - headerHeight: The height of ``tableHeaderView`` in points.
  ///   - footerHeight: The height of ``tableFooterView`` in points.
  public func hostDidMeasure(headerHeight: Double, footerHeight: Double) {
    guard measuredHeights != (headerHeight, footerHeight) else { return }
    measuredHeights = (headerHeight, footerHeight)
    elementsDidMove()
    setNeedsUpdate()
  }

  /// Cells whose heights are automatic were measured; called by peers.
  ///
  /// What is first in sight stays in place.
  ///
  /// - Parameters:
  ///   - cellHeights: The heights that rows, and headers by their section alone, ask for in points.
  ///   - isAnew: Whether all that was measured before is outdated, as when the font has changed.
  /// - Returns: Whether anything has another height now.
  @discardableResult
  public func hostDidMeasure(cellHeights: [IndexPath: Double], isAnew: Bool = false) -> Bool {
    var measured = isAnew ? MeasuredHeights() : measuredCells
    // A cell that was not on screen meanwhile may look as it did before.
    if isAnew { spareCells.removeAll() }
    measured.take(cellHeights)
    guard measured != measuredCells else { return false }
    measuredCells = measured
    knownLayout?.measured = measured
    elementsDidMove()
    setNeedsUpdate()
    return true
  }

  private var rowCounts: [Int] {
    guard let dataSource else { return [] }
    return (0..<dataSource.numberOfSections(in: self)).map {
      dataSource.tableView(self, numberOfRowsInSection: $0)
    }
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
