// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK
  import GTKSupport
  import RestorationArchive
  import StateRestoration

  /// A text with cursor and selection, counted in Unicode scalars; nothing of a secret one (R102).
  class TextParticipant: WidgetParticipant {
    /// Where the cursor is, and the other end of what is selected.
    typealias Selection = (cursor: Int, bound: Int)

    private var pending: (text: TypedText?, selection: Selection, selected: TextSelection)?
    private var unrestored = UnrestoredTexts()
    private var announcedText: String?
    private var programText = ProgramText()
    /// What was put into a widget without text, until it shows whether the program has another.
    private var putIntoNothing: TypedText?

    // MARK: What a widget is asked

    /// Whether nothing may be saved.
    var isSecret: Bool { false }

    var shownText: String { "" }

    /// How many places there are in the text; a picture in it takes one, too.
    var shownLength: Int { shownText.unicodeScalars.count }

    var shownSelection: Selection { (0, 0) }

    /// The text up to a place.
    func prefix(_ length: Int) -> String { String(shownText.unicodeScalars.prefix(length)) }

    /// Puts another text in place of that which is shown, which is nothing to undo (R211).
    func show(_ text: String) {}

    /// Selects what is within the text that is shown.
    func select(_ selection: Selection) {}

    // MARK: What a widget tells

    /// The widget was taken in, or shows another object that holds text: that text is the program's.
    final func observeText() { programText.set(shownText) }

    /// The text has changed.
    final func textDidChange() {
      defer { didChange() }
      guard isChange else { return programText.didPutBack(shownText) }
      guard !restoration.isRestoring else { return programText.set(shownText) }
      let isOther = programText.didChange(length: shownLength) { shownText }
      if isOther, let typed = putIntoNothing { unrestored.insert(typed) }
      if shownLength > 0 { putIntoNothing = nil }
      guard isOther, unrestored.newest != nil else { return }
      // The widget is still at work on its text.
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

    /// Puts typed text over the one that it was typed into (R207).
    ///
    /// What the user types now is newer than what was saved, and stays.
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

    /// Another handler is told from the start.
    final func handlerDidChange() {
      announcedText = nil
      announceUnrestoredText()
    }

    /// Tells the program, once nothing is being restored any more.
    final func announceUnrestoredText() {
      guard !restoration.isRestoring, !isGone, let announce = unsafe widget.onUnrestoredTextChange,
        unrestoredText != announcedText
      else { return }
      announcedText = unrestoredText
      announce(unrestoredText)
    }
  }

  extension GtkInputPurpose {
    /// Whether what is typed is a secret.
    var isSecret: Bool { self == GTK_INPUT_PURPOSE_PASSWORD || self == GTK_INPUT_PURPOSE_PIN }
  }
#endif
