// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// An image of a window, taken when the application left the foreground.
///
/// An archiver seals it like an archive, and returns it only together with the save that it belongs
/// to.
public struct LaunchImage: Hashable, Sendable {
  /// The window's identifier or order, as in its objects' addresses.
  public var scene: String
  /// The paths, as text, of the controllers that the image shows.
  ///
  /// The image is only correct if these are on screen again.
  public var content: [String]
  /// The width of the window's content, in points.
  ///
  /// The image's own width divided by this gives the scale.
  public var width: Double
  /// The height of the window's content, in points.
  public var height: Double
  /// The encoded image, in a format that the host chooses and reads.
  public var encoded: [UInt8]

  /// Creates a launch image.
  ///
  /// - Parameters:
  ///   - scene: The window's identifier or order.
  ///   - content: The paths of the controllers that the image shows.
  ///   - width: The width of the window's content, in points.
  ///   - height: The height of the window's content, in points.
  ///   - encoded: The encoded image.
  public init(
    scene: String, content: [String], width: Double, height: Double, encoded: [UInt8]
  ) {
    (self.scene, self.content, self.encoded) = (scene, content, encoded)
    (self.width, self.height) = (width, height)
  }
}
