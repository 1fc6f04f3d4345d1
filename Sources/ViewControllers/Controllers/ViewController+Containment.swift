// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

extension ViewController {
  /// The nearest navigation controller above this controller.
  public var navigationController: NavigationController? {
    (parent as? NavigationController) ?? parent?.navigationController
  }

  /// The nearest tab bar controller above this controller.
  public var tabBarController: TabBarController? {
    (parent as? TabBarController) ?? parent?.tabBarController
  }

  /// The nearest split view controller above this controller.
  public var splitViewController: SplitViewController? {
    (parent as? SplitViewController) ?? parent?.splitViewController
  }

  /// The nearest page view controller above this controller.
  public var pageViewController: PageViewController? {
    (parent as? PageViewController) ?? parent?.pageViewController
  }

  /// Makes a controller a child of this one; showing its view is the container's own matter.
  ///
  /// - Parameter child: The controller to contain; taken from its former parent.
  public func addChild(_ child: ViewController) {
    setChildren(children.filter { $0 !== child } + [child], animated: false)
  }

  /// Takes this controller out of its container.
  public func removeFromParent() {
    guard let parent else { return }
    if parent.searchController === self { return parent.searchController = nil }
    parent.setChildren(parent.children.filter { $0 !== self }, animated: false)
  }

  /// Where a controller is among the children; `nil` for one that is none of them.
  func place(of child: ViewController) -> Int? {
    let place = child.placeAmongSiblings
    return place < children.count && children[place] === child ? place : nil
  }

  /// The container of this controller, or what presents it.
  var owner: ViewController? { parent ?? sheetPresenter }

  /// Ends containment or presentation without telling anyone.
  func detachFromOwner() {
    if let presenter = sheetPresenter {
      if presenter.presentedSheet === self { presenter.presentedSheet = nil }
      (sheetPresenter, presentationSource) = (nil, nil)
    }
    guard let parent else { return }
    parent.children.removeAll { $0 === self }
    if parent.ownSearchController === self { parent.ownSearchController = nil }
    self.parent = nil
    parent.contentDidChange()
  }

  /// Tells the host that the view of this controller has to be drawn anew, if there is one.
  func contentDidChange() {
    if isViewLoaded { view.setNeedsUpdate() }
  }

  /// Another controller has taken a child, the search controller, or the sheet from this one.
  func didLoseChild(to owner: ViewController) {
    if let window, window !== owner.window { window.updateAppearance(animated: false) }
    contentDidChange()
    barContentDidChange()
    invalidateRestorableState()
  }

  /// Changes what is on screen below this controller, with the appearance callbacks around it.
  ///
  /// - Parameters:
  ///   - animated: What the callbacks are told.
  ///   - change: Changes containment or presentation, seen from above.
  ///   - letGo: Ends it for those that go; they know where they were until they have been told
  ///     that they will disappear.
  func changeHierarchy(
    animated: Bool, _ change: () -> Void, letGo: @escaping @MainActor () -> Void = {}
  ) {
    let window = window
    change()
    if let window { window.updateAppearance(animated: animated, letGo) } else { letGo() }
  }

  /// The outermost container of this controller: itself when nothing contains it.
  var outermostContainer: ViewController {
    var controller = self
    while let parent = controller.parent { controller = parent }
    return controller
  }

  /// What a bar above or below this controller shows has changed.
  func barContentDidChange() {
    navigationController?.contentDidChange()
    tabBarController?.contentDidChange()
    splitViewController?.columnTitleDidChange()
    pageViewController?.contentDidChange()
  }
}
