// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive
import StateRestoration

extension ControllerTree {
  /// Step ②: the application's delegate creates or finds it.
  func delegateObject(
    at address: RestorationAddress, coder: RestorationDecoder
  ) -> (any StateRestoring)? {
    guard let application,
      let delegate = application.delegate as? any StateRestoringApplicationDelegate
    else { return nil }
    switch address.kind {
    case .controller:
      return delegate.application(
        application, viewControllerWithRestorationIdentifierPath: address.path.identifiers,
        coder: coder)
    case .window:
      let name = address.path.identifiers.last ?? address.path.description
      let window = delegate.application(
        application, windowWithRestorationIdentifier: name, coder: coder)
      window?.isMadeByLaunchCode = false
      return window
    default:
      return nil
    }
  }

  /// Step ③: launch code, or an earlier lookup, has already created it.
  func existingObject(at address: RestorationAddress) -> (any StateRestoring)? {
    switch address.kind {
    case .window: existingWindow(at: address)
    case .controller: existingController(address.path.components[...], scene: address.scene)
    case .view: existingView(at: address)
    default: nil
    }
  }

  /// Step ④: the controller's storyboard scene creates it again.
  func storyboardObject(
    at address: RestorationAddress, coder: RestorationDecoder
  ) -> (any StateRestoring)? {
    guard address.kind == .controller, let origin = ArchivedStoryboard(coder: coder) else {
      return nil
    }
    return application?.storyboardOpener?.viewController(
      withSceneIdentifier: origin.sceneIdentifier, storyboard: origin.name, bundle: origin.bundle)
  }

  /// Returns the top-level class with a name if it creates controllers.
  func topLevelClass(named name: String) -> (any ViewControllerRestoration.Type)? {
    ClassNames.topLevelClass(named: name) as? any ViewControllerRestoration.Type
  }

  private typealias Components = ArraySlice<RestorationPath.Component>

  private func existingWindow(at address: RestorationAddress) -> Window? {
    windows.first { windowAddress(of: $0) == address }
  }

  /// Returns whether the object may come into being later.
  ///
  /// Loading the owner's view, right before the owner decodes, often creates children and always
  /// creates a search. A sheet that launch code presents gets its place when the controllers below
  /// it are restored.
  func mayExistLater(at address: RestorationAddress, coder: RestorationDecoder) -> Bool {
    guard address.kind == .controller else { return false }
    return coder.containsValue(forKey: BuiltInKey.searchIsActive)
      || obtainedOwner(of: address).map { !$0.isViewLoaded } ?? false
      || window(ofScene: address.scene)?.presentationChain.contains {
        $0.sheetPresenter != nil && !wasObtained($0)
          && $0.restorationIdentifier == address.path.identifiers.last
      } == true
  }

  /// Whether the object gives way to a restored one.
  ///
  /// Launch code has to show a first page of a data source; the restored page replaces it.
  func isStandIn(_ object: any StateRestoring) -> Bool {
    let pages = (object as? ViewController)?.parent as? PageViewController
    return pages?.dataSource != nil
  }

  /// Returns the nearest obtained controller above an address.
  private func obtainedOwner(of address: RestorationAddress) -> ViewController? {
    let path = address.path.components
    for length in (1..<max(path.count, 1)).reversed() {
      let prefix = RestorationPath(Array(path.prefix(length)))
      let owner = RestorationAddress(scene: address.scene, kind: .controller, path: prefix)
      if let found = obtained[owner] { return found }
    }
    return nil
  }

  /// Step ③ for an address of an earlier version.
  func formerObject(at address: RestorationAddress) -> (any StateRestoring)? {
    switch address.kind {
    case .controller:
      existingController(address.path.components[...], scene: address.scene, formerly: true)
    case .view: existingView(at: address, formerly: true)
    default: nil
    }
  }

  /// Searches below the nearest obtained controller, then from the root.
  ///
  /// The root is the window's root controller. With `formerly`, former places count, too.
  private func existingController(_ path: Components, scene: String, formerly: Bool = false)
    -> ViewController?
  {
    for length in (1..<max(path.count, 1)).reversed() {
      let prefix = RestorationPath(Array(path.prefix(length)))
      let address = RestorationAddress(scene: scene, kind: .controller, path: prefix)
      if let start = obtained[address],
        let found = controller(at: path.dropFirst(length), below: start, formerly)
      {
        return found
      }
    }
    guard let root = window(ofScene: scene)?.rootViewController else { return nil }
    return match(root, index: nil, path, formerly)
  }

  private func controller(
    at path: Components, below controller: ViewController, _ formerly: Bool,
    withoutIndex: Bool = false
  ) -> ViewController? {
    for child in withoutIndex
      ? controller.attachedControllers : candidates(in: controller, for: path)
    {
      let index = withoutIndex ? nil : controller.pathIndex(of: child)
      if let found = match(child, index: index, path, formerly) { return found }
    }
    return controller.presentedSheet.flatMap { match($0, index: nil, path, formerly) }
  }

  /// Returns the child at the path's first index.
  ///
  /// Returns all children if none has this index.
  private func candidates(in container: ViewController, for path: Components) -> [ViewController] {
    if case .index(let index) = path.first, container.children.indices.contains(index),
      container.pathComponent(for: container.children[index]) == index
    {
      return [container.children[index]]
    }
    return container.attachedControllers
  }

  /// Returns the controller that a path leads to from a candidate.
  ///
  /// The path begins with the candidate's own index and identifier.
  private func match(
    _ candidate: ViewController, index: Int?, _ path: Components, _ formerly: Bool
  ) -> ViewController? {
    var rest = path
    if let index {
      guard rest.first == .index(index) else { return nil }
      rest = rest.dropFirst()
    }
    if let found = match(candidate, rest, formerly) { return found }
    return formerly
      ? candidate.formerPaths.firstResult { matchFormer(candidate, rest, at: $0) } : nil
  }

  private func match(_ candidate: ViewController, _ path: Components, _ formerly: Bool)
    -> ViewController?
  {
    var rest = path
    if let name = candidate.restorationIdentifier {
      guard case .identifier(let identifier) = rest.first, identifier.rawValue == name else {
        return RestorationIdentifier(name) == nil
          ? controller(at: rest, below: candidate, formerly) : nil
      }
      rest = rest.dropFirst()
      if rest.isEmpty { return candidate }
    }
    return controller(at: rest, below: candidate, formerly)
  }

  /// Returns the controller at a path that begins with a former place.
  ///
  /// A container that did not exist did not number what is below it now.
  private func matchFormer(
    _ candidate: ViewController, _ path: Components, at place: RestorationPath
  ) -> ViewController? {
    guard path.starts(with: place.components) else { return nil }
    let rest = path.dropFirst(place.components.count)
    let isNew = place.components.isEmpty
    if rest.isEmpty { return isNew ? nil : candidate }
    return controller(at: rest, below: candidate, true, withoutIndex: isNew)
  }

  /// Returns the former addresses of what is below a controller.
  func formerAddresses(of object: any StateRestoring) -> [RestorationAddress] {
    guard let controller = object as? ViewController,
      let scene = controller.window.flatMap(windowAddress)?.scene
    else { return [] }
    var paths = FormerPaths(isPrefix: true)
    var next: ViewController? = controller
    while let above = next {
      paths.add(
        above, as: above.restorationIdentifier.flatMap { RestorationIdentifier($0) },
        index: above.parent?.pathIndex(of: above))
      next = above.parent ?? above.sheetPresenter
    }
    return paths.all.dropFirst().map {
      RestorationAddress(scene: scene, kind: .controller, path: $0)
    }
  }

  /// Finds a view by trying every split of the path.
  ///
  /// It tries the longest controller path first.
  private func existingView(at address: RestorationAddress, formerly: Bool = false) -> View? {
    let path = address.path.components[...]
    for length in (1..<max(path.count, 1)).reversed() {
      let prefix = path.prefix(length)
      let own = RestorationAddress(
        scene: address.scene, kind: .controller,
        path: RestorationPath(Array(prefix)))
      let owner =
        obtained[own] ?? existingController(prefix, scene: address.scene, formerly: formerly)
      if let owner, let view = view(at: path.dropFirst(length), of: owner, formerly) {
        return view
      }
    }
    return nil
  }

  /// Returns a view of a controller or of an inserted container.
  private func view(at path: Components, of owner: ViewController, _ formerly: Bool) -> View? {
    if owner.isViewLoaded, let view = view(at: path, from: owner.view, formerly) { return view }
    guard formerly else { return nil }
    let inserted = owner.attachedControllers.filter { child in
      child.formerPaths.contains { $0.components.isEmpty }
    }
    return inserted.firstResult { view(at: path, of: $0, true) }
  }

  /// Returns the view that a path leads to from a view.
  ///
  /// The path begins with the view's own name; a view without name is skipped.
  private func view(at path: Components, from view: View, _ formerly: Bool) -> View? {
    guard let name = view.name else { return self.view(at: path, below: view, formerly) }
    let places = [RestorationPath([.identifier(name)])] + (formerly ? view.formerPaths : [])
    return places.firstResult { place in
      guard path.starts(with: place.components) else { return nil }
      let rest = path.dropFirst(place.components.count)
      return rest.isEmpty ? view : self.view(at: rest, below: view, formerly)
    }
  }

  private func view(at path: Components, below view: View, _ formerly: Bool) -> View? {
    guard case .identifier(let wanted) = path.first else { return nil }
    for subview in view.subviews {
      // Most subviews have another name. Asking for the controller takes longer, so compare names
      // first.
      if !formerly, let name = subview.name, name != wanted { continue }
      guard subview.viewController == nil else { continue }
      if let found = self.view(at: path, from: subview, formerly) { return found }
    }
    return nil
  }
}
