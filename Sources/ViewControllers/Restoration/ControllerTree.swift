// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive
import StateRestoration

/// Presents windows, controllers and views to the engine as a tree.
///
/// Addresses are computed from containment and presentation at each pass. Two things are cached.
/// While restoring, the addresses of obtained controllers: such a controller is not connected
/// before its container decodes, but its views must be found. While saving, the addresses of
/// controllers, because each of their views asks for them.
@MainActor final class ControllerTree: @MainActor RestorationTree {
  weak var application: Application?

  /// The controllers obtained in this restore; otherwise empty.
  private(set) var obtained: [RestorationAddress: ViewController] = [:]

  /// Obtained controllers whose views may not be loaded, in order.
  private var notLoaded: ArraySlice<ViewController> = []

  /// The addresses of obtained controllers, the inverse of ``obtained``.
  private(set) var obtainedAddresses: [ObjectIdentifier: RestorationAddress] = [:]

  /// The text inputs decoded in the launch that still runs.
  private var restoredInputs: [TextInput] = []

  /// Controllers restored at launch that had no window then.
  ///
  /// Kept until launch has ended.
  private var launched: [(address: RestorationAddress, controller: WeakController)] = []

  /// The addresses of obtained windows.
  ///
  /// Their order may have changed since they were requested.
  private var obtainedWindows: [ObjectIdentifier: RestorationAddress] = [:]

  /// The addresses of controllers that the current pass requested.
  var known = KnownAddresses()

  /// Whether nothing has moved in the current pass, so that what encodes is where it was met.
  var isUnmoved: Bool {
    application?.restoration.encodingPass.map { known.isUnmoved(in: $0) } ?? false
  }

  var registeredClasses: [String: any ViewControllerRestoration.Type] = [:]

  var windows: [Window] { application?.keptWindows ?? [] }

  /// Windows that save a state of their own, then the root controllers.
  var roots: [any StateRestoring] {
    windows.filter(hasRecord) as [any StateRestoring] + windows.compactMap(\.rootViewController)
  }

  /// Returns whether a window needs a record to restore its content.
  ///
  /// The only window needs none if it has no identifier and launch code created it, even as late as
  /// in did-finish-launching.
  func hasRecord(_ window: Window) -> Bool {
    window.restorationIdentifier != nil || windows.count > 1 || !window.isMadeByLaunchCode
  }

  /// Restores identifiers and classes that launch code left `nil`.
  func adopt(
    _ object: any StateRestoring, at address: RestorationAddress,
    restorationClass: RestorationClass?
  ) {
    let identifier = address.path.identifiers.last
    switch object {
    case let controller as ViewController:
      obtained[address] = controller
      notLoaded.append(controller)
      obtainedAddresses[ObjectIdentifier(controller)] = address
      if controller.restorationIdentifier == nil { controller.restorationIdentifier = identifier }
      if controller.restorationClass == nil, let name = restorationClass?.name {
        controller.restorationClass = viewControllerClass(named: name)
      }
    case let window as Window:
      if obtainedWindows[ObjectIdentifier(window)] == nil {
        obtainedWindows[ObjectIdentifier(window)] = address
      }
      // The window's number that the delegate was asked with is no identifier.
      if [nil, address.path.description].contains(window.restorationIdentifier) {
        window.restorationIdentifier = identifier
      }
    default:
      break
    }
  }

  /// Saves presentation and focus, so that the application need not.
  func willEncode(_ object: any StateRestoring, with coder: RestorationEncoder) {
    if let view = object as? View { return view.encodeFocus(with: coder) }
    guard let controller = object as? ViewController else { return }
    if let source = preservedSource(of: controller) {
      coder.encode(source, forKey: BuiltInKey.presentationSource)
    }
    controller.encodePresentationStyle(with: coder)
  }

  /// Loads the view, as every decode requires it.
  func willDecode(_ object: any StateRestoring, with coder: RestorationDecoder) {
    if let view = object as? View { view.decodeFocus(with: coder) }
    if let input = object as? TextInput { restoredInputs.append(input) }
    guard let controller = object as? ViewController else { return }
    let isLoaded = controller.isViewLoaded
    _ = controller.view
    let isLoadedForThis = !isLoaded || controller.hasViewForDecodeAlone
    controller.hasViewForDecodeAlone = isLoadedForThis && !coder.hasParts
    controller.hasBegunDecoding = true
    let key = BuiltInKey.presentationSource
    if let source = coder.decodeObject(ViewController.self, forKey: key) {
      controller.presentationSource = source
    }
    controller.decodePresentationStyle(with: coder)
  }

  func loadNextObtained() -> Bool {
    while let controller = notLoaded.popFirst() {
      guard !controller.isViewLoaded else { continue }
      _ = controller.view
      controller.hasViewForDecodeAlone = true
      return true
    }
    return false
  }

  /// Returns the object that must be restored before another.
  ///
  /// A sibling in a stack, the presenting controller, or the window.
  func prerequisite(of object: any StateRestoring) -> (any StateRestoring)? {
    guard let controller = object as? ViewController else { return nil }
    if let parent = controller.parent {
      return parent.searchController === controller ? nil : parent.prerequisite(for: controller)
    }
    if let source = preservedSource(of: controller) { return source }
    return controller.rootOfWindow.flatMap { hasRecord($0) ? $0 : nil }
  }

  /// Returns the controller that `present` was called on.
  ///
  /// `nil` if it does not take part, or has moved into the controller, without which it cannot
  /// exist.
  ///
  /// For a search it is the owner, because the search may not exist before its owner's view.
  private func preservedSource(of controller: ViewController) -> ViewController? {
    let source = controller.presentationSource
    guard let source = source is SearchController ? source?.parent : source,
      !source.isInOrOver(controller), (try? address(of: source)) != nil
    else { return nil }
    return source
  }

  /// Returns a window's address.
  ///
  /// While restoring, the address that it was looked up at; otherwise the current one.
  func windowAddress(of window: Window) -> RestorationAddress? {
    if let address = obtainedWindows[ObjectIdentifier(window)] { return address }
    guard let path = application?.path(of: window) else { return nil }
    return RestorationAddress(scene: path.description, kind: .window, path: path)
  }

  /// Returns the window whose tree is a scene.
  func window(ofScene scene: String) -> Window? {
    windows.first { windowAddress(of: $0).map { ExactString($0.scene) } == ExactString(scene) }
  }

  /// Returns whether a controller was obtained in the current restore.
  func wasObtained(_ controller: ViewController) -> Bool {
    obtainedAddresses[ObjectIdentifier(controller)] != nil
  }

  /// Forgets obtained controllers and windows.
  func didRestore() {
    if application?.phase == .launching {
      launched = obtained.filter { $0.value.window == nil }
        .map { ($0.key, WeakController($0.value)) }
    }
    obtained.values.forEach { $0.hasBegunDecoding = false }
    notLoaded = []
    (obtained, obtainedAddresses, obtainedWindows) = ([:], [:], [:])
  }

  /// Tells restored text inputs that launch has ended.
  func launchDidEnd() {
    let inputs = restoredInputs
    restoredInputs = []
    inputs.forEach { $0.launchDidEnd() }
  }

  /// Forgets the controllers restored at launch.
  ///
  /// - Returns: The addresses of those that are in no window now.
  func takeUnplaced() -> [RestorationAddress] {
    defer { launched = [] }
    return launched.filter { $0.controller.object?.window == nil }.map(\.address)
      .sorted { $0.description < $1.description }
  }

  // MARK: Restoration classes

  func register(_ type: any ViewControllerRestoration.Type) {
    for name in [archivedClassName(of: type)] + type.formerNames {
      registeredClasses[name] = type
    }
  }

  func viewControllerClass(named name: String) -> (any ViewControllerRestoration.Type)? {
    registeredClasses[name] ?? topLevelClass(named: name)
  }

  func restorationClass(of object: any StateRestoring) -> RestorationClass? {
    guard let type = (object as? ViewController)?.restorationClass else { return nil }
    return RestorationClass(type)
  }

  func restorationClass(named name: String) -> RestorationClass? {
    viewControllerClass(named: name).map(RestorationClass.init)
  }
}

/// A weak reference to a controller.
private struct WeakController {
  weak var object: ViewController?

  init(_ object: ViewController) { self.object = object }
}

extension RestorationClass {
  /// Wraps a controller's restoration class for the engine.
  @MainActor fileprivate init(_ type: any ViewControllerRestoration.Type) {
    self.init(name: archivedClassName(of: type), formerNames: type.formerNames) { path, coder in
      MainActor.assumeIsolated {
        type.viewController(withRestorationIdentifierPath: path, coder: coder)
      }
    }
  }
}

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
