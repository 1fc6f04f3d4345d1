// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import GTKSupport
import RestorationArchive

/// The text of a spin button that is not its value yet.
///
/// GTK makes it the value when the user presses Return, or goes to another widget. It goes back
/// only over the value that it was typed into.
@safe @MainActor final class HalfTypedNumber {
  private struct Typed {
    var text: String
    /// The value of the button at that time.
    var value: Double
  }

  private let button: WidgetPointer
  private var pending: Typed?
  /// The text that GTK wrote for the value.
  private var written: String
  private var isApplying = false

  /// Observes a spin button, which lives longer than this object.
  init(in button: WidgetPointer, onChange: @escaping @MainActor () -> Void) {
    unsafe self.button = unsafe button
    written = unsafe button.wholeText ?? ""
    unsafe connect(button, "value-changed") { [weak self] _ in
      if let self { written = shown }
    }
    unsafe connect(button, "realize") { [weak self] _ in self?.apply() }
    unsafe connect(text.raw, "changed", whileAlive: button) { [weak self] _ in
      guard let self, !isApplying else { return }
      // Only the user types into a widget that has the focus.
      if unsafe gtk_widget_is_focus(text) != 0 { pending = nil } else { written = shown }
      onChange()
    }
  }

  func encode(with coder: RestorationEncoder) {
    guard let typed = pending ?? current else { return }
    coder.encode(typed.text, forKey: "typed")
    coder.encode(typed.value, forKey: "typedOver")
  }

  func decode(with coder: RestorationDecoder) {
    pending = coder.decode(String.self, forKey: "typed").flatMap { text in
      coder.decode(Double.self, forKey: "typedOver").map { Typed(text: text, value: $0) }
    }
  }

  /// Puts the text back, once GTK has written the value for the first time.
  func apply() {
    guard let typed = pending, unsafe gtk_widget_get_realized(button) != 0 else { return }
    pending = nil
    guard typed.value == value else { return }
    isApplying = true
    unsafe withoutUndo(button.opaque) { unsafe gtk_editable_set_text(button.opaque, typed.text) }
    putCursorBehind()
    isApplying = false
  }

  /// Puts the cursor behind a half-typed number.
  func putCursorBehind() {
    if current != nil { unsafe gtk_editable_set_position(button.opaque, -1) }
  }

  /// Focuses the button with the cursor where it is, so that the user can go on typing.
  ///
  /// - Returns: `nil` if nothing is half typed; then GTK may select the number.
  func grabFocus() -> Bool? {
    current == nil ? nil : unsafe gtk_text_grab_focus_without_selecting(text.cast()) != 0
  }

  private var current: Typed? {
    let text = shown
    return text == written ? nil : Typed(text: text, value: value)
  }

  private var shown: String { unsafe button.wholeText ?? "" }

  private var value: Double { unsafe gtk_spin_button_get_value(button.opaque) }

  /// The widget inside that holds the text.
  var text: WidgetPointer {
    unsafe gtk_editable_get_delegate(button.opaque).map { unsafe WidgetPointer($0) } ?? button
  }
}
#endif
