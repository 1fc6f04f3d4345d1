// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive
import StateRestoration

extension ControllerTree {
  /// Returns an object's address, or throws the first missing link.
  ///
  /// - Parameter object: A window, controller or view.
  /// - Returns: Scene, kind and path.
  /// - Throws: The first broken link.
  func address(of object: any StateRestoring) throws(BrokenLink) -> RestorationAddress {
    switch object {
    case let controller as ViewController: try address(of: controller)
    case let view as View: try address(of: view)
    case let window as Window: try address(of: window)
    default: throw BrokenLink(.notRegistered, className: archivedClassName(of: type(of: object)))
    }
  }

  private func address(of window: Window) throws(BrokenLink) -> RestorationAddress {
    if window.restorationIdentifier != nil || !hasRecord(window) {
      _ = try identifier(window.restorationIdentifier, of: window)
    }
    guard windows.contains(where: { $0 === window }), let address = windowAddress(of: window) else {
      throw BrokenLink(.notContained, className: archivedClassName(of: Window.self))
    }
    return address
  }

  /// Returns a controller's address.
  ///
  /// Ancestors without identifier add no name, but they add their index in a container, so that a
  /// reference can reach below them.
  private func address(of controller: ViewController) throws(BrokenLink) -> RestorationAddress {
    guard let pass = application?.restoration.encodingPass else {
      return try findAddress(of: controller)
    }
    if let known = known.address(of: controller, in: pass) { return known }
    let found = try findAddress(of: controller)
    known.set(found, of: controller)
    return found
  }

  private func findAddress(of controller: ViewController) throws(BrokenLink)
    -> RestorationAddress
  {
    let own = try identifier(controller.restorationIdentifier, of: controller)
    guard !controller.isTransient else {
      throw BrokenLink(.neverPreserved, className: archivedClassName(of: type(of: controller)))
    }
    if controller.window == nil, let address = obtainedAddresses[ObjectIdentifier(controller)] {
      return address
    }
    var components: [RestorationPath.Component] = [.identifier(own)]
    var child = controller
    while let above = child.parent ?? child.sheetPresenter {
      if let index = child.parent?.pathIndex(of: child) { components.append(.index(index)) }
      // While state is restored, new controllers are not connected to the window yet (R56).
      if controller.window == nil, var address = obtainedAddresses[ObjectIdentifier(above)] {
        address.path = RestorationPath(address.path.components + components.reversed())
        return address
      }
      if let name = above.restorationIdentifier.flatMap({ RestorationIdentifier($0) }) {
        components.append(.identifier(name))
      }
      child = above
    }
    guard let window = controller.window, windows.contains(where: { $0 === window }),
      let scene = windowAddress(of: window)?.scene
    else { throw BrokenLink(.notContained, className: archivedClassName(of: type(of: controller))) }
    return RestorationAddress(
      scene: scene, kind: .controller, path: RestorationPath(components.reversed()))
  }

  /// Returns a view's address: its controller's path plus view names.
  ///
  /// Views without a name add nothing.
  private func address(of view: View) throws(BrokenLink) -> RestorationAddress {
    let own =
      if let name = view.name { name } else { try identifier(view.restorationIdentifier, of: view) }
    guard let controller = view.owningViewController else {
      throw BrokenLink(.viewWithoutController, className: archivedClassName(of: type(of: view)))
    }
    guard controller.restorationIdentifier != nil else {
      throw BrokenLink(.ownerNotPreserved, className: archivedClassName(of: type(of: controller)))
    }
    var address = try address(of: controller)
    var names = [RestorationPath.Component.identifier(own)]
    var above = view.viewController == nil ? view.superview : nil
    while let view = above {
      if let name = view.name { names.append(.identifier(name)) }
      above = view.viewController == nil ? view.superview : nil
    }
    address.kind = .view
    address.path = RestorationPath(address.path.components + names.reversed())
    return address
  }

  private func identifier(
    _ name: String?, of object: AnyObject
  ) throws(BrokenLink) -> RestorationIdentifier {
    guard let name else {
      let name = archivedClassName(of: type(of: object))
      let origin = (object as? ViewController)?.storyboardScene?.place
      throw BrokenLink(.noIdentifier, className: origin.map { "\(name) (\($0))" } ?? name)
    }
    guard let identifier = RestorationIdentifier(name) else {
      let className = archivedClassName(of: type(of: object))
      throw application?.restoration.refuse(name, of: className)
        ?? BrokenLink(
          .invalidIdentifier, className: className, flaw: RestorationIdentifier.flaw(of: name))
    }
    return identifier
  }
}

/// A cache of controllers' addresses for one pass.
///
/// It is emptied when anything moves.
@MainActor struct KnownAddresses {
  private var addresses: [ObjectIdentifier: RestorationAddress] = [:]
  private var pass: UInt64 = 0
  private var arrangement = 0
  /// The arrangement when the pass first asked for an address.
  private var firstArrangement = 0

  /// Returns whether nothing has moved since a pass first asked for an address.
  func isUnmoved(in pass: UInt64) -> Bool {
    pass == self.pass && firstArrangement == Arrangement.number
  }

  /// Returns a controller's cached address.
  ///
  /// `nil` if it is not cached since anything last moved.
  mutating func address(of controller: ViewController, in pass: UInt64) -> RestorationAddress? {
    if pass != self.pass { firstArrangement = Arrangement.number }
    if pass != self.pass || arrangement != Arrangement.number {
      (self.pass, arrangement, addresses) = (pass, Arrangement.number, [:])
    }
    return addresses[ObjectIdentifier(controller)]
  }

  mutating func set(_ address: RestorationAddress, of controller: ViewController) {
    addresses[ObjectIdentifier(controller)] = address
  }
}

/// The containment of windows and controllers.
@MainActor enum Arrangement {
  /// A number that changes whenever a controller's address may change.
  private(set) static var number = 0

  static func didChange() { number &+= 1 }
}
