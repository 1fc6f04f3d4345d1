// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import struct Foundation.CGSize

/// A host's picture of a window, not encoded yet.
public struct WindowPicture: Sendable {
  /// The size of the window's content, in points.
  public let size: CGSize
  /// Encodes it away from the main actor; returns `nil` on failure.
  public let encode: @Sendable () -> [UInt8]?

  /// Describes a picture.
  ///
  /// - Parameters:
  ///   - size: The size of the window's content, in points.
  ///   - encode: Encodes it; called once, on any thread.
  public init(size: CGSize, encode: @escaping @Sendable () -> [UInt8]?) {
    (self.size, self.encode) = (size, encode)
  }
}
