// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

extension ViewController {
  /// The nearest navigation controller above this controller.
  public var navigationController: NavigationController? {
    (parent as? NavigationController) ?? parent?.navigationController
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
    parent.setChildren(parent.children.filter { $0 !== self }, animated: false)
  }

  /// Replaces all children, with the appearance callbacks around it.
  ///
  /// - Parameters:
  ///   - newChildren: The children from now on; taken from their former parents.
  ///   - animated: What the callbacks are told.
  func setChildren(_ newChildren: [ViewController], animated: Bool) {
    let added = newChildren.filter { $0.parent !== self }
    let removed = children.filter { child in !newChildren.contains { $0 === child } }
    changeHierarchy(animated: animated) {
      added.forEach { $0.detachFromParent() }
      children = newChildren
      children.forEach { $0.parent = self }
    } letGo: {
      for child in removed where !self.children.contains(where: { $0 === child }) {
        if child.parent === self { child.parent = nil }
      }
    }
    contentDidChange()
    invalidateRestorableState()
    added.forEach { $0.invalidateSubtree() }
  }

  /// Ends the containment without telling the controllers.
  func detachFromParent() {
    guard let parent else { return }
    parent.children.removeAll { $0 === self }
    self.parent = nil
    parent.contentDidChange()
  }

  /// Tells the host that the view of this controller has to be drawn anew, if there is one.
  func contentDidChange() {
    if isViewLoaded { view.setNeedsUpdate() }
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
    navigationController?.setNeedsUpdate()
  }
}
