// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// A view that the user types text into: what ``TextField``, ``TextView`` and ``SearchBar`` share.
///
/// Ranges count Unicode scalars, the unit of the desktop's text widgets: `"a👍🏽"` is three long.
/// No range reaches past the end of the text (R186).
///
/// Text that the user has typed since the application last set ``text`` is saved with the
/// selection; text that the application sets comes from its own data and is not (R101, R102).
@MainActor open class TextInput: View {
  /// The text in the view.
  ///
  /// Setting it moves the caret to the end, if the text is another one. Set while or after the
  /// view's controller decodes, it wins over saved text.
  public var text: String {
    get { storedText }
    set { setText(newValue) }
  }

  /// The selected part of the text in Unicode scalars; an empty range is the caret (R101, R102).
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

  /// Called when the user has changed ``text``, at each key.
  public var onChange: (@MainActor (String) -> Void)?

  /// Whether the user has changed the text since the application last set it.
  public private(set) var isTextEdited = false

  /// Text is typed into what has the focus.
  open override var canBecomeFirstResponder: Bool { true }

  /// Whether nothing of this view may be saved.
  package var isStateSecret: Bool { false }

  /// Whether the application set the text while the controller decoded, before this view did.
  private(set) var isTextSetWhileDecoding = false

  /// A saved selection whose text the application has not set yet.
  private(set) var waitingSelection: Range<Int>?

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
    storedText = text
    isTextEdited = true
    waitingSelection = nil
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

  /// The application has set the text, even if to what it was.
  func applicationDidSetText() {}

  private func setText(_ text: String) {
    applicationDidSetText()
    if owningViewController?.hasBegunDecoding ?? false { isTextSetWhileDecoding = true }
    let wasEdited = isTextEdited
    let isOther = !isStored(text)
    isTextEdited = false
    storedText = text
    if isOther { storedSelection = textLength..<textLength }
    if let range = waitingSelection {
      waitingSelection = nil
      if range.upperBound <= textLength { storedSelection = range }
    }
    if isOther || wasEdited { restorablePropertyDidChange() }
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

  /// Puts back typed text.
  func restoreText(_ text: String) {
    storedText = text
    isTextEdited = true
    storedSelection = textLength..<textLength
    setNeedsUpdate()
  }

  /// Puts back a selection.
  ///
  /// - Parameters:
  ///   - range: The selection.
  ///   - isFinal: Whether the text is in place; if not, a range that does not fit waits for it.
  func restoreSelection(_ range: Range<Int>, isFinal: Bool) {
    if range.upperBound <= textLength {
      storedSelection = range
      setNeedsUpdate()
    } else if !isFinal {
      waitingSelection = range
    }
  }

  /// The controller's decode is over; what is set from now on is simply set last.
  func endTextDecoding() { isTextSetWhileDecoding = false }
}
