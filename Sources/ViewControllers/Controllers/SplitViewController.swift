// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
public import RestorationArchive
import StateRestoration

/// A container of two or three columns with dividers between them.
///
/// Where room is short, it shows fewer columns. In a narrow window it is collapsed: a later column
/// then lies over the ones before it, like the top of a navigation stack, or is out of sight. Three
/// columns first become two: the last two, or the first two while ``topColumn`` is the first
/// column.
///
/// The containment does not change with the width, so paths do not depend on the width. The columns
/// are saved by reference, together with the positions of the dividers and whether it is collapsed.
/// Content that launch code arranged differently below this controller is found as well.
@MainActor open class SplitViewController: ViewController {
  /// A place for a controller.
  public enum Column: Int, Hashable, Sendable {
    /// The first column; when collapsed, it lies below the others.
    case primary
    /// The last column; when collapsed, on top or out of sight.
    case secondary
    /// The column between the two, which is usually empty.
    case supplementary

    /// All columns, first to last.
    static let inOrder: [Column] = [.primary, .supplementary, .secondary]
  }

  private struct Columns {
    weak var primary: ViewController?
    weak var supplementary: ViewController?
    weak var secondary: ViewController?

    subscript(column: Column) -> ViewController? {
      get {
        switch column {
        case .primary: primary
        case .supplementary: supplementary
        case .secondary: secondary
        }
      }
      set {
        switch column {
        case .primary: primary = newValue
        case .supplementary: supplementary = newValue
        case .secondary: secondary = newValue
        }
      }
    }
  }

  private var columns = Columns() { didSet { Arrangement.didChange() } }

  /// The width of the first column beside others, in points.
  ///
  /// It is kept while there is only one column, and while the window is too small for it. A value
  /// that is not positive and finite has no effect.
  public var dividerPosition = 320.0 {
    didSet {
      if !dividerPosition.isFinite || dividerPosition <= 0 { dividerPosition = oldValue }
      if dividerPosition != oldValue { stateDidChange() }
    }
  }

  /// The width of the middle one of three columns, in points.
  ///
  /// It follows the rules of ``dividerPosition``.
  public var supplementaryColumnWidth = 320.0 {
    didSet {
      if !supplementaryColumnWidth.isFinite || supplementaryColumnWidth <= 0 {
        supplementaryColumnWidth = oldValue
      }
      if supplementaryColumnWidth != oldValue { stateDidChange() }
    }
  }

  /// The minimum width for two columns, in points.
  public var collapseWidth = 720.0 {
    didSet { if collapseWidth != oldValue { widthDidChange() } }
  }

  /// The minimum width for three columns, in points.
  public var tripleColumnWidth = 1080.0 {
    didSet { if tripleColumnWidth != oldValue { widthDidChange() } }
  }

  /// The column that is shown while there is room for one.
  ///
  /// It is kept while there is more room: a window that becomes narrow shows this column.
  public private(set) var topColumn = Column.primary

  /// Whether the host should animate the change of columns.
  ///
  /// Read by the peer. Never `true` before the window is on screen: restoring animates nothing.
  public private(set) var isTransitionAnimated = false

  /// The last known ``isCollapsed``, used while no width is known.
  private var wasCollapsed = false
  private var shownColumns: [Column] = []

  /// Creates a split view controller.
  ///
  /// - Parameters:
  ///   - primary: The controller in the first column.
  ///   - supplementary: The controller in the middle one of three columns.
  ///   - secondary: The controller in the last column.
  ///   - restorationIdentifier: Its ``ViewController/restorationIdentifier``.
  public init(
    primary: ViewController? = nil, supplementary: ViewController? = nil,
    secondary: ViewController? = nil, restorationIdentifier: String? = nil
  ) {
    super.init(restorationIdentifier: restorationIdentifier)
    columns = Columns(primary: primary, supplementary: supplementary, secondary: secondary)
    columnsDidChange()
  }

  /// The controller in the first column.
  public var primaryViewController: ViewController? { controller(in: .primary) }

  /// The controller in the middle one of three columns.
  public var supplementaryViewController: ViewController? { controller(in: .supplementary) }

  /// The controller in the last column.
  public var secondaryViewController: ViewController? { controller(in: .secondary) }

  /// Whether there is room for only one column.
  ///
  /// The width of the view decides; before layout, the width of the window. Without a window it is
  /// the restored value, at first `false`.
  public var isCollapsed: Bool { availableWidth.map { $0 < collapseWidth } ?? wasCollapsed }

  private var availableWidth: Double? {
    if isViewLoaded, view.boundsSize.width > 0 { return view.boundsSize.width }
    return window.map { Double($0.size.width) }
  }

  /// Replaces the controller in a column.
  ///
  /// - Parameters:
  ///   - controller: The controller to show there; `nil` leaves the column empty.
  ///   - column: The column.
  public func setViewController(_ controller: ViewController?, for column: Column) {
    for other in Column.inOrder where columns[other] === controller { columns[other] = nil }
    columns[column] = controller
    columnsDidChange()
  }

  /// Puts a controller in the last column and shows that column.
  ///
  /// A click in a list does this.
  ///
  /// - Parameters:
  ///   - controller: The controller to show.
  ///   - animated: Whether a single column moves.
  public func showDetailViewController(_ controller: ViewController, animated: Bool) {
    if controller !== secondaryViewController { setViewController(controller, for: .secondary) }
    show(.secondary, animated: animated)
  }

  /// Shows a column.
  ///
  /// If all columns are shown, this decides which one stays when the window becomes narrow.
  ///
  /// - Parameters:
  ///   - column: The column; an empty one is never shown alone.
  ///   - animated: Whether a single column moves.
  public func show(_ column: Column, animated: Bool) {
    guard column != topColumn, controller(in: column) != nil else { return }
    isTransitionAnimated = animated && isCollapsed && window?.isOnScreen ?? false
    changeHierarchy(animated: isTransitionAnimated) { topColumn = column }
    shownColumns = visibleColumns
    stateDidChange()
  }

  /// The columns on screen, first to last.
  public var visibleColumns: [Column] {
    let filled = Column.inOrder.filter { controller(in: $0) != nil }
    guard let last = filled.last, filled.count > 1 else { return filled }
    if isCollapsed { return [filled.contains(topColumn) ? topColumn : last] }
    let hasRoomForTwo = availableWidth.map { $0 < tripleColumnWidth } ?? false
    guard filled.count > 2, hasRoomForTwo else { return filled }
    return topColumn == .primary ? [.primary, .supplementary] : [.supplementary, .secondary]
  }

  /// Returns the column to go back to from a column.
  ///
  /// - Parameter column: A column.
  /// - Returns: `nil` if the column is out of sight, or if the column before it is beside it.
  public func column(behind column: Column) -> Column? {
    guard visibleColumns.first == column else { return nil }
    return filledColumn(before: column)
  }

  /// Goes back to the column that the first visible one covers.
  ///
  /// - Parameter animated: Whether a single column moves.
  /// - Returns: Whether there was such a column.
  @discardableResult
  public func goBack(animated: Bool) -> Bool {
    guard let behind = visibleColumns.first.flatMap(column(behind:)) else { return false }
    show(behind, animated: animated)
    return true
  }

  /// Returns the column of a child.
  func column(of controller: ViewController) -> Column? {
    Column.inOrder.first { columns[$0] === controller }
  }

  /// Returns the controller in a column.
  ///
  /// - Parameter column: The column.
  /// - Returns: `nil` for an empty column.
  public func controller(in column: Column) -> ViewController? {
    children.first { $0 === columns[column] }
  }

  /// Returns the title for the way back to a column.
  ///
  /// It is the title of the column's controller, or else of the top of its navigation stack.
  ///
  /// - Parameter column: The column.
  /// - Returns: An empty string if neither has a title.
  public func title(of column: Column) -> String {
    let controller = controller(in: column)
    return controller?.title ?? (controller as? NavigationController)?.topViewController?.title
      ?? ""
  }

  private func columnsDidChange() {
    isTransitionAnimated = false
    setChildren(Column.inOrder.compactMap { columns[$0] }, animated: false)
  }

  override func setChildren(_ newChildren: [ViewController], animated: Bool) {
    super.setChildren(newChildren, animated: animated)
    contentDidChange()
  }

  // MARK: Containment

  open override func loadView() -> View { SplitView(splitViewController: self) }

  /// The controllers in the visible columns.
  open override var visibleChildren: [ViewController] { visibleColumns.compactMap(controller(in:)) }

  /// Returns the index of the child's column.
  ///
  /// So the controllers in all columns may have equal identifiers.
  open override func pathComponent(for child: ViewController) -> Int? {
    column(of: child)?.rawValue
  }

  override var pathLeeway: PathLeeway { .everythingBelow }

  /// Updates the columns after the width or a threshold changed.
  func widthDidChange() {
    let isChange = wasCollapsed != isCollapsed
    wasCollapsed = isCollapsed
    guard isChange || shownColumns != visibleColumns else { return }
    isTransitionAnimated = false
    shownColumns = visibleColumns
    window?.updateAppearance(animated: false)
    columnTitleDidChange()
    if isChange { invalidateRestorableState() }
  }

  /// Updates the bars, because a back title may have changed.
  func columnTitleDidChange() {
    contentDidChange()
    for child in children { (child as? NavigationController)?.contentDidChange() }
  }

  private func stateDidChange() {
    columnTitleDidChange()
    invalidateRestorableState()
  }

  // MARK: State

  open override func encodeRestorableState(with coder: RestorationEncoder) {
    super.encodeRestorableState(with: coder)
    for column in Column.inOrder {
      guard let child = controller(in: column), child.restorationIdentifier != nil else { continue }
      coder.encode(child, forKey: column.key)
    }
    coder.encode(dividerPosition, forKey: BuiltInKey.dividerPosition)
    coder.encode(supplementaryColumnWidth, forKey: BuiltInKey.supplementaryColumnWidth)
    coder.encode(isCollapsed, forKey: BuiltInKey.isCollapsed)
    coder.encode(topColumn.rawValue, forKey: BuiltInKey.topColumn)
  }

  /// Restores the columns, their widths and the top column.
  ///
  /// A column whose controller is gone stays as launch code made it, and does not become the top
  /// column.
  open override func decodeRestorableState(with coder: RestorationDecoder) {
    super.decodeRestorableState(with: coder)
    var restored = Columns()
    for column in Column.inOrder {
      restored[column] = coder.decodeObject(ViewController.self, forKey: column.key)
    }
    for column in Column.inOrder {
      // A controller that launch code moved elsewhere below this one stays there (R25, R64).
      guard let child = restored[column], !contains(child) else { continue }
      setViewController(child, for: column)
    }
    dividerPosition = coder.decodeDouble(forKey: BuiltInKey.dividerPosition)
    supplementaryColumnWidth = coder.decodeDouble(forKey: BuiltInKey.supplementaryColumnWidth)
    wasCollapsed = coder.decodeBool(forKey: BuiltInKey.isCollapsed)
    let top = coder.decode(Int.self, forKey: BuiltInKey.topColumn).flatMap(Column.init(rawValue:))
    guard let top else { return }
    let isBack = restored[top] != nil && restored[top] === controller(in: top)
    let column = isBack || top == .primary ? top : filledColumn(before: top)
    if let column { show(column, animated: false) }
  }

  /// Shows the column before, because the top column's content is gone.
  func contentIsGone(of controller: ViewController) {
    guard let column = column(of: controller), column == topColumn,
      let before = filledColumn(before: column)
    else { return }
    show(before, animated: false)
  }

  private func filledColumn(before column: Column) -> Column? {
    Column.inOrder.prefix { $0 != column }.last { controller(in: $0) != nil }
  }

  private func contains(_ controller: ViewController) -> Bool {
    var ancestor = controller.parent
    while let above = ancestor, above !== self { ancestor = above.parent }
    return ancestor === self
  }
}

extension SplitViewController.Column {
  /// The coding key for the controller in the column.
  fileprivate var key: String {
    switch self {
    case .primary: BuiltInKey.primary
    case .supplementary: BuiltInKey.supplementary
    case .secondary: BuiltInKey.secondary
    }
  }
}

/// The root view of a split view controller.
///
/// Its peer draws the columns from the controller.
@MainActor public final class SplitView: View {
  /// The controller whose columns are shown.
  public private(set) weak var splitViewController: SplitViewController?

  init(splitViewController: SplitViewController) {
    self.splitViewController = splitViewController
    super.init()
  }

  /// Updates the columns, because the width may have changed.
  public override func layoutSubviews() {
    super.layoutSubviews()
    splitViewController?.widthDidChange()
  }
}
