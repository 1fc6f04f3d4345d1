// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// The repetitions of one measurement, in any unit.
public struct Sample: Sendable {
  private let sorted: [Double]
  /// In the order they were measured, so that neighbours can be compared.
  public let values: [Double]

  /// Takes what was measured.
  ///
  /// - Parameter values: At least one.
  public init(_ values: [Double]) {
    (self.values, sorted) = (values, values.sorted())
  }

  /// The value that half of the others lie below; between two values, their mean.
  public var median: Double { percentile(50) }

  /// Where the middle half of the values lies.
  public var quartiles: (lower: Double, upper: Double) { (percentile(25), percentile(75)) }

  /// The value below which a share of the others lies, interpolated; `nan` without values.
  ///
  /// - Parameter share: In hundredths.
  /// - Returns: At 0 the least, at 100 the greatest value.
  public func percentile(_ share: Double) -> Double {
    guard let last = sorted.indices.last else { return .nan }
    let place = Double(last) * min(max(share, 0), 100) / 100
    let below = Int(place)
    let above = min(below + 1, last)
    return sorted[below] + (sorted[above] - sorted[below]) * (place - Double(below))
  }

  /// The ratios of this to another sample, repetition by repetition.
  ///
  /// Both ran in the same round, so a machine that is slow for a while slows both.
  ///
  /// - Parameter other: The sample to divide by, measured in the same rounds.
  /// - Returns: One ratio for each round.
  public func ratios(to other: Sample) -> Sample {
    Sample(zip(values, other.values).map { $0 / $1 })
  }
}
