// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// The repetitions of one measurement, in any unit.
public struct Sample: Sendable {
  private let sorted: [Double]
  /// The values in measuring order, so that neighbours can be compared.
  public let values: [Double]

  /// Creates a sample.
  ///
  /// - Parameter values: The measured values, at least one.
  public init(_ values: [Double]) {
    (self.values, sorted) = (values, values.sorted())
  }

  /// The middle value; the mean of two middle values.
  public var median: Double { percentile(50) }

  /// The bounds of the middle half of the values.
  public var quartiles: (lower: Double, upper: Double) { (percentile(25), percentile(75)) }

  /// Returns a percentile, interpolated; `nan` without values.
  ///
  /// - Parameter share: The share of values below it, in hundredths.
  /// - Returns: The smallest value for 0, the greatest for 100.
  public func percentile(_ share: Double) -> Double {
    guard let last = sorted.indices.last else { return .nan }
    let place = Double(last) * min(max(share, 0), 100) / 100
    let below = Int(place)
    let above = min(below + 1, last)
    return sorted[below] + (sorted[above] - sorted[below]) * (place - Double(below))
  }

  /// Returns the ratios of this sample to another, repetition by repetition.
  ///
  /// Both were measured in the same rounds, so a machine that is slow for a while slows both.
  ///
  /// - Parameter other: The sample to divide by, measured in the same rounds.
  /// - Returns: One ratio for each round.
  public func ratios(to other: Sample) -> Sample {
    Sample(zip(values, other.values).map { $0 / $1 })
  }
}
