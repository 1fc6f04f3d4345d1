// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Logging
import StateRestoration
public import ViewControllers

/// The classes that an application's storyboards may name, and how their objects are made.
///
/// A storyboard names classes, outlets and actions as text. Nothing finds those by name on Linux,
/// and text in a file should not choose what runs, so the application says what there is:
///
/// ```swift
/// application.storyboards.register(
///   PhotoController.self,
///   outlets: ["slider": .outlet(\.slider)],
///   actions: ["sliderChanged:": { controller, _ in controller.updateImage() }]
/// ) { [library] in PhotoController(library: library) }
/// ```
///
/// A class is found by its module and name where the storyboard says both, else by its name alone.
/// Register before a scene that names the class is made, at best before the storyboard is opened.
@MainActor public final class StoryboardClasses {
  private var byName: [String: StoryboardClass] = [:]
  private var classes: [StoryboardClass] = []
  private var opened: [WeakStoryboard] = []
  private var bundles: [String: Bundle] = [:]
  let logger = Logger(label: "restoration.storyboards")

  init() {}

  /// Says how objects of a class are made, and what a storyboard may connect them with.
  ///
  /// - Parameters:
  ///   - type: The class, of controllers, views, cells or any other objects in storyboards.
  ///   - names: Further names under which storyboards know it, such as the one it had in
  ///     Objective-C.
  ///   - outlets: The properties that storyboards set, by the names they have there.
  ///   - actions: What controls and unwind segues call, by selector, colons included. The second
  ///     parameter is the sender: a control, bar button item or `StoryboardSegue`.
  ///   - make: Makes an object. The storyboard sets identifiers, titles and outlets afterwards.
  public func register<Object: AnyObject>(
    _ type: Object.Type, names: [String] = [],
    outlets: [String: StoryboardOutlet<Object>] = [:],
    actions: [String: @MainActor (Object, AnyObject) -> Void] = [:],
    make: @escaping @MainActor () -> Object
  ) {
    let registered = StoryboardClass(
      name: archivedClassName(of: type), isInstance: { $0 is Object }, make: make,
      setOutlet: { object, name, values in
        guard let object = object as? Object, let outlet = outlets[name] else { return nil }
        return outlet.set(object, values)
      },
      actions: actions.mapValues { action in
        { object, sender in if let object = object as? Object { action(object, sender) } }
      })
    classes.insert(registered, at: 0)
    let ownName = registered.name.split(separator: ".").last.map(String.init) ?? registered.name
    for name in [registered.name, ownName] + names { byName[name] = registered }
  }

  /// The class that a storyboard names.
  func registered(_ name: String, module: String?) -> StoryboardClass? {
    if let module, let found = byName["\(module).\(name)"] { return found }
    return byName[name]
  }

  /// The action of an object's class, or of one that it inherits from.
  func action(
    _ selector: String, of object: AnyObject
  ) -> (@MainActor (AnyObject, AnyObject) -> Void)? {
    classes(of: object).firstResult { $0.actions[selector] }
  }

  /// Sets an outlet of an object's class, or of one that it inherits from.
  ///
  /// - Returns: `nil` when there is no such outlet, `false` when a value is of another type.
  func setOutlet(_ name: String, of object: AnyObject, to values: [AnyObject]) -> Bool? {
    classes(of: object).firstResult { $0.setOutlet(object, name, values) }
  }

  /// The object's own class first.
  private func classes(of object: AnyObject) -> [StoryboardClass] {
    let own = archivedClassName(of: type(of: object))
    let matching = classes.filter { $0.isInstance(object) }
    return matching.filter { $0.name == own } + matching.filter { $0.name != own }
  }

  // MARK: Storyboards

  /// Opens a storyboard, or returns the one that is open.
  ///
  /// - Parameters:
  ///   - name: The file's name without extension.
  ///   - bundle: Where it lies.
  /// - Returns: The storyboard.
  /// - Throws: `StoryboardError`.
  func storyboard(named name: String, bundle: Bundle) throws(StoryboardError) -> Storyboard {
    let bundleName = bundle.storyboardName
    if let open = openStoryboard(named: name, bundle: bundleName) { return open }
    return try Storyboard(name: name, bundle: bundle, classes: self)
  }

  /// Opens a storyboard that lies beside one that was opened by its file.
  func storyboard(named name: String, in folder: URL) throws(StoryboardError) -> Storyboard {
    if let open = openStoryboard(named: name, bundle: "", folder: folder) { return open }
    guard !name.contains("/"), !name.contains("\0") else {
      throw StoryboardError(.notFound, "a name leads out of the folder")
    }
    let file = folder.appendingPathComponent("\(name).storyboard")
    return try Storyboard(file: file, bundle: nil, classes: self)
  }

  /// The bundle with a name: one that storyboards were opened from, or that is loaded.
  func bundle(named name: String) -> Bundle? {
    bundles[name] ?? ([.main] + Bundle.allBundles).first { $0.storyboardName == name }
  }

  func didOpen(_ storyboard: Storyboard, in bundle: Bundle?) {
    opened.removeAll { $0.storyboard == nil }
    opened.append(WeakStoryboard(storyboard: storyboard))
    if let bundle { bundles[bundle.storyboardName] = bundle }
  }

  /// The storyboard with the names that an archive gives.
  func storyboard(named name: String, inBundleNamed bundleName: String) -> Storyboard? {
    if let open = openStoryboard(named: name, bundle: bundleName) { return open }
    guard let bundle = bundle(named: bundleName) else {
      logger.warning("no bundle \(bundleName) is loaded that the storyboard \(name) could lie in")
      return nil
    }
    do {
      return try Storyboard(name: name, bundle: bundle, classes: self)
    } catch {
      logger.warning("\(error)")
      return nil
    }
  }

  private func openStoryboard(
    named name: String, bundle: String, folder: URL? = nil
  ) -> Storyboard? {
    opened.lazy.compactMap(\.storyboard).first {
      $0.name == name && $0.bundleName == bundle && (folder ?? $0.folder) == $0.folder
    }
  }

  private struct WeakStoryboard {
    weak var storyboard: Storyboard?
  }
}

extension StoryboardClasses: @MainActor StoryboardOpening {
  /// Step ④: makes the controller of a scene.
  package func viewController(
    withSceneIdentifier sceneIdentifier: String, storyboard name: String, bundle: String
  ) -> ViewController? {
    guard let storyboard = storyboard(named: name, inBundleNamed: bundle) else { return nil }
    do {
      return try storyboard.instantiateViewController(withIdentifier: sceneIdentifier)
    } catch {
      logger.warning("a scene that was saved cannot be made from the storyboard \(name)")
      logger.debug("\(error)")
      return nil
    }
  }
}

/// A registered class.
@MainActor struct StoryboardClass {
  /// Module and class.
  let name: String
  let isInstance: (AnyObject) -> Bool
  let make: @MainActor () -> AnyObject
  let setOutlet: @MainActor (AnyObject, String, [AnyObject]) -> Bool?
  let actions: [String: @MainActor (AnyObject, AnyObject) -> Void]
}

extension Application {
  /// The classes that storyboards of this application may name; made when first asked for.
  public var storyboards: StoryboardClasses {
    if let existing = storyboardOpener as? StoryboardClasses { return existing }
    let classes = StoryboardClasses()
    storyboardOpener = classes
    return classes
  }
}
