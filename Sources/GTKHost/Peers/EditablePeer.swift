// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK
  import GTKSupport
  import ViewControllers

  /// Draws one line of text that the user edits; what a text field and a search bar share.
  @safe @MainActor class EditablePeer<Model: TextInput>: TypedPeer<Model> {
    /// GTK's text widget inside of the entry: it has text, selection and focus.
    let text: OpaquePointer

    override var accessibleWidget: WidgetPointer { unsafe entryWidget }

    private let entryWidget: WidgetPointer
    private var isSyncing = false

    /// Creates a peer.
    ///
    /// - Parameters:
    ///   - model: The view.
    ///   - widget: The widget for the view.
    ///   - entry: The entry, which is that widget or lies in it.
    ///   - host: The host that makes this peer.
    init(_ model: Model, widget: WidgetPointer, entry: WidgetPointer, host: GTKHost) {
      unsafe entryWidget = unsafe entry
      unsafe text = unsafe gtk_editable_get_delegate(entry.opaque) ?? entry.opaque
      unsafe super.init(model, widget: widget, host: host)
      let object = unsafe UnsafeMutableRawPointer(text)
      unsafe connect(object, "changed") { [weak self] _ in self?.userDidEdit() }
      for property in ["cursor-position", "selection-bound"] {
        unsafe connect(object, "notify::\(property)") { [weak self] _ in self?.userDidSelect() }
      }
      unsafe connect(object, "activate") { [weak self] _ in self?.userDidPressReturn() }
    }

    /// The same widget as what it is.
    final var gtkText: UnsafeMutablePointer<GtkText> { unsafe UnsafeMutablePointer(text) }

    /// The user pressed return.
    func userDidPressReturn() {}

    /// The text in the widget.
    final var shownText: String {
      unsafe gtk_editable_get_text(text).map { unsafe String(cString: $0) } ?? ""
    }

    /// The selection in the widget, in Unicode scalars.
    final var shownSelection: Range<Int> {
      var (start, end): (Int32, Int32) = (0, 0)
      unsafe gtk_editable_get_selection_bounds(text, &start, &end)
      return Int(start)..<Int(max(start, end))
    }

    override func sync() {
      guard let model, !isSyncing else { return }
      isSyncing = true
      defer { isSyncing = false }
      keepHeight()
      if !shownText.unicodeScalars.elementsEqual(model.text.unicodeScalars) {
        unsafe withoutUndo(text) { unsafe gtk_editable_set_text(text, model.text) }
      }
      let range = model.selectedTextRange
      if shownSelection != range {
        unsafe gtk_editable_select_region(text, Int32(range.lowerBound), Int32(range.upperBound))
      }
    }

    override func grabFocus() -> Bool {
      unsafe gtk_text_grab_focus_without_selecting(gtkText)
      sync()
      return unsafe gtk_widget_is_focus(WidgetPointer(text)) != 0
    }

    /// GTK is about to move the caret when it says that the text has changed, so what the
    /// application makes of the text is shown a moment later.
    private func userDidEdit() {
      guard let model, !isSyncing else { return }
      isSyncing = true
      model.hostDidEdit(text: shownText, selectedTextRange: shownSelection)
      isSyncing = false
      if !shownText.unicodeScalars.elementsEqual(model.text.unicodeScalars) {
        _ = host.schedule(after: .zero) { [weak self] in self?.sync() }
      }
    }

    private func userDidSelect() {
      guard let model, !isSyncing else { return }
      isSyncing = true
      defer { isSyncing = false }
      // Between a change of the text and its signal, the caret is not the model's yet.
      guard shownText.unicodeScalars.elementsEqual(model.text.unicodeScalars) else { return }
      // The host moves the focus, not the caret; and GTK drops the selection of an entry that it
      // takes from the screen.
      guard !host.isMovingFocus, unsafe gtk_widget_get_mapped(widget) != 0 else { return }
      model.hostDidSelect(shownSelection)
    }
  }
#endif
