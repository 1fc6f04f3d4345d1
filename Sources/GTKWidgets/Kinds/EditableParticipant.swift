// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK
  import GTKSupport
  import RestorationArchive

  /// One line of text with cursor and selection; nothing of a secret one (R102).
  final class EditableParticipant: WidgetParticipant {
    private var pending: (text: String?, cursor: Int, bound: Int)?
    /// Once a text was hidden it stays a secret, shown or not, whoever stands for the widget.
    private var wasHidden: Bool {
      get { g_object_get_data(widget.cast(), "restoration-secret") != nil }
      set {
        guard newValue else { return }
        g_object_set_data(widget.cast(), "restoration-secret", widget.raw)
      }
    }

    override var stage: Stage { .text }

    override func observe() {
      isSecret()
      invalidate(
        on: "changed", "notify::cursor-position", "notify::selection-bound",
        of: UnsafeMutableRawPointer(text))
      if let gtkText {
        connect(UnsafeMutableRawPointer(gtkText), "notify::visibility") { [weak self] _ in
          self?.isSecret()
          self?.didChange()
        }
      }
    }

    override func encodeRestorableState(with coder: RestorationEncoder) {
      guard !isSecret() else { return }
      let selection = shownSelection
      let state = pending ?? (shownText, selection.cursor, selection.bound)
      if widget.restoresText, let text = state.text { coder.encode(text, forKey: "text") }
      coder.encode(state.cursor, forKey: "cursor")
      coder.encode(state.bound, forKey: "selectionBound")
    }

    override func decodeRestorableState(with coder: RestorationDecoder) {
      pending = (
        coder.decodeString(forKey: "text"), coder.decodeInteger(forKey: "cursor"),
        coder.decodeInteger(forKey: "selectionBound")
      )
    }

    override func apply() {
      guard let state = pending else { return }
      pending = nil
      guard !isSecret() else { return }
      applying {
        if let saved = state.text, widget.restoresText, saved != shownText {
          gtk_editable_set_text(text, saved)
        }
        let length = shownText.unicodeScalars.count
        guard (0...length).contains(state.cursor), (0...length).contains(state.bound) else {
          return
        }
        // GTK puts the cursor at the end of the selection, wherever it was.
        gtk_editable_select_region(text, Int32(state.bound), Int32(state.cursor))
      }
    }

    /// GTK selects all of the text that gets the focus, unless it is asked not to.
    override func grabFocus() -> Bool {
      guard let gtkText else { return super.grabFocus() }
      return gtk_text_grab_focus_without_selecting(gtkText) != 0
    }

    /// The widget inside that has text and selection.
    private var text: OpaquePointer { gtk_editable_get_delegate(widget.opaque) ?? widget.opaque }

    private var gtkText: UnsafeMutablePointer<GtkText>? {
      WidgetPointer(text).isA(gtk_text_get_type()) ? UnsafeMutablePointer(text) : nil
    }

    private var shownText: String {
      gtk_editable_get_text(text).map { String(cString: $0) } ?? ""
    }

    /// Where the cursor is, and the other end of the selection, in Unicode scalars.
    private var shownSelection: (cursor: Int, bound: Int) {
      let cursor = gtk_editable_get_position(text)
      var (start, end): (Int32, Int32) = (0, 0)
      guard gtk_editable_get_selection_bounds(text, &start, &end) != 0 else {
        return (Int(cursor), Int(cursor))
      }
      return (Int(cursor), Int(cursor == start ? end : start))
    }

    @discardableResult
    private func isSecret() -> Bool {
      guard !wasHidden else { return true }
      wasHidden = widget.isA(gtk_password_entry_get_type())
      guard !wasHidden, let gtkText else { return wasHidden }
      let purpose = gtk_text_get_input_purpose(gtkText)
      wasHidden =
        gtk_text_get_visibility(gtkText) == 0 || purpose == GTK_INPUT_PURPOSE_PASSWORD
        || purpose == GTK_INPUT_PURPOSE_PIN
      return wasHidden
    }
  }
#endif
