// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import RestorationArchive
package import StateRestoration

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
    decodeText(with: coder)
    if let place = TextPlace(decoding: coder) { firstVisibleLine = place }
    if let isEditable = coder.decode(Bool.self, forKey: BuiltInKey.isEditable) {
      self.isEditable = isEditable
    }
  }
}
