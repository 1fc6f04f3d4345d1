// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive
import StateRestoration

/// The differences that a lookup below a container ignores.
enum PathLeeway {
  /// None: a different path belongs to another object.
  case none
  /// The index of the child.
  ///
  /// A tab that has moved is still that tab.
  case indexOfChild
  /// Everything between the container and the object.
  ///
  /// Columns are rearranged when the width changes.
  case everythingBelow
}

extension ControllerTree {
  private typealias Components = ArraySlice<RestorationPath.Component>

  /// Returns all controllers whose path matches within the containers' leeway.
  ///
  /// It searches below the nearest obtained controller, else below the window's root. The engine
  /// decides which candidate is meant, if any.
  func looseCandidates(at address: RestorationAddress) -> [any StateRestoring] {
    guard address.kind == .controller else { return [] }
    let path = address.path.components[...]
    for length in (1..<max(path.count, 1)).reversed() {
      let prefix = RestorationPath(Array(path.prefix(length)))
      let start = obtained[
        RestorationAddress(scene: address.scene, kind: .controller, path: prefix)]
      let found = start.map { candidates(at: path.dropFirst(length), below: $0) } ?? []
      if !found.isEmpty { return found }
    }
    return window(ofScene: address.scene)?.rootViewController.map { candidates(at: path, from: $0) }
      ?? []
  }

  private func candidates(at path: Components, below controller: ViewController)
    -> [ViewController]
  {
    guard !path.isEmpty else { return [] }
    let presented = controller.presentedSheet.map { candidates(at: path, from: $0) } ?? []
    if controller.pathLeeway == .everythingBelow {
      let contained = controller.attachedControllers.flatMap { allControllers(from: $0) }
      return contained.filter { isNamed($0, by: path.last) } + presented
    }
    let contained = controller.attachedControllers.flatMap { child -> [ViewController] in
      guard let index = controller.pathIndex(of: child) else {
        return candidates(at: path, from: child)
      }
      guard case .index(let archived) = path.first,
        archived == index || controller.pathLeeway == .indexOfChild
      else { return [] }
      return candidates(at: path.dropFirst(), from: child)
    }
    return contained + presented
  }

  /// Returns the controllers that a path leads to from a controller.
  ///
  /// The path begins with the controller's own identifier.
  private func candidates(at path: Components, from controller: ViewController)
    -> [ViewController]
  {
    guard let name = controller.restorationIdentifier.flatMap({ RestorationIdentifier($0) }) else {
      return candidates(at: path, below: controller)
    }
    guard path.first == .identifier(name) else { return [] }
    let rest = path.dropFirst()
    return rest.isEmpty ? [controller] : candidates(at: rest, below: controller)
  }

  private func isNamed(_ controller: ViewController, by name: RestorationPath.Component?) -> Bool {
    guard case .identifier(let identifier) = name else { return false }
    return identifier.rawValue == controller.restorationIdentifier
  }

  private func allControllers(from controller: ViewController) -> [ViewController] {
    let presented = controller.presentedSheet.map { [$0] } ?? []
    let below = controller.attachedControllers + presented
    return [controller] + below.flatMap { allControllers(from: $0) }
  }
}
