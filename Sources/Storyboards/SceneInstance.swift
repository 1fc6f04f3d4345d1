// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RestorationArchive
import ViewControllers

/// An instantiated scene: it connects a controller to its storyboard.
///
/// The controller owns it; it refers to the controller weakly. It creates views when the controller
/// requests its view, and releases them as soon as their outlets are set.
@MainActor final class SceneInstance: StoryboardScene {
  let storyboard: Storyboard
  let scene: SceneDescription
  private(set) weak var controller: ViewController?

  /// The objects beside the controller and its views.
  let objects = ObjectScope()

  /// The scene's views, not owned once their outlets are set; `nil` before they are created.
  var views: ObjectScope?

  private var embedded: [String: WeakController] = [:]

  private struct WeakController {
    weak var controller: ViewController?
  }

  init(_ scene: SceneDescription, of storyboard: Storyboard, controller: ViewController) {
    (self.scene, self.storyboard, self.controller) = (scene, storyboard, controller)
  }

  var element: Element { scene.controller }
  var storyboardName: String { storyboard.name }
  var bundleName: String { storyboard.bundleName }
  var sceneIdentifier: String { scene.identifier }
  var place: String {
    "\(storyboardName).storyboard, line \(element.line), scene \(sceneIdentifier)"
  }

  func note(_ message: String, _ element: Element, isOncePerFile: Bool = false) {
    storyboard.note(message, element, isOncePerFile: isOncePerFile)
  }

  // MARK: Controller

  /// Configures a new controller from the file, except its views.
  func configureController(_ instantiation: Instantiation) {
    guard let controller else { return }
    controller.restorationIdentifier = restorationIdentifier(of: element)
    controller.definesPresentationContext = element.flag("definesPresentationContext") ?? false
    if let style = modalPresentationStyle(of: element) { controller.modalPresentationStyle = style }
    if let size = element.value(of: "preferredContentSize") ?? element.value(of: "contentSize"),
      let width = size.length("width"), let height = size.length("height")
    {
      controller.preferredContentSize = CGSize(width: width, height: height)
    }
    noteRuntimeAttributes(of: element)
    configureBars(of: controller)
    makeObjects()
    contain(instantiation)
    embed(instantiation)
    connectObjects()
  }

  private func makeObjects() {
    for element in scene.others where element.name == "customObject" {
      guard let id = element.id, let object = storyboard.makeCustomObject(element) else { continue }
      objects.add(object, id: id, element)
    }
  }

  /// Adds the destinations of relationship segues to a container.
  private func contain(_ instantiation: Instantiation) {
    let segues = element.segues.filter { $0["kind"] == "relationship" }
    switch controller {
    case let controller as NavigationController:
      let root = segues.first { $0["relationship"] == "rootViewController" }
      let made = root.flatMap { destination(of: $0, instantiation) }
      controller.setViewControllers([made].compactMap(\.self), animated: false)
      controller.isNavigationBarHidden = element.flag("navigationBarHidden") ?? false
      controller.isToolbarHidden = element.flag("toolbarHidden") ?? true
    case let controller as TabBarController:
      controller.viewControllers = segues.filter { $0["relationship"] == "viewControllers" }
        .compactMap { destination(of: $0, instantiation) }
    case let controller as SplitViewController:
      for segue in segues {
        guard let column = SplitViewController.Column(relationship: segue["relationship"]) else {
          note("of the relationship \(segue["relationship"] ?? "") is left out", segue)
          continue
        }
        controller.setViewController(destination(of: segue, instantiation), for: column)
      }
    default:
      break
    }
  }

  private func destination(
    of segue: Element, _ instantiation: Instantiation
  ) -> ViewController? {
    guard let scene = segue["destination"].flatMap(storyboard.document.scene(ofObject:)) else {
      note("leads to no view controller", segue)
      return nil
    }
    return storyboard.instantiate(scene, instantiation)
  }

  // MARK: Embedded controllers

  /// Creates the controllers that container views show.
  ///
  /// They are contained from the start, before any view is loaded, so that restoring finds them.
  private func embed(_ instantiation: Instantiation) {
    for segue in element.embedSegues {
      guard let id = segue.id, let child = destination(of: segue, instantiation) else { continue }
      embedded[id] = WeakController(controller: child)
      controller?.addChild(child)
    }
  }

  /// Puts an embedded controller's view into its container view.
  func showEmbedded(_ segue: Element, in view: View) {
    guard let controller, let child = segue.id.flatMap({ embedded[$0]?.controller }),
      child.parent === controller
    else { return }
    let taken = StoryboardSegue(
      identifier: segue["identifier"], source: controller, destination: child)
    controller.prepare(for: taken, sender: nil)
    child.view.layout = .expanding
    view.addSubview(child.view)
  }
}

/// The objects of a scene or of one cell, by id.
///
/// It also holds the connections that begin at them.
///
/// It owns the objects until ``release()``. The actions of views retain the scope, to find their
/// destinations.
@MainActor final class ObjectScope {
  private weak var parent: ObjectScope?
  private var objects: [String: WeakObject] = [:]
  private(set) var sources: [(object: AnyObject, element: Element)] = []

  private struct WeakObject {
    weak var object: AnyObject?
  }

  init(in parent: ObjectScope? = nil) { self.parent = parent }

  func add(_ object: AnyObject, id: String?, _ element: Element) {
    if let id { objects[id] = WeakObject(object: object) }
    sources.append((object, element))
  }

  /// Releases the objects once all is connected; their containers own them.
  func release() { sources = [] }

  subscript(id: String) -> AnyObject? { objects[id]?.object ?? parent?[id] }
}

extension SplitViewController.Column {
  init?(relationship: String?) {
    switch relationship {
    case "masterViewController", "primaryViewController": self = .primary
    case "supplementaryViewController": self = .supplementary
    case "detailViewController", "secondaryViewController": self = .secondary
    default: return nil
    }
  }
}

extension SceneInstance {
  /// Returns the restoration identifier of a controller or view.
  ///
  /// It is the storyboard identifier if the file says to use that, else an attribute of its own. In
  /// files older than that attribute's field in Interface Builder it is a runtime attribute.
  func restorationIdentifier(of element: Element) -> String? {
    let usesOther = element.flag("useStoryboardIdentifierAsRestorationIdentifier") ?? false
    let other = usesOther ? element["storyboardIdentifier"] : nil
    let runtime = element.runtimeAttributes.last { $0["keyPath"] == "restorationIdentifier" }
    let candidates = [runtime?.string("value"), other, element["restorationIdentifier"]]
    guard let identifier = candidates.lazy.compactMap(\.self).first(where: { !$0.isEmpty }) else {
      if candidates.contains("") {
        note("has an empty restoration identifier, which is ignored", element)
      }
      return nil
    }
    if let flaw = RestorationIdentifier.flaw(of: identifier) {
      // Omits the identifier: this is logged, and identifiers are private (R189).
      note("has a restoration identifier that \(flaw), and is ignored", element)
    }
    return identifier
  }

  /// Notes the runtime attributes that are not set.
  func noteRuntimeAttributes(of element: Element) {
    for attribute in element.runtimeAttributes {
      guard let keyPath = attribute["keyPath"], keyPath != "restorationIdentifier",
        !keyPath.hasPrefix("layer.")
      else { continue }
      note(
        "sets \(keyPath); only restorationIdentifier can be set here", attribute,
        isOncePerFile: true)
    }
  }
}

extension Element {
  fileprivate var runtimeAttributes: [Element] { list("userDefinedRuntimeAttributes") }
}
