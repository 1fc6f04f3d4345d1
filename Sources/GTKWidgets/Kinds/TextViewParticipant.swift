// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import GTKSupport
import RestorationArchive
import StateRestoration

/// Text of several lines with styles, cursor, selection and visible place.
final class TextViewParticipant: TextParticipant {
  private var observed: ObservedObject?
  private var knownSelection: Selection = (0, 0)
  /// The number of the user's actions that change the buffer now, one in another.
  private var userActions = 0
  private var place: TextPlaceKeeper?
  /// The place that is still to be scrolled to.
  private var pendingPlace: TextPlace?
  /// The place that was decoded, for a text that the program puts in later.
  private var restoredPlace: TextPlace?
  /// The styles of texts that are not shown yet.
  private var pendingStyles: [TextStyles] = []

  override func observe() {
    place = unsafe TextPlaceKeeper(widget) { [weak self] in self?.didChange() }
    unsafe connect(widget, "notify::buffer") { [weak self] _ in
      self?.observeBuffer()
      self?.textIsReplaced()
    }
    observeBuffer()
    observeText()
  }

  /// Replaces the text; GTK adds no undo step for this call.
  override func show(_ text: String) {
    unsafe gtk_text_buffer_set_text(buffer, text, -1)
    applyStyles()
  }

  private func applyStyles() {
    guard !pendingStyles.isEmpty, let buffer = unsafe buffer else { return }
    var waiting: [TextStyles] = []
    for styles in pendingStyles {
      let isShown = unsafe styles.apply(to: buffer, { prefix(shownLength) })
      if !isShown { waiting.append(styles) }
    }
    pendingStyles = waiting
  }

  override func select(_ selection: Selection) {
    var (cursor, bound) = unsafe (GtkTextIter(), GtkTextIter())
    unsafe gtk_text_buffer_get_iter_at_offset(buffer, &cursor, Int32(selection.cursor))
    unsafe gtk_text_buffer_get_iter_at_offset(buffer, &bound, Int32(selection.bound))
    unsafe gtk_text_buffer_select_range(buffer, &cursor, &bound)
    if pendingPlace == nil { place?.showCaret() }
  }

  override func encode(with coder: RestorationEncoder) {
    super.encode(with: coder)
    (pendingPlace ?? place?.place)?.encode(with: coder)
    guard !isSecret, unsafe widget.restoresText else { return }
    let styles = [shownStyles].compactMap(\.self) + pendingStyles
    for (number, styles) in styles.enumerated() { styles.encode(number, with: coder) }
  }

  private var shownStyles: TextStyles? {
    unsafe buffer.flatMap { unsafe TextStyles(of: $0) { prefix(shownLength) } }
  }

  override func decode(with coder: RestorationDecoder) {
    super.decode(with: coder)
    restoredPlace = TextPlace(decoding: coder)
    pendingPlace = restoredPlace
    pendingStyles = []
    while let styles = TextStyles(decoding: pendingStyles.count, of: coder) {
      pendingStyles.append(styles)
    }
  }

  override func dropPlace() { (pendingPlace, restoredPlace) = (nil, nil) }

  override func willSelectAgain() { pendingPlace = restoredPlace }

  override func apply() {
    super.apply()
    if let pendingPlace, !isGone { place?.show(pendingPlace) }
    pendingPlace = nil
    guard !isGone else { return }
    applying { applyStyles() }
    // They wait for their text only as long as the program is asked about it.
    pendingStyles.removeAll { styles in !unrestoredTexts.contains { styles.belong(to: $0) } }
  }

  override var shownSelection: Selection {
    unsafe (offset(of: insertMark), offset(of: boundMark))
  }

  private var buffer: UnsafeMutablePointer<GtkTextBuffer>? {
    unsafe gtk_text_view_get_buffer(widget.cast())
  }

  private var insertMark: UnsafeMutablePointer<GtkTextMark>? {
    unsafe gtk_text_buffer_get_insert(buffer)
  }

  private var boundMark: UnsafeMutablePointer<GtkTextMark>? {
    unsafe gtk_text_buffer_get_selection_bound(buffer)
  }

  override var isSecret: Bool { unsafe gtk_text_view_get_input_purpose(widget.cast()).isSecret }

  override var shownLength: Int { unsafe Int(gtk_text_buffer_get_char_count(buffer)) }

  /// Returns the text before a position.
  ///
  /// A picture counts as one scalar, so that positions agree with those of the buffer.
  override func prefix(_ length: Int) -> String {
    var (start, end) = unsafe (GtkTextIter(), GtkTextIter())
    unsafe gtk_text_buffer_get_start_iter(buffer, &start)
    unsafe gtk_text_buffer_get_iter_at_offset(buffer, &end, Int32(length))
    guard let text = unsafe gtk_text_buffer_get_slice(buffer, &start, &end, 1) else { return "" }
    defer { unsafe g_free(text) }
    return unsafe String(cString: text)
  }

  /// Returns the position of a mark, in Unicode scalars.
  private func offset(of mark: UnsafeMutablePointer<GtkTextMark>?) -> Int {
    var place = unsafe GtkTextIter()
    unsafe gtk_text_buffer_get_iter_at_mark(buffer, &place, mark)
    return unsafe Int(gtk_text_iter_get_offset(&place))
  }

  /// Compares the selection, because GTK sets marks for other reasons, too.
  private func selectionMayHaveChanged() {
    let selection = shownSelection
    guard selection != knownSelection else { return }
    knownSelection = selection
    didChange()
  }

  /// Whether the user inserts at a place.
  ///
  /// GtkSourceView loads a file in an action of the user's, too, but not at the cursor.
  private func isTyping(at place: UnsafePointer<GtkTextIter>) -> Bool {
    unsafe userActions > 0 && Int(gtk_text_iter_get_offset(place)) == shownSelection.cursor
  }

  private func observeBuffer() {
    let shown = unsafe buffer.map { UnsafeMutableRawPointer($0) }
    guard unsafe shown != observed?.pointer else { return }
    observed = unsafe shown.map { unsafe ObservedObject($0, of: widget) }
    observed?.connect("changed") { [weak self] in self?.textDidChange() }
    userActions = 0
    observed?.connect("begin-user-action") { [weak self] in self?.userActions += 1 }
    observed?.connect("end-user-action") { [weak self] in self?.userActions -= 1 }
    observed?.connect("insert-text") { [weak self] arguments in
      guard let self, let place: UnsafeMutablePointer<GtkTextIter> = unsafe arguments.boxed(0),
        unsafe !isTyping(at: place), makeRoom()
      else { return }
      unsafe gtk_text_buffer_get_start_iter(buffer, place)
    }
    knownSelection = shownSelection
    for signal in ["mark-set", "notify::cursor-position"] {
      observed?.connect(signal) { [weak self] in self?.selectionMayHaveChanged() }
    }
    for signal in ["apply-tag", "remove-tag"] {
      observed?.connect(signal) { [weak self] in self?.didChange() }
    }
    for signal in ["insert-paintable", "insert-child-anchor"] {
      observed?.connect(signal) { [weak self] in
        self?.comesBackInPart("pictures and widgets in a text are the program's to put in again")
      }
    }
  }
}
#endif
