// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Logging
import StateRestoration
import ViewControllers

extension SceneInstance {
  func performSegue(withIdentifier identifier: String, sender: AnyObject?) -> Bool {
    let elements = [element] + scene.others
    guard let segue = elements.firstResult({ $0.segue(withIdentifier: identifier) }),
      segue["kind"] != "embed", segue["kind"] != "relationship"
    else {
      storyboard.classes.logger.warning(
        "\(storyboard.name), line \(element.line): <\(element.name)> has no segue \(identifier)")
      return false
    }
    return perform(segue, sender: sender)
  }

  /// Performs a segue of the user if the controller allows it.
  func performIfAllowed(_ segue: Element, sender: AnyObject?) {
    guard let controller,
      controller.shouldPerformSegue(withIdentifier: segue["identifier"] ?? "", sender: sender)
    else { return }
    _ = perform(segue, sender: sender)
  }

  private func perform(_ segue: Element, sender: AnyObject?) -> Bool {
    guard let source = controller else { return false }
    if segue["kind"] == "unwind" { return unwind(segue, from: source, sender: sender) }
    guard let scene = segue["destination"].flatMap(storyboard.document.scene(ofObject:)),
      let destination = storyboard.instantiate(scene, Instantiation())
    else {
      note("leads to no view controller", segue)
      return false
    }
    if segue["destinationCreationSelector"] != nil {
      note("calls no segue action; its destination is made as its class is registered", segue)
    }
    let taken = StoryboardSegue(
      identifier: segue["identifier"], source: source, destination: destination)
    source.prepare(for: taken, sender: sender)
    show(destination, segue, from: source, sender: sender)
    return true
  }

  private func show(
    _ destination: ViewController, _ segue: Element, from source: ViewController, sender: AnyObject?
  ) {
    let animated = segue.flag("animates") ?? true
    switch segue["kind"] {
    case "push", "show":
      if let navigation = source.navigationController, !(destination is NavigationController) {
        return navigation.pushViewController(destination, animated: animated)
      }
    case "showDetail", "replace":
      if let split = source.splitViewController {
        return split.showDetailViewController(destination, animated: animated)
      }
      if let navigation = source.navigationController, !(destination is NavigationController) {
        return navigation.pushViewController(destination, animated: animated)
      }
    case "popover", "popoverPresentation":
      destination.modalPresentationStyle = .popover
    case "modal", "presentation":
      if let style = modalPresentationStyle(of: segue) {
        destination.modalPresentationStyle = style
      }
    default:
      note("of the kind \(segue["kind"] ?? "none") presents its destination", segue)
    }
    if let popover = destination.popoverPresentationController {
      popover.sourceView = segue["popoverAnchorView"].flatMap { (views ?? objects)[$0] as? View }
      popover.barButtonItem =
        segue["popoverAnchorBarButtonItem"].flatMap { objects[$0] as? BarButtonItem }
        ?? sender as? BarButtonItem
      if popover.sourceView == nil { popover.sourceView = sender as? View }
    }
    source.present(destination, animated: animated)
  }

  /// Returns the presentation style of a controller or segue.
  ///
  /// `nil` for a style that has no meaning here.
  func modalPresentationStyle(of element: Element) -> ModalPresentationStyle? {
    element["modalPresentationStyle"].flatMap { ModalPresentationStyle(rawValue: $0) }
  }

  // MARK: Unwinding

  /// Unwinds to the nearest controller with the action and calls it.
  private func unwind(_ segue: Element, from source: ViewController, sender: AnyObject?) -> Bool {
    guard let selector = segue["unwindAction"],
      let destination = unwindDestination(selector, from: source),
      let action = storyboard.classes.action(selector, of: destination)
    else {
      note("finds no controller to unwind to with the action \(segue["unwindAction"] ?? "")", segue)
      return false
    }
    let taken = StoryboardSegue(
      identifier: segue["identifier"], source: source, destination: destination)
    source.prepare(for: taken, sender: sender)
    action(destination, taken)
    let animated = segue.flag("animates") ?? true
    if destination.presentedViewController != nil { destination.dismiss(animated: animated) }
    var child = destination
    while let parent = child.parent {
      if let navigation = parent as? NavigationController,
        let index = navigation.viewControllers.firstIndex(where: { $0 === child })
      {
        navigation.setViewControllers(
          Array(navigation.viewControllers.prefix(index + 1)), animated: animated)
      }
      (parent as? TabBarController)?.selectedViewController = child
      child = parent
    }
    return true
  }

  private func unwindDestination(
    _ selector: String, from source: ViewController
  ) -> ViewController? {
    var current = source
    while true {
      if let parent = current.parent {
        let below = parent.children.prefix { $0 !== current }
        if parent is NavigationController,
          let found = below.reversed().firstResult({ self.receiver(selector, in: $0) })
        {
          return found
        }
        current = parent
        if receives(selector, current) { return current }
      } else if let presenter = current.presentingViewController {
        if let found = receiver(selector, in: presenter) { return found }
        current = presenter
      } else {
        return nil
      }
    }
  }

  /// Returns the innermost controller with an action, top of stack first.
  private func receiver(_ selector: String, in controller: ViewController) -> ViewController? {
    controller.children.reversed().firstResult { self.receiver(selector, in: $0) }
      ?? (receives(selector, controller) ? controller : nil)
  }

  private func receives(_ selector: String, _ controller: ViewController) -> Bool {
    storyboard.classes.action(selector, of: controller) != nil
  }
}

extension Element {
  /// Returns the segue with a name at or below this object.
  fileprivate func segue(withIdentifier identifier: String) -> Element? {
    if name == "segue" { return self["identifier"] == identifier ? self : nil }
    guard !Vocabulary.isIgnored(self) else { return nil }
    return children.firstResult { $0.segue(withIdentifier: identifier) }
  }
}
