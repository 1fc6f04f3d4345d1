// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import RestorationArchive

/// A view for text of many lines, which it wraps and scrolls.
///
/// With an identifier it saves the selection, whether it is editable, and the text typed since the
/// application last set it (R102).
@MainActor open class TextView: TextInput {
  /// Whether the user can change the text (R102).
  public var isEditable = true {
    didSet { if isEditable != oldValue { restorablePropertyDidChange() } }
  }

  /// UIKit's name for ``TextInput/selectedTextRange``.
  public var selectedRange: Range<Int> {
    get { selectedTextRange }
    set { selectedTextRange = newValue }
  }

  /// Creates a text view without text.
  public override init() { super.init() }

  open override func encodeRestorableState(with coder: RestorationEncoder) {
    super.encodeRestorableState(with: coder)
    encodeText(with: coder)
    coder.encode(isEditable, forKey: BuiltInKey.isEditable)
  }

  open override func decodeRestorableState(with coder: RestorationDecoder) {
    super.decodeRestorableState(with: coder)
    decodeText(with: coder)
    if let isEditable = coder.decode(Bool.self, forKey: BuiltInKey.isEditable) {
      self.isEditable = isEditable
    }
  }
}
