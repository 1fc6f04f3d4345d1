// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import RestorationArchive
package import StateRestoration

/// A view that the user types text into.
///
/// It is the superclass of ``TextField``, ``TextView`` and ``SearchBar``.
///
/// Ranges count Unicode scalars, the unit of the desktop's text widgets: `"a👍🏽"` is three long. No
/// range extends past the end of the text.
///
/// Text that the user has typed since the application last set ``text`` is saved with the
/// selection. Text that the application sets comes from its own data and is not saved. Typed text
/// is restored over the text that it was typed into. If the application has set a different text by
/// then, such as a newer version of a document, that stays, and the typed text becomes
/// ``unrestoredText``.
@MainActor open class TextInput: View {
  /// The text in the view.
  ///
  /// Setting a different text moves the caret to the end. Until launch has ended, text that was
  /// typed into exactly this text is put over it again. From then on, text that is set stays.
  public var text: String {
    get { storedText }
    set { setText(newValue) }
  }

  /// The selection, in Unicode scalars; an empty range is the caret.
  ///
  /// A range that extends past the end is cut there.
  public var selectedTextRange: Range<Int> {
    get { storedSelection }
    set {
      waitingSelection = nil
      select(newValue)
    }
  }

  /// What the text belongs to, such as a room, a mail or a note.
  ///
  /// `nil`, the default, is a text without a subject. A typed text is kept once for each subject,
  /// a hundred at a time, and goes only into a view that shows its subject. It can be any text that
  /// names the subject in every launch; it is sealed with the state. If a subject does not exist
  /// any more, call ``markTextSaved(about:)``.
  ///
  /// Set it where you create the view, and when the view turns to another subject, before you set
  /// a text of that subject. What was typed about the former subject is kept then, and the view
  /// shows what was typed about the new one into an empty view, or nothing. What was typed into
  /// another text goes over that text when you set it. While ``restoresText`` is `false`, the text
  /// stays. The bar of a ``SearchController`` is restored with its search, whatever its subject.
  public var textSubject: String? {
    didSet { if !Drafts.isSame(textSubject, oldValue) { subjectDidChange(from: oldValue) } }
  }

  /// Whether typed text is saved; the selection always is.
  ///
  /// The bar of a ``SearchController`` saves neither then.
  public var restoresText = true {
    didSet { if restoresText != oldValue { invalidateRestorableState() } }
  }

  /// Called when ``unrestoredText`` has changed, also to `nil`.
  ///
  /// It is not called before launch has ended. Set it in `viewDidLoad()`, to show that there is
  /// text to take or discard.
  public var onUnrestoredTextChange: (@MainActor (String?) -> Void)? {
    didSet {
      announcedText = nil
      announceUnrestoredText()
    }
  }

  /// Called after each change of ``text`` by the user.
  public var onChange: (@MainActor (String) -> Void)?

  /// Whether the user changed the text since the application set it.
  public internal(set) var isTextEdited = false

  /// Always `true`: typing needs the focus.
  open override var canBecomeFirstResponder: Bool { true }

  /// Whether nothing of this view may be saved.
  package var isStateSecret: Bool { false }

  /// Typed texts that are not restored.
  ///
  /// Each waits for the text that it was typed into, or for the application's answer.
  var unrestored = UnrestoredTexts()

  /// What was typed about other subjects.
  var drafts = Drafts()

  /// The subjects whose texts are dropped when state is read later.
  var settled = SettledSubjects()

  /// Whether the log says that drafts were dropped.
  var hasLoggedTrimmedDrafts = false

  /// Whether the view has just turned to its subject.
  ///
  /// The application may still set the text that counts.
  var isNewSubject = false

  /// Typed text that was restored before launch ended, or as the view turned to its subject.
  ///
  /// The application may still set the text that counts.
  var restored: TypedText?

  /// A saved selection whose text the application has not set yet.
  var waitingSelection: TextSelection?

  /// Whether this view was restored in a launch that still runs.
  var isLaunching = false

  /// The text last passed to ``onUnrestoredTextChange``.
  var announcedText: String?

  /// Whether the application has set the text of the subject.
  var isTextSet = false

  /// The digest of the application's text while other text is shown.
  private var base: TextDigest?

  private var storedText = "" { didSet { differsFromBase = nil } }
  /// Whether the text is not the application's; `nil` until asked since the text last changed.
  ///
  /// A digest takes longer than the rest of a save.
  private var differsFromBase: Bool?
  private var storedSelection = 0..<0

  /// Creates a view without text.
  public override init() { super.init() }

  /// The length of the text in Unicode scalars.
  package var textLength: Int { storedText.unicodeScalars.count }

  // MARK: User input

  /// Takes an edit by the user; called by peers.
  ///
  /// - Parameters:
  ///   - text: The whole text now.
  ///   - range: The selection now, in Unicode scalars.
  public func hostDidEdit(text: String, selectedTextRange range: Range<Int>) {
    guard !isStored(text) else { return hostDidSelect(range) }
    endNewSubject()
    if let textSubject { settled.remove(textSubject) }
    putIn(text)
    (restored, waitingSelection) = (nil, nil)
    storedSelection = clamped(range)
    restorablePropertyDidChange()
    onChange?(text)
  }

  /// Takes a selection by the user; called by peers.
  ///
  /// - Parameter range: The selection now, in Unicode scalars.
  public func hostDidSelect(_ range: Range<Int>) {
    guard clamped(range) != storedSelection else { return }
    selectedTextRange = range
  }

  // MARK: Application and restoring

  /// Called before the application sets the text, even to an equal one.
  func applicationWillSet(_ text: String) {}

  /// Empties the view; typed text is not restored over it.
  func clear() { setText("", puttingBack: false) }

  private func setText(_ text: String, puttingBack: Bool = true) {
    isTextSet = true
    applicationWillSet(text)
    let wasEdited = isTextEdited
    let isOther = !isStored(text)
    isTextEdited = false
    storedText = text
    if isOther { storedSelection = textLength..<textLength }
    if puttingBack { putBack() } else { setNeedsUpdate() }
    if isOther || wasEdited { restorablePropertyDidChange() }
  }

  /// Treats the text in the view as set by the application.
  ///
  /// It was saved where it belongs.
  func takeTextAsSet() {
    (isTextEdited, isTextSet, restored) = (false, true, nil)
  }

  /// Replaces the application's text with typed text.
  func putIn(_ text: String) {
    if !isTextEdited { base = TextDigest(storedText) }
    isTextEdited = true
    storedText = text
  }

  /// The typed text and its base; `nil` without typed text.
  ///
  /// Also `nil` when the typed text equals the application's.
  var typedText: TypedText? {
    guard isTextEdited, let base else { return nil }
    let typed = TypedText(storedText, into: [base])
    let isTyped = differsFromBase ?? typed.isTyped
    differsFromBase = isTyped
    return isTyped ? typed : nil
  }

  private func select(_ range: Range<Int>) {
    guard clamped(range) != storedSelection else { return }
    storedSelection = clamped(range)
    restorablePropertyDidChange()
  }

  /// Whether a text has the same scalars as the stored one.
  ///
  /// Texts that only look alike have different ranges.
  private func isStored(_ text: String) -> Bool {
    text.unicodeScalars.elementsEqual(storedText.unicodeScalars)
  }

  private func clamped(_ range: Range<Int>) -> Range<Int> {
    range.clamped(to: 0..<textLength)
  }

  /// Returns the first scalars of the text.
  func prefix(_ length: Int) -> String {
    String(storedText.unicodeScalars.prefix(length))
  }

  /// Sets the selection without counting it as a change.
  func setStoredSelection(_ range: Range<Int>) { storedSelection = clamped(range) }
}

/// A view for one line of text.
///
/// ```swift
/// let name = TextField(placeholder: "Name", restorationIdentifier: "Name")
/// name.onReturn = { save() }
/// ```
///
/// With an identifier it saves the selection and the text typed since the application last set it.
@MainActor open class TextField: TextInput {
  /// The text shown while the field is empty.
  public var placeholder: String {
    didSet { if placeholder != oldValue { setNeedsUpdate() } }
  }

  /// Whether the text is secret and drawn as dots.
  ///
  /// A field that was secure once never saves anything again. So a password that the user made
  /// visible is not saved either.
  public var isSecure = false {
    didSet {
      guard isSecure != oldValue else { return }
      wasSecure = true
      restorablePropertyDidChange()
    }
  }

  /// Called when the user has pressed return.
  public var onReturn: (@MainActor () -> Void)?

  private var wasSecure = false

  /// Creates a field without text.
  ///
  /// - Parameters:
  ///   - placeholder: The text shown while the field is empty.
  ///   - restorationIdentifier: Its ``View/restorationIdentifier``.
  public init(placeholder: String = "", restorationIdentifier: String? = nil) {
    self.placeholder = placeholder
    super.init()
    self.restorationIdentifier = restorationIdentifier
  }

  package override var isStateSecret: Bool { isSecure || wasSecure }

  open override func encodeRestorableState(with coder: RestorationEncoder) {
    super.encodeRestorableState(with: coder)
    encodeText(with: coder)
  }

  open override func decodeRestorableState(with coder: RestorationDecoder) {
    super.decodeRestorableState(with: coder)
    decodeText(with: coder)
  }
}

/// A view for many lines of text, which wraps and scrolls.
///
/// With an identifier it saves the selection, the first visible line, whether it is editable, and
/// the text typed since the application last set it.
@MainActor open class TextView: TextInput {
  /// Whether the user can change the text.
  public var isEditable = true {
    didSet { if isEditable != oldValue { restorablePropertyDidChange() } }
  }

  /// UIKit's name for ``TextInput/selectedTextRange``.
  public var selectedRange: Range<Int> {
    get { selectedTextRange }
    set { selectedTextRange = newValue }
  }

  /// The line at the top edge; `nil` if not scrolled.
  ///
  /// With `nil`, the caret is in sight.
  package private(set) var firstVisibleLine: TextPlace?

  /// Creates a text view without text.
  public override init() { super.init() }

  /// Takes the line at the top edge; called by peers.
  ///
  /// The user has scrolled, or edited the text.
  package func hostDidScroll(to place: TextPlace) {
    guard place != firstVisibleLine else { return }
    firstVisibleLine = place
    restorablePropertyDidChange()
  }

  /// Forgets the scroll position when the application sets another text.
  ///
  /// A restored position is kept: it waits for its text.
  override func applicationWillSet(_ text: String) {
    if !isLaunching, textLength > 0, text != self.text { firstVisibleLine = nil }
  }

  open override func encodeRestorableState(with coder: RestorationEncoder) {
    super.encodeRestorableState(with: coder)
    encodeText(with: coder)
    firstVisibleLine?.encode(with: coder)
    coder.encode(isEditable, forKey: BuiltInKey.isEditable)
  }

  open override func decodeRestorableState(with coder: RestorationDecoder) {
    super.decodeRestorableState(with: coder)
    let isShown = decodeText(with: coder)
    if isShown, let place = TextPlace(decoding: coder) { firstVisibleLine = place }
    if let isEditable = coder.decode(Bool.self, forKey: BuiltInKey.isEditable) {
      self.isEditable = isEditable
    }
  }
}
