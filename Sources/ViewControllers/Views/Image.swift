// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import struct Foundation.URL

/// A picture in a file, named but not yet decoded.
///
/// The host decodes it away from the main actor, at the size that is shown.
public struct Image: Hashable, Sendable {
  /// The picture's file.
  public var fileURL: URL

  /// Creates a reference to a picture file.
  ///
  /// - Parameter fileURL: The picture's file; it is not opened yet.
  public init(contentsOf fileURL: URL) {
    self.fileURL = fileURL
  }
}

/// An effect applied when a picture is drawn.
public enum ImageEffect: Hashable, Sendable {
  /// A linear mix of each pixel's red, green, blue and alpha.
  ///
  /// Twenty numbers in four rows, one for each output channel. A row has four input factors and an
  /// offset. Channels range from 0 to 1.
  case colorMatrix([Double])

  /// A blur; the radius is in points on screen.
  case blur(radius: Double)
}
