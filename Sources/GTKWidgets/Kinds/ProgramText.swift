// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import RestorationArchive

  /// What the program has put into a text widget, told from what the user typed.
  ///
  /// GTK does not say who changes a text. The program's is what the widget had when it was taken in,
  /// what handlers put in while state is restored, and what the program says is saved. Later, a text
  /// that comes in one piece in the place of another may be either's: it counts as the program's as
  /// soon as more is typed.
  ///
  /// A program that has put nothing into a widget has no text that could be newer than what was saved,
  /// unless it says what is saved.
  struct ProgramText {
    private static let none = TextDigest("")

    private var last = none
    private var previous: TextDigest?
    private var isEmpty = true

    /// The text is the program's.
    mutating func set(_ text: String) {
      (last, previous, isEmpty) = (TextDigest(text), nil, text.isEmpty)
    }

    /// The text was changed by something else than restoring.
    ///
    /// - Parameters:
    ///   - length: How long it is now.
    ///   - text: What it is now; asked for only where it counts.
    /// - Returns: Whether all of it is new; the user types less than that at once.
    mutating func didChange(length: Int, _ text: () -> String) -> Bool {
      defer { isEmpty = length == 0 }
      guard isEmpty, length > 2 else { return false }
      (previous, last) = (last, TextDigest(text()))
      return true
    }

    /// The text was put back by restoring.
    mutating func didPutBack(_ text: String) { isEmpty = text.isEmpty }

    /// Whether a text was typed piece by piece.
    func isTyped(_ text: String) -> Bool { TextDigest(text) != last }

    /// What a text that is shown was put or typed into.
    func bases(of text: String) -> [TextDigest] {
      if isTyped(text) { return previous == Self.none ? [last, Self.none] : [last] }
      return [previous ?? last]
    }
  }
#endif
