// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import RestorationArchive
import StateRestoration

/// A control whose value lies between two limits.
///
/// The limits may be set after the saved value is restored.
///
/// A restored value is kept until the user or the application sets another one. Meanwhile the
/// control shows the nearest allowed value.
@MainActor package protocol RangedControl: View {
  associatedtype Value: Comparable

  /// The value on display.
  var shownValue: Value { get set }

  /// The restored value; `nil` once another was set.
  var restoredValue: Value? { get set }

  /// The least and the greatest value.
  ///
  /// Both equal the value for no choice while there is nothing to choose from.
  var limits: (least: Value, greatest: Value) { get }
}

extension RangedControl {
  /// The value to save.
  ///
  /// A restored value that waits for its limits is saved again unchanged.
  var savedValue: Value { restoredValue ?? shownValue }

  /// Restores a saved value, or shows the nearest allowed one.
  func restoreValue(_ value: Value) {
    restoredValue = value
    limitsDidChange()
  }

  /// Takes a value that the user picked; called by peers.
  ///
  /// - Parameters:
  ///   - value: The value; nothing happens if it is the one on display.
  ///   - onChange: The application's handler.
  package func hostDidPick(_ value: Value, then onChange: (@MainActor (Value) -> Void)?) {
    guard value != shownValue else { return }
    shownValue = value
    onChange?(value)
  }

  /// Handles a newly set value.
  ///
  /// Setting a value ends the wait of a restored one, even if the new value is the one on display.
  func valueWasSet(_ isOther: Bool) {
    let endsWaiting = restoredValue != nil && !isRestoring
    if endsWaiting { restoredValue = nil }
    if isOther {
      restorablePropertyDidChange()
    } else if endsWaiting {
      invalidateRestorableState()
    }
  }

  /// Shows the restored value if the new limits allow it.
  func limitsDidChange() {
    if let value = restoredValue { restoring { shownValue = nearest(to: value) } }
    setNeedsUpdate()
  }

  /// Returns the nearest allowed value.
  ///
  /// If the limits are in the wrong order, no value is allowed; the least counts as the nearest.
  private func nearest(to value: Value) -> Value {
    let (least, greatest) = limits
    if value < least || greatest < least { return least }
    return greatest < value ? greatest : value
  }
}

/// A control that picks a number between two limits that the application sets.
@MainActor package protocol NumberControl: RangedControl where Value == Double {
  var minimumValue: Double { get }
  var maximumValue: Double { get }
  var value: Double { get set }
}

extension NumberControl {
  package var shownValue: Double {
    get { value }
    set { value = newValue }
  }

  package var limits: (least: Double, greatest: Double) { (minimumValue, maximumValue) }
}

/// A control that picks a number from a range.
@MainActor open class Slider: Control {
  /// The least value.
  public var minimumValue = 0.0 { didSet { if minimumValue != oldValue { limitsDidChange() } } }

  /// The greatest value.
  public var maximumValue = 1.0 { didSet { if maximumValue != oldValue { limitsDidChange() } } }

  /// The chosen value.
  ///
  /// A value outside the range is kept and saved; the widget shows the nearest one. If such a value
  /// is restored, this is the nearest one until the range includes it.
  public var value = 0.0 {
    didSet {
      valueWasSet(value != oldValue)
      recordValue(isOther: value != oldValue)
    }
  }

  package var restoredValue: Double?

  let chosen = ChosenValue(0.0)

  override var choice: (any OfferableValue)? { chosen }

  override func putBackValue() { putBack() }

  /// Called when the user has changed ``value``, continuously while dragging.
  public var onChange: (@MainActor (Double) -> Void)?

  /// Creates a slider from 0 to 1.
  public override init() { super.init() }

  open override var canBecomeFirstResponder: Bool { true }

  open override func encodeRestorableState(with coder: RestorationEncoder) {
    super.encodeRestorableState(with: coder)
    encodeValue(with: coder, forKey: BuiltInKey.sliderValue)
  }

  open override func decodeRestorableState(with coder: RestorationDecoder) {
    super.decodeRestorableState(with: coder)
    decodeValue(with: coder, forKey: BuiltInKey.sliderValue) { $0.isFinite }
  }
}

extension Slider: NumberControl, ValueControl {}

/// A control that counts a number up and down.
@MainActor open class Stepper: Control {
  /// The least value.
  public var minimumValue = 0.0 { didSet { if minimumValue != oldValue { limitsDidChange() } } }

  /// The greatest value.
  public var maximumValue = 100.0 { didSet { if maximumValue != oldValue { limitsDidChange() } } }

  /// The amount that one step adds or subtracts.
  public var stepValue = 1.0 { didSet { if stepValue != oldValue { setNeedsUpdate() } } }

  /// The number.
  ///
  /// A value outside the range is kept and saved; the widget shows the nearest one. If such a value
  /// is restored, this is the nearest one until the range includes it.
  public var value = 0.0 {
    didSet {
      valueWasSet(value != oldValue)
      recordValue(isOther: value != oldValue)
    }
  }

  package var restoredValue: Double?

  let chosen = ChosenValue(0.0)

  override var choice: (any OfferableValue)? { chosen }

  override func putBackValue() { putBack() }

  /// Called when the user has changed ``value``.
  public var onChange: (@MainActor (Double) -> Void)?

  /// Creates a stepper from 0 to 100.
  public override init() { super.init() }

  open override var canBecomeFirstResponder: Bool { true }

  open override func encodeRestorableState(with coder: RestorationEncoder) {
    super.encodeRestorableState(with: coder)
    encodeValue(with: coder, forKey: BuiltInKey.stepperValue)
  }

  open override func decodeRestorableState(with coder: RestorationDecoder) {
    super.decodeRestorableState(with: coder)
    decodeValue(with: coder, forKey: BuiltInKey.stepperValue) { $0.isFinite }
  }
}

extension Stepper: NumberControl, ValueControl {}

/// A control that picks one of a few choices, all in sight.
@MainActor open class SegmentedControl: Control {
  /// The titles of the segments, first to last.
  ///
  /// If the chosen segment has no title any more, none is chosen until it has one again.
  public var titles: [String] {
    didSet {
      guard titles != oldValue else { return }
      if restoredValue == nil, let index = waitingIndex ?? selectedSegmentIndex {
        let hasTitle = index < titles.count
        waitingIndex = hasTitle ? nil : index
        restoring { selectedSegmentIndex = hasTitle ? index : nil }
      }
      limitsDidChange()
    }
  }

  /// The index of the chosen segment; `nil`, the default, for none.
  public var selectedSegmentIndex: Int? {
    didSet {
      if waitingIndex != nil, !isRestoring {
        waitingIndex = nil
        invalidateRestorableState()
      }
      valueWasSet(selectedSegmentIndex != oldValue)
      recordValue(isOther: selectedSegmentIndex != oldValue)
    }
  }

  package var restoredValue: Int?

  /// The chosen segment while fewer titles leave it out; `nil` when it is shown.
  private var waitingIndex: Int?

  var savedValue: Int { waitingIndex ?? restoredValue ?? shownValue }

  let chosen = ChosenValue(SegmentedControl.noSegment)

  override var choice: (any OfferableValue)? { chosen }

  override func putBackValue() { putBack() }

  /// Called when the user has chosen another segment.
  public var onChange: (@MainActor (Int) -> Void)?

  /// Creates a control with no segment chosen.
  ///
  /// - Parameters:
  ///   - titles: The titles of the segments, first to last.
  ///   - restorationIdentifier: Its ``View/restorationIdentifier``.
  public init(titles: [String] = [], restorationIdentifier: String? = nil) {
    self.titles = titles
    super.init()
    self.restorationIdentifier = restorationIdentifier
  }

  open override var canBecomeFirstResponder: Bool { true }

  open override func encodeRestorableState(with coder: RestorationEncoder) {
    super.encodeRestorableState(with: coder)
    encodeValue(with: coder, forKey: BuiltInKey.selectedSegment)
  }

  open override func decodeRestorableState(with coder: RestorationDecoder) {
    super.decodeRestorableState(with: coder)
    decodeValue(with: coder, forKey: BuiltInKey.selectedSegment) { $0 >= Self.noSegment }
  }

  /// Shows a restored choice; none waits for no titles.
  func restoreValue(_ value: Int) {
    waitingIndex = nil
    restoredValue = value == Self.noSegment ? nil : value
    if restoredValue == nil { selectedSegmentIndex = nil }
    limitsDidChange()
  }

  /// The saved value when no segment is chosen.
  private static let noSegment = -1
}

extension SegmentedControl: RangedControl, ValueControl {
  package var shownValue: Int {
    get { selectedSegmentIndex ?? Self.noSegment }
    set { selectedSegmentIndex = newValue == Self.noSegment ? nil : newValue }
  }

  package var limits: (least: Int, greatest: Int) {
    titles.isEmpty ? (Self.noSegment, Self.noSegment) : (0, titles.count - 1)
  }
}

/// A control that is on or off.
@MainActor open class Switch: Control {
  /// Whether the switch is on.
  public var isOn = false {
    didSet {
      if isOn != oldValue { restorablePropertyDidChange() }
      recordValue(isOther: isOn != oldValue)
    }
  }

  let chosen = ChosenValue(false)

  override var choice: (any OfferableValue)? { chosen }

  override func putBackValue() { putBack() }

  /// Called when the user has changed ``isOn``.
  public var onChange: (@MainActor (Bool) -> Void)?

  /// Creates a switch that is off.
  public override init() { super.init() }

  open override var canBecomeFirstResponder: Bool { true }

  open override func encodeRestorableState(with coder: RestorationEncoder) {
    super.encodeRestorableState(with: coder)
    encodeValue(with: coder, forKey: BuiltInKey.switchIsOn)
  }

  open override func decodeRestorableState(with coder: RestorationDecoder) {
    super.decodeRestorableState(with: coder)
    decodeValue(with: coder, forKey: BuiltInKey.switchIsOn)
  }
}

extension Switch: ValueControl {
  var savedValue: Bool { isOn }

  func restoreValue(_ value: Bool) { isOn = value }
}

/// A view that does something when it is clicked.
@MainActor open class Button: View {
  /// The text on the button.
  public var title: String { didSet { if title != oldValue { setNeedsUpdate() } } }

  /// The host's icon to show instead of the title.
  ///
  /// The title shows where the host has no icon with that name.
  public var iconName: String? { didSet { if iconName != oldValue { setNeedsUpdate() } } }

  /// Whether the title is shown beside the icon, left-aligned.
  package var showsTitleBesideIcon = false {
    didSet { if showsTitleBesideIcon != oldValue { setNeedsUpdate() } }
  }

  /// Whether the button can be clicked.
  public var isEnabled = true { didSet { if isEnabled != oldValue { setNeedsUpdate() } } }

  /// The closure that a click calls.
  public var action: (@MainActor () -> Void)?

  /// Creates a button.
  ///
  /// - Parameters:
  ///   - title: The text on the button.
  ///   - action: The closure that a click calls.
  public init(_ title: String, action: (@MainActor () -> Void)? = nil) {
    self.title = title
    self.action = action
    super.init()
  }

  open override var canBecomeFirstResponder: Bool { true }
}

/// A view that shows the progress of some work.
///
/// It saves nothing: the work itself has to report its progress after a launch.
@MainActor open class ProgressView: View {
  /// The progress, from 0 to 1.
  public var progress: Double { didSet { if progress != oldValue { setNeedsUpdate() } } }

  /// Creates a view.
  ///
  /// - Parameter progress: The progress, from 0 to 1.
  public init(progress: Double = 0) {
    self.progress = progress
    super.init()
  }
}
