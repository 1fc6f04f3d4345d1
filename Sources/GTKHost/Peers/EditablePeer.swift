// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import GTKSupport
import ViewControllers

/// A peer that draws one line of text for editing.
///
/// It is common to text fields and search bars.
@safe @MainActor class EditablePeer<Model: TextInput>: TypedPeer<Model> {
  /// GTK's text widget in the entry, with text, selection and focus.
  let text: OpaquePointer

  override var accessibleWidget: WidgetPointer { unsafe entryWidget }

  private let entryWidget: WidgetPointer
  private var isSyncing = false
  /// The subject of the text in the widget, whose steps of undo are of no use to another one.
  private var shownSubject: String?

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

  /// The same widget with its type.
  final var gtkText: UnsafeMutablePointer<GtkText> { unsafe UnsafeMutablePointer(text) }

  /// Handles the Return key.
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
    centerInsteadOfStretching()
    if shownSubject != model.textSubject
      || !shownText.unicodeScalars.elementsEqual(model.text.unicodeScalars)
    {
      shownSubject = model.textSubject
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

  /// Passes the user's text to the model.
  ///
  /// If the application changes the text, the result is shown a moment later. GTK reports the
  /// change of a text before it moves the caret.
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
    // Between a change of the text and its signal, the model does not have the caret yet.
    guard shownText.unicodeScalars.elementsEqual(model.text.unicodeScalars) else { return }
    // These are not the user's: the host moves the focus, and GTK drops the selection of an entry
    // that it takes off the screen.
    guard !host.isMovingFocus, unsafe gtk_widget_get_mapped(widget) != 0 else { return }
    model.hostDidSelect(shownSelection)
  }
}

/// The peer that draws a text field as an entry.
///
/// A field that is secure from the start is a password entry.
@MainActor final class TextFieldPeer: EditablePeer<TextField> {
  private var isSecure: Bool?

  /// Creates the peer of a text field.
  init(_ view: TextField, host: GTKHost) {
    let entry: WidgetPointer = unsafe view.isSecure ? gtk_password_entry_new() : gtk_entry_new()
    unsafe super.init(view, widget: entry, entry: entry, host: host)
  }

  override func sync() {
    super.sync()
    guard let model else { return }
    unsafe gtk_text_set_placeholder_text(gtkText, model.placeholder)
    if model.isStateSecret { unsafe SecretTexts.mark(text) }
    guard isSecure != model.isSecure else { return }
    isSecure = model.isSecure
    unsafe gtk_text_set_visibility(gtkText, (!model.isSecure).gboolean)
  }

  override func userDidPressReturn() { model?.onReturn?() }
}

/// The peer that draws a search bar.
///
/// It is a search entry with a row of scopes below.
@safe @MainActor final class SearchPeer: EditablePeer<SearchBar> {
  /// The entry.
  let entry: WidgetPointer

  /// The scopes.
  let scopes = SegmentRow()

  /// Creates the peer of a search bar.
  init(_ view: SearchBar, host: GTKHost) {
    let box: WidgetPointer = unsafe gtk_box_new(GTK_ORIENTATION_VERTICAL, 6)
    unsafe entry = unsafe gtk_search_entry_new()
    unsafe gtk_widget_set_hexpand(entry, 1)
    unsafe gtk_box_append(box.cast(), entry)
    unsafe gtk_box_append(box.cast(), scopes.widget)
    unsafe gtk_widget_set_halign(scopes.widget, GTK_ALIGN_CENTER)
    unsafe super.init(view, widget: box, entry: entry, host: host)
    // An expanding entry must not make the whole bar request spare width.
    unsafe gtk_widget_set_hexpand(box, 0)
    unsafe connect(entry, "stop-search") { [weak self] _ in self?.userDidPressEscape() }
    scopes.onSelect = { [weak view] in view?.hostDidPick($0, then: view?.onScopeChange) }
  }

  override func sync() {
    super.sync()
    guard let model else { return }
    unsafe gtk_text_set_placeholder_text(gtkText, model.placeholder)
    if model.accessibilityLabel == nil, model.accessibilityLabelView == nil {
      unsafe cgtk_accessible_set_label(
        entry, model.placeholder.isEmpty ? ChromeString.search.localized : model.placeholder)
    }
    scopes.show(model.scopeTitles, selected: model.selectedScopeIndex)
    // After a click on a scope, the user goes on typing.
    unsafe scopes.buttons.forEach { button in unsafe gtk_widget_set_focus_on_click(button, 0) }
    unsafe gtk_widget_set_visible(scopes.widget, (!model.scopeTitles.isEmpty).gboolean)
  }

  override func userDidPressReturn() { model?.onSearch?() }

  /// Handles Escape, which the entry always takes.
  ///
  /// It leaves the search, or calls the cancel handler. If there is neither, the window handles
  /// the key.
  private func userDidPressEscape() {
    if let search = model?.viewController as? SearchController, search.isActive {
      search.isActive = false
      model?.onCancel?()
      return
    }
    if let onCancel = model?.onCancel { return onCancel() }
    let root = unsafe gtk_widget_get_root(widget)
    _ = host.windowPeers.first { unsafe $0.window.opaque == root }?.userDidPressEscape()
  }
}
#endif
