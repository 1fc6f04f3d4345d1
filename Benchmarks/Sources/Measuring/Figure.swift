// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// Something measured, by the name that goals and tables ask for it.
public struct Figure: Codable, Sendable {
  /// Such as `encode/flat@10000`: what, over what, at which number of objects.
  public let name: String
  /// The median of the repetitions, or what was counted.
  public let value: Double
  /// Such as `ns/object`; `x` for a ratio.
  public let unit: String
  /// What it is, for a reader; `nil` for what tables show otherwise.
  public let what: String?
  /// The quartiles of the repetitions; `nil` for what was counted.
  public let lower: Double?
  /// The upper one.
  public let upper: Double?

  /// Notes what was counted.
  ///
  /// - Parameters:
  ///   - name: What goals ask for.
  ///   - value: What was counted.
  ///   - unit: Its unit.
  ///   - what: What it is, for a reader.
  public init(_ name: String, _ value: Double, _ unit: String, what: String? = nil) {
    (self.name, self.value, self.unit, self.what) = (name, value, unit, what)
    (lower, upper) = (nil, nil)
  }

  /// Notes what was repeated.
  ///
  /// - Parameters:
  ///   - name: What goals ask for.
  ///   - sample: What was measured.
  ///   - unit: The unit after the division.
  ///   - count: What the values are divided by.
  ///   - what: What it is, for a reader.
  public init(
    _ name: String, _ sample: Sample, _ unit: String, per count: Int = 1, what: String? = nil
  ) {
    (self.name, self.unit, self.what) = (name, unit, what)
    value = sample.median / Double(count)
    lower = sample.quartiles.lower / Double(count)
    upper = sample.quartiles.upper / Double(count)
  }
}
