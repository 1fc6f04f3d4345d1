// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// A container that shows the top of a stack of controllers under a bar with a back button.
@MainActor open class NavigationController: ViewController {
  /// Whether the bar with title and back button is hidden.
  public var isNavigationBarHidden = false {
    didSet { if isNavigationBarHidden != oldValue { setNeedsUpdate() } }
  }

  /// Whether the bar at the bottom is hidden; it also hides while there are no toolbar items.
  public var isToolbarHidden = false {
    didSet { if isToolbarHidden != oldValue { setNeedsUpdate() } }
  }

  /// Whether the host should move to the top of the stack with an animation; read by the peer.
  public private(set) var isTransitionAnimated = false

  /// Creates a navigation controller.
  ///
  /// - Parameter rootViewController: The bottom of the stack.
  public init(rootViewController: ViewController? = nil) {
    super.init()
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
    addChild(controller)
    isTransitionAnimated = animated
    setNeedsUpdate()
  }

  /// Takes the top controller off the stack; the bottom one stays.
  ///
  /// - Parameter animated: Whether it slides out.
  /// - Returns: The controller that was on top, or `nil` when it is the only one.
  @discardableResult
  public func popViewController(animated: Bool) -> ViewController? {
    guard viewControllers.count > 1, let top = topViewController else { return nil }
    top.removeFromParent()
    isTransitionAnimated = animated
    setNeedsUpdate()
    return top
  }

  /// Replaces the whole stack.
  ///
  /// - Parameters:
  ///   - controllers: The new stack, bottom to top.
  ///   - animated: Whether the new top slides in.
  public func setViewControllers(_ controllers: [ViewController], animated: Bool) {
    for child in children where !controllers.contains(where: { $0 === child }) {
      child.removeFromParent()
    }
    controllers.forEach(addChild)
    isTransitionAnimated = animated
    setNeedsUpdate()
  }

  open override func loadView() -> View { NavigationView(navigationController: self) }

  /// Tells the host that bars or stack have changed.
  func setNeedsUpdate() {
    if isViewLoaded { view.setNeedsUpdate() }
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
