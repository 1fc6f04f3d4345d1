// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import RestorationArchive

/// A control that picks a number from a range.
@MainActor open class Slider: View {
  /// The least value.
  public var minimumValue = 0.0 { didSet { if minimumValue != oldValue { limitsDidChange() } } }

  /// The greatest value.
  public var maximumValue = 1.0 { didSet { if maximumValue != oldValue { limitsDidChange() } } }

  /// The chosen value, within the range.
  public var value = 0.0 { didSet { valueWasSet(value != oldValue) } }

  var restoredValue: Double?

  /// Called when the user has changed ``value``, continuously while dragging.
  public var onChange: (@MainActor (Double) -> Void)?

  /// Creates a slider from 0 to 1.
  public override init() { super.init() }

  open override var canBecomeFirstResponder: Bool { true }

  open override func encodeRestorableState(with coder: RestorationEncoder) {
    super.encodeRestorableState(with: coder)
    coder.encode(savedValue, forKey: BuiltInKey.sliderValue)
  }

  open override func decodeRestorableState(with coder: RestorationDecoder) {
    super.decodeRestorableState(with: coder)
    if let value = coder.decode(Double.self, forKey: BuiltInKey.sliderValue), value.isFinite {
      restoreValue(value)
    }
  }
}

extension Slider: RangedControl {
  var shownValue: Double {
    get { value }
    set { value = newValue }
  }

  var limits: (least: Double, greatest: Double) { (minimumValue, maximumValue) }
}
