// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// A bound for a figure: a ratio or a count.
///
/// A ratio compares values of one run. Times have no bounds.
public struct Goal: Sendable {
  /// A description of the figure, for readers.
  public let what: String
  /// The name of the figure.
  public let figure: String
  /// The bound.
  public let bound: Bound
  /// The figure's unit.
  public let unit: String

  /// A limit on one side.
  public enum Bound: Sendable {
    /// The figure may be smaller.
    case atMost(Double)
    /// The figure may be greater.
    case atLeast(Double)
  }

  /// Creates a goal.
  ///
  /// - Parameters:
  ///   - what: A description of the figure, for readers.
  ///   - figure: The name of the figure.
  ///   - bound: The bound.
  ///   - unit: The figure's unit.
  public init(_ what: String, _ figure: String, _ bound: Bound, _ unit: String) {
    (self.what, self.figure, self.bound, self.unit) = (what, figure, bound, unit)
  }

  /// Whether a value keeps the bound.
  ///
  /// - Parameter value: The figure's value; `nil` if it was not measured.
  /// - Returns: `false` for `nil` and NaN.
  public func holds(for value: Double?) -> Bool {
    switch (bound, value) {
    case (.atMost(let bound), let value?): value <= bound
    case (.atLeast(let bound), let value?): value >= bound
    case (_, nil): false
    }
  }

  /// The bound as shown in tables.
  public var boundText: String {
    switch bound {
    case .atMost(let bound): "≤ " + NumberText.text(bound, unit)
    case .atLeast(let bound): "≥ " + NumberText.text(bound, unit)
    }
  }
}
