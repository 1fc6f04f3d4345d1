// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import Logging
public import RestorationArchive
public import ViewControllers

/// The scenes of an Interface Builder file.
///
/// These are controllers, their views, and the segues between them.
///
/// ```swift
/// let main = try Storyboard(name: "Main", bundle: .module, application: application)
/// window.rootViewController = main.instantiateInitialViewController()
/// ```
///
/// Controllers made from it retain the storyboard. Each controller with a restoration identifier
/// saves its scene. The next launch creates it from that scene again without a line of code.
/// Anything that is not read is listed in ``diagnostics`` and left out.
@MainActor public final class Storyboard {
  /// The file's name without extension.
  public let name: String

  /// The name of the bundle in archives.
  ///
  /// Empty for a storyboard opened by its URL.
  public let bundleName: String

  /// The content left out so far.
  ///
  /// Scenes add to it when they are created.
  public private(set) var diagnostics: [StoryboardDiagnostic]

  private var noted: Set<String> = []
  let document: StoryboardDocument
  let bundle: Bundle?
  /// The folder of the file.
  let folder: URL
  let classes: StoryboardClasses
  /// The colours and pictures beside the file, read on first use.
  private(set) lazy var assets = AssetCatalogs(
    in: bundle.map { $0.resourceURL ?? $0.bundleURL } ?? folder)

  /// Opens a storyboard by its name.
  ///
  /// - Parameters:
  ///   - name: The file's name without extension.
  ///   - bundle: The bundle that contains it, at the top, in `Base.lproj` or in the folder of a
  ///     language; `nil` is the program's own bundle.
  ///   - application: The application whose classes it uses, by default the one that runs.
  /// - Throws: `StoryboardError` if the file is missing, broken or no storyboard for UIKit.
  public convenience init(
    name: String, bundle: Bundle? = nil, application: Application? = .shared
  ) throws(StoryboardError) {
    try self.init(
      name: name, bundle: bundle ?? .main,
      classes: application?.storyboards ?? StoryboardClasses())
  }

  /// Opens a storyboard by its file.
  ///
  /// It may refer to scenes of storyboards in the same folder. Their scenes are restored as long as
  /// the storyboards are open; no archive leads to a file outside of bundles.
  ///
  /// - Parameters:
  ///   - url: The file.
  ///   - application: The application whose classes it uses, by default the one that runs.
  /// - Throws: `StoryboardError` if the file is missing, broken or no storyboard for UIKit.
  public convenience init(
    contentsOf url: URL, application: Application? = .shared
  ) throws(StoryboardError) {
    try self.init(
      file: url, bundle: nil,
      classes: application?.storyboards ?? StoryboardClasses())
  }

  convenience init(name: String, bundle: Bundle, classes: StoryboardClasses)
    throws(StoryboardError)
  {
    guard let file = bundle.storyboardFile(named: name) else {
      throw StoryboardError(
        .notFound, "there is no storyboard \(name) in the bundle \(bundle.storyboardName)")
    }
    try self.init(file: file, bundle: bundle, classes: classes)
  }

  init(file: URL, bundle: Bundle?, classes: StoryboardClasses) throws(StoryboardError) {
    name = file.deletingPathExtension().lastPathComponent
    bundleName = bundle?.storyboardName ?? ""
    (self.bundle, self.classes) = (bundle, classes)
    folder = file.deletingLastPathComponent().standardizedFileURL
    guard let data = try? Data(contentsOf: file) else {
      throw StoryboardError(
        .notFound, "the storyboard cannot be read", file: file.lastPathComponent)
    }
    do {
      document = try StoryboardDocument(
        data, translation: StoryboardTranslation(of: name, in: folder))
    } catch {
      throw StoryboardError(
        error.code, error.reason, file: file.lastPathComponent, line: error.line)
    }
    diagnostics = document.diagnostics
    diagnostics.forEach { classes.logger.debug("\(file.lastPathComponent), \($0)") }
    classes.didOpen(self, in: bundle)
  }

  /// Creates the initial controller and the controllers it contains.
  ///
  /// - Returns: `nil` if the file names none.
  public func instantiateInitialViewController() -> ViewController? {
    document.initialScene.flatMap { instantiate($0, Instantiation()) }
  }

  /// Creates the controller of a scene and the controllers it contains.
  ///
  /// - Parameter identifier: The scene's storyboard identifier, else its object id.
  /// - Returns: A new controller.
  /// - Throws: `StoryboardError` if there is no such scene, or it stands for a scene of another
  ///   storyboard that cannot be created.
  public func instantiateViewController(
    withIdentifier identifier: String
  ) throws(StoryboardError) -> ViewController {
    guard let scene = document.scene(withIdentifier: identifier) else {
      let known = document.identifiers.sorted().joined(separator: ", ")
      throw StoryboardError(
        .noSuchScene,
        "there is no scene \(identifier); the identifiers are: \(known.isEmpty ? "none" : known)",
        file: name)
    }
    guard let controller = instantiate(scene, Instantiation()) else {
      throw StoryboardError(
        .noSuchScene, "the scene \(identifier) lies in another storyboard and cannot be made",
        file: name, line: scene.controller.line)
    }
    return controller
  }

  /// Notes something that is left out, once per line.
  ///
  /// - Parameters:
  ///   - message: The message about the content left out.
  ///   - element: The element that is left out.
  ///   - isOncePerFile: Whether only the first occurrence is noted.
  func note(_ message: String, _ element: Element, isOncePerFile: Bool = false) {
    let diagnostic = StoryboardDiagnostic(
      line: element.line, message: "\(element.tag) \(message)")
    guard noted.insert(isOncePerFile ? message : diagnostic.description).inserted else { return }
    diagnostics.append(diagnostic)
    classes.logger.warning("\(name), \(diagnostic)")
  }
}

extension ViewController {
  /// The storyboard that this controller was created from, if any.
  public var storyboard: Storyboard? { (storyboardScene as? SceneInstance)?.storyboard }
}

extension RestorationDecoder {
  /// Reads the storyboard that a controller came from.
  ///
  /// Restoration classes and the delegate's lookup use it to create the controller.
  ///
  /// - Parameters:
  ///   - type: `Storyboard.self`.
  ///   - key: `ReservedKey.storyboard`; any other key reads as `nil`.
  /// - Returns: `nil` if the controller came from no storyboard, or it cannot be opened.
  @MainActor public func decodeObject(
    _ type: Storyboard.Type, forKey key: String
  ) -> Storyboard? {
    guard key == ReservedKey.storyboard, let origin = ArchivedStoryboard(coder: self) else {
      return nil
    }
    return application?.storyboards.storyboard(named: origin.name, inBundleNamed: origin.bundle)
  }
}

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
