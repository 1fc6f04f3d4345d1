// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// What a figure has to reach, and what no change may fall below.
public struct Goal: Sendable {
  /// What is asked for, for a reader.
  public let what: String
  /// The figure it is about.
  public let figure: String
  /// Which way is better.
  public let direction: Direction
  /// What is asked for.
  public let target: Double
  /// What no change may fall below; `nil` when nothing was promised.
  public let must: Double?
  /// Of the figure.
  public let unit: String

  /// Which way is better.
  public enum Direction: String, Sendable {
    /// Less is better.
    case atMost = "≤"
    /// More is better.
    case atLeast = "≥"
  }

  /// What became of a goal.
  public enum Verdict: Hashable, Sendable {
    /// The target is reached.
    case reached
    /// The target is missed, but what no change may fall below is kept.
    case missed
    /// What no change may fall below is not kept.
    case failed
    /// It was not measured.
    case unknown
  }

  /// Sets a goal.
  ///
  /// - Parameters:
  ///   - what: What is asked for, for a reader.
  ///   - figure: The figure it is about.
  ///   - direction: Which way is better.
  ///   - target: What is asked for.
  ///   - must: What no change may fall below; `nil` when nothing is promised.
  ///   - unit: Of the figure.
  public init(
    what: String, figure: String, direction: Direction, target: Double, must: Double?, unit: String
  ) {
    (self.what, self.figure, self.direction) = (what, figure, direction)
    (self.target, self.must, self.unit) = (target, must, unit)
  }

  /// Judges a figure.
  ///
  /// - Parameter value: What was measured; `nil` when nothing was.
  /// - Returns: A value that is no number fails.
  public func verdict(on value: Double?) -> Verdict {
    guard let value else { return .unknown }
    if isReached(value, target) { return .reached }
    if let must, !isReached(value, must) { return .failed }
    return value.isNaN ? .failed : .missed
  }

  private func isReached(_ value: Double, _ bound: Double) -> Bool {
    switch direction {
    case .atMost: value <= bound
    case .atLeast: value >= bound
    }
  }
}
