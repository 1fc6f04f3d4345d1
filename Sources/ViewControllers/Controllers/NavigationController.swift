// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import RestorationArchive
import StateRestoration

/// A container that shows the top controller of a stack.
///
/// It has a bar with a back button. The stack is saved by reference, and restored up to the first
/// controller that cannot be restored. Whether the bars are hidden is not saved; the application
/// can save it.
@MainActor open class NavigationController: ViewController {
  /// Whether the bar with title and back button is hidden.
  public var isNavigationBarHidden = false {
    didSet { if isNavigationBarHidden != oldValue { contentDidChange() } }
  }

  /// Whether the bar at the bottom is hidden.
  ///
  /// Without toolbar items the bar is always hidden.
  public var isToolbarHidden = false {
    didSet { if isToolbarHidden != oldValue { contentDidChange() } }
  }

  /// Whether the user can go back with a swipe.
  ///
  /// The top page follows the swipe: two fingers on a touchpad, or one finger from the left edge of
  /// a touch screen. UIKit has this as `interactivePopGestureRecognizer.isEnabled`.
  public var isInteractivePopGestureEnabled = true

  /// Whether the host should animate the latest change of the stack.
  ///
  /// Read by the peer. Never `true` before the window is on screen: restoring animates nothing.
  public private(set) var isTransitionAnimated = false

  /// Creates a navigation controller.
  ///
  /// - Parameters:
  ///   - rootViewController: The bottom of the stack.
  ///   - restorationIdentifier: Its ``ViewController/restorationIdentifier``.
  public init(rootViewController: ViewController? = nil, restorationIdentifier: String? = nil) {
    super.init(restorationIdentifier: restorationIdentifier)
    if let rootViewController { addChild(rootViewController) }
  }

  /// The stack, bottom to top.
  public var viewControllers: [ViewController] { children }

  /// The controller that is shown.
  public var topViewController: ViewController? { viewControllers.last }

  /// Puts a controller on top of the stack.
  ///
  /// - Parameters:
  ///   - controller: The controller to show.
  ///   - animated: Whether it slides in.
  public func pushViewController(_ controller: ViewController, animated: Bool) {
    let below = viewControllers.filter { $0 !== controller }
    setViewControllers(below + [controller], animated: animated)
  }

  /// Removes the top controller, unless it is the only one.
  ///
  /// - Parameter animated: Whether it slides out.
  /// - Returns: The controller that was on top, or `nil` if it is the only one.
  @discardableResult
  public func popViewController(animated: Bool) -> ViewController? {
    guard viewControllers.count > 1, let top = topViewController else { return nil }
    setViewControllers(viewControllers.dropLast(), animated: animated)
    return top
  }

  /// The title of the page behind the top; `nil` without one.
  ///
  /// Behind the bottom of a stack in a split view column lies the column that it covers.
  public var backTitle: String? {
    if let below = viewControllers.dropLast().last { return below.title ?? "" }
    return columnBehind.map { $0.split.title(of: $0.column) }
  }

  /// Goes back: pops, or shows the column that this one covers.
  ///
  /// - Parameter animated: Whether it moves.
  /// - Returns: Whether there was something to go back to.
  @discardableResult
  public func goBack(animated: Bool) -> Bool {
    if popViewController(animated: animated) != nil { return true }
    guard let (split, column) = columnBehind else { return false }
    split.show(column, animated: animated)
    return true
  }

  private var columnBehind: (split: SplitViewController, column: SplitViewController.Column)? {
    guard let split = parent as? SplitViewController,
      let column = split.column(of: self).flatMap(split.column(behind:))
    else { return nil }
    return (split, column)
  }

  /// Replaces the whole stack.
  ///
  /// - Parameters:
  ///   - controllers: The new stack, bottom to top.
  ///   - animated: Whether the new top slides in.
  public func setViewControllers(_ controllers: [ViewController], animated: Bool) {
    isTransitionAnimated = animated && window?.isOnScreen ?? false
    setChildren(controllers, animated: isTransitionAnimated)
  }

  // MARK: Swiping back

  /// The controller that a swipe reveals below the top.
  private weak var swipedViewController: ViewController?

  /// Begins a swipe back; called by peers.
  ///
  /// - Returns: The controller that comes into sight, which has appeared; `nil` at the bottom of
  ///   the stack. Nothing is popped yet.
  public func hostDidBeginSwipeBack() -> ViewController? {
    let below = viewControllers.dropLast().last
    changeHierarchy(animated: true) { swipedViewController = below }
    return below
  }

  /// Ends a swipe that ``hostDidBeginSwipeBack()`` began; called by peers.
  ///
  /// - Parameter isCompleted: Whether to go back. Otherwise everything is as before.
  public func hostDidEndSwipeBack(isCompleted: Bool) {
    let isUnchanged = swipedViewController === viewControllers.dropLast().last
    if isCompleted, isUnchanged {
      swipedViewController = nil
      goBack(animated: true)
    } else {
      changeHierarchy(animated: true) { swipedViewController = nil }
    }
  }

  open override func loadView() -> View { NavigationView(navigationController: self) }

  /// The top of the stack, and the page that a swipe reveals.
  open override var visibleChildren: [ViewController] {
    viewControllers.filter { $0 === swipedViewController || $0 === topViewController }
  }

  /// Returns the child's place in the stack.
  ///
  /// So controllers in the stack may have equal identifiers.
  open override func pathComponent(for child: ViewController) -> Int? {
    place(of: child)
  }

  /// Returns the nearest controller below that has an identifier.
  ///
  /// Restoring cuts the stack where a controller is missing.
  open override func prerequisite(for child: ViewController) -> ViewController? {
    place(of: child).flatMap { place in
      children[..<place].last { $0.restorationIdentifier != nil }
    }
  }

  open override func encodeRestorableState(with coder: RestorationEncoder) {
    super.encodeRestorableState(with: coder)
    let named = children.filter { $0.restorationIdentifier != nil }
    coder.encode(named, forKey: BuiltInKey.stack)
    guard let highest = named.last else { return }
    for child in children.prefix(while: { $0 !== highest })
    where child.restorationIdentifier == nil {
      coder.diagnose(.leftOutOfStack(className: archivedClassName(of: type(of: child))))
    }
  }

  open override func decodeRestorableState(with coder: RestorationDecoder) {
    super.decodeRestorableState(with: coder)
    let stack = coder.decodeObjects(ViewController.self, forKey: BuiltInKey.stack)
      .filter { !isInOtherColumn($0) }
    guard !stack.isEmpty else {
      // The content that covered another column is gone: show that column (R76).
      if coder.hasReferences(forKey: BuiltInKey.stack), let split = parent as? SplitViewController {
        split.contentIsGone(of: self)
      }
      return
    }
    let moved = children.filter { child in
      hasMovedHere(child) && !stack.contains { $0 === child }
    }
    setViewControllers(stack + moved, animated: false)
  }

  /// Whether launch code moved a saved controller elsewhere in the split view.
  private func isInOtherColumn(_ controller: ViewController) -> Bool {
    guard let split = splitViewController, let parent = controller.parent, parent !== self else {
      return false
    }
    return controller.splitViewController === split
  }

  /// Whether launch code moved a child here within the split view.
  ///
  /// The child was saved elsewhere in the split view.
  private func hasMovedHere(_ child: ViewController) -> Bool {
    guard splitViewController != nil else { return false }
    return window?.application?.tree.wasObtained(child) ?? false
  }
}

/// The root view of a navigation controller.
///
/// Its peer draws the bars and the stack from the controller.
@MainActor public final class NavigationView: View {
  /// The controller whose stack is shown.
  public private(set) weak var navigationController: NavigationController?

  init(navigationController: NavigationController) {
    self.navigationController = navigationController
    super.init()
  }
}

/// A button in a navigation bar or toolbar.
@MainActor public final class BarButtonItem {
  /// The text on the button.
  public var title: String { didSet { onUpdate?() } }

  /// The name of the host's icon that replaces the title.
  ///
  /// The title is shown where the host does not have the icon.
  public var iconName: String? { didSet { onUpdate?() } }

  /// Whether the button can be clicked.
  public var isEnabled = true { didSet { onUpdate?() } }

  /// The action of a click.
  public var action: @MainActor () -> Void

  /// Called when a property has changed; belongs to the host.
  public var onUpdate: (@MainActor () -> Void)?

  /// The host's object for the button while it is shown.
  ///
  /// Belongs to the host.
  public weak var peer: AnyObject?

  /// Creates a button.
  ///
  /// - Parameters:
  ///   - title: The text on the button.
  ///   - action: The action of a click.
  public init(title: String, action: @escaping @MainActor () -> Void) {
    self.title = title
    self.action = action
  }
}
