// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive
import StateRestoration

extension TextInput {
  /// Saves the selection, and the text if the user typed it.
  func encodeText(with coder: RestorationEncoder) {
    guard !isStateSecret else { return }
    let selection = waitingSelection ?? TextSelection(selectedTextRange, of: prefix)
    coder.encode(
      [selection.range.lowerBound, selection.range.upperBound],
      forKey: BuiltInKey.selectedTextRange)
    selection.encode(with: coder)
    guard restoresText else { return }
    if let typedText { coder.encodeTyped(typedText, forKey: BuiltInKey.text) }
    unrestored.encode(with: coder)
  }

  /// Takes text and selection back, each over the text that it belongs to.
  ///
  /// Where the text is the application's, it may be set later, and both wait for that.
  func decodeText(with coder: RestorationDecoder) {
    guard !isStateSecret else { return }
    isLaunching = true
    if restoresText {
      unrestored.decode(with: coder)
      if let typed = coder.decode(TypedText.self, forKey: BuiltInKey.text) {
        unrestored.insert(typed)
      }
    }
    if let bounds = coder.decode([Int].self, forKey: BuiltInKey.selectedTextRange),
      bounds.count == 2, bounds[0] >= 0, bounds[0] <= bounds[1]
    {
      waitingSelection = TextSelection(bounds[0]..<bounds[1], decoding: coder)
    }
    putBack()
    if unrestoredText != nil { coder.diagnose(Diagnostic.typedIntoOtherText) }
  }

  /// Puts what was saved over the application's text, where it belongs to that.
  ///
  /// What the user types now is newer than what was saved, and stays.
  func putBack() {
    if let restored { unrestored.insert(restored) }
    restored = nil
    if !isTextEdited, let typed = unrestored.take(for: text) {
      restored = typed
      if !typed.isSame(as: text) { putIn(typed.text) }
      setStoredSelection(textLength..<textLength)
    }
    if let selection = waitingSelection, selection.fits(length: textLength, prefix: prefix) {
      setStoredSelection(selection.range)
    }
    setNeedsUpdate()
    if !isLaunching { endPuttingBack() }
  }

  /// What is in the view, typed or not, for a search, which saves it in any case.
  var wholeText: TypedText { typedText ?? TypedText(text, into: [TextDigest(text)]) }

  /// Puts back what ``wholeText`` gave, unless it was typed into another text than the
  /// application has set.
  func putBack(_ whole: TypedText, selection: Range<Int>) {
    if isTextSet, whole.isTyped, !whole.isSame(as: text), !whole.belongs(to: TextDigest(text)) {
      unrestored.insert(whole)
      announceUnrestoredText()
    } else {
      if !whole.isSame(as: text) { putIn(whole.text) }
      setStoredSelection(selection)
    }
    setNeedsUpdate()
  }

  /// What the application sets from now on stays: launch has ended.
  func launchDidEnd() {
    isLaunching = false
    endPuttingBack()
  }

  /// A selection waits for text only where there is none yet.
  private func endPuttingBack() {
    if isTextSet || isTextEdited || waitingSelection?.range == selectedTextRange {
      waitingSelection = nil
    }
    restored = nil
    announceUnrestoredText()
  }
}

// MARK: - Text that was typed into another one

extension TextInput {
  /// Text typed in an earlier launch, into another text than there is now.
  ///
  /// It is saved until the application answers with ``takeUnrestoredText()`` or
  /// ``discardUnrestoredText()``, or sets the text that it was typed into. Of several the newest. `nil`
  /// when nothing waits.
  public var unrestoredText: String? { unrestored.newest }

  /// Puts ``unrestoredText`` in the place of the text, as what the user has typed.
  public func takeUnrestoredText() {
    guard let text = unrestored.takeNewest() else { return }
    (restored, waitingSelection) = (nil, nil)
    putIn(text)
    setStoredSelection(textLength..<textLength)
    unrestoredTextDidChange()
  }

  /// Gives ``unrestoredText`` up; the text in the view stays.
  public func discardUnrestoredText() {
    guard unrestored.takeNewest() != nil else { return }
    unrestoredTextDidChange()
  }

  /// Says that the text in the view is saved where it belongs, such as in its document.
  ///
  /// From then on there is nothing typed to be restored, as if the application had set the text.
  public func markTextSaved() {
    let wasEdited = isTextEdited
    takeTextAsSet()
    if wasEdited { restorablePropertyDidChange() }
  }

  private func unrestoredTextDidChange() {
    restorablePropertyDidChange()
    announceUnrestoredText()
  }

  func announceUnrestoredText() {
    guard !isLaunching, let announce = onUnrestoredTextChange, unrestoredText != announcedText
    else { return }
    announcedText = unrestoredText
    announce(unrestoredText)
  }
}
