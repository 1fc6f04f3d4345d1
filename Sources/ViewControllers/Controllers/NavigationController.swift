// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import RestorationArchive
import StateRestoration

/// A container that shows the top of a stack of controllers under a bar with a back button.
///
/// Saves its stack by reference, and restores it up to the first controller that cannot be
/// restored (R34, R76). Whether its bars are hidden is the application's to save.
@MainActor open class NavigationController: ViewController {
  /// Whether the bar with title and back button is hidden.
  public var isNavigationBarHidden = false {
    didSet { if isNavigationBarHidden != oldValue { contentDidChange() } }
  }

  /// Whether the bar at the bottom is hidden; it also hides while there are no toolbar items.
  public var isToolbarHidden = false {
    didSet { if isToolbarHidden != oldValue { contentDidChange() } }
  }

  /// Whether the user can go back with a swipe, which the page on top follows.
  ///
  /// Two fingers on a touchpad do it, and one from the left edge of a touch screen. UIKit has this as
  /// `interactivePopGestureRecognizer.isEnabled`.
  public var isInteractivePopGestureEnabled = true

  /// Whether the host should move to the top of the stack with an animation; read by the peer.
  ///
  /// Never `true` before the window is on screen: restoring animates nothing (R175).
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

  /// Takes the top controller off the stack; the bottom one stays.
  ///
  /// - Parameter animated: Whether it slides out.
  /// - Returns: The controller that was on top, or `nil` when it is the only one.
  @discardableResult
  public func popViewController(animated: Bool) -> ViewController? {
    guard viewControllers.count > 1, let top = topViewController else { return nil }
    setViewControllers(viewControllers.dropLast(), animated: animated)
    return top
  }

  /// The title of what lies behind the top controller; `nil` when nothing does.
  ///
  /// Behind the bottom of a stack in a column of a split view lies the column that it covers.
  public var backTitle: String? {
    if let below = viewControllers.dropLast().last { return below.title ?? "" }
    return columnBehind.map { $0.split.title(of: $0.column) }
  }

  /// Does what the back button is for: pops, or goes back to the column that this one covers.
  ///
  /// - Parameter animated: Whether it moves.
  /// - Returns: Whether there was something behind.
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

  /// What a swipe has brought into sight below the top.
  private weak var swipedViewController: ViewController?

  /// The user has begun to swipe back; called by peers.
  ///
  /// - Returns: The controller that comes into sight, which has appeared; `nil` at the bottom of the
  ///   stack. Nothing is popped yet.
  public func hostDidBeginSwipeBack() -> ViewController? {
    let below = viewControllers.dropLast().last
    changeHierarchy(animated: true) { swipedViewController = below }
    return below
  }

  /// The user has let go after ``hostDidBeginSwipeBack()``; called by peers.
  ///
  /// - Parameter isCompleted: Whether to go back; else all is as before.
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

  /// The top of the stack; while the user swipes back, what lies below it, too.
  open override var visibleChildren: [ViewController] {
    viewControllers.filter { $0 === swipedViewController || $0 === topViewController }
  }

  /// The place in the stack, so that controllers in it may have equal identifiers (R19, R20).
  open override func pathComponent(for child: ViewController) -> Int? {
    place(of: child)
  }

  /// The nearest controller below with an identifier: the stack is cut where one is missing (R76).
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
      // What lay over another column is gone: that column is what is left to show (R76).
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

  /// Whether launch code has put a controller of the saved stack elsewhere in the split view (R25).
  private func isInOtherColumn(_ controller: ViewController) -> Bool {
    guard let split = splitViewController, let parent = controller.parent, parent !== self else {
      return false
    }
    return controller.splitViewController === split
  }

  /// Whether launch code has put a controller here that was saved elsewhere in the split view (R25).
  private func hasMovedHere(_ child: ViewController) -> Bool {
    guard splitViewController != nil else { return false }
    return window?.application?.tree.wasObtained(child) ?? false
  }
}

/// The root view of a navigation controller; its peer draws bars and stack from the controller.
@MainActor public final class NavigationView: View {
  /// The controller whose stack is shown.
  public private(set) weak var navigationController: NavigationController?

  init(navigationController: NavigationController) {
    self.navigationController = navigationController
    super.init()
  }
}
