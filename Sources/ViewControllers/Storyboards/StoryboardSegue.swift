// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// One way from a scene of a storyboard to another, while it is taken.
///
/// Made for each time, and given to ``ViewController/prepare(for:sender:)`` before the destination
/// comes on screen. Restoring takes no way: it puts controllers back without any segue.
@MainActor public final class StoryboardSegue {
  /// The name in the storyboard; `nil` where it has none.
  public let identifier: String?

  /// The controller that the way begins at.
  public let source: ViewController

  /// The controller that it leads to: a new one, except for an unwind segue.
  public let destination: ViewController

  /// Creates a segue.
  ///
  /// - Parameters:
  ///   - identifier: The name in the storyboard.
  ///   - source: Where it begins.
  ///   - destination: Where it leads to.
  package init(identifier: String?, source: ViewController, destination: ViewController) {
    (self.identifier, self.source, self.destination) = (identifier, source, destination)
  }
}
