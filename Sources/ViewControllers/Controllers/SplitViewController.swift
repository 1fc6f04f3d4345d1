// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
public import RestorationArchive
import StateRestoration

/// A container of two columns with a divider between them, or of one column where room is short.
///
/// In a narrow window it is collapsed: the second column then lies over the first, like the top of
/// a navigation stack, or is out of sight. What contains what stays the same, so that paths do not
/// depend on the width. Saves both columns by reference, the divider's position and whether it is
/// collapsed (R34, R81); what launch code arranged otherwise below it is found as well (R25).
@MainActor open class SplitViewController: ViewController {
  /// One of the two places for controllers.
  public enum Column: Int, Hashable, Sendable {
    /// The first column; with one column, what lies below.
    case primary
    /// The second column; with one column, what lies on top or is out of sight.
    case secondary
  }

  private weak var primary: ViewController? { didSet { Arrangement.didChange() } }
  private weak var secondary: ViewController? { didSet { Arrangement.didChange() } }

  /// The width of the first column while there are two, in points.
  ///
  /// Kept while there is one column, and where the window is too small for it. Anything but a
  /// positive number is without effect.
  public var dividerPosition = 320.0 {
    didSet {
      if !dividerPosition.isFinite || dividerPosition <= 0 { dividerPosition = oldValue }
      if dividerPosition != oldValue { stateDidChange() }
    }
  }

  /// The least width for two columns, in points.
  public var collapseWidth = 720.0 {
    didSet { if collapseWidth != oldValue { widthDidChange() } }
  }

  /// The column that is shown while there is only one.
  ///
  /// Kept while there are two: it is where a window that becomes narrow goes.
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
  ///   - secondary: The controller in the second column.
  ///   - restorationIdentifier: Its ``ViewController/restorationIdentifier``.
  public init(
    primary: ViewController? = nil, secondary: ViewController? = nil,
    restorationIdentifier: String? = nil
  ) {
    super.init(restorationIdentifier: restorationIdentifier)
    setColumns(primary: primary, secondary: secondary)
  }

  /// The controller in the first column.
  public var primaryViewController: ViewController? { children.first { $0 === primary } }

  /// The controller in the second column.
  public var secondaryViewController: ViewController? { children.first { $0 === secondary } }

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
    switch column {
    case .primary: setColumns(primary: controller, secondary: secondaryViewController)
    case .secondary: setColumns(primary: primaryViewController, secondary: controller)
    }
  }

  /// Puts a controller in the second column and shows that column (what a click in a list does).
  ///
  /// - Parameters:
  ///   - controller: The controller to show.
  ///   - animated: Whether a single column moves.
  public func showDetailViewController(_ controller: ViewController, animated: Bool) {
    if controller !== secondaryViewController { setViewController(controller, for: .secondary) }
    show(.secondary, animated: animated)
  }

  /// Shows a column; with two columns, decides which one stays when the window becomes narrow.
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

  /// The columns on screen, first to second.
  public var visibleColumns: [Column] {
    let filled: [Column] = [.primary, .secondary].filter { controller(in: $0) != nil }
    guard isCollapsed, filled.count > 1 else { return filled }
    return [topColumn]
  }

  /// The controller in a column.
  ///
  /// - Parameter column: Which column.
  /// - Returns: `nil` for an empty column.
  public func controller(in column: Column) -> ViewController? {
    column == .primary ? primaryViewController : secondaryViewController
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

  private func setColumns(primary: ViewController?, secondary: ViewController?) {
    isTransitionAnimated = false
    (self.primary, self.secondary) = (primary, secondary)
    setChildren([primary, secondary].compactMap(\.self), animated: false)
  }

  override func setChildren(_ newChildren: [ViewController], animated: Bool) {
    super.setChildren(newChildren, animated: animated)
    contentDidChange()
  }

  // MARK: Containment

  open override func loadView() -> View { SplitView(splitViewController: self) }

  /// Both columns, or the one that there is room for.
  open override var visibleChildren: [ViewController] { visibleColumns.compactMap(controller(in:)) }

  /// The column, so that both may have equal identifiers (R19, R20).
  open override func pathComponent(for child: ViewController) -> Int? {
    if child === primary { return Column.primary.rawValue }
    return child === secondary ? Column.secondary.rawValue : nil
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
    (secondaryViewController as? NavigationController)?.contentDidChange()
  }

  private func stateDidChange() {
    columnTitleDidChange()
    invalidateRestorableState()
  }

  // MARK: State

  open override func encodeRestorableState(with coder: RestorationEncoder) {
    super.encodeRestorableState(with: coder)
    encode(primaryViewController, BuiltInKey.primary, with: coder)
    encode(secondaryViewController, BuiltInKey.secondary, with: coder)
    coder.encode(dividerPosition, forKey: BuiltInKey.dividerPosition)
    coder.encode(isCollapsed, forKey: BuiltInKey.isCollapsed)
    coder.encode(topColumn == .secondary, forKey: BuiltInKey.isSecondaryOnTop)
  }

  private func encode(
    _ controller: ViewController?, _ key: String, with coder: RestorationEncoder
  ) {
    guard let controller, controller.restorationIdentifier != nil else { return }
    coder.encode(controller, forKey: key)
  }

  /// A column whose controller is gone stays as launch code made it, and is not the one on top.
  open override func decodeRestorableState(with coder: RestorationDecoder) {
    super.decodeRestorableState(with: coder)
    let primary = coder.decodeObject(ViewController.self, forKey: BuiltInKey.primary)
    let secondary = coder.decodeObject(ViewController.self, forKey: BuiltInKey.secondary)
    // What launch code has put somewhere else below this controller stays there (R25, R64).
    if let primary, !contains(primary) { setViewController(primary, for: .primary) }
    if let secondary, !contains(secondary) { setViewController(secondary, for: .secondary) }
    dividerPosition = coder.decodeDouble(forKey: BuiltInKey.dividerPosition)
    wasCollapsed = coder.decodeBool(forKey: BuiltInKey.isCollapsed)
    let isOnTop = coder.decodeBool(forKey: BuiltInKey.isSecondaryOnTop)
    if let secondary, secondary === secondaryViewController {
      show(isOnTop ? .secondary : .primary, animated: false)
    }
  }

  private func contains(_ controller: ViewController) -> Bool {
    var ancestor = controller.parent
    while let above = ancestor, above !== self { ancestor = above.parent }
    return ancestor === self
  }
}
