// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import GTKWidgets

/// Says for some seconds that a note was deleted, and offers undo.
///
/// It is not restored, so it has no identifier.
@MainActor final class UndoBar {
  let widget: Widget = gtk_revealer_new()
  /// Puts the deleted note back at its index.
  var onUndo: (@MainActor (Note, Int) -> Void)?
  private let label: Widget = gtk_label_new(nil)
  private var deleted: (note: Note, index: Int)?
  private var end: guint?

  init() {
    let bar: Widget = gtk_action_bar_new()
    let undo: Widget = gtk_button_new_with_label("Undo")
    gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_END)
    gtk_action_bar_pack_start(bar.opaque, label)
    gtk_action_bar_pack_end(bar.opaque, undo)
    gtk_revealer_set_transition_type(widget.opaque, GTK_REVEALER_TRANSITION_TYPE_SLIDE_UP)
    gtk_revealer_set_child(widget.opaque, bar)
    connect(undo.opaque, "clicked") { [weak self] in self?.undo() }
    connect(widget.opaque, "destroy") { [weak self] in self?.stop() }
  }

  func show(_ note: Note, _ index: Int) {
    stop()
    deleted = (note, index)
    gtk_label_set_text(label.opaque, "Note deleted: “\(note.name)”")
    gtk_revealer_set_reveal_child(widget.opaque, 1)
    end = callLater(seconds: 8) { [weak self] in
      self?.end = nil
      self?.hide()
    }
  }

  private func undo() {
    guard let deleted else { return }
    hide()
    onUndo?(deleted.note, deleted.index)
  }

  private func hide() {
    stop()
    deleted = nil
    gtk_revealer_set_reveal_child(widget.opaque, 0)
  }

  private func stop() {
    if let end { g_source_remove(end) }
    end = nil
  }
}
