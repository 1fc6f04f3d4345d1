// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

package import RestorationArchive

/// What the user typed, and the texts of the application that it may be put over (R207).
package struct TypedText: Codable, Sendable {
  package let text: String
  private let bases: [TextDigest]

  /// - Parameters:
  ///   - text: All that is in the view.
  ///   - bases: What the application had put in when it was typed; more than one where that is not
  ///     certain.
  package init(_ text: String, into bases: [TextDigest]) { (self.text, self.bases) = (text, bases) }

  /// Whether it is something else than what the application had put in.
  package var isTyped: Bool { !bases.contains(TextDigest(text)) }

  /// Whether it was typed into a text.
  package func belongs(to text: TextDigest) -> Bool { bases.contains(text) }

  /// Whether a text is this one; texts that only look the same are not.
  package func isSame(as other: String) -> Bool {
    text.unicodeScalars.elementsEqual(other.unicodeScalars)
  }
}

/// Typed texts that are not in their view, since the application's text is another one, the newest
/// first (R41, R207).
package struct UnrestoredTexts {
  package private(set) var all: [TypedText] = []

  package init() {}

  /// What the application is offered.
  package var newest: String? { all.first?.text }

  package mutating func insert(_ typed: TypedText) { all.insert(typed, at: 0) }

  /// Takes out the newest text, to be put in its view or discarded.
  package mutating func takeNewest() -> String? { all.isEmpty ? nil : all.removeFirst().text }

  /// Takes out what belongs over a text of the application's, or is that text.
  package mutating func take(for text: String) -> TypedText? {
    guard !all.isEmpty else { return nil }
    let digest = TextDigest(text)
    return all.firstIndex { $0.belongs(to: digest) || $0.isSame(as: text) }
      .map { all.remove(at: $0) }
  }
}

extension UnrestoredTexts {
  private static let key = "StateRestorationUnrestoredTexts"

  /// Saves them as they are.
  package func encode(with coder: RestorationEncoder) {
    if !all.isEmpty { coder.encodeTyped(all, forKey: Self.key) }
  }

  /// Reads what ``encode(with:)`` wrote, behind what is here already.
  package mutating func decode(with coder: RestorationDecoder) {
    all += coder.decode([TypedText].self, forKey: Self.key) ?? []
  }
}

/// The selected part of a text, and what it takes to know that it is still the same (R207).
package struct TextSelection {
  /// Unicode scalars, from the lower to the upper end.
  package let range: Range<Int>
  /// Tells the text up to the upper end; `nil` for a caret, which belongs to a place.
  private let prefix: TextDigest?

  /// - Parameters:
  ///   - range: What is selected.
  ///   - prefix: Gives the text up to a place.
  package init(_ range: Range<Int>, of prefix: (Int) -> String) {
    self.range = range
    self.prefix = range.isEmpty ? nil : TextDigest(prefix(range.upperBound))
  }

  /// Whether it selects in a text what it selected in the one it was made of.
  ///
  /// - Parameters:
  ///   - length: The length of the text.
  ///   - prefix: Gives the text up to a place.
  /// - Returns: `true` for a caret that is not behind the end, too.
  package func fits(length: Int, prefix: (Int) -> String) -> Bool {
    guard range.upperBound <= length else { return false }
    return range.isEmpty || self.prefix == TextDigest(prefix(range.upperBound))
  }
}

extension TextSelection {
  private static let key = "StateRestorationSelectedText"

  /// Saves what tells the text; the range is the view's to save.
  package func encode(with coder: RestorationEncoder) {
    if let prefix { coder.encode(prefix, forKey: Self.key) }
  }

  /// Reads what ``encode(with:)`` wrote.
  package init(_ range: Range<Int>, decoding coder: RestorationDecoder) {
    self.range = range
    prefix = coder.decode(TextDigest.self, forKey: Self.key)
  }
}
