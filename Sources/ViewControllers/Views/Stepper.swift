// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import RestorationArchive

/// A control that counts a number up and down.
@MainActor open class Stepper: View {
  /// The least value.
  public var minimumValue = 0.0 { didSet { if minimumValue != oldValue { limitsDidChange() } } }

  /// The greatest value.
  public var maximumValue = 100.0 { didSet { if maximumValue != oldValue { limitsDidChange() } } }

  /// The amount that one step adds or subtracts.
  public var stepValue = 1.0 { didSet { if stepValue != oldValue { setNeedsUpdate() } } }

  /// The number, within the range.
  public var value = 0.0 { didSet { valueWasSet(value != oldValue) } }

  var restoredValue: Double?

  /// Called when the user has changed ``value``.
  public var onChange: (@MainActor (Double) -> Void)?

  /// Creates a stepper from 0 to 100.
  public override init() { super.init() }

  open override var canBecomeFirstResponder: Bool { true }

  open override func encodeRestorableState(with coder: RestorationEncoder) {
    super.encodeRestorableState(with: coder)
    coder.encode(savedValue, forKey: BuiltInKey.stepperValue)
  }

  open override func decodeRestorableState(with coder: RestorationDecoder) {
    super.decodeRestorableState(with: coder)
    if let value = coder.decode(Double.self, forKey: BuiltInKey.stepperValue), value.isFinite {
      restoreValue(value)
    }
  }
}

extension Stepper: RangedControl {
  var shownValue: Double {
    get { value }
    set { value = newValue }
  }

  var limits: (least: Double, greatest: Double) { (minimumValue, maximumValue) }
}
