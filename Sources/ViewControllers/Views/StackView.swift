// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

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
