// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK
  import GTKSupport
  import RestorationArchive
  import StateRestoration

  /// A text with cursor and selection, unless it is secret.
  ///
  /// Positions are counted in Unicode scalars.
  class TextParticipant: WidgetParticipant {
    /// The positions of the cursor and the selection's other end.
    typealias Selection = (cursor: Int, bound: Int)

    private var pending: (text: TypedText?, selection: Selection, selected: TextSelection)?
    private var unrestored = UnrestoredTexts()
    private var announcedText: String?
    private var programText = ProgramText()
    /// The text that was restored into an empty widget.
    ///
    /// It is kept until it is clear whether the program has another text.
    private var putIntoNothing: TypedText?

    // MARK: Questions to a widget

    /// Whether the text must not be saved.
    var isSecret: Bool { false }

    var shownText: String { "" }

    /// The number of positions in the text; a picture takes one.
    var shownLength: Int { shownText.unicodeScalars.count }

    var shownSelection: Selection { (0, 0) }

    /// Returns the text before a position.
    func prefix(_ length: Int) -> String { String(shownText.unicodeScalars.prefix(length)) }

    /// Replaces the shown text without adding an undo step.
    func show(_ text: String) {}

    /// Selects a part of the shown text.
    func select(_ selection: Selection) {}

    // MARK: Changes of a widget

    /// Records the shown text as the program's.
    ///
    /// Called when the widget was taken in, or shows another object that holds text.
    final func observeText() { programText.set(shownText) }

    /// Handles a changed text.
    final func textDidChange() {
      defer { didChange() }
      guard isChange else { return programText.didPutBack(shownText) }
      guard !restoration.isRestoring else { return programText.set(shownText) }
      let isOther = programText.didChange(length: shownLength) { shownText }
      if isOther, let typed = putIntoNothing { unrestored.insert(typed) }
      if shownLength > 0 { putIntoNothing = nil }
      guard isOther, unrestored.newest != nil else { return }
      // The widget is still changing its text.
      _ = TimeoutAction(after: .zero) { [weak self] in self?.applyLate() }
    }

    // MARK: Saved state

    override func encode(with coder: RestorationEncoder) {
      guard !isSecret else { return }
      let (selection, selected) = pending.map { ($0.selection, $0.selected) } ?? shownParts
      coder.encode(selection.cursor, forKey: "cursor")
      coder.encode(selection.bound, forKey: "selectionBound")
      selected.encode(with: coder)
      guard unsafe widget.restoresText else { return }
      let text = shownText
      let shown = TypedText(text, into: programText.bases(of: text))
      if let typed = pending.map(\.text) ?? shown { coder.encodeTyped(typed, forKey: "text") }
      unrestored.encode(with: coder)
    }

    private var shownParts: (Selection, TextSelection) {
      let (cursor, bound) = shownSelection
      let range = min(cursor, bound)..<max(cursor, bound)
      return ((cursor, bound), TextSelection(range, of: prefix))
    }

    override func decode(with coder: RestorationDecoder) {
      let cursor = coder.decodeInteger(forKey: "cursor")
      let bound = coder.decodeInteger(forKey: "selectionBound")
      let range = min(cursor, bound)..<max(cursor, bound)
      pending = (
        coder.decode(TypedText.self, forKey: "text"), (cursor, bound),
        TextSelection(range, decoding: coder)
      )
      unrestored.decode(with: coder)
    }

    override func apply() {
      guard !isSecret, !isGone else { return }
      let selection = pending
      if unsafe widget.restoresText { putBack(pending?.text) }
      pending = nil
      if let selection, selection.selected.range.lowerBound >= 0,
        selection.selected.fits(length: shownLength, prefix: prefix)
      {
        applying { select(selection.selection) }
      }
      if selection != nil, unrestored.newest != nil {
        restoration.note(.typedIntoOtherText, about: self)
      }
      announceUnrestoredText()
    }

    /// Puts saved text over the text that it was typed into.
    ///
    /// Text that the user has typed meanwhile is newer, and stays.
    private func putBack(_ saved: TypedText?) {
      let text = shownText
      if let saved, saved.isSame(as: text) { return }
      let isNewer = programText.isTyped(text)
      let isFree = unsafe text.isEmpty && !widget.saysWhatIsSaved
      var found = saved
      if isNewer || !isFree && saved?.belongs(to: TextDigest(text)) != true {
        if let saved, saved.isTyped { unrestored.insert(saved) }
        found = isNewer ? nil : unrestored.take(for: text)
      }
      guard let found else { return }
      putIntoNothing =
        isFree && found.isTyped && !found.belongs(to: TextDigest(text)) ? found : nil
      programText.set(text)
      if !found.isSame(as: text) { applying { show(found.text) } }
    }

    // MARK: Text that was typed into another one

    final var unrestoredText: String? { unrestored.newest }

    final func takeUnrestoredText() {
      guard let typed = unrestored.takeNewest() else { return }
      let text = shownText
      if !programText.isTyped(text) { programText.set(text) }
      applying { show(typed) }
      didChange()
      announceUnrestoredText()
    }

    final func discardUnrestoredText() {
      guard unrestored.takeNewest() != nil else { return }
      didChange()
      announceUnrestoredText()
    }

    final func markTextSaved() {
      programText.set(shownText)
      didChange()
    }

    /// Calls a new handler, if there is an unrestored text.
    final func handlerDidChange() {
      announcedText = nil
      announceUnrestoredText()
    }

    /// Calls the program's handler, once nothing is being restored any more.
    final func announceUnrestoredText() {
      guard !restoration.isRestoring, !isGone, let announce = unsafe widget.onUnrestoredTextChange,
        unrestoredText != announcedText
      else { return }
      announcedText = unrestoredText
      announce(unrestoredText)
    }
  }

  extension GtkInputPurpose {
    /// Whether the text is a secret.
    var isSecret: Bool { self == GTK_INPUT_PURPOSE_PASSWORD || self == GTK_INPUT_PURPOSE_PIN }
  }
#endif
