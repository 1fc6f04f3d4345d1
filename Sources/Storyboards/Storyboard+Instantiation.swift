// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ViewControllers

/// One instantiation of a scene and its contents, across storyboards.
@MainActor final class Instantiation {
  /// The scenes being created, outermost first.
  ///
  /// A scene that is in this list already would contain itself; it is left out.
  fileprivate var open: [ObjectIdentifier] = []

  /// The number of controllers that may still be created.
  ///
  /// References between storyboards are not checked earlier.
  fileprivate var remaining = ContainmentCheck.greatestCount
}

extension Storyboard {
  /// Creates the controller of a scene and the controllers it contains.
  ///
  /// - Returns: `nil` for a scene of another storyboard that cannot be created, which is noted.
  func instantiate(_ scene: SceneDescription, _ instantiation: Instantiation) -> ViewController? {
    let element = scene.controller
    guard let kind = ControllerKind(element: element) else { return nil }
    let key = ObjectIdentifier(element)
    guard !instantiation.open.contains(key), instantiation.remaining > 0 else {
      note("contains itself across storyboards, or too many controllers; it is left out", element)
      return nil
    }
    instantiation.remaining -= 1
    instantiation.open.append(key)
    defer { instantiation.open.removeLast() }
    if kind == .placeholder { return instantiateReference(element, instantiation) }
    let controller = makeController(element, kind)
    let instance = SceneInstance(scene, of: self, controller: controller)
    controller.storyboardScene = instance
    instance.configureController(instantiation)
    return controller
  }

  /// Creates a controller of the file's class or the package's own.
  private func makeController(_ element: Element, _ kind: ControllerKind) -> ViewController {
    guard let made = makeCustomObject(element) else { return kind.make() }
    if let controller = made as? ViewController, kind.accepts(controller) { return controller }
    note("has the class \(type(of: made)), which is of another kind and is not used", element)
    return kind.make()
  }

  /// Creates an object of the class that the file names.
  ///
  /// - Returns: `nil` if it names no class, or one that is not registered, which is noted.
  func makeCustomObject(_ element: Element) -> AnyObject? {
    guard let name = element["customClass"], !name.isEmpty else { return nil }
    if let registered = classes.registered(name, module: element["customModule"]) {
      return registered.make()
    }
    note(
      "has the class \(name), which is not registered: "
        + "application.storyboards.register(\(name).self) { … }", element, isOncePerFile: true)
    return nil
  }

  /// Creates the scene of another storyboard for a placeholder.
  private func instantiateReference(
    _ element: Element, _ instantiation: Instantiation
  ) -> ViewController? {
    var target = self
    if let name = element["storyboardName"], !name.isEmpty {
      let bundleName = element["bundleIdentifier"]
      let bundle = bundleName.map(classes.bundle(named:)) ?? self.bundle
      do {
        if let bundle {
          target = try classes.storyboard(named: name, bundle: bundle)
        } else if bundleName == nil {
          target = try classes.storyboard(named: name, in: folder)
        } else {
          note("refers to \(name) in a bundle that is not known", element)
          return nil
        }
      } catch {
        note("refers to \(name): \(error)", element)
        return nil
      }
    }
    let scene =
      element["referencedIdentifier"].map(target.document.scene(withIdentifier:))
      ?? target.document.initialScene
    guard let scene else {
      note("refers to a scene that \(target.name) lacks", element)
      return nil
    }
    return target.instantiate(scene, instantiation)
  }
}
