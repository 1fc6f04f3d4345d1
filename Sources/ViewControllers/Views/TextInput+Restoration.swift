// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Logging
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
    typedText?.encode(forKey: BuiltInKey.text, with: coder)
    unrestored.encode(with: coder)
    Drafts.encode(shown: textSubject, with: coder)
    drafts.encode(with: coder)
  }

  /// Restores text and selection, each over the text it belongs to.
  ///
  /// If the application sets the text, it may do so later; both wait for that.
  ///
  /// - Returns: Whether the view shows the subject that it had.
  @discardableResult
  func decodeText(with coder: RestorationDecoder) -> Bool {
    guard !isStateSecret else { return false }
    isLaunching = true
    var isShown = true
    let bounds = coder.decode([Int].self, forKey: BuiltInKey.selectedTextRange).flatMap { bounds in
      bounds.count == 2 && bounds[0] >= 0 && bounds[0] <= bounds[1] ? bounds[0]..<bounds[1] : nil
    }
    if restoresText {
      var saved = UnrestoredTexts()
      saved.decode(with: coder)
      if let typed = coder.decode(TypedText.self, forKey: BuiltInKey.text) {
        saved.insert(bounds.map { typed.at($0.upperBound) } ?? typed)
      }
      let subject = Drafts.decodeShown(with: coder)
      isShown = Drafts.isSame(subject, textSubject) && !settled.contains(subject)
      keep(Drafts(decoding: coder))
      if !isShown { keep(saved.takeAll(), about: subject) }
      unrestored.append(saved.takeAll() + drafts.take(textSubject))
    }
    if isShown, let bounds { waitingSelection = TextSelection(bounds, decoding: coder) }
    putBack()
    if unrestoredText != nil { coder.diagnose(Diagnostic.typedIntoOtherText) }
    return isShown
  }

  /// Restores saved text over the text that it was typed into.
  ///
  /// Text that the user types now is newer than saved text, and stays.
  func putBack() {
    if !isTextEdited {
      if let restored { unrestored.insert(restored) }
      // An emptied text waits for the text that it was typed into; a view without text is no answer.
      restored = unrestored.take(for: text, orEqual: isTextSet)
      if let restored {
        if !restored.isSame(as: text) { putIn(restored.text) }
        placeCursor(of: restored)
      }
    }
    if let selection = waitingSelection, selection.fits(length: textLength, prefix: prefix) {
      setStoredSelection(selection.range)
    }
    setNeedsUpdate()
    if !isLaunching, !isNewSubject { endPuttingBack() }
  }

  /// Puts the caret where it was in a typed text, or else at the end.
  private func placeCursor(of typed: TypedText) {
    let cursor = typed.cursor ?? textLength
    setStoredSelection(cursor..<cursor)
  }

  /// The text in the view, typed or not.
  ///
  /// A search saves it in any case.
  var wholeText: TypedText { typedText ?? TypedText(text, into: [TextDigest(text)]) }

  /// Restores a text from ``wholeText``.
  ///
  /// If it was typed into another text than the application has set, it becomes ``unrestoredText``.
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

  /// Ends restoring: text that the application sets from now on stays.
  ///
  /// Saved state may still have texts about subjects that were settled before it was read.
  func launchDidEnd() {
    isLaunching = false
    if !settled.isEmpty { restorablePropertyDidChange() }
    if !isNewSubject { endPuttingBack() }
  }

  /// Turns to a new subject.
  func subjectDidChange(from former: String?) {
    defer { restorablePropertyDidChange() }
    guard restoresText, !isStateSecret else { return }
    if former != nil {
      let typed = typedText?.at(selectedTextRange.upperBound)
      keep([typed].compactMap(\.self) + unrestored.takeAll(), about: former)
      (restored, waitingSelection) = (nil, nil)
      clear()
      isTextSet = false
    }  // else the text, whoever put it in, is about the first subject
    unrestored.append(drafts.take(textSubject))
    if let application = owningViewController?.window?.application {
      isNewSubject = true
      _ = application.host.schedule(after: .zero) { [weak self] in self?.endNewSubject() }
    }
    putBack()
  }

  private func keep(_ texts: [TypedText], about subject: String?) {
    guard !settled.contains(subject) else { return }
    if drafts.put(texts, about: subject) { logTrimmedDrafts() }
  }

  private func keep(_ older: Drafts) {
    if drafts.append(settled.removed(from: older)) { logTrimmedDrafts() }
  }

  /// Logs, once, that what was typed about the oldest subjects is dropped.
  private func logTrimmedDrafts() {
    guard !hasLoggedTrimmedDrafts, let application = owningViewController?.window?.application
    else { return }
    hasLoggedTrimmedDrafts = true
    application.restoration.logger.notice("\(Drafts.trimmed)")
  }

  /// Ends the turn to a subject: text that the application sets from now on stays.
  func endNewSubject() {
    guard isNewSubject else { return }
    isNewSubject = false
    if !isLaunching { endPuttingBack() }
  }

  /// Ends restoring; a selection waits on only while there is no text.
  private func endPuttingBack() {
    if isTextSet || isTextEdited || waitingSelection?.range == selectedTextRange {
      waitingSelection = nil
    }
    restored = nil
    announceUnrestoredText()
  }
}

// MARK: - Text that was typed into another text

extension TextInput {
  /// Text typed in an earlier launch into a different text.
  ///
  /// It is saved until the application calls ``takeUnrestoredText()`` or
  /// ``discardUnrestoredText()``, or sets the text that it was typed into. If there are several,
  /// this is the newest. `nil` when nothing waits, and while an emptied text waits in a view without
  /// text.
  public var unrestoredText: String? {
    unrestored.newest.flatMap { $0.isEmpty && !isTextSet ? nil : $0 }
  }

  /// Replaces the text with ``unrestoredText``, as if the user typed it.
  public func takeUnrestoredText() {
    guard unrestoredText != nil, let typed = unrestored.takeNewest() else { return }
    (restored, waitingSelection) = (nil, nil)
    if let textSubject { settled.remove(textSubject) }
    putIn(typed.text)
    placeCursor(of: typed)
    unrestoredTextDidChange()
  }

  /// Discards ``unrestoredText``; the text in the view stays.
  public func discardUnrestoredText() {
    guard unrestoredText != nil, unrestored.takeNewest() != nil else { return }
    unrestoredTextDidChange()
  }

  /// Marks the text as saved where it belongs.
  ///
  /// For example in its document.
  ///
  /// From then on there is no typed text to restore, as if the application had set the text. This
  /// text is not offered again either.
  public func markTextSaved() {
    let (wasEdited, count) = (isTextEdited, unrestored.all.count)
    endNewSubject()
    takeTextAsSet()
    unrestored.remove(text)
    if wasEdited || unrestored.all.count != count { restorablePropertyDidChange() }
    announceUnrestoredText()
  }

  /// Marks the text about a subject as saved where it belongs, or as not wanted any more.
  ///
  /// For example, the message was sent from another device, or the room was deleted. What was
  /// typed into this view about the subject is restored nowhere again. If the view shows the
  /// subject, this does what ``markTextSaved()`` does.
  ///
  /// - Parameter subject: A ``textSubject``; one that nothing was typed about is ignored.
  public func markTextSaved(about subject: String) {
    settled.insert(subject)
    if Drafts.isSame(subject, textSubject) {
      markTextSaved()
    } else if !drafts.take(subject).isEmpty {
      restorablePropertyDidChange()
    }
  }

  private func unrestoredTextDidChange() {
    restorablePropertyDidChange()
    announceUnrestoredText()
  }

  func announceUnrestoredText() {
    guard !isLaunching, !isNewSubject, let announce = onUnrestoredTextChange,
      unrestoredText != announcedText
    else { return }
    announcedText = unrestoredText
    announce(unrestoredText)
  }
}
