// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

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
