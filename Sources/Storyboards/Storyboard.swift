// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import Logging
public import RestorationArchive
public import ViewControllers

/// The scenes of a file that Interface Builder wrote: controllers, their views, and the ways
/// between them.
///
/// ```swift
/// let main = try Storyboard(name: "Main", bundle: .module, application: application)
/// window.rootViewController = main.instantiateInitialViewController()
/// ```
///
/// What is made from it keeps the storyboard. Each controller that has a restoration identifier
/// saves which scene it came from and is made from that again at the next launch, without a line of
/// code. What is not read is named in ``diagnostics`` and left out.
@MainActor public final class Storyboard {
  /// The file's name without extension.
  public let name: String

  /// The name that the bundle is saved under; empty for a storyboard opened by its URL.
  public let bundleName: String

  /// What was left out so far; scenes add to it when they are made.
  public private(set) var diagnostics: [StoryboardDiagnostic]

  private var noted: Set<String> = []
  let document: StoryboardDocument
  let bundle: Bundle?
  /// Where the file lies.
  let folder: URL
  let classes: StoryboardClasses
  /// The colours and pictures beside the file, read when a scene asks for the first.
  private(set) lazy var assets = AssetCatalogs(
    in: bundle.map { $0.resourceURL ?? $0.bundleURL } ?? folder)

  /// Opens a storyboard by its name.
  ///
  /// - Parameters:
  ///   - name: The file's name without extension.
  ///   - bundle: Where it lies, at the top or in `Base.lproj` or the folder of a language; `nil` is
  ///     the program's own bundle.
  ///   - application: The application whose classes it takes,
  ///     by default the one that runs.
  /// - Throws: `StoryboardError` if there is no such file, or it is broken or no storyboard for UIKit.
  public convenience init(
    name: String, bundle: Bundle? = nil, application: Application? = .shared
  ) throws(StoryboardError) {
    try self.init(
      name: name, bundle: bundle ?? .main,
      classes: application?.storyboards ?? StoryboardClasses())
  }

  /// Opens a storyboard by its file.
  ///
  /// It may refer to scenes of storyboards that lie beside it. Scenes of all of them are restored as
  /// long as they are open; no archive leads to a file outside of bundles.
  ///
  /// - Parameters:
  ///   - url: The file.
  ///   - application: The application whose classes it takes,
  ///     by default the one that runs.
  /// - Throws: `StoryboardError` if there is no such file, or it is broken or no storyboard for UIKit.
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

  /// Makes the controller that the storyboard begins with, and those that it contains.
  ///
  /// - Returns: `nil` when the file names none.
  public func instantiateInitialViewController() -> ViewController? {
    document.initialScene.flatMap { instantiate($0, Instantiation()) }
  }

  /// Makes the controller of a scene, and those that it contains.
  ///
  /// - Parameter identifier: The scene's storyboard identifier, else its object id.
  /// - Returns: A new controller.
  /// - Throws: `StoryboardError` when there is no such scene, or it stands for a scene of another
  ///   storyboard that cannot be made.
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

  /// Names something that is left out, once a line.
  ///
  /// - Parameters:
  ///   - message: What is left out.
  ///   - element: Where the file says so.
  ///   - isOncePerFile: Whether the first place stands for all others.
  func note(_ message: String, _ element: Element, isOncePerFile: Bool = false) {
    let diagnostic = StoryboardDiagnostic(
      line: element.line, message: "\(element.tag) \(message)")
    guard noted.insert(isOncePerFile ? message : diagnostic.description).inserted else { return }
    diagnostics.append(diagnostic)
    classes.logger.warning("\(name), \(diagnostic)")
  }
}

extension ViewController {
  /// The storyboard that this controller was made from; `nil` for any other.
  public var storyboard: Storyboard? { (storyboardScene as? SceneInstance)?.storyboard }
}

extension RestorationDecoder {
  /// Reads the storyboard that a controller came from.
  ///
  /// For restoration classes and the delegate's look-up, which make the controller from it.
  ///
  /// - Parameters:
  ///   - type: `Storyboard.self`.
  ///   - key: `ReservedKey.storyboard`; any other key reads as `nil`.
  /// - Returns: `nil` when the controller came from no storyboard, or it cannot be opened.
  @MainActor public func decodeObject(
    _ type: Storyboard.Type, forKey key: String
  ) -> Storyboard? {
    guard key == ReservedKey.storyboard, let origin = ArchivedStoryboard(coder: self) else {
      return nil
    }
    return application?.storyboards.storyboard(named: origin.name, inBundleNamed: origin.bundle)
  }
}
