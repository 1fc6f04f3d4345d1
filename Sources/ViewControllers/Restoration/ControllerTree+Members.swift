// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import StateRestoration

extension ControllerTree {
  /// Every window, controller and loaded view that has an identifier and could be saved (R151).
  var members: [any StateRestoring] {
    windows.flatMap { window -> [any StateRestoring] in
      let own: [any StateRestoring] = window.restorationIdentifier == nil ? [] : [window]
      return own + (window.rootViewController.map { members(from: $0) } ?? [])
    }
  }

  private func members(from controller: ViewController) -> [any StateRestoring] {
    let isNamed = controller.restorationIdentifier != nil && !controller.isTransient
    let own: [any StateRestoring] = isNamed ? [controller] : []
    let views: [any StateRestoring] = controller.savesViews ? views(from: controller.view) : []
    let sheet = controller.presentedSheet.map { [$0] } ?? []
    return own + views + (controller.attachedControllers + sheet).flatMap { members(from: $0) }
  }

  private func views(from view: View) -> [View] {
    (view.restorationIdentifier == nil ? [] : [view])
      + view.subviews.filter { $0.viewController == nil }.flatMap { views(from: $0) }
  }

  /// The container or presenter of a controller, the controller of a view.
  func owner(of object: any StateRestoring) -> (any StateRestoring)? {
    switch object {
    case let controller as ViewController: controller.parent ?? controller.sheetPresenter
    case let view as View: view.owningViewController
    default: nil
    }
  }
}
