// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive

extension TextInput {
  /// Saves the selection, and the text if the user typed it (R101, R102).
  func encodeText(with coder: RestorationEncoder) {
    guard !isStateSecret else { return }
    let range = waitingSelection ?? selectedTextRange
    coder.encode([range.lowerBound, range.upperBound], forKey: BuiltInKey.selectedTextRange)
    if restoresText, isTextEdited { coder.encode(text, forKey: BuiltInKey.text) }
  }

  /// Takes text and selection back, unless the application has set a text meanwhile.
  ///
  /// A selection that does not fit its text is dropped (R186). Where the text is the application's,
  /// it may be set later, and the selection waits for that.
  func decodeText(with coder: RestorationDecoder) {
    defer { endTextDecoding() }
    guard !isStateSecret else { return }
    var isFinal = isTextSetWhileDecoding
    if restoresText, !isTextSetWhileDecoding,
      let text = coder.decode(String.self, forKey: BuiltInKey.text)
    {
      restoreText(text)
      isFinal = true
    }
    if let bounds = coder.decode([Int].self, forKey: BuiltInKey.selectedTextRange),
      bounds.count == 2, bounds[0] >= 0, bounds[0] <= bounds[1]
    {
      restoreSelection(bounds[0]..<bounds[1], isFinal: isFinal)
    }
  }
}
