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
  /// The quartiles of the repetitions; `nil` for what was counted.
  public let lower: Double?
  /// The upper one.
  public let upper: Double?

  /// Notes what was counted.
  public init(_ name: String, _ value: Double, _ unit: String) {
    (self.name, self.value, self.unit, lower, upper) = (name, value, unit, nil, nil)
  }

  /// Notes what was repeated.
  public init(_ name: String, _ sample: Sample, _ unit: String, per count: Int = 1) {
    (self.name, self.unit) = (name, unit)
    value = sample.median / Double(count)
    lower = sample.quartiles.lower / Double(count)
    upper = sample.quartiles.upper / Double(count)
  }
}
