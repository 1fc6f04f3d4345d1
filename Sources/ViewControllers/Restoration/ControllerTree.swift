// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive
import StateRestoration

/// Shows the engine windows, controllers and views as the tree that it saves and restores.
///
/// Addresses are computed from containment and presentation at each pass; nothing is kept, except
/// for the time of restoring, which controller was obtained for which address: such a controller is
/// not connected before its container decodes, but its views must be found; and for the time of a
/// pass that saves, where controllers lie, since each of their views asks for that.
@MainActor final class ControllerTree: @MainActor RestorationTree {
  weak var application: Application?

  /// What was obtained in this restore; empty at any other time.
  private(set) var obtained: [RestorationAddress: ViewController] = [:]

  /// Those of them whose views nobody has made sure of, in the order they were obtained.
  private var notLoaded: ArraySlice<ViewController> = []

  /// The same the other way round.
  private(set) var obtainedAddresses: [ObjectIdentifier: RestorationAddress] = [:]

  /// The text inputs that have decoded in the launch that has not ended.
  private var restoredInputs: [TextInput] = []

  /// What was restored at launch and is in no window yet, until launch has ended.
  private var launched: [(address: RestorationAddress, controller: WeakController)] = []

  /// The same of windows, which may have been asked for by another order than they have now.
  private var obtainedWindows: [ObjectIdentifier: RestorationAddress] = [:]

  /// Where controllers lie, as far as the pass that is running has asked.
  var known = KnownAddresses()

  private var registeredClasses: [String: any ViewControllerRestoration.Type] = [:]

  var windows: [Window] { application?.keptWindows ?? [] }

  /// Windows that save a state of their own, then the root controllers.
  var roots: [any StateRestoring] {
    windows.filter(hasRecord) as [any StateRestoring] + windows.compactMap(\.rootViewController)
  }

  /// Whether a window must be found, or asked of the delegate, for its content to be restored.
  ///
  /// Not the only one, if it has no identifier and launch code made it, which may do so as late as
  /// in did-finish-launching.
  func hasRecord(_ window: Window) -> Bool {
    window.restorationIdentifier != nil || windows.count > 1 || !window.isMadeByLaunchCode
  }

  /// Gives back what launch code left nil and archived names made.
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
      // The order that the delegate was asked with is no identifier.
      if [nil, address.path.description].contains(window.restorationIdentifier) {
        window.restorationIdentifier = identifier
      }
    default:
      break
    }
  }

  /// Saves what the application's hooks must not have to: who presented and how, focus.
  func willEncode(_ object: any StateRestoring, with coder: RestorationEncoder) {
    if let view = object as? View { view.encodeFocus(with: coder) }
    guard let controller = object as? ViewController else { return }
    if let source = preservedSource(of: controller) {
      coder.encode(source, forKey: BuiltInKey.presentationSource)
    }
    controller.encodePresentationStyle(with: coder)
  }

  /// Loads the view, which no decode goes without.
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

  /// What must be restored for an object to be: siblings in a stack, the controller that presented
  /// it, the window around it.
  func prerequisite(of object: any StateRestoring) -> (any StateRestoring)? {
    guard let controller = object as? ViewController else { return nil }
    if let parent = controller.parent {
      return parent.searchController === controller ? nil : parent.prerequisite(for: controller)
    }
    if let source = preservedSource(of: controller) { return source }
    return controller.rootOfWindow.flatMap { hasRecord($0) ? $0 : nil }
  }

  /// The controller that `present` was called on, if it takes part at all.
  ///
  /// For a search, which may not be there before its owner's view, it is the owner.
  private func preservedSource(of controller: ViewController) -> ViewController? {
    let source = controller.presentationSource
    guard let source = source is SearchController ? source?.parent : source, source !== controller,
      (try? address(of: source)) != nil
    else { return nil }
    return source
  }

  /// Where a window lies: where it was looked up in the restore that is under way, or would be.
  func windowAddress(of window: Window) -> RestorationAddress? {
    if let address = obtainedWindows[ObjectIdentifier(window)] { return address }
    guard let path = application?.path(of: window) else { return nil }
    return RestorationAddress(scene: path.description, kind: .window, path: path)
  }

  /// The window whose tree is a scene.
  func window(ofScene scene: String) -> Window? {
    windows.first { windowAddress(of: $0).map { ExactString($0.scene) } == ExactString(scene) }
  }

  /// Whether a controller was obtained in the restore that is under way.
  func wasObtained(_ controller: ViewController) -> Bool {
    obtainedAddresses[ObjectIdentifier(controller)] != nil
  }

  /// Forgets what was obtained.
  func didRestore() {
    if application?.phase == .launching {
      launched = obtained.filter { $0.value.window == nil }
        .map { ($0.key, WeakController($0.value)) }
    }
    obtained.values.forEach { $0.hasBegunDecoding = false }
    notLoaded = []
    (obtained, obtainedAddresses, obtainedWindows) = ([:], [:], [:])
  }

  /// What the application sets from now on is set by a program that runs.
  func launchDidEnd() {
    let inputs = restoredInputs
    restoredInputs = []
    inputs.forEach { $0.launchDidEnd() }
  }

  /// Forgets what was restored at launch.
  ///
  /// - Returns: Where that lay of it which is in no window now.
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

/// A controller that may be gone.
private struct WeakController {
  weak var object: ViewController?

  init(_ object: ViewController) { self.object = object }
}

extension RestorationClass {
  /// The engine's view of a controller's restoration class.
  @MainActor fileprivate init(_ type: any ViewControllerRestoration.Type) {
    self.init(name: archivedClassName(of: type), formerNames: type.formerNames) { path, coder in
      MainActor.assumeIsolated {
        type.viewController(withRestorationIdentifierPath: path, coder: coder)
      }
    }
  }
}
