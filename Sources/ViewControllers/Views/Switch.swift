// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import RestorationArchive

/// A control that is on or off.
@MainActor open class Switch: View {
  /// Whether the switch is on.
  public var isOn = false { didSet { if isOn != oldValue { restorablePropertyDidChange() } } }

  /// Called when the user has changed ``isOn``.
  public var onChange: (@MainActor (Bool) -> Void)?

  /// Creates a switch that is off.
  public override init() { super.init() }

  open override var canBecomeFirstResponder: Bool { true }

  open override func encodeRestorableState(with coder: RestorationEncoder) {
    super.encodeRestorableState(with: coder)
    coder.encode(isOn, forKey: BuiltInKey.switchIsOn)
  }

  open override func decodeRestorableState(with coder: RestorationDecoder) {
    super.decodeRestorableState(with: coder)
    if let isOn = coder.decode(Bool.self, forKey: BuiltInKey.switchIsOn) { self.isOn = isOn }
  }
}
