// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import struct Foundation.CGSize

/// Manages one screen, or one part of it: its view, its children and what it presents.
@MainActor open class ViewController {
  /// The name of this controller among its siblings; `nil`, the default, leaves it and everything
  /// below it out of preservation (R9, R10).
  public var restorationIdentifier: String?

  /// The title in the navigation bar above this controller.
  public var title: String? { didSet { if title != oldValue { barContentDidChange() } } }

  /// Buttons at the right of the navigation bar while this controller is on top.
  public var rightBarButtonItems: [BarButtonItem] = [] { didSet { barContentDidChange() } }

  /// Buttons in the toolbar below while this controller is on top.
  public var toolbarItems: [BarButtonItem] = [] { didSet { barContentDidChange() } }

  /// The size this controller asks for when it is presented, in points; zero: the content's own.
  public var preferredContentSize = CGSize.zero

  /// The controller that contains this one.
  public private(set) weak var parent: ViewController?

  /// The contained controllers; this controller owns them.
  public private(set) var children: [ViewController] = []

  /// The controller that this one presents as a sheet; this controller owns it.
  public internal(set) var presentedViewController: ViewController?

  /// The controller that presents this one.
  public internal(set) weak var presentingViewController: ViewController?

  /// The window whose root controller this is.
  weak var rootOfWindow: Window?

  private var loadedView: View?

  /// Creates a controller without view; the view is made when it is first needed.
  public init() {}

  /// The root of the views; loads them when asked for the first time.
  public var view: View {
    if let loadedView { return loadedView }
    let view = loadView()
    view.viewController = self
    loadedView = view
    viewDidLoad()
    return view
  }

  /// Whether the view exists; asking does not load it.
  public var isViewLoaded: Bool { loadedView != nil }

  /// The window this controller is shown in.
  public var window: Window? {
    rootOfWindow ?? parent?.window ?? presentingViewController?.window
  }

  /// The nearest navigation controller above this controller.
  public var navigationController: NavigationController? {
    (parent as? NavigationController) ?? parent?.navigationController
  }

  /// Makes the root view; the default makes a plain ``View``. Called once.
  ///
  /// - Returns: A view without superview.
  open func loadView() -> View { View() }

  /// Called once, after the view was made.
  open func viewDidLoad() {}

  /// Called before the view comes on screen.
  ///
  /// - Parameter animated: Whether it moves there.
  open func viewWillAppear(_ animated: Bool) {}

  /// Called when the view has come on screen.
  ///
  /// - Parameter animated: Whether it moved there.
  open func viewDidAppear(_ animated: Bool) {}

  /// Called before the view leaves the screen.
  ///
  /// - Parameter animated: Whether it moves away.
  open func viewWillDisappear(_ animated: Bool) {}

  /// Called when the view has left the screen.
  ///
  /// - Parameter animated: Whether it moved away.
  open func viewDidDisappear(_ animated: Bool) {}

  /// Makes a controller a child of this one; showing its view is the container's own matter.
  ///
  /// - Parameter child: The controller to contain; taken from its former parent.
  public func addChild(_ child: ViewController) {
    child.removeFromParent()
    children.append(child)
    child.parent = self
  }

  /// Takes this controller out of its container.
  public func removeFromParent() {
    parent?.children.removeAll { $0 === self }
    parent = nil
  }

  /// What a bar above or below this controller shows has changed.
  func barContentDidChange() {
    navigationController?.setNeedsUpdate()
  }
}
