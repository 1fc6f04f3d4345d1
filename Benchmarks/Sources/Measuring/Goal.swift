// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// A bound for a figure: a ratio within one run, or a count; never a time.
public struct Goal: Sendable {
  /// What is bounded, for a reader.
  public let what: String
  /// The name of the figure.
  public let figure: String
  /// The bound.
  public let bound: Bound
  /// The figure's unit.
  public let unit: String

  /// A limit on one side.
  public enum Bound: Sendable {
    /// Less is better.
    case atMost(Double)
    /// More is better.
    case atLeast(Double)
  }

  /// Sets a goal.
  ///
  /// - Parameters:
  ///   - what: What is bounded, for a reader.
  ///   - figure: The name of the figure.
  ///   - bound: The bound.
  ///   - unit: The figure's unit.
  public init(_ what: String, _ figure: String, _ bound: Bound, _ unit: String) {
    (self.what, self.figure, self.bound, self.unit) = (what, figure, bound, unit)
  }

  /// Whether a figure keeps the bound.
  ///
  /// - Parameter value: The figure's value; `nil` when it was not measured.
  /// - Returns: `false` for `nil` and for what is no number.
  public func holds(for value: Double?) -> Bool {
    switch (bound, value) {
    case (.atMost(let bound), let value?): value <= bound
    case (.atLeast(let bound), let value?): value >= bound
    case (_, nil): false
    }
  }

  /// The bound as tables show it.
  public var boundText: String {
    switch bound {
    case .atMost(let bound): "≤ " + NumberText.text(bound, unit)
    case .atLeast(let bound): "≥ " + NumberText.text(bound, unit)
    }
  }
}
