// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// A measured value, under the name by which goals refer to it.
public struct Figure: Codable, Sendable {
  /// Such as `save/floor@10000`: what, over what, at which number of objects.
  public let name: String
  /// The median of the repetitions, or the count.
  public let value: Double
  /// Such as `ns`; `x` for a ratio, empty for a count.
  public let unit: String
  /// What it is, for a reader; `nil` for what another table shows.
  public let what: String?
  /// The lower quartile of the repetitions; `nil` for a count.
  public let lower: Double?
  /// The upper quartile of the repetitions; `nil` for a count.
  public let upper: Double?

  /// Creates a figure from a single value.
  ///
  /// - Parameters:
  ///   - name: The name by which goals refer to it.
  ///   - value: The value.
  ///   - unit: Its unit.
  ///   - what: What it is, for a reader.
  public init(_ name: String, _ value: Double, _ unit: String, what: String? = nil) {
    (self.name, self.value, self.unit, self.what) = (name, value, unit, what)
    (lower, upper) = (nil, nil)
  }

  /// Creates a figure from repetitions.
  ///
  /// - Parameters:
  ///   - name: The name by which goals refer to it.
  ///   - sample: The repetitions.
  ///   - unit: Their unit.
  ///   - what: What it is, for a reader.
  public init(_ name: String, _ sample: Sample, _ unit: String, what: String? = nil) {
    (self.name, self.unit, self.what) = (name, unit, what)
    (value, lower, upper) = (sample.median, sample.quartiles.lower, sample.quartiles.upper)
  }
}
