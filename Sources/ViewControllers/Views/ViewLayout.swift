// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Distances from the four edges of a rectangle, in points.
public struct EdgeInsets: Hashable, Codable, Sendable {
  /// The distance from the top edge.
  public var top: Double
  /// The distance from the left edge.
  public var left: Double
  /// The distance from the bottom edge.
  public var bottom: Double
  /// The distance from the right edge.
  public var right: Double

  /// Creates insets; each is 0 unless given.
  public init(top: Double = 0, left: Double = 0, bottom: Double = 0, right: Double = 0) {
    (self.top, self.left, self.bottom, self.right) = (top, left, bottom, right)
  }

  /// Creates the same inset on all four edges.
  public init(all inset: Double) {
    self.init(top: inset, left: inset, bottom: inset, right: inset)
  }

  /// No insets.
  public static let zero = EdgeInsets()
}

/// The way a superview places a view.
///
/// A plain ``View`` stacks its subviews on top of each other, each placed by its own layout. A
/// ``StackView`` lays them out in a row or a column. The host does the arithmetic.
public struct ViewLayout: Hashable, Sendable {
  /// The position of a view in its space along one axis.
  public enum Alignment: Hashable, Sendable {
    /// Takes all the space.
    case fill
    /// Lies at the start: the left or the top.
    case start
    /// Lies in the middle.
    case center
    /// Lies at the end: the right or the bottom.
    case end
  }

  /// The alignment along the horizontal axis.
  public var horizontal: Alignment = .fill
  /// The alignment along the vertical axis.
  public var vertical: Alignment = .fill
  /// Whether the view asks for spare width.
  public var expandsHorizontally = false
  /// Whether the view asks for spare height.
  public var expandsVertically = false
  /// Empty space around the view, in points.
  public var margins = EdgeInsets.zero
  /// The least size the view asks for, in points.
  public var minimumSize = CGSize.zero

  /// Creates a layout that fills and does not expand.
  public init() {}

  /// A layout that takes all available space.
  public static var expanding: ViewLayout {
    var layout = ViewLayout()
    layout.expandsHorizontally = true
    layout.expandsVertically = true
    return layout
  }
}

/// A view that arranges its subviews in a row or a column.
@MainActor open class StackView: View {
  /// The direction in which a stack view lays out its subviews.
  public enum Axis: Hashable, Sendable {
    /// In a row, left to right.
    case horizontal
    /// In a column, top to bottom.
    case vertical
  }

  /// The direction of the subviews.
  public var axis: Axis { didSet { if axis != oldValue { setNeedsUpdate() } } }

  /// The space between neighbours, in points.
  public var spacing: Double { didSet { if spacing != oldValue { setNeedsUpdate() } } }

  /// Creates a stack.
  ///
  /// - Parameters:
  ///   - axis: The direction of the subviews.
  ///   - spacing: The space between neighbours, in points.
  ///   - arrangedSubviews: The views to contain, first to last.
  public init(axis: Axis, spacing: Double = 0, arrangedSubviews: [View] = []) {
    self.axis = axis
    self.spacing = spacing
    super.init()
    arrangedSubviews.forEach(addSubview)
  }
}

/// The position and size of a freely placed view.
struct FreePlacement: Equatable {
  var center: CGPoint
  var size: CGSize
  /// The superview's size that position and size refer to.
  ///
  /// `nil` until the superview has one.
  var superviewSize: CGSize?

  /// The greatest coordinate and size.
  ///
  /// Sums of such numbers are still finite.
  private static let most = 1e9

  static func clamped(_ point: CGPoint) -> CGPoint {
    CGPoint(x: min(max(point.x, -most), most), y: min(max(point.y, -most), most))
  }

  static func clamped(_ size: CGSize) -> CGSize {
    CGSize(width: min(max(size.width, 0), most), height: min(max(size.height, 0), most))
  }

  var frame: CGRect {
    CGRect(
      x: center.x - size.width / 2, y: center.y - size.height / 2, width: size.width,
      height: size.height)
  }

  /// Returns the placement adapted to another size of the superview.
  func adapted(to newSize: CGSize, by mask: View.AutoresizingMask) -> FreePlacement {
    var result = self
    result.superviewSize = newSize
    guard let old = superviewSize, old != newSize else { return result }
    let horizontal = AutoresizedAxis(
      start: frame.minX, length: size.width, total: old.width,
      isStartFlexible: mask.contains(.flexibleLeftMargin),
      isLengthFlexible: mask.contains(.flexibleWidth),
      isEndFlexible: mask.contains(.flexibleRightMargin)
    ).resized(to: newSize.width)
    let vertical = AutoresizedAxis(
      start: frame.minY, length: size.height, total: old.height,
      isStartFlexible: mask.contains(.flexibleTopMargin),
      isLengthFlexible: mask.contains(.flexibleHeight),
      isEndFlexible: mask.contains(.flexibleBottomMargin)
    ).resized(to: newSize.height)
    result.size = CGSize(width: horizontal.length, height: vertical.length)
    result.center = CGPoint(
      x: horizontal.start + horizontal.length / 2, y: vertical.start + vertical.length / 2)
    return result
  }
}

/// Springs and struts along one axis.
///
/// Flexible parts share what the superview gained or lost.
private struct AutoresizedAxis {
  let start, length, total: Double
  let isStartFlexible, isLengthFlexible, isEndFlexible: Bool

  func resized(to newTotal: Double) -> (start: Double, length: Double) {
    // Flexible parts share in proportion to size, or equally if all are empty.
    let flexible = [(isStartFlexible, start), (isLengthFlexible, length), (isEndFlexible, end)]
      .filter(\.0).map { max(0, $0.1) }
    let sum = flexible.reduce(0, +)
    func share(_ isFlexible: Bool, _ part: Double) -> Double {
      guard isFlexible else { return 0 }
      let fraction = sum > 0 ? max(0, part) / sum : 1 / Double(flexible.count)
      return (newTotal - total) * fraction
    }
    return (
      start + share(isStartFlexible, start), max(0, length + share(isLengthFlexible, length))
    )
  }

  private var end: Double { total - start - length }
}

extension View {
  /// The parts of a placement that follow the superview's size.
  public struct AutoresizingMask: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt

    /// Creates a mask from its bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The distance from the left edge is flexible.
    public static let flexibleLeftMargin = AutoresizingMask(rawValue: 1)
    /// The width is flexible.
    public static let flexibleWidth = AutoresizingMask(rawValue: 2)
    /// The distance from the right edge is flexible.
    public static let flexibleRightMargin = AutoresizingMask(rawValue: 4)
    /// The distance from the top is flexible.
    public static let flexibleTopMargin = AutoresizingMask(rawValue: 8)
    /// The height is flexible.
    public static let flexibleHeight = AutoresizingMask(rawValue: 16)
    /// The distance from the bottom is flexible.
    public static let flexibleBottomMargin = AutoresizingMask(rawValue: 32)
  }

  /// The rectangle of the view in its superview, in points.
  ///
  /// Before the first layout it is zero, unless it was set. Setting it places the view freely: a
  /// superview that is a plain ``View`` then ignores ``layout`` and keeps the view here.
  /// ``autoresizingMask`` says what happens when the superview is resized. Other superviews (a
  /// stack, a table) place their subviews themselves and ignore the frame.
  public var frame: CGRect {
    get { placement?.frame ?? CGRect(origin: laidOutOrigin, size: boundsSize) }
    set {
      let frame = newValue.standardized
      place(center: CGPoint(x: frame.midX, y: frame.midY), size: frame.size)
    }
  }

  /// The rectangle of the view in its own coordinates, in points.
  ///
  /// The origin is zero unless it was set, also in a scroll view. Freely placed subviews are drawn
  /// relative to it. Setting another size places the view freely around its ``center``.
  public var bounds: CGRect {
    get { CGRect(origin: boundsOrigin, size: placement?.size ?? boundsSize) }
    set {
      let bounds = newValue.standardized
      if bounds.minX.isFinite, bounds.minY.isFinite { boundsOrigin = bounds.origin }
      if bounds.size != self.bounds.size { place(center: center, size: bounds.size) }
    }
  }

  /// The centre of the view in its superview, in points.
  ///
  /// Setting it places the view freely.
  public var center: CGPoint {
    get { placement?.center ?? CGPoint(x: frame.midX, y: frame.midY) }
    set { place(center: newValue, size: bounds.size) }
  }

  /// Whether ``frame``, ``bounds`` or ``center`` places the view.
  ///
  /// It does once one of them was set or restored.
  ///
  /// Setting it to `false` returns the view to its ``layout``.
  public var isPlacedFreely: Bool {
    get { placement != nil }
    set {
      guard newValue != isPlacedFreely else { return }
      if newValue { place(center: center, size: bounds.size) } else { placement = nil }
    }
  }

  /// Returns the frame in a superview of a given size.
  ///
  /// For a host that lays out; `nil` if ``layout`` places the view.
  ///
  /// - Parameter size: The superview's size in points.
  /// - Returns: The frame, relative to the origin of the superview's bounds.
  public func frame(inSuperviewOf size: CGSize) -> CGRect? {
    guard let placement else { return nil }
    let origin = superview?.bounds.origin ?? .zero
    return placement.adapted(to: size, by: autoresizingMask).frame
      .offsetBy(dx: -origin.x, dy: -origin.y)
  }

  /// Places the view freely.
  ///
  /// Values that are not finite are ignored: nothing can be laid out with them.
  private func place(center: CGPoint, size: CGSize) {
    guard [center.x, center.y, size.width, size.height].allSatisfy(\.isFinite) else { return }
    let (center, size) = (FreePlacement.clamped(center), FreePlacement.clamped(size))
    let superviewSize = superview?.boundsSize ?? .zero
    // A frame that was set before the first layout refers to the size that comes then. An empty
    // frame, such as the bounds of a superview without size, grows from nothing.
    let isEarly = superviewSize == .zero && size != .zero
    placement = FreePlacement(
      center: center, size: size, superviewSize: isEarly ? nil : superviewSize)
  }

  /// Takes the size of a new superview as reference.
  func placementDidMove(into size: CGSize) {
    guard let placement else { return }
    guard placement.superviewSize ?? .zero != .zero else { return superviewDidResize(to: size) }
    restoring { self.placement?.superviewSize = size }
  }

  /// Adapts the frame to the superview's size.
  ///
  /// This does not count as a change by the user.
  ///
  /// An empty superview is ignored: size that it took from a frame could not be given back.
  func superviewDidResize(to size: CGSize) {
    guard size.width > 0, size.height > 0,
      let adapted = placement?.adapted(to: size, by: autoresizingMask), adapted != placement
    else { return }
    restoring { placement = adapted }
  }
}
