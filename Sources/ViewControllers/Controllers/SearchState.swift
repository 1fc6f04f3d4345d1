// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive
import StateRestoration

/// What a search controller saves.
struct SearchState {
  var isActive = false
  /// Whether the user types into the bar.
  var isEditing = false
  var text = TypedText("", into: [TextDigest("")])
  var scope = 0
  /// In Unicode scalars, and not longer than the text if it is to be put back.
  var selection = 0..<0

  /// Whether two searches find the same.
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
  /// Reads what ``encode(with:)`` wrote; `nil` if it has written nothing (R33).
  ///
  /// What is not of its type is as in a search that never began; a selection that does not fit its
  /// text is a caret behind it (R51, R186).
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
