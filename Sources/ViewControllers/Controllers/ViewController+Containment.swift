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

  /// Makes a controller a child of this one.
  ///
  /// The container itself shows the child's view.
  ///
  /// - Parameter child: The controller to contain; it leaves its former parent.
  public func addChild(_ child: ViewController) {
    setChildren(children.filter { $0 !== child } + [child], animated: false)
  }

  /// Removes this controller from its container.
  public func removeFromParent() {
    guard let parent else { return }
    if parent.searchController === self { return parent.searchController = nil }
    parent.setChildren(parent.children.filter { $0 !== self }, animated: false)
  }

  /// Returns the index of a child; `nil` if it is no child.
  func place(of child: ViewController) -> Int? {
    let place = child.placeAmongSiblings
    return place < children.count && children[place] === child ? place : nil
  }

  /// The container or presenter of this controller.
  var owner: ViewController? { parent ?? sheetPresenter }

  /// Ends containment or presentation without appearance callbacks.
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

  /// Requests a redraw of this controller's view, if it exists.
  func contentDidChange() {
    if isViewLoaded { view.setNeedsUpdate() }
  }

  /// Reacts to the loss of a child, search controller or sheet.
  ///
  /// Another controller has taken it.
  func didLoseChild(to owner: ViewController) {
    if let window, window !== owner.window { window.updateAppearance(animated: false) }
    contentDidChange()
    barContentDidChange()
    invalidateRestorableState()
  }

  /// Changes the hierarchy below this controller, with appearance callbacks around it.
  ///
  /// - Parameters:
  ///   - animated: The value that the callbacks receive.
  ///   - change: Changes containment or presentation, seen from above.
  ///   - letGo: Ends it for the controllers that leave. They keep their place until they have been
  ///     told that they will disappear.
  func changeHierarchy(
    animated: Bool, _ change: () -> Void, letGo: @escaping @MainActor () -> Void = {}
  ) {
    let window = window
    change()
    if let window { window.updateAppearance(animated: animated, letGo) } else { letGo() }
  }

  /// The outermost container of this controller, or the controller itself.
  var outermostContainer: ViewController {
    var controller = self
    while let parent = controller.parent { controller = parent }
    return controller
  }

  /// Redraws the bars that show content of this controller.
  func barContentDidChange() {
    navigationController?.contentDidChange()
    tabBarController?.contentDidChange()
    splitViewController?.columnTitleDidChange()
    pageViewController?.contentDidChange()
  }
}

/// The child that the user has chosen in a container.
///
/// The selection survives changes of the children.
@MainActor struct ChildSelection {
  private weak var selected: ViewController?
  /// The place of the selected child among the children.
  private var place = 0

  /// Returns the selected child, or the child now in its place.
  ///
  /// The other child counts if another container has taken the selected one.
  ///
  /// - Parameter children: The container's children.
  /// - Returns: `nil` only without children.
  func child(of children: [ViewController]) -> ViewController? {
    children.first { $0 === selected } ?? children.prefix(place + 1).last
  }

  /// Selects one of the children.
  mutating func select(_ child: ViewController, of children: [ViewController]) {
    selected = child
    place = children.firstIndex { $0 === child } ?? 0
  }

  /// Moves the selection to a new list of children.
  ///
  /// Selects the same child if it is still there, else the child that contains it now, else the
  /// child in its place.
  ///
  /// - Parameters:
  ///   - children: The children until now.
  ///   - newChildren: The children from now on.
  mutating func move(from children: [ViewController], to newChildren: [ViewController]) {
    let shown = child(of: children)
    let index = children.firstIndex { $0 === shown } ?? 0
    let next =
      newChildren.first(where: holdsSelected) ?? newChildren.first { $0 === shown }
      ?? newChildren.prefix(index + 1).last
    if let next { select(next, of: newChildren) }
  }

  private func holdsSelected(_ child: ViewController) -> Bool {
    var controller = selected
    while let next = controller, next !== child { controller = next.parent }
    return controller != nil
  }
}

extension [ViewController] {
  /// Returns launch code's children, merged with the restored controllers.
  ///
  /// Launch code's order stays. A restored controller that launch code does not have replaces one
  /// with the same identifier that was not restored. Without such a controller, it follows the
  /// restored controller that preceded it when state was saved.
  ///
  /// - Parameter restored: The restored controllers, in the order in which they were saved.
  /// - Returns: The children from now on.
  @MainActor func merging(restored: [ViewController]) -> [ViewController] {
    var merged = self
    for controller in restored where !merged.contains(where: { $0 === controller }) {
      let stale = merged.firstIndex { candidate in
        candidate.restorationIdentifier == controller.restorationIdentifier
          && !restored.contains { $0 === candidate }
      }
      if let stale {
        merged[stale] = controller
        continue
      }
      let previous = restored.prefix { $0 !== controller }.last
      let place = merged.firstIndex { $0 === previous }.map { $0 + 1 } ?? 0
      merged.insert(controller, at: place)
    }
    return merged
  }
}
