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

  /// How often this takes what another takes, repetition by repetition.
  ///
  /// Neighbours in time share the machine's mood; the median of their ratios does not.
  ///
  /// - Parameter other: Measured in the same rounds; of the longer one the first rounds count.
  /// - Returns: One ratio for each round that both took part in.
  public func ratios(to other: Sample) -> Sample {
    Sample(zip(values, other.values).map { $0 / $1 })
  }

  /// How much longer this takes than another, repetition by repetition.
  ///
  /// - Parameter other: Measured in the same rounds; of the longer one the first rounds count.
  /// - Returns: One difference for each round that both took part in.
  public func difference(from other: Sample) -> Sample {
    Sample(zip(values, other.values).map { $0 - $1 })
  }
}
