// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive
import StateRestoration

/// What the look-up of an object below a container may overlook.
enum PathLeeway {
  /// Nothing: a path that differs is another object's.
  case none
  /// At which place among the children the way goes on: a tab that has moved is still that tab.
  case indexOfChild
  /// Everything between the container and the object: columns are arranged anew with the width.
  case everythingBelow
}

extension ControllerTree {
  private typealias Components = ArraySlice<RestorationPath.Component>

  /// All controllers whose path differs from an archived one only in what their containers' leeway
  /// lets go.
  ///
  /// Looked for below the obtained controller that is nearest, else below the root of the window.
  /// Which of them is meant, if any, is decided by the engine.
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

  /// What a path leads to from a controller on, its own identifier first.
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
