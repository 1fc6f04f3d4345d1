// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// A control whose value lies between two limits.
///
/// The limits may be set after the saved value is restored.
///
/// A restored value is kept until the user or the application sets another one. Meanwhile the
/// control shows the nearest allowed value.
@MainActor protocol RangedControl: View {
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
