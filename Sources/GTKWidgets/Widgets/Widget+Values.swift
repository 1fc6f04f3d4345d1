// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
public import CGTK
import GTKSupport
public import StateRestoration

/// The program's part in restoring the value of a switch, a scale, a list or the like.
extension UnsafeMutablePointer where Pointee == GtkWidget {
  /// How the widget's saved value goes back; by default only over the value it was changed from.
  ///
  /// Set it before the widget is restored. A value that the program keeps elsewhere needs
  /// `.never`, also one that `g_settings_bind` connects with a setting: GTK does not tell of such a
  /// connection. A button that shows the state of an action needs nothing. It holds for
  /// ``restoredProperties``, too, and `.never` for every property that is kept.
  @MainActor public var valueRestoration: ValueRestoration {
    get {
      unsafe attachment(restorationKey, as: Attached<ValueRestoration>.self)?.value ?? .overItsBase
    }
    nonmutating set {
      unsafe attach(Attached(newValue), restorationKey)
      unsafe participant?.didChange()
    }
  }

  /// Whether the user's value waits, because the program has set another one since.
  ///
  /// It is saved until the program calls ``takeUnrestoredValue()`` or
  /// ``discardUnrestoredValue()``, or sets the value that it was changed from, or the user chooses
  /// another one.
  @MainActor public var hasUnrestoredValue: Bool { unsafe participant?.hasUnrestoredValue ?? false }

  /// Called when ``hasUnrestoredValue`` has changed, with its new value.
  ///
  /// Set it before ``WidgetRestoration/restore(_:)``. It is called when everything is restored, and
  /// removed when the window is destroyed.
  @MainActor public var onUnrestoredValueChange: (@MainActor (Bool) -> Void)? {
    get { unsafe attachment(handlerKey, as: Attached<@MainActor (Bool) -> Void>.self)?.value }
    nonmutating set {
      unsafe attach(newValue.map { Attached($0) }, handlerKey)
      unsafe participant?.announceUnrestoredValue()
    }
  }

  /// Replaces the program's value by the one that waits, as chosen by the user.
  @MainActor public func takeUnrestoredValue() {
    unsafe participant?.answerUnrestoredValue { $0.takeOffer() }
  }

  /// Discards the value that waits; the program's stays.
  @MainActor public func discardUnrestoredValue() {
    unsafe participant?.answerUnrestoredValue { $0.discardOffer() }
  }
}

private let restorationKey = "restoration-of-value"
private let handlerKey = "restoration-unrestored-value"

private final class Attached<Value> {
  let value: Value

  init(_ value: Value) { self.value = value }
}
#endif
