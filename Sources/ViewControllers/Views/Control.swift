// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive
public import StateRestoration

/// A view whose value the user changes.
///
/// With an identifier it saves the value that the user has chosen, together with the application's
/// value that it replaced. It goes back when the application has set that one again, by the time
/// the control is on screen. A value that the user has not changed is not saved, so a new default
/// arrives. What is set while the control is on screen counts as the user's choice, except in
/// appearance callbacks.
@MainActor open class Control: View {
  /// How the saved value goes back; by default only over the value that it was changed from.
  ///
  /// Set it before the control is restored, for example in `viewDidLoad()`.
  public var valueRestoration = ValueRestoration.overItsBase {
    didSet { if valueRestoration != oldValue { invalidateRestorableState() } }
  }

  /// Whether the user's value waits, because the application has set another one since.
  ///
  /// It is saved until the application calls ``takeUnrestoredValue()`` or
  /// ``discardUnrestoredValue()``, or sets the value that it was changed from before the control is
  /// on screen, or the user chooses another one.
  public var hasUnrestoredValue: Bool { choice?.isOffered ?? false }

  /// Called when ``hasUnrestoredValue`` has changed, with its new value.
  ///
  /// It is not called before the control is on screen. Set it in `viewDidLoad()`.
  public var onUnrestoredValueChange: (@MainActor (Bool) -> Void)? {
    didSet {
      hasAnnouncedValue = false
      announceUnrestoredValue()
    }
  }

  /// The last argument of ``onUnrestoredValueChange``.
  private var hasAnnouncedValue = false

  /// Creates a control without superview and identifier.
  public override init() { super.init() }

  /// Replaces the application's value by the one that waits, as chosen by the user.
  public func takeUnrestoredValue() { answerUnrestoredValue { $0.takeOffer() } }

  /// Discards the value that waits; the application's stays.
  public func discardUnrestoredValue() { answerUnrestoredValue { $0.discardOffer() } }

  private func answerUnrestoredValue(_ answer: (any OfferableValue) -> Void) {
    guard let choice, choice.isOffered else { return }
    answer(choice)
    putBackValue()
    valueDidShow()
    restorablePropertyDidChange()
  }

  // MARK: Its value

  /// The value, told from the application's; `nil` without a value.
  var choice: (any OfferableValue)? { nil }

  /// Shows the restored value if it may replace the application's.
  func putBackValue() {}

  /// Whether a value that is set now counts as the user's.
  final var isInUse: Bool {
    guard let owner = owningViewController, let window = owner.window, window.isOnScreen,
      !window.appearance.isUpdating
    else { return false }
    return window.appearance.controllers.contains { $0 === owner }
  }

  /// Ends restoring: what the application sets from now on stays.
  final func valueDidShow() {
    guard let choice else { return }
    let wasSetAlready = choice.isSetAlready
    choice.didShow()
    if wasSetAlready { invalidateRestorableState() }
    announceUnrestoredValue()
  }

  final func announceUnrestoredValue() {
    guard isInUse, let announce = onUnrestoredValueChange, hasUnrestoredValue != hasAnnouncedValue
    else { return }
    hasAnnouncedValue.toggle()
    announce(hasAnnouncedValue)
  }
}

extension View {
  /// Tells all controls in this view that they are on screen.
  func controlsDidShow() {
    (self as? Control)?.valueDidShow()
    subviews.forEach { $0.controlsDidShow() }
  }
}

/// A control with one value.
@MainActor protocol ValueControl: Control {
  associatedtype Value: Codable & Equatable

  /// The value, told from the application's.
  var chosen: ChosenValue<Value> { get }

  /// The value to save, if the user has chosen it.
  var savedValue: Value { get }

  /// Shows a restored value.
  func restoreValue(_ value: Value)
}

extension ValueControl {
  /// Records a value that the user or the application has set.
  ///
  /// - Parameter isOther: Whether it differs from the one before.
  func recordValue(isOther: Bool) {
    guard !isRestoring else { return }
    let isInUse = isInUse
    if isInUse {
      guard isOther else { return }
      chosen.didShow()
    }
    chosen.didChange(to: savedValue, by: isInUse ? .user : .program)
    putBack()
    announceUnrestoredValue()
  }

  func putBack() {
    guard let value = chosen.valueToPutBack(valueRestoration) else { return }
    chosen.didPutBack()
    restoring { restoreValue(value) }
    setNeedsUpdate()
  }

  func encodeValue(with coder: RestorationEncoder, forKey key: String) {
    if isInUse { chosen.didShow() }
    chosen.encode(savedValue, forKey: key, with: coder, valueRestoration) {
      coder.encode($0, forKey: $1)
    }
  }

  /// Restores the value, if a closure accepts it.
  func decodeValue(
    with coder: RestorationDecoder, forKey key: String,
    where isValid: (Value) -> Bool = { _ in true }
  ) {
    chosen.decode(forKey: key, with: coder) {
      coder.decode(Value.self, forKey: $0).flatMap { isValid($0) ? $0 : nil }
    }
    putBack()
    if chosen.isOffered { coder.diagnose(Diagnostic.changedFromOtherValue) }
  }
}
