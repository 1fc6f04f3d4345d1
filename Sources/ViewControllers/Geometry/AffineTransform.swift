// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// A two-dimensional affine transform.
///
/// `x' = a·x + c·y + tx`, `y' = b·x + d·y + ty`
///
/// Foundation on Linux has points, sizes and rectangles but not this type. UIKit programmers know
/// the name and the members.
public struct CGAffineTransform: Hashable, Codable, Sendable {
  /// The horizontal scale.
  public var a: Double
  /// The vertical shear.
  public var b: Double
  /// The horizontal shear.
  public var c: Double
  /// The vertical scale.
  public var d: Double
  /// The horizontal translation, in points.
  public var tx: Double
  /// The vertical translation, in points.
  public var ty: Double

  /// Creates a transform from its six numbers.
  public init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
    (self.a, self.b, self.c, self.d, self.tx, self.ty) = (a, b, c, d, tx, ty)
  }

  /// Creates a scaling transform.
  public init(scaleX: Double, y: Double) {
    self.init(a: scaleX, b: 0, c: 0, d: y, tx: 0, ty: 0)
  }

  /// Creates a translation.
  public init(translationX: Double, y: Double) {
    self.init(a: 1, b: 0, c: 0, d: 1, tx: translationX, ty: y)
  }

  /// The transform that changes nothing.
  public static let identity = CGAffineTransform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

  /// Returns the transform that applies this one first, then `other`.
  ///
  /// - Parameter other: The transform to apply second.
  /// - Returns: The combined transform.
  public func concatenating(_ other: CGAffineTransform) -> CGAffineTransform {
    CGAffineTransform(
      a: a * other.a + b * other.c, b: a * other.b + b * other.d,
      c: c * other.a + d * other.c, d: c * other.b + d * other.d,
      tx: tx * other.a + ty * other.c + other.tx, ty: tx * other.b + ty * other.d + other.ty)
  }
}
