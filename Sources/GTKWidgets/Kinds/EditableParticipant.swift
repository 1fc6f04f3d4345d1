// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK
  import GTKSupport

  /// A line of text with cursor and selection, unless it is secret.
  final class EditableParticipant: TextParticipant {
    /// Whether the text was ever hidden, and so stays a secret.
    ///
    /// The mark belongs to the widget, so that it outlives this participant.
    private var wasHidden: Bool {
      get { unsafe g_object_get_data(widget.cast(), "restoration-secret") != nil }
      set {
        guard newValue else { return }
        unsafe g_object_set_data(widget.cast(), "restoration-secret", widget.raw)
      }
    }

    override func observe() {
      noteSecrecy()
      let object = unsafe UnsafeMutableRawPointer(text)
      unsafe connect(object, "changed") { [weak self] _ in self?.textDidChange() }
      unsafe invalidate(on: "notify::cursor-position", "notify::selection-bound", of: object)
      if let gtkText = unsafe gtkText {
        unsafe connect(UnsafeMutableRawPointer(gtkText), "notify::visibility") { [weak self] _ in
          self?.noteSecrecy()
          self?.didChange()
        }
      }
      observeText()
    }

    override func show(_ text: String) {
      unsafe withoutUndo(self.text) { unsafe gtk_editable_set_text(self.text, text) }
    }

    /// Selects a part of the text.
    ///
    /// GTK puts the cursor at the end of the selection, wherever it was.
    override func select(_ selection: Selection) {
      unsafe gtk_editable_select_region(text, Int32(selection.bound), Int32(selection.cursor))
    }

    /// Takes the focus without selecting the whole text, as GTK would.
    override func grabFocus() -> Bool {
      guard let gtkText = unsafe gtkText else { return super.grabFocus() }
      return unsafe gtk_text_grab_focus_without_selecting(gtkText) != 0
    }

    /// The inner widget that holds text and selection.
    private var text: OpaquePointer {
      unsafe gtk_editable_get_delegate(widget.opaque) ?? widget.opaque
    }

    private var gtkText: UnsafeMutablePointer<GtkText>? {
      unsafe WidgetPointer(text).isA(gtk_text_get_type()) ? UnsafeMutablePointer(text) : nil
    }

    override var shownText: String {
      unsafe gtk_editable_get_text(text).map { unsafe String(cString: $0) } ?? ""
    }

    override var shownLength: Int {
      unsafe gtkText.map { unsafe Int(gtk_text_get_text_length($0)) }
        ?? shownText.unicodeScalars.count
    }

    override var shownSelection: Selection {
      let cursor = unsafe gtk_editable_get_position(text)
      var (start, end): (Int32, Int32) = (0, 0)
      guard unsafe gtk_editable_get_selection_bounds(text, &start, &end) != 0 else {
        return (Int(cursor), Int(cursor))
      }
      return (Int(cursor), Int(cursor == start ? end : start))
    }

    override var isSecret: Bool {
      noteSecrecy()
      return wasHidden
    }

    private func noteSecrecy() {
      guard !wasHidden else { return }
      guard unsafe !widget.isA(gtk_password_entry_get_type()) else { return wasHidden = true }
      guard let gtkText = unsafe gtkText else { return }
      wasHidden =
        unsafe gtk_text_get_visibility(gtkText) == 0 || gtk_text_get_input_purpose(gtkText).isSecret
    }
  }
#endif
