// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive
import StateRestoration

/// The saved state of a search controller.
struct SearchState {
  var isActive = false
  /// Whether the user is typing in the bar.
  var isEditing = false
  var text = TypedText("", into: [TextDigest("")])
  var scope = 0
  /// The selected range, in Unicode scalars.
  ///
  /// It can be restored only if it does not exceed the text.
  var selection = 0..<0

  /// Returns whether two searches give equal results.
  ///
  /// Texts are compared by scalars, as everywhere in text input.
  func finds(likewise other: SearchState) -> Bool {
    isActive == other.isActive && scope == other.scope
      && text.isSame(as: other.text.text)
  }

  func encode(with coder: RestorationEncoder) {
    coder.encode(isActive, forKey: BuiltInKey.searchIsActive)
    coder.encode(isEditing, forKey: BuiltInKey.searchIsEditing)
    coder.encodeTyped(text, forKey: BuiltInKey.searchText)
    coder.encode(scope, forKey: BuiltInKey.searchScope)
    coder.encode([selection.lowerBound, selection.upperBound], forKey: BuiltInKey.searchSelection)
  }
}

extension SearchState {
  /// Reads the values that ``encode(with:)`` wrote.
  ///
  /// `nil` if it wrote nothing. A value of another type is replaced by that of a search that never
  /// began. A selection that does not fit its text becomes a caret behind the text.
  init?(_ coder: RestorationDecoder) {
    guard coder.containsValue(forKey: BuiltInKey.searchIsActive) else { return nil }
    isActive = coder.decodeBool(forKey: BuiltInKey.searchIsActive)
    isEditing = coder.decodeBool(forKey: BuiltInKey.searchIsEditing)
    if let text = coder.decode(TypedText.self, forKey: BuiltInKey.searchText) { self.text = text }
    scope = coder.decodeInteger(forKey: BuiltInKey.searchScope)
    let length = text.text.unicodeScalars.count
    selection = length..<length
    if let bounds = coder.decode([Int].self, forKey: BuiltInKey.searchSelection),
      bounds.count == 2, bounds[0] >= 0, bounds[0] <= bounds[1], bounds[1] <= length
    {
      selection = bounds[0]..<bounds[1]
    }
  }
}
