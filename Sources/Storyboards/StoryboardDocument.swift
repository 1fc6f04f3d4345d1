// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ViewControllers

/// A storyboard file with its scenes and connections.
///
/// The file is checked as a whole.
final class StoryboardDocument {
  let root: Element
  let scenes: [SceneDescription]
  private(set) var diagnostics: [StoryboardDiagnostic] = []

  /// Every object of the file by its id.
  private(set) var objects: [String: Element] = [:]

  /// The ids of ignored elements, mostly constraints.
  ///
  /// Outlets may lead to them.
  private var ignoredIDs: Set<String> = []

  private var scenesByObject: [String: SceneDescription] = [:]
  private var scenesByIdentifier: [String: SceneDescription] = [:]

  /// The initial scene; `nil` if the file names none.
  private(set) var initialScene: SceneDescription?

  /// Reads a file's bytes.
  ///
  /// - Parameters:
  ///   - data: The bytes.
  ///   - translation: The texts of the user's language; `nil` for those of the file.
  /// - Throws: ``StoryboardError`` if it is broken or no storyboard for UIKit.
  init(_ data: Data, translation: StoryboardTranslation? = nil) throws(StoryboardError) {
    root = try ElementReader.read(data)
    try DocumentKind.check(root)
    scenes = root.list("scenes").compactMap(SceneDescription.init)
    diagnostics = Vocabulary.diagnostics(for: root)
    try indexObjects()
    translation?.apply(to: objects)
    indexScenes()
    try checkSegues()
    if let id = root["initialViewController"], !id.isEmpty {
      guard let scene = scenesByObject[id] else {
        throw StoryboardError(
          .malformed, "the initial view controller \(id) is not in the file", line: root.line)
      }
      initialScene = scene
    }
    var check = ContainmentCheck(self)
    try check.run()
  }

  /// Returns the scene with a storyboard identifier, else an object id.
  func scene(withIdentifier identifier: String) -> SceneDescription? {
    scenesByIdentifier[identifier] ?? scenesByObject[identifier]
  }

  /// Returns the scene of a controller.
  func scene(ofObject id: String) -> SceneDescription? { scenesByObject[id] }

  /// The file's copies of asset catalogue colours, by name.
  private(set) lazy var namedColors: [String: Color] = Dictionary(
    root.list("resources").filter { $0.name == "namedColor" }.compactMap { resource in
      guard let name = resource["name"], let color = resource.child("color")?.color else {
        return nil
      }
      return (name, color)
    }, uniquingKeysWith: { first, _ in first })

  /// The storyboard identifiers of the file, in order.
  var identifiers: [String] { scenes.compactMap(\.storyboardIdentifier) }

  /// Returns whether anything in the file has an id.
  func contains(id: String) -> Bool { objects[id] != nil || ignoredIDs.contains(id) }

  private func indexObjects() throws(StoryboardError) {
    try root.visit { element throws(StoryboardError) in
      guard !Vocabulary.isIgnored(element) else {
        try element.visit { ignored in
          if let id = ignored.id { ignoredIDs.insert(id) }
          return true
        }
        return false
      }
      guard let id = element.id, !Vocabulary.connections.contains(element.name) else { return true }
      if let other = objects[id] {
        throw StoryboardError(
          .malformed, "<\(element.name)> has the id \(id) of <\(other.name)> in line \(other.line)",
          line: element.line)
      }
      objects[id] = element
      return true
    }
  }

  private func indexScenes() {
    for scene in scenes {
      if let id = scene.controller.id { scenesByObject[id] = scene }
    }
    for scene in scenes {
      guard let identifier = scene.controller["storyboardIdentifier"] else { continue }
      if identifier.isEmpty {
        note("the storyboard identifier is empty and is ignored", scene.controller)
      } else if let other = scenesByIdentifier[identifier] {
        note(
          "the storyboard identifier \(identifier) is also used in line \(other.controller.line);"
            + " this scene is found by its object id only", scene.controller)
      } else {
        scenesByIdentifier[identifier] = scene
        scene.storyboardIdentifier = identifier
      }
    }
    for scene in scenes where scene.storyboardIdentifier == nil {
      guard let id = scene.controller.id else { continue }
      if scenesByIdentifier[id] != nil {
        note("its object id is the storyboard identifier of another scene", scene.controller)
      }
      if let sceneID = scene.sceneID, scenesByObject[sceneID] == nil {
        scenesByObject[sceneID] = scene
      }
    }
  }

  private func checkSegues() throws(StoryboardError) {
    try root.visit { element throws(StoryboardError) in
      guard !Vocabulary.isIgnored(element) else { return false }
      guard element.name == "segue" else { return true }
      guard let destination = element["destination"] else {
        throw StoryboardError(.malformed, "a segue has no destination", line: element.line)
      }
      guard objects[destination] != nil else {
        throw StoryboardError(
          .malformed, "a segue leads to \(destination), which is not in the file",
          line: element.line)
      }
      return false
    }
  }

  private func note(_ message: String, _ element: Element) {
    diagnostics.append(
      StoryboardDiagnostic(line: element.line, message: "<\(element.name)>: \(message)"))
  }
}

/// One scene of a file: a controller and the objects beside it.
final class SceneDescription {
  let sceneID: String?
  /// The controller's element, or the placeholder for a scene of another storyboard.
  let controller: Element
  /// Everything else in the scene: placeholders, exits, recognizers, custom objects.
  let others: [Element]
  /// The name to create it by; unique in the file.
  fileprivate(set) var storyboardIdentifier: String?

  fileprivate init?(_ element: Element) {
    let objects = element.list("objects")
    guard let controller = objects.first(where: { ControllerKind(element: $0) != nil }) else {
      return nil
    }
    sceneID = element["sceneID"]
    self.controller = controller
    others = objects.filter { $0 !== controller }
  }

  /// The scene's storyboard identifier, else its object id.
  var identifier: String { storyboardIdentifier ?? controller.id ?? sceneID ?? "" }

  /// The segues to contained scenes: relationships and embed segues.
  var containment: [Element] {
    let own = controller.segues.filter { $0["kind"] == "relationship" }
    return own + controller.embedSegues
  }
}

extension Element {
  /// The segues that fill container views below this element.
  var embedSegues: [Element] {
    children.flatMap { child -> [Element] in
      if child.name == "segue" { return child["kind"] == "embed" ? [child] : [] }
      return Vocabulary.isIgnored(child) ? [] : child.embedSegues
    }
  }
}

/// Distinguishes UIKit storyboards from Interface Builder's other documents.
enum DocumentKind {
  private static let supported: Set<String> = [
    "com.apple.InterfaceBuilder3.CocoaTouch.Storyboard.XIB",
    "com.apple.InterfaceBuilder.AppleTV.Storyboard",
  ]

  /// Checks the root element.
  ///
  /// - Parameter root: The root element.
  /// - Throws: `StoryboardError` for anything but a storyboard for UIKit.
  static func check(_ root: Element) throws(StoryboardError) {
    func refuse(_ code: StoryboardError.Code, _ reason: String) -> StoryboardError {
      StoryboardError(code, reason, line: root.line)
    }
    if root.name == "archive" {
      throw refuse(.unsupported, "this is a nib archive of Xcode 4 or older, not a storyboard")
    }
    guard root.name == "document", let type = root["type"] else {
      throw refuse(
        .malformed, "the root element is <\(root.name)>, not a <document> of Interface Builder")
    }
    guard !supported.contains(type) else { return try checkVersion(root) }
    switch type {
    case let type where type.contains(".Cocoa.Storyboard"):
      throw refuse(.unsupported, "this is a storyboard for macOS, not for UIKit")
    case let type where type.contains("WatchKit"):
      throw refuse(.unsupported, "this is a storyboard for watchOS, not for UIKit")
    case let type where !type.contains("Storyboard"):
      throw refuse(.unsupported, "this is a nib (.xib), not a storyboard")
    default:
      throw refuse(.unsupported, "storyboards of type \(type) are not read")
    }
  }

  private static func checkVersion(_ root: Element) throws(StoryboardError) {
    let version = root["version"] ?? "no version"
    guard let number = Double(version), number >= 1, number < 4 else {
      throw StoryboardError(
        .unsupported, "format \(version) is not read, only 1.0 to 3.x", line: root.line)
    }
  }
}

/// Limits the controllers that one scene can contain.
///
/// A scene contains the destinations of its relationship and embed segues. A cycle of such segues
/// would create controllers forever; a few scenes that each contain the next one twice would create
/// millions.
struct ContainmentCheck {
  /// The most controllers that one scene may contain.
  static let greatestCount = 1_000

  private enum Mark {
    case open
    case counted(Int)
  }

  private let document: StoryboardDocument
  private var marks: [ObjectIdentifier: Mark] = [:]

  init(_ document: StoryboardDocument) { self.document = document }

  /// Checks all scenes.
  ///
  /// - Throws: `StoryboardError` with the line of the segue that closes a cycle, or of the scene
  ///   that contains too much.
  mutating func run() throws(StoryboardError) {
    for scene in document.scenes { _ = try count(scene, depth: 0) }
  }

  private mutating func count(_ scene: SceneDescription, depth: Int) throws(StoryboardError) -> Int
  {
    let key = ObjectIdentifier(scene)
    if case .counted(let count) = marks[key] { return count }
    guard depth < ElementReader.Limit.depth else {
      throw StoryboardError(
        .limitExceeded, "scenes contain each other more than \(depth) deep",
        line: scene.controller.line)
    }
    marks[key] = .open
    var sum = 1
    for segue in scene.containment {
      guard let next = segue["destination"].flatMap(document.scene(ofObject:)) else { continue }
      if case .open = marks[ObjectIdentifier(next)] {
        throw StoryboardError(
          .malformed, "the segue to \(next.identifier) closes a circle: the scene contains itself",
          line: segue.line)
      }
      sum += try count(next, depth: depth + 1)
      guard sum <= Self.greatestCount else {
        throw StoryboardError(
          .limitExceeded, "the scene contains more than \(Self.greatestCount) controllers",
          line: scene.controller.line)
      }
    }
    marks[key] = .counted(sum)
    return sum
  }
}
