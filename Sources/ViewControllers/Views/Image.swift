// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import struct Foundation.URL

/// A picture in a file, named but not yet decoded.
///
/// Decoding is the host's task: it happens away from the main actor and at the size that is shown.
public struct Image: Hashable, Sendable {
  /// The picture's file.
  public var fileURL: URL

  /// Names a picture.
  ///
  /// - Parameter fileURL: The picture's file; it is not opened yet.
  public init(contentsOf fileURL: URL) {
    self.fileURL = fileURL
  }
}

/// A way of drawing a picture differently without changing it.
public enum ImageEffect: Hashable, Sendable {
  /// Each pixel's red, green, blue and alpha are mixed anew.
  ///
  /// Twenty numbers: four rows, one an output channel, of four input factors and an offset, all
  /// for channels from 0 to 1.
  case colorMatrix([Double])

  /// The picture is blurred; the radius is in points on screen.
  case blur(radius: Double)
}
