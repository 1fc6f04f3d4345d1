// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import Foundation
import ViewControllers

/// The place of a picture in a view, and its limits.
struct PictureGeometry: Equatable {
  /// The size of the view, in points.
  var bounds: CGSize
  /// The picture's size in its file; only its shape is used.
  var natural: CGSize
  /// Whether the picture covers the view instead of fitting in it.
  var covers = false
  /// The fixed point of the transform, in fractions of the bounds.
  var anchor = CGPoint(x: 0.5, y: 0.5)

  /// The place before the transform, in whole points.
  var fitted: CGRect {
    guard natural.width > 0, natural.height > 0 else { return .zero }
    let across = bounds.width / natural.width
    let down = bounds.height / natural.height
    let scale = covers ? max(across, down) : min(across, down)
    let width = max(1, (natural.width * scale).rounded())
    let height = max(1, (natural.height * scale).rounded())
    return CGRect(
      x: ((bounds.width - width) / 2).rounded(), y: ((bounds.height - height) / 2).rounded(),
      width: width, height: height)
  }

  /// Returns the transform around the anchor, in the view's points.
  func placed(_ transform: CGAffineTransform) -> CGAffineTransform {
    let (x, y) = (bounds.width * anchor.x, bounds.height * anchor.y)
    return CGAffineTransform(translationX: -x, y: -y).concatenating(transform)
      .concatenating(CGAffineTransform(translationX: x, y: y))
  }

  /// Returns a transform that scales further around a point of the view.
  ///
  /// - Parameters:
  ///   - transform: The transform so far.
  ///   - factor: The factor by which the picture grows.
  ///   - point: The point of the view that keeps showing the same point of the picture.
  ///   - scales: The allowed scales.
  /// - Returns: The new transform, within the limits.
  func scaling(
    _ transform: CGAffineTransform, by factor: Double, around point: CGPoint,
    within scales: ClosedRange<Double>
  ) -> CGAffineTransform {
    let scale = transform.scale
    guard scale > 0 else { return transform }
    let allowed = min(max(scale * factor, scales.lowerBound), scales.upperBound) / scale
    let x = point.x - bounds.width * anchor.x
    let y = point.y - bounds.height * anchor.y
    return clamped(
      transform.concatenating(CGAffineTransform(translationX: -x, y: -y))
        .concatenating(CGAffineTransform(scaleX: allowed, y: allowed))
        .concatenating(CGAffineTransform(translationX: x, y: y)))
  }

  /// Returns the transform, moved so that less empty space is visible.
  ///
  /// No side shows more of it than necessary.
  ///
  /// - Parameter transform: A transform; one that rotates the picture is returned unchanged.
  /// - Returns: The transform with another translation.
  func clamped(_ transform: CGAffineTransform) -> CGAffineTransform {
    guard transform.isUpright else { return transform }
    let shown = placed(transform).applied(to: fitted)
    var result = transform
    result.tx += Self.correction(shown.minX, shown.maxX, bounds.width)
    result.ty += Self.correction(shown.minY, shown.maxY, bounds.height)
    return result
  }

  private static func correction(_ low: Double, _ high: Double, _ length: Double) -> Double {
    if high - low <= length { return (length - high - low) / 2 }
    if low > 0 { return -low }
    return high < length ? length - high : 0
  }
}

extension CGAffineTransform {
  /// The scale: the square root of the factor for areas.
  var scale: Double { abs(a * d - b * c).squareRoot() }

  /// Whether rectangles stay upright rectangles.
  var isUpright: Bool { b == 0 && c == 0 && a > 0 && d > 0 }

  /// Applies an upright transform to a rectangle.
  func applied(to rect: CGRect) -> CGRect {
    CGRect(
      x: a * rect.minX + tx, y: d * rect.minY + ty, width: a * rect.width, height: d * rect.height
    )
  }
}
#endif
