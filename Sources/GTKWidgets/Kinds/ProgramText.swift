// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import RestorationArchive

/// The program's text in a widget, told from the user's.
///
/// GTK does not say who changes a text. The program's text is the one that the widget had when it
/// was taken in, one that a handler puts in during restoration, or one that the program marks as
/// saved. A text that later replaces another at once may be from either. It counts as the
/// program's as soon as more is typed.
///
/// If the program has put no text into a widget, it has none that could be newer than the saved
/// one, unless it calls `markTextSaved()`.
struct ProgramText {
  private static let none = TextDigest("")

  private var last = none
  private var previous: TextDigest?
  /// Whether the text was empty after the last change.
  private(set) var wasEmptied = true

  /// Records a text as the program's.
  mutating func set(_ text: String) {
    (last, previous, wasEmptied) = (TextDigest(text), nil, text.isEmpty)
  }

  /// Records a change that restoring did not make.
  ///
  /// - Parameters:
  ///   - length: The new length of the text.
  ///   - text: Returns the new text; called only if it is needed.
  /// - Returns: Whether the whole text is new; the user types less than that at once.
  mutating func didChange(length: Int, _ text: () -> String) -> Bool {
    defer { wasEmptied = length == 0 }
    guard wasEmptied, length > 2 else { return false }
    (previous, last) = (previous ?? last, TextDigest(text()))
    return true
  }

  /// Records the rest of a new text, which came in several parts.
  mutating func didComplete(_ text: String) { last = TextDigest(text) }

  /// Records that restoring put a text back.
  mutating func didPutBack(_ text: String) { wasEmptied = text.isEmpty }

  /// Returns whether a text was typed piece by piece.
  func isTyped(_ text: String) -> Bool { TextDigest(text) != last }

  /// Returns digests of the texts that a shown text may build on.
  func bases(of text: String) -> [TextDigest] {
    if isTyped(text) { return previous == Self.none ? [last, Self.none] : [last] }
    return [previous ?? last]
  }
}
#endif
