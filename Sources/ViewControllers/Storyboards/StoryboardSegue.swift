// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// A transition from one storyboard scene to another.
///
/// Each transition creates one. ``ViewController/prepare(for:sender:)`` receives it before the
/// destination comes on screen. Restoring performs no segue: it puts controllers back directly.
@MainActor public final class StoryboardSegue {
  /// The name in the storyboard; `nil` if it has none.
  public let identifier: String?

  /// The controller that the segue begins at.
  public let source: ViewController

  /// The controller that the segue leads to.
  ///
  /// A new controller, except for an unwind segue.
  public let destination: ViewController

  /// Creates a segue.
  ///
  /// - Parameters:
  ///   - identifier: The name in the storyboard.
  ///   - source: The controller that it begins at.
  ///   - destination: The controller that it leads to.
  package init(identifier: String?, source: ViewController, destination: ViewController) {
    (self.identifier, self.source, self.destination) = (identifier, source, destination)
  }
}
