// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import StateRestoration

extension ControllerTree {
  /// Every window, controller and loaded view with an identifier.
  ///
  /// Only those that could be saved.
  var members: [any StateRestoring] {
    var members: [any StateRestoring] = []
    for window in windows {
      if window.restorationIdentifier != nil { members.append(window) }
      if let root = window.rootViewController { add(root, to: &members) }
    }
    return members
  }

  private func add(_ controller: ViewController, to members: inout [any StateRestoring]) {
    if controller.restorationIdentifier != nil, !controller.isTransient {
      members.append(controller)
    }
    if controller.savesViews { add(controller.view, to: &members) }
    for child in controller.attachedControllers { add(child, to: &members) }
    if let sheet = controller.presentedSheet { add(sheet, to: &members) }
  }

  private func add(_ view: View, to members: inout [any StateRestoring]) {
    if view.restorationIdentifier != nil { members.append(view) }
    for subview in view.subviews where subview.viewController == nil { add(subview, to: &members) }
  }

  /// Returns the storyboard file, line and scene of a controller.
  ///
  /// For a view, those of its controller.
  func origin(of object: any StateRestoring) -> String? {
    let controller = object as? ViewController ?? (object as? View)?.owningViewController
    return controller?.storyboardScene?.place
  }

  /// Returns a controller's container or presenter, or a view's controller.
  func owner(of object: any StateRestoring) -> (any StateRestoring)? {
    switch object {
    case let controller as ViewController: controller.parent ?? controller.sheetPresenter
    case let view as View: view.owningViewController
    default: nil
    }
  }
}
