// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// A control whose value lies between two limits, which may come later than its saved value.
///
/// A restored value stays until the user or the application sets another. Meanwhile the control
/// shows the nearest value that it allows.
@MainActor protocol RangedControl: View {
  associatedtype Value: Comparable

  /// What the control shows.
  var shownValue: Value { get set }

  /// The value that was restored; `nil` once another was set.
  var restoredValue: Value? { get set }

  /// The least and the greatest value; both the value of none while there is nothing to choose from.
  var limits: (least: Value, greatest: Value) { get }
}

extension RangedControl {
  /// The value to save: one that waits for its limit is saved again as it was.
  var savedValue: Value { restoredValue ?? shownValue }

  /// Puts a saved value back, or the nearest that is allowed.
  func restoreValue(_ value: Value) {
    restoredValue = value
    limitsDidChange()
  }

  /// A value was set; if it is the one that was shown, that ends the waiting of another all the same.
  func valueWasSet(_ isOther: Bool) {
    let endsWaiting = restoredValue != nil && !isRestoring
    if endsWaiting { restoredValue = nil }
    if isOther {
      restorablePropertyDidChange()
    } else if endsWaiting {
      invalidateRestorableState()
    }
  }

  /// Other values are allowed now, perhaps the one that was restored.
  func limitsDidChange() {
    if let value = restoredValue { restoring { shownValue = nearest(to: value) } }
    setNeedsUpdate()
  }

  /// Where no value is allowed because the limits are the wrong way round, the least is the nearest.
  private func nearest(to value: Value) -> Value {
    let (least, greatest) = limits
    if value < least || greatest < least { return least }
    return greatest < value ? greatest : value
  }
}
