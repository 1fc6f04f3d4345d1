// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// A measured value with the name that goals refer to.
public struct Figure: Codable, Sendable {
  /// The name, such as `save/floor@10000`.
  ///
  /// It says what was measured, what it is divided by, and the number of objects.
  public let name: String
  /// The median of the repetitions, or the count.
  public let value: Double
  /// The unit, such as `ns`; `x` for ratios, empty for counts.
  public let unit: String
  /// A description for readers; `nil` if another table shows the figure.
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
  ///   - unit: The unit.
  ///   - what: A description for readers.
  public init(_ name: String, _ value: Double, _ unit: String, what: String? = nil) {
    (self.name, self.value, self.unit, self.what) = (name, value, unit, what)
    (lower, upper) = (nil, nil)
  }

  /// Creates a figure from repetitions.
  ///
  /// - Parameters:
  ///   - name: The name by which goals refer to it.
  ///   - sample: The repetitions.
  ///   - unit: The unit of the repetitions.
  ///   - what: A description for readers.
  public init(_ name: String, _ sample: Sample, _ unit: String, what: String? = nil) {
    (self.name, self.unit, self.what) = (name, unit, what)
    (value, lower, upper) = (sample.median, sample.quartiles.lower, sample.quartiles.upper)
  }
}
