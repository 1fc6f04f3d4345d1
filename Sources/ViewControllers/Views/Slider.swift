// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// A control that picks a number from a range.
@MainActor open class Slider: View {
  /// The least value.
  public var minimumValue = 0.0 { didSet { if minimumValue != oldValue { setNeedsUpdate() } } }

  /// The greatest value.
  public var maximumValue = 1.0 { didSet { if maximumValue != oldValue { setNeedsUpdate() } } }

  /// The chosen value, within the range (R104).
  public var value: Double = 0 { didSet { if value != oldValue { setNeedsUpdate() } } }

  /// Called when the user has changed ``value``, continuously while dragging.
  public var onChange: (@MainActor (Double) -> Void)?

  /// Creates a slider from 0 to 1.
  public override init() { super.init() }
}
