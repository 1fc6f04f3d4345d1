// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Logging
import StateRestoration
public import ViewControllers

/// The classes and factories that an application's storyboards may use.
///
/// A storyboard names classes, outlets and actions as text. On Linux nothing finds them by name,
/// and text in a file should not choose the code that runs. So the application registers them:
///
/// ```swift
/// application.storyboards.register(
///   PhotoController.self,
///   outlets: ["slider": .outlet(\.slider)],
///   actions: ["sliderChanged:": { controller, _ in controller.updateImage() }]
/// ) { [library] in PhotoController(library: library) }
/// ```
///
/// A class is looked up by module and name if the storyboard gives both, then by name alone.
/// Register a class before the first scene that names it is created, best before the storyboard is
/// opened.
@MainActor public final class StoryboardClasses {
  private var byName: [String: StoryboardClass] = [:]
  private var classes: [StoryboardClass] = []
  private var opened: [WeakStoryboard] = []
  private var bundles: [String: Bundle] = [:]
  let logger = Logger(label: "restoration.storyboards")

  init() {}

  /// Registers a class with its factory, outlets and actions.
  ///
  /// - Parameters:
  ///   - type: The class, of controllers, views, cells or any other objects in storyboards.
  ///   - names: Further names of the class in storyboards, such as its former name in Objective-C.
  ///   - outlets: The properties that storyboards set, by outlet name.
  ///   - actions: The actions of controls and unwind segues, by selector, including colons. The
  ///     second parameter is the sender: a control, bar button item or `StoryboardSegue`.
  ///   - make: Creates an object. The storyboard sets identifiers, titles and outlets afterwards.
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

  /// Returns the registered class that a storyboard names.
  func registered(_ name: String, module: String?) -> StoryboardClass? {
    if let module, let found = byName["\(module).\(name)"] { return found }
    return byName[name]
  }

  /// Returns an action of an object's class or its superclasses.
  func action(
    _ selector: String, of object: AnyObject
  ) -> (@MainActor (AnyObject, AnyObject) -> Void)? {
    classes(of: object).firstResult { $0.actions[selector] }
  }

  /// Sets an outlet of an object's class or its superclasses.
  ///
  /// - Returns: `nil` if there is no such outlet, `false` if a value has another type.
  func setOutlet(_ name: String, of object: AnyObject, to values: [AnyObject]) -> Bool? {
    classes(of: object).firstResult { $0.setOutlet(object, name, values) }
  }

  /// Returns the registered classes of an object, its own first.
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
  ///   - bundle: The bundle that contains it.
  /// - Returns: The storyboard.
  /// - Throws: `StoryboardError` if it cannot be opened.
  func storyboard(named name: String, bundle: Bundle) throws(StoryboardError) -> Storyboard {
    let bundleName = bundle.storyboardName
    if let open = openStoryboard(named: name, bundle: bundleName) { return open }
    return try Storyboard(name: name, bundle: bundle, classes: self)
  }

  /// Opens a storyboard in the folder of one opened by URL.
  func storyboard(named name: String, in folder: URL) throws(StoryboardError) -> Storyboard {
    if let open = openStoryboard(named: name, bundle: "", folder: folder) { return open }
    guard !name.contains("/"), !name.contains("\0") else {
      throw StoryboardError(.notFound, "a name leads out of the folder")
    }
    let file = folder.appendingPathComponent("\(name).storyboard")
    return try Storyboard(file: file, bundle: nil, classes: self)
  }

  /// Returns the bundle with a name.
  ///
  /// It is one that storyboards were opened from, or one that is loaded.
  func bundle(named name: String) -> Bundle? {
    bundles[name] ?? ([.main] + Bundle.allBundles).first { $0.storyboardName == name }
  }

  func didOpen(_ storyboard: Storyboard, in bundle: Bundle?) {
    opened.removeAll { $0.storyboard == nil }
    opened.append(WeakStoryboard(storyboard: storyboard))
    if let bundle { bundles[bundle.storyboardName] = bundle }
  }

  /// Returns the storyboard with the names from an archive.
  func storyboard(named name: String, inBundleNamed bundleName: String) -> Storyboard? {
    if let open = openStoryboard(named: name, bundle: bundleName) { return open }
    guard let bundle = bundle(named: bundleName) else {
      logger.warning("the bundle \(bundleName) of the storyboard \(name) is not loaded")
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
  /// Step ④: creates the controller of a scene.
  package func viewController(
    withSceneIdentifier sceneIdentifier: String, storyboard name: String, bundle: String
  ) -> ViewController? {
    guard let storyboard = storyboard(named: name, inBundleNamed: bundle) else { return nil }
    do {
      return try storyboard.instantiateViewController(withIdentifier: sceneIdentifier)
    } catch {
      logger.warning("a saved scene cannot be made from the storyboard \(name)")
      logger.debug("\(error)")
      return nil
    }
  }
}

/// A registered class.
@MainActor struct StoryboardClass {
  /// The module and class name.
  let name: String
  let isInstance: (AnyObject) -> Bool
  let make: @MainActor () -> AnyObject
  let setOutlet: @MainActor (AnyObject, String, [AnyObject]) -> Bool?
  let actions: [String: @MainActor (AnyObject, AnyObject) -> Void]
}

extension Application {
  /// The classes that storyboards of this application may use.
  ///
  /// Created on first use.
  public var storyboards: StoryboardClasses {
    if let existing = storyboardOpener as? StoryboardClasses { return existing }
    let classes = StoryboardClasses()
    storyboardOpener = classes
    return classes
  }
}

/// A property of a class that a storyboard may set, for ``StoryboardClasses``.
@MainActor public struct StoryboardOutlet<Object: AnyObject> {
  /// Sets the property to the connected objects, in file order.
  ///
  /// Returns `false` if an object's type does not fit the property.
  let set: @MainActor (Object, [AnyObject]) -> Bool

  /// Returns an outlet for one object: the destination of an `outlet`.
  ///
  /// - Parameter property: The property, such as `\.slider`.
  /// - Returns: The outlet.
  public static func outlet<Value>(_ property: ReferenceWritableKeyPath<Object, Value?>) -> Self {
    Self { object, values in
      guard let value = values.last as? Value else { return false }
      object[keyPath: property] = value
      return true
    }
  }

  /// Returns an outlet for several objects: destinations of an `outletCollection`.
  ///
  /// - Parameter property: The property, such as `\.buttons`.
  /// - Returns: The outlet.
  public static func collection<Value>(
    _ property: ReferenceWritableKeyPath<Object, [Value]>
  ) -> Self {
    Self { object, values in
      let matching = values.compactMap { $0 as? Value }
      object[keyPath: property] = matching
      return matching.count == values.count
    }
  }
}
