// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import struct Foundation.CGSize

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
