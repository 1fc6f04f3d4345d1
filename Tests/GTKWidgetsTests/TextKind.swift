// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import GTKSupport

@testable import GTKWidgets

/// A kind of text widget, and the functions to use it.
struct TextKind {
  let name: String
  let make: @MainActor () -> WidgetPointer
  /// Replaces the text.
  let show: @MainActor (WidgetPointer, String) -> Void
  /// Types a text at the cursor.
  let type: @MainActor (WidgetPointer, String) -> Void
  let text: @MainActor (WidgetPointer) -> String?
  let setCursor: @MainActor (WidgetPointer, Int32) -> Void
  let cursor: @MainActor (WidgetPointer) -> Int32

  @MainActor func make(_ shown: String) -> WidgetPointer {
    let widget = make().named("Text")
    show(widget, shown)
    return widget
  }

  @MainActor static var all: [TextKind] {
    [
      editable("entry") { gtk_entry_new() }, editable("text") { gtk_text_new() },
      editable("search entry") { gtk_search_entry_new() },
      editable("label") {
        // GTK 4.8 accesses a label that had the focus after freeing it.
        let label: WidgetPointer = gtk_editable_label_new("")
        gtk_widget_set_focusable(label, 0)
        return label
      },
      TextKind(
        name: "text view", make: { gtk_text_view_new() },
        show: { gtk_text_buffer_set_text(buffer(of: $0), $1, -1) },
        type: { _ = gtk_text_buffer_insert_interactive_at_cursor(buffer(of: $0), $1, -1, 1) },
        text: shownText(in:), setCursor: { GTKWidgetsTests.setCursor($1, in: $0) },
        cursor: shownCursor(in:)),
    ]
  }

  @MainActor private static func editable(
    _ name: String, _ make: @escaping @MainActor () -> WidgetPointer
  )
    -> TextKind
  {
    TextKind(
      name: name, make: make, show: { gtk_editable_set_text($0.opaque, $1) },
      type: { typeText($1, into: $0) }, text: GTKWidgetsTests.text(of:),
      setCursor: { gtk_editable_set_position($0.opaque, $1) },
      cursor: { gtk_editable_get_position($0.opaque) })
  }
}

/// Runs a test with each kind of text widget, in a program of its own.
func forEachKind(_ test: @MainActor (TextKind, WidgetProgram) throws -> Void) throws {
  try MainActor.assumeIsolated {
    for kind in TextKind.all { try test(kind, WidgetProgram()) }
  }
}

/// Types a text into an entry at the cursor, without replacing a selection.
///
/// It is the signal of GTK's key bindings: what a program inserts is no step of undo in newer GTK.
@MainActor func typeText(_ text: String, into entry: WidgetPointer) {
  gtk_editable_set_position(entry.opaque, gtk_editable_get_position(entry.opaque))
  var values = [GValue(), GValue()]
  g_value_init(&values[0], gtk_text_get_type())
  g_value_set_object(&values[0], textWidget(of: entry).raw)
  g_value_init(&values[1], cgtk_type_string())
  g_value_set_string(&values[1], text)
  g_signal_emitv(values, g_signal_lookup("insert-at-cursor", gtk_text_get_type()), 0, nil)
  for index in values.indices { g_value_unset(&values[index]) }
}

/// Undoes the last step in a text widget.
@MainActor func undo(in widget: WidgetPointer) { activate("text.undo", in: widget) }

/// Activates an action of a text widget.
@MainActor func activate(_ action: String, in widget: WidgetPointer) {
  gtk_widget_activate_action_variant(textWidget(of: widget), action, nil)
}

/// Returns the widget that holds the text: the one inside of an entry.
@MainActor private func textWidget(of widget: WidgetPointer) -> WidgetPointer {
  widget.isA(gtk_editable_get_type())
    ? gtk_editable_get_delegate(widget.opaque).map { WidgetPointer($0) } ?? widget : widget
}
#endif
