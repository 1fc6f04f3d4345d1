// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import StateRestoration

/// The tree of a running application's objects, saved or not.
///
/// Building it creates no object and loads no view.
@MainActor struct InspectionTree {
  /// An object and the objects below it.
  struct Node {
    let object: any StateRestoring
    let role: InspectedObject.Role
    /// The object's own identifier, if it has one.
    let identifier: String?
    var children: [Node] = []

    var objects: [any StateRestoring] { [object] + children.flatMap(\.objects) }
  }

  let windows: [Node]
  let registered: [Node]

  init(of application: Application) {
    windows = application.windows.map { window in
      Node(
        object: window, role: .window, identifier: window.restorationIdentifier,
        children: window.rootViewController.map { [Self.node($0, .root)] } ?? [])
    }
    let shown = Set(windows.flatMap(\.objects).map { ObjectIdentifier($0) })
    registered = application.restoration.registeredObjects
      .filter { !shown.contains(ObjectIdentifier($0)) }
      .map { Node(object: $0, role: .registered, identifier: nil) }
  }

  var objects: [any StateRestoring] { (windows + registered).flatMap(\.objects) }

  private static func node(_ controller: ViewController, _ role: InspectedObject.Role) -> Node {
    var node = Node(
      object: controller, role: role, identifier: controller.restorationIdentifier)
    // A search saves its own bar.
    if controller.savesViews { node.children.append(self.node(controller.view)) }
    node.children += controller.attachedControllers.map { child in
      self.node(child, child === controller.ownSearchController ? .search : .child)
    }
    if let sheet = controller.presentedSheet { node.children.append(self.node(sheet, .presented)) }
    return node
  }

  private static func node(_ view: View) -> Node {
    let below = view.subviews.compactMap { subview -> Node? in
      guard let controller = subview.viewController else { return node(subview) }
      let isContained = controller.parent != nil || controller.sheetPresenter != nil
      return isContained ? nil : node(controller, .uncontained)
    }
    return Node(
      object: view, role: .view, identifier: view.restorationIdentifier, children: below)
  }
}
