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

  private var pending: Restored?
  /// The restored selection, for a text that the program puts in later.
  private var awaitedSelection: SavedSelection?
  private var unrestored = UnrestoredTexts()
  private var announcedText: String?
  private var programText = ProgramText()
  /// Whether the whole text was replaced in this turn of the loop.
  ///
  /// The program may put it in part by part, and the user types nothing meanwhile.
  private var isTextComing = false
  /// The text that was restored into an empty widget, but was typed into another text.
  ///
  /// It may be empty itself. It is kept until it is clear whether the program has that text.
  private var putIntoNothing: TypedText?
  /// Whether the shown text is one that restoring has put into an empty widget.
  private var isIntoNothing = false
  /// The subject of the shown text.
  private var shownSubject: String?
  /// Counts the subjects that the widget has turned to.
  private var subjectCount = 0
  /// Whether the widget has turned to its subject in this turn of the loop.
  private var isNewSubject = false
  /// The text that was put in when the widget turned to its subject, until the turn is over.
  private var shownDraft: TypedText?

  /// Decoded state that is not applied yet.
  private struct Restored {
    let text: TypedText?
    let subject: String?
    let unrestored: [TypedText]
    let selection: SavedSelection

    /// All texts with the place of the cursor, the newest first.
    var texts: [TypedText] {
      [text?.at(selection.positions.cursor)].compactMap(\.self) + unrestored
    }
  }

  /// A selection, and what tells the text that it was in.
  private struct SavedSelection {
    let positions: Selection
    let text: TextSelection
    /// The length of the whole text; `nil` in state of an earlier version.
    let length: Int?
  }

  // MARK: Questions to a widget

  /// Whether the text must not be saved.
  var isSecret: Bool { false }

  final var shownText: String { unsafe widget.wholeText ?? "" }

  /// The number of positions in the text; a picture takes one.
  var shownLength: Int { shownText.unicodeScalars.count }

  var shownSelection: Selection { (0, 0) }

  /// Returns the text before a position.
  func prefix(_ length: Int) -> String { String(shownText.unicodeScalars.prefix(length)) }

  /// Replaces the shown text without adding an undo step.
  func show(_ text: String) {}

  /// Selects a part of the shown text.
  func select(_ selection: Selection) {}

  /// Drops the place that was decoded, since its text is not shown.
  func dropPlace() {}

  /// Called before the restored selection comes back in a text that was put in later.
  func willSelectAgain() {}

  // MARK: Changes of a widget

  /// Records the shown text as the program's.
  ///
  /// Called when the widget was taken in, or shows another object that holds text.
  final func observeText() {
    programText.set(shownText)
    shownSubject = unsafe widget.textSubject
  }

  /// Handles a changed text.
  final func textDidChange() {
    defer { didChange() }
    guard isChange else { return programText.didPutBack(shownText) }
    isIntoNothing = false
    if let shownSubject { restoration.drafts.didType(about: shownSubject) }
    if programText.wasEmptied { takeBackShownDraft() }
    guard !restoration.isRestoring else { return programText.set(shownText) }
    let isOther = programText.didChange(length: shownLength) { shownText }
    if isOther { noteComingText() }
    if isOther, let typed = putIntoNothing { unrestored.insert(typed) }
    if shownLength > 0 { putIntoNothing = nil }
    // The widget is still changing its text.
    if isOther && unrestored.newest != nil || isAwaitedText { applySoon() }
  }

  private func noteComingText() {
    guard !isTextComing else { return }
    isTextComing = true
    _ = TimeoutAction(after: .zero) { [weak self] in self?.completeText() }
  }

  /// Takes the whole of a new text as the program's.
  private func completeText() {
    guard isTextComing else { return }
    isTextComing = false
    if !isGone { programText.didComplete(shownText) }
  }

  /// Takes the restored text away before a launching program inserts into an empty widget.
  ///
  /// The program has found it empty; its own text would come beside the restored one.
  ///
  /// - Returns: Whether there was such a text.
  final func makeRoom() -> Bool {
    guard isIntoNothing, isLaunching else { return false }
    isIntoNothing = false
    applying { show("") }
    return true
  }

  /// Handles another object that holds the text.
  final func textIsReplaced() {
    if let typed = putIntoNothing { unrestored.insert(typed) }
    (putIntoNothing, isIntoNothing) = (nil, false)
    observeText()
    didChange()
    if unrestored.newest != nil || isAwaitedText { applySoon() }
  }

  /// Keeps the text about a new subject when the program has replaced it by its own text about it.
  ///
  /// It is put over that one when the turn of the loop is over. An edit of the text leaves it.
  private func takeBackShownDraft() {
    guard let draft = shownDraft else { return }
    (shownDraft, putIntoNothing) = (nil, nil)
    if draft.isTyped { unrestored.insert(draft) }
  }

  // MARK: Saved state

  override func encode(with coder: RestorationEncoder) {
    guard !isSecret else { return }
    let selection = pending?.selection ?? selectionToKeep
    coder.encode(selection.positions.cursor, forKey: "cursor")
    coder.encode(selection.positions.bound, forKey: "selectionBound")
    selection.text.encode(with: coder)
    if let length = selection.length { coder.encode(length, forKey: "length") }
    guard unsafe widget.restoresText else { return }
    let (text, subject) = pending.map { ($0.text, $0.subject) } ?? (textToKeep, shownSubject)
    text?.encode(forKey: "text", with: coder)
    var offered = unrestored
    if let pending { offered.append(pending.unrestored) }
    offered.encode(with: coder)
    Drafts.encode(shown: subject, with: coder)
  }

  /// The shown text; `nil` if the program has marked it as saved.
  ///
  /// A text that nobody typed is kept, too: GTK does not say who put it in.
  private var textToKeep: TypedText? {
    let text = shownText
    if let saved = unsafe widget.savedText, saved.digest == TextDigest(text) { return nil }
    if let putIntoNothing, putIntoNothing.isSame(as: text) { return putIntoNothing }
    return TypedText(text, into: programText.bases(of: text))
  }

  private var selectionToKeep: SavedSelection {
    let (cursor, bound) = shownSelection
    let range = min(cursor, bound)..<max(cursor, bound)
    return SavedSelection(
      positions: (cursor, bound), text: TextSelection(range, of: prefix), length: shownLength)
  }

  override func decode(with coder: RestorationDecoder) {
    let cursor = coder.decodeInteger(forKey: "cursor")
    let bound = coder.decodeInteger(forKey: "selectionBound")
    let range = min(cursor, bound)..<max(cursor, bound)
    var offered = UnrestoredTexts()
    offered.decode(with: coder)
    let selection = SavedSelection(
      positions: (cursor, bound), text: TextSelection(range, decoding: coder),
      length: coder.decode(Int.self, forKey: "length"))
    pending = Restored(
      text: coder.decode(TypedText.self, forKey: "text"),
      subject: Drafts.decodeShown(with: coder), unrestored: offered.all, selection: selection)
    awaitedSelection = nil
  }

  override func apply() {
    guard !isSecret, !isGone else { return }
    completeText()
    let restored = pending
    pending = nil
    if let restored {
      apply(restored)
    } else {
      if keepsText { putBack(nil) }
      if !isGone, isAwaitedText, let awaitedSelection {
        willSelectAgain()
        select(awaitedSelection)
      }
    }
    if shownSubject != nil { takeDrafts() }
    if restored != nil, unrestored.newest != nil {
      restoration.note(.typedIntoOtherText, about: self)
    }
    announceUnrestoredText()
  }

  private func apply(_ restored: Restored) {
    if !Drafts.isSame(restored.subject, shownSubject) {
      dropPlace()
      keep(restored.texts, about: restored.subject)
      if shownSubject == nil { takeDrafts() }
    } else if shownSubject != nil, restoration.drafts.isSettled(shownSubject) {
      dropPlace()
      restoration.coordinator.invalidate(self)
    } else {
      unrestored.append(restored.unrestored)
      if keepsText { putBack(restored.text.map { $0.at(restored.selection.positions.cursor) }) }
      awaitedSelection = restored.selection
      if !isGone { select(restored.selection) }
    }
  }

  /// Selects what was selected, if the text is the same up to there.
  private func select(_ saved: SavedSelection) {
    guard saved.text.range.lowerBound >= 0, saved.text.fits(length: shownLength, prefix: prefix)
    else { return }
    applying { select(saved.positions) }
  }

  /// Whether a launching program has put in a text as long as the one of the restored selection.
  ///
  /// A shorter one may be a part; the program may insert the next one at the cursor.
  private var isAwaitedText: Bool {
    isLaunching && awaitedSelection?.length == shownLength
  }

  /// Puts saved text over the text that it was typed into.
  ///
  /// Text that the user has typed meanwhile is newer, and stays.
  private func putBack(_ saved: TypedText?) {
    let text = shownText
    let isFree = unsafe text.isEmpty && widget.savedText == nil
    if let saved, saved.isSame(as: text) {
      if isFree, saved.isTyped { putIntoNothing = saved }  // the user has emptied it
      return
    }
    let isNewer = programText.isTyped(text)
    var found = saved
    if isNewer || !isFree && saved?.belongs(to: TextDigest(text)) != true {
      if let saved, saved.isTyped { unrestored.insert(saved) }
      found = isNewer ? nil : unrestored.take(for: text)
    } else if saved == nil {
      found = unrestored.take(for: text)
    }
    guard let found else { return }
    putIntoNothing = isFree && found.mayContinueText ? found : nil
    programText.set(text)
    if !found.isSame(as: text) { applying { show(found) } }
    isIntoNothing = isFree
  }

  /// Shows a typed text, with the cursor where it was, or else at the end.
  private func show(_ typed: TypedText) {
    show(typed.text)
    guard !isGone else { return }
    let cursor = min(typed.cursor ?? .max, shownLength)
    select((cursor, cursor))
  }

  // MARK: Subjects

  /// Turns to the widget's new subject.
  ///
  /// The program's handlers may turn it to yet another one meanwhile.
  final func subjectDidChange() {
    let (former, subject) = unsafe (shownSubject, widget.textSubject)
    guard !Drafts.isSame(former, subject) else { return }
    shownSubject = subject
    guard keepsText, pending == nil else { return }
    subjectCount += 1
    let count = subjectCount
    (isNewSubject, awaitedSelection) = (true, nil)
    _ = TimeoutAction(after: .zero) { [weak self] in self?.endNewSubject(count) }
    if former != nil {
      leaveText(about: former)
      guard count == subjectCount, !isGone else { return }
      programText.set(shownText)
    }  // else the text, whoever put it in, is about the first subject
    takeDrafts()
    didChange()
  }

  /// Keeps the text about the former subject, and shows none.
  private func leaveText(about former: String?) {
    let texts = [textToKeep?.at(shownSelection.cursor)].compactMap(\.self) + unrestored.takeAll()
    (putIntoNothing, shownDraft) = (nil, nil)
    unsafe widget.forgetSavedText()
    restoration.drafts.put(texts, about: former, of: names)
    // Even over an empty text: its steps of undo would bring back the former one.
    applying { show("") }
    offerDrafts(about: former)
  }

  /// Ends the turn of the loop in which the widget has turned to its subject.
  private func endNewSubject(_ count: Int) {
    guard count == subjectCount else { return }
    isNewSubject = false
    if !isGone, shownLength == 0 { takeBackShownDraft() }
    shownDraft = nil
    applyLate()
  }

  /// Keeps texts about a subject that is not shown here.
  private func keep(_ texts: [TypedText], about subject: String?) {
    restoration.drafts.put(texts, about: subject, of: names)
    offerDrafts(about: subject)
  }

  /// Lets the same widget of another window on screen take texts about the subject that it shows.
  private func offerDrafts(about subject: String?) {
    guard subject != nil else { return }
    twins.first { $0.isOnScreen && Drafts.isSame($0.shownSubject, subject) }?.windowDidShow()
  }

  /// Takes the texts about the shown subject that came while the window was not on screen.
  final func windowDidShow() {
    guard shownSubject != nil, pending == nil else { return }
    restoration.apply(self) { $0.takeDrafts() }
  }

  /// Puts in what was typed about the shown subject.
  ///
  /// A window that is off screen again may never come back.
  private func takeDrafts() {
    guard !isGone, keepsText, unsafe !restoration.isInClosedWindow(widget) else { return }
    let texts = restoration.drafts.take(shownSubject, of: draftPaths)
    guard let newest = texts.first else { return }
    restoration.coordinator.invalidate(self)
    unrestored.append(texts.dropFirst().filter(\.isTyped))
    let count = subjectCount
    putBack(newest)
    guard !isGone, count == subjectCount else { return }
    if isNewSubject, newest.isSame(as: shownText) { shownDraft = newest }
    announceUnrestoredText()
  }

  /// The identifiers that lead to the widget, now and in earlier versions.
  ///
  /// Windows with the same identifier have the same drafts, so their numbers do not count.
  private var draftPaths: [[String]] {
    let numbered = path[0]
    let former = restoration.coordinator.formerPaths(of: self)
    return [names] + former.map { $0.first == numbered ? [names[0]] + $0.dropFirst() : $0 }
  }

  /// Takes over the texts of the widget's participant before this one.
  override func succeed(_ former: WidgetParticipant) {
    super.succeed(former)
    guard let former = former as? TextParticipant else { return }
    (pending, unrestored, programText) = (former.pending, former.unrestored, former.programText)
    (putIntoNothing, announcedText) = (former.putIntoNothing, former.announcedText)
    guard former.names != names, former.twins.isEmpty else { return }
    restoration.drafts.move(from: former.names, to: names)
  }

  override func windowNameDidChange() {
    let (former, isAlone) = (names, twins.isEmpty)
    super.windowNameDidChange()
    if shownSubject != nil, isAlone { restoration.drafts.move(from: former, to: names) }
  }

  private var keepsText: Bool { unsafe !isSecret && widget.restoresText }

  private var isOnScreen: Bool {
    unsafe gtk_widget_get_root(widget).map {
      unsafe gtk_widget_get_mapped(WidgetPointer($0)) != 0
    } ?? false
  }

  /// The same widgets of other windows with the same identifier.
  private var twins: [TextParticipant] {
    let names = names
    return restoration.coordinator.registeredObjects.compactMap { $0 as? TextParticipant }
      .filter { $0 !== self && !$0.isGone && $0.names == names && $0.keepsText }
  }

  // MARK: Text that was typed into another one

  final var unrestoredText: String? { unrestored.newest }

  final var unrestoredTexts: [String] { unrestored.all.map(\.text) }

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

  /// Records that the program has settled a subject; the widget may show it.
  final func didSettle(_ subject: String) {
    guard !isGone, Drafts.isSame(shownSubject, subject) else { return }
    _ = unrestored.takeAll()
    unsafe widget.markTextSaved()
  }

  final func markTextSaved() {
    // An empty text may be the program's own about the new subject; what was typed goes over it.
    if shownLength == 0 { takeBackShownDraft() }
    let text = shownText
    programText.set(text)
    (putIntoNothing, shownDraft) = (nil, nil)
    unrestored.remove(text)
    didChange()
    announceUnrestoredText()
  }

  /// Calls a new handler, if there is an unrestored text.
  final func handlerDidChange() {
    announcedText = nil
    announceUnrestoredText()
  }

  /// Calls the program's handler, once nothing is being restored any more.
  ///
  /// A text that goes back by itself in the next turn is not announced.
  final func announceUnrestoredText() {
    guard !restoration.isRestoring, !isNewSubject, !isApplyingSoon, !isGone,
      let announce = unsafe widget.onUnrestoredTextChange,
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

/// A line of text with cursor and selection, unless it is secret.
class EditableParticipant: TextParticipant {
  /// The selection that was restored, until the text changes.
  private var restoredSelection: Selection?
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
    unsafe connect(object, "changed") { [weak self] _ in
      guard let self else { return }
      if isChange { restoredSelection = nil }
      textDidChange()
    }
    unsafe invalidate(on: "notify::cursor-position", "notify::selection-bound", of: object)
    unsafe onSelectingAll(in: text) { [weak self] in
      if let self, let restoredSelection { select(restoredSelection) }
    }
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
    // GTK waits before it tells the program what to search for; the list of what is found must be
    // there before its position comes back.
    guard unsafe widget.isA(gtk_search_entry_get_type()), !text.isEmpty else { return }
    unsafe cgtk_object_emit(widget.raw, "search-changed")
  }

  /// Selects a part of the text.
  ///
  /// GTK puts the cursor at the end of the selection, wherever it was.
  override func select(_ selection: Selection) {
    restoredSelection = selection
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

/// A label that is edited in its place; the program has not seen a half-typed text yet.
final class EditableLabelParticipant: EditableParticipant {
  /// Whether the decoded text was half typed, and is not shown yet.
  private var resumesEditing = false

  override func observe() {
    super.observe()
    unsafe invalidate(on: "notify::editing", of: widget.raw)
  }

  override func encode(with coder: RestorationEncoder) {
    super.encode(with: coder)
    let isEditing = unsafe gtk_editable_label_get_editing(widget.opaque) != 0
    if isEditing || resumesEditing { coder.encode(true, forKey: "editing") }
  }

  override func decode(with coder: RestorationDecoder) {
    super.decode(with: coder)
    resumesEditing = coder.decodeBool(forKey: "editing")
  }

  override func apply() {
    super.apply()
    resumesEditing = false
  }

  override func show(_ text: String) {
    if resumesEditing { unsafe gtk_editable_label_start_editing(widget.opaque) }
    super.show(text)
  }
}
#endif
