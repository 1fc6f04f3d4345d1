// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import GTKSupport
import ViewControllers

/// The peer that draws a text view in a scrolling frame.
@safe @MainActor final class TextViewPeer: TypedPeer<TextView> {
  /// GTK's text view.
  let textView: WidgetPointer

  private let buffer: UnsafeMutablePointer<GtkTextBuffer>
  private var place: TextPlaceKeeper?
  private var isSyncing = false
  /// The subject of the text in the widget, whose steps of undo are of no use to another one.
  private var shownSubject: String?

  /// Creates the peer of a text view.
  init(_ view: TextView, host: GTKHost) {
    unsafe textView = unsafe gtk_text_view_new()
    unsafe buffer = unsafe gtk_text_view_get_buffer(textView.cast())
    unsafe super.init(view, widget: gtk_scrolled_window_new(), host: host)
    unsafe gtk_scrolled_window_set_child(widget.opaque, textView)
    unsafe gtk_scrolled_window_set_has_frame(widget.opaque, 1)
    unsafe gtk_scrolled_window_set_min_content_height(widget.opaque, 80)
    unsafe gtk_text_view_set_wrap_mode(textView.cast(), GTK_WRAP_WORD_CHAR)
    unsafe [gtk_text_view_set_left_margin, gtk_text_view_set_right_margin].forEach { side in
      unsafe side(textView.cast(), 8)
    }
    unsafe [gtk_text_view_set_top_margin, gtk_text_view_set_bottom_margin].forEach { side in
      unsafe side(textView.cast(), 6)
    }
    let object = unsafe UnsafeMutableRawPointer(buffer)
    unsafe connect(object, "changed") { [weak self] _ in self?.userDidEdit() }
    unsafe connect(object, "mark-set") { [weak self] _ in self?.userDidSelect() }
    unsafe connect(object, "notify::cursor-position") { [weak self] _ in self?.userDidSelect() }
    place = unsafe TextPlaceKeeper(textView) { [weak self] in self?.placeDidChange() }
  }

  /// The text in the widget.
  var shownText: String {
    var (start, end) = unsafe (GtkTextIter(), GtkTextIter())
    unsafe gtk_text_buffer_get_bounds(buffer, &start, &end)
    guard let text = unsafe gtk_text_buffer_get_text(buffer, &start, &end, 1) else { return "" }
    defer { unsafe g_free(text) }
    return unsafe String(cString: text)
  }

  /// The selection in the widget, in Unicode scalars.
  var shownSelection: Range<Int> {
    var (start, end) = unsafe (GtkTextIter(), GtkTextIter())
    unsafe gtk_text_buffer_get_selection_bounds(buffer, &start, &end)
    let from = unsafe gtk_text_iter_get_offset(&start)
    return unsafe Int(from)..<Int(max(from, gtk_text_iter_get_offset(&end)))
  }

  override func sync() {
    guard let model, !isSyncing else { return }
    isSyncing = true
    defer { isSyncing = false }
    unsafe gtk_text_view_set_editable(textView.cast(), model.isEditable.gboolean)
    let isOtherText =
      shownSubject != model.textSubject
      || !shownText.unicodeScalars.elementsEqual(model.text.unicodeScalars)
    shownSubject = model.textSubject
    if isOtherText { unsafe gtk_text_buffer_set_text(buffer, model.text, -1) }
    let range = model.selectedTextRange
    let isOtherRange = shownSelection != range
    if isOtherRange { select(range) }
    if let line = model.firstVisibleLine, isOtherText || line != place?.place {
      place?.show(line)
    } else if unsafe isOtherRange || isOtherText && gtk_widget_has_focus(textView) != 0 {
      place?.showCaret()
    } else if isOtherText {
      place?.showTop()
    }
  }

  override var accessibleWidget: WidgetPointer { unsafe textView }

  override func grabFocus() -> Bool { unsafe gtk_widget_grab_focus(textView) != 0 }

  private func select(_ range: Range<Int>) {
    var (start, end) = unsafe (GtkTextIter(), GtkTextIter())
    unsafe gtk_text_buffer_get_iter_at_offset(buffer, &start, Int32(range.lowerBound))
    unsafe gtk_text_buffer_get_iter_at_offset(buffer, &end, Int32(range.upperBound))
    unsafe gtk_text_buffer_select_range(buffer, &end, &start)
  }

  private func placeDidChange() {
    guard let line = place?.place else { return }
    isSyncing = true
    model?.hostDidScroll(to: line)
    isSyncing = false
  }

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
    guard let model, !isSyncing,
      unsafe Int(gtk_text_buffer_get_char_count(buffer)) == model.textLength
    else { return }
    isSyncing = true
    model.hostDidSelect(shownSelection)
    isSyncing = false
  }
}
#endif
