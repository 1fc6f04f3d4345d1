// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// A picture of one window as it was when the application left the foreground (R114).
///
/// An archiver seals it like an archive (R119) and gives it back only with the very save that it
/// belongs to (R191).
public struct LaunchImage: Hashable, Sendable {
  /// The window's identifier or order, as in its objects' addresses (R163).
  public var scene: String
  /// The paths of the controllers that the picture shows, as text: what must be on screen again for
  /// the picture to say the truth (R117).
  public var content: [String]
  /// The width of the window's content, in points; with the picture's own, that gives the scale.
  public var width: Double
  /// The height of the window's content, in points.
  public var height: Double
  /// The encoded picture, in a form that the host chose and reads again.
  public var encoded: [UInt8]

  /// Describes a picture.
  ///
  /// - Parameters:
  ///   - scene: The window's identifier or order.
  ///   - content: The paths of the controllers that it shows.
  ///   - width: The width of the window's content, in points.
  ///   - height: The height of the window's content, in points.
  ///   - encoded: The encoded picture.
  public init(
    scene: String, content: [String], width: Double, height: Double, encoded: [UInt8]
  ) {
    (self.scene, self.content, self.encoded) = (scene, content, encoded)
    (self.width, self.height) = (width, height)
  }
}
