// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
public import RestorationArchive
import StateRestoration

/// A container of two or three columns with dividers between them, or of fewer where room is short.
///
/// In a narrow window it is collapsed: a later column then lies over the ones before it, like the
/// top of a navigation stack, or is out of sight. Three columns become two first: the last two, or
/// the first two while ``topColumn`` is the first. What contains what stays the same, so that paths
/// do not depend on the width. Saves the columns by reference, the dividers' positions and whether
/// it is collapsed (R34, R81); what launch code arranged otherwise below it is found as well (R25).
@MainActor open class SplitViewController: ViewController {
  /// One of the places for controllers.
  public enum Column: Int, Hashable, Sendable {
    /// The first column; with one column, what lies below the others.
    case primary
    /// The last column; with one column, what lies on top or is out of sight.
    case secondary
    /// The column between the two; most split view controllers leave it empty.
    case supplementary

    /// All places, first to last.
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

  /// The width of the first column while there are others beside it, in points.
  ///
  /// Kept while there is one column, and where the window is too small for it. Anything but a
  /// positive number is without effect.
  public var dividerPosition = 320.0 {
    didSet {
      if !dividerPosition.isFinite || dividerPosition <= 0 { dividerPosition = oldValue }
      if dividerPosition != oldValue { stateDidChange() }
    }
  }

  /// The width of the column in the middle of three, in points, as ``dividerPosition`` is.
  public var supplementaryColumnWidth = 320.0 {
    didSet {
      if !supplementaryColumnWidth.isFinite || supplementaryColumnWidth <= 0 {
        supplementaryColumnWidth = oldValue
      }
      if supplementaryColumnWidth != oldValue { stateDidChange() }
    }
  }

  /// The least width for two columns, in points.
  public var collapseWidth = 720.0 {
    didSet { if collapseWidth != oldValue { widthDidChange() } }
  }

  /// The least width for three columns, in points.
  public var tripleColumnWidth = 1080.0 {
    didSet { if tripleColumnWidth != oldValue { widthDidChange() } }
  }

  /// The column that is shown while there is room for only one.
  ///
  /// Kept while there is more: it is where a window that becomes narrow goes.
  public private(set) var topColumn = Column.primary

  /// Whether the host should change columns with an animation; read by the peer.
  ///
  /// Never `true` before the window is on screen: restoring animates nothing (R175).
  public private(set) var isTransitionAnimated = false

  /// What was saved, for as long as there is no width to tell.
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

  /// Whether there is room for one column only.
  ///
  /// Told by the width of the view, before layout by that of the window; without window it is what
  /// was restored, at first `false`.
  public var isCollapsed: Bool { availableWidth.map { $0 < collapseWidth } ?? wasCollapsed }

  private var availableWidth: Double? {
    if isViewLoaded, view.boundsSize.width > 0 { return view.boundsSize.width }
    return window.map { Double($0.size.width) }
  }

  /// Replaces the controller in a column.
  ///
  /// - Parameters:
  ///   - controller: The controller to show there; `nil` leaves the column empty.
  ///   - column: Which column.
  public func setViewController(_ controller: ViewController?, for column: Column) {
    for other in Column.inOrder where columns[other] === controller { columns[other] = nil }
    columns[column] = controller
    columnsDidChange()
  }

  /// Puts a controller in the last column and shows that column (what a click in a list does).
  ///
  /// - Parameters:
  ///   - controller: The controller to show.
  ///   - animated: Whether a single column moves.
  public func showDetailViewController(_ controller: ViewController, animated: Bool) {
    if controller !== secondaryViewController { setViewController(controller, for: .secondary) }
    show(.secondary, animated: animated)
  }

  /// Shows a column; where all are shown, decides which stays when the window becomes narrow.
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

  /// The column that lies below a column on screen, to go back to.
  ///
  /// - Parameter column: A column.
  /// - Returns: `nil` where the column is out of sight, or what is before it is beside it.
  public func column(behind column: Column) -> Column? {
    guard visibleColumns.first == column else { return nil }
    return filledColumn(before: column)
  }

  /// Goes back to the column that the first one on screen covers.
  ///
  /// - Parameter animated: Whether a single column moves.
  /// - Returns: Whether there was one.
  @discardableResult
  public func goBack(animated: Bool) -> Bool {
    guard let behind = visibleColumns.first.flatMap(column(behind:)) else { return false }
    show(behind, animated: animated)
    return true
  }

  /// The column that a child is in.
  func column(of controller: ViewController) -> Column? {
    Column.inOrder.first { columns[$0] === controller }
  }

  /// The controller in a column.
  ///
  /// - Parameter column: Which column.
  /// - Returns: `nil` for an empty column.
  public func controller(in column: Column) -> ViewController? {
    children.first { $0 === columns[column] }
  }

  /// What the way back to a column is called: its controller's title, or that of what it shows.
  ///
  /// - Parameter column: Which column.
  /// - Returns: An empty string where nothing has a title.
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

  /// The columns that there is room for.
  open override var visibleChildren: [ViewController] { visibleColumns.compactMap(controller(in:)) }

  /// The column, so that all may have equal identifiers (R19, R20).
  open override func pathComponent(for child: ViewController) -> Int? {
    column(of: child)?.rawValue
  }

  override var pathLeeway: PathLeeway { .everythingBelow }

  /// The view or the threshold has another width.
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

  /// The way back to a column may be called otherwise now.
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

  /// A column whose controller is gone stays as launch code made it, and is not the one on top.
  open override func decodeRestorableState(with coder: RestorationDecoder) {
    super.decodeRestorableState(with: coder)
    var restored = Columns()
    for column in Column.inOrder {
      restored[column] = coder.decodeObject(ViewController.self, forKey: column.key)
    }
    for column in Column.inOrder {
      // What launch code has put somewhere else below this controller stays there (R25, R64).
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

  /// What the column on top was restored with is gone: the one before it is shown instead.
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
  /// The key under which the controller in the column is saved.
  fileprivate var key: String {
    switch self {
    case .primary: BuiltInKey.primary
    case .supplementary: BuiltInKey.supplementary
    case .secondary: BuiltInKey.secondary
    }
  }
}
