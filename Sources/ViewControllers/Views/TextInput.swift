// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive
import StateRestoration

/// A view that the user types text into: what ``TextField``, ``TextView`` and ``SearchBar`` share.
///
/// Ranges count Unicode scalars, the unit of the desktop's text widgets: `"a👍🏽"` is three long. No
/// range reaches past the end of the text.
///
/// Text that the user has typed since the application last set ``text`` is saved with the
/// selection; text that the application sets comes from its own data and is not. It comes back over
/// the text that it was typed into. Where the application has another one by then, such as a newer
/// version of a document, that stays, and what was typed is ``unrestoredText``.
@MainActor open class TextInput: View {
  /// The text in the view.
  ///
  /// Setting it moves the caret to the end, if the text is another one. Until launch has ended,
  /// text that was typed into the very same text is put over it again; from then on what is set
  /// stays.
  public var text: String {
    get { storedText }
    set { setText(newValue) }
  }

  /// The selected part of the text in Unicode scalars; an empty range is the caret.
  ///
  /// Setting a range that reaches past the end cuts it there.
  public var selectedTextRange: Range<Int> {
    get { storedSelection }
    set {
      waitingSelection = nil
      select(newValue)
    }
  }

  /// Whether typed text is saved; the selection is in any case.
  public var restoresText = true {
    didSet { if restoresText != oldValue { invalidateRestorableState() } }
  }

  /// Called when ``unrestoredText`` has become another one, also when that is `nil`.
  ///
  /// Not before launch has ended; set it in `viewDidLoad()`, to show that there is something to
  /// take or discard.
  public var onUnrestoredTextChange: (@MainActor (String?) -> Void)? {
    didSet {
      announcedText = nil
      announceUnrestoredText()
    }
  }

  /// Called when the user has changed ``text``, at each key.
  public var onChange: (@MainActor (String) -> Void)?

  /// Whether the user has changed the text since the application last set it.
  public internal(set) var isTextEdited = false

  /// Text is typed into what has the focus.
  open override var canBecomeFirstResponder: Bool { true }

  /// Whether nothing of this view may be saved.
  package var isStateSecret: Bool { false }

  /// Typed texts that wait for the text that they were typed into, or for the application's answer.
  var unrestored = UnrestoredTexts()

  /// Typed text that was put back while launch has not ended, so that the application may still set
  /// the text that counts.
  var restored: TypedText?

  /// A saved selection whose text the application has not set yet.
  var waitingSelection: TextSelection?

  /// Whether state is in the view that was restored in the launch that has not ended yet.
  var isLaunching = false

  /// What ``onUnrestoredTextChange`` was told last.
  var announcedText: String?

  /// Whether the application has set the text.
  private(set) var isTextSet = false

  /// The application's text, while another one is in the view.
  private var base: TextDigest?

  private var storedText = ""
  private var storedSelection = 0..<0

  /// Creates a view without text.
  public override init() { super.init() }

  /// The length of the text in Unicode scalars.
  public var textLength: Int { storedText.unicodeScalars.count }

  // MARK: What the user does

  /// The user changed the text; called by peers.
  ///
  /// - Parameters:
  ///   - text: The whole text now.
  ///   - range: The selection now, in Unicode scalars.
  public func hostDidEdit(text: String, selectedTextRange range: Range<Int>) {
    guard !isStored(text) else { return hostDidSelect(range) }
    putIn(text)
    (restored, waitingSelection) = (nil, nil)
    storedSelection = clamped(range)
    restorablePropertyDidChange()
    onChange?(text)
  }

  /// The user moved the caret or selected; called by peers.
  ///
  /// - Parameter range: The selection now, in Unicode scalars.
  public func hostDidSelect(_ range: Range<Int>) {
    guard clamped(range) != storedSelection else { return }
    selectedTextRange = range
  }

  // MARK: What the application and restoring do

  /// The application sets the text, even if to what it was.
  func applicationWillSet(_ text: String) {}

  /// Sets no text, over which nothing is put back that was typed before.
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

  /// What is in the view is the application's text from now on: it was saved where it belongs.
  func takeTextAsSet() {
    (isTextEdited, isTextSet, restored) = (false, true, nil)
  }

  /// Puts typed text in the place of the application's.
  func putIn(_ text: String) {
    if !isTextEdited { base = TextDigest(storedText) }
    isTextEdited = true
    storedText = text
  }

  /// What was typed, and into what; `nil` when that is the application's text itself.
  var typedText: TypedText? {
    guard isTextEdited, let base else { return nil }
    let typed = TypedText(storedText, into: [base])
    return typed.isTyped ? typed : nil
  }

  private func select(_ range: Range<Int>) {
    guard clamped(range) != storedSelection else { return }
    storedSelection = clamped(range)
    restorablePropertyDidChange()
  }

  /// Compares scalar by scalar: two texts that only look the same differ in their ranges.
  private func isStored(_ text: String) -> Bool {
    text.unicodeScalars.elementsEqual(storedText.unicodeScalars)
  }

  private func clamped(_ range: Range<Int>) -> Range<Int> {
    range.clamped(to: 0..<textLength)
  }

  /// The text up to a place.
  func prefix(_ length: Int) -> String {
    String(storedText.unicodeScalars.prefix(length))
  }

  /// Selects as state or the application has it, which is no change.
  func setStoredSelection(_ range: Range<Int>) { storedSelection = clamped(range) }
}
