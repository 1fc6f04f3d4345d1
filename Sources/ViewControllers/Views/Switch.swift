// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// A control that is on or off.
@MainActor open class Switch: View {
  /// Whether the switch is on (R104).
  public var isOn = false { didSet { if isOn != oldValue { setNeedsUpdate() } } }

  /// Called when the user has changed ``isOn``.
  public var onChange: (@MainActor (Bool) -> Void)?

  /// Creates a switch that is off.
  public override init() { super.init() }
}
