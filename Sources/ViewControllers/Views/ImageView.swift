// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import RestorationArchive

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

/// A view that shows a picture.
///
/// The picture is fitted into the bounds, then transformed. The view saves transform and anchor
/// point; a freely placed view also saves frame, bounds and centre.
@MainActor open class ImageView: View {
  /// The way a picture fills a view of another shape.
  public enum ContentMode: Hashable, Sendable {
    /// The whole picture is visible, with empty space on two sides.
    case scaleAspectFit
    /// The picture covers the view and is cut on two sides.
    case scaleAspectFill
  }

  /// The picture; `nil` shows nothing.
  public var image: Image? { didSet { if image != oldValue { setNeedsUpdate() } } }

  /// The way the picture fills the view before ``transform`` applies.
  public var contentMode = ContentMode.scaleAspectFit {
    didSet { if contentMode != oldValue { setNeedsUpdate() } }
  }

  /// Effects applied in order, first to last, when drawing.
  public var effects: [ImageEffect] = [] { didSet { if effects != oldValue { setNeedsUpdate() } } }

  /// The transform of the fitted picture around ``anchorPoint``.
  public var transform = CGAffineTransform.identity {
    didSet { if transform != oldValue { restorablePropertyDidChange() } }
  }

  /// The point that the transform leaves in place.
  ///
  /// In fractions of the bounds; the middle by default.
  public var anchorPoint = CGPoint(x: 0.5, y: 0.5) {
    didSet { if anchorPoint != oldValue { restorablePropertyDidChange() } }
  }

  /// Whether the user may scale and move the picture.
  ///
  /// With the wheel, by dragging, by pinching and with keys.
  public var isUserTransformable = false {
    didSet { if isUserTransformable != oldValue { setNeedsUpdate() } }
  }

  /// The scales that the user can reach.
  public var allowedScales: ClosedRange<Double> = 1...16

  /// Called when the user clicks the picture without moving it.
  public var onClick: (@MainActor () -> Void)?

  /// Whether ``image`` is the picture on screen now.
  ///
  /// Set by the host.
  public var isImageShown = false

  /// Whether the view can have the focus.
  ///
  /// It can while the user may transform it, so that keys reach it.
  open override var canBecomeFirstResponder: Bool { isUserTransformable }

  /// Creates an image view.
  ///
  /// - Parameters:
  ///   - image: The picture to show.
  ///   - restorationIdentifier: Its ``View/restorationIdentifier``.
  public init(image: Image? = nil, restorationIdentifier: String? = nil) {
    self.image = image
    super.init()
    self.restorationIdentifier = restorationIdentifier
  }

  open override func encodeRestorableState(with coder: RestorationEncoder) {
    super.encodeRestorableState(with: coder)
    let matrix = [transform.a, transform.b, transform.c, transform.d, transform.tx, transform.ty]
    coder.encode(matrix, forKey: BuiltInKey.transform)
    coder.encode([anchorPoint.x, anchorPoint.y], forKey: BuiltInKey.anchorPoint)
    guard let placement else { return }
    // The frame follows from centre and bounds. The superview's size is needed to adapt it.
    coder.encode([center.x, center.y], forKey: BuiltInKey.center)
    coder.encode(
      [bounds.minX, bounds.minY, bounds.width, bounds.height], forKey: BuiltInKey.bounds)
    if let size = placement.superviewSize {
      coder.encode([size.width, size.height], forKey: BuiltInKey.superviewSize)
    }
  }

  open override func decodeRestorableState(with coder: RestorationDecoder) {
    super.decodeRestorableState(with: coder)
    if let point = coder.decodeNumbers(2, forKey: BuiltInKey.anchorPoint) {
      anchorPoint = CGPoint(x: point[0], y: point[1])
    }
    if let matrix = coder.decodeNumbers(6, forKey: BuiltInKey.transform) {
      transform = CGAffineTransform(
        a: matrix[0], b: matrix[1], c: matrix[2], d: matrix[3], tx: matrix[4], ty: matrix[5])
    }
    decodePlacement(with: coder)
  }

  private func decodePlacement(with coder: RestorationDecoder) {
    guard let center = coder.decodeNumbers(2, forKey: BuiltInKey.center),
      let bounds = coder.decodeNumbers(4, forKey: BuiltInKey.bounds)
    else { return }
    let superviewSize = coder.decodeNumbers(2, forKey: BuiltInKey.superviewSize)
    boundsOrigin = FreePlacement.clamped(CGPoint(x: bounds[0], y: bounds[1]))
    placement = FreePlacement(
      center: FreePlacement.clamped(CGPoint(x: center[0], y: center[1])),
      size: FreePlacement.clamped(CGSize(width: bounds[2], height: bounds[3])),
      superviewSize: superviewSize.map {
        FreePlacement.clamped(CGSize(width: $0[0], height: $0[1]))
      })
    if let actual = superview?.boundsSize, actual != .zero { superviewDidResize(to: actual) }
  }
}

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
