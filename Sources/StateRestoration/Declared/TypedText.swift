// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

package import RestorationArchive

/// Text that the user typed, and the application texts it may replace.
package struct TypedText: Codable, Sendable {
  package let text: String
  /// The place of the cursor in the text, in Unicode scalars; `nil` if unknown.
  ///
  /// A value past the end means the end.
  package private(set) var cursor: Int?
  private let bases: [TextDigest]

  /// Creates a typed text.
  ///
  /// - Parameters:
  ///   - text: The whole text in the view.
  ///   - bases: The application's text in the view when the user typed; more than one if that is
  ///     uncertain.
  package init(_ text: String, into bases: [TextDigest]) { (self.text, self.bases) = (text, bases) }

  /// Returns the same text with the place of the cursor.
  package func at(_ cursor: Int) -> TypedText {
    var text = self
    text.cursor = max(0, cursor)
    return text
  }

  /// Whether it differs from every text that the application had put in.
  package var isTyped: Bool { !bases.contains(TextDigest(text)) }

  /// Whether the user typed it into a given text of the application.
  package func belongs(to text: TextDigest) -> Bool { bases.contains(text) }

  /// Whether the user may have typed it into a text of the application that was not empty.
  package var mayContinueText: Bool {
    bases.contains { ![TextDigest(""), TextDigest(text)].contains($0) }
  }

  /// Whether a text has exactly these scalars; equal looks do not count.
  package func isSame(as other: String) -> Bool {
    text.unicodeScalars.elementsEqual(other.unicodeScalars)
  }
}

extension TypedText {
  /// Saves the text, with the bytes of its `Codable` form.
  ///
  /// Writing it here takes a fraction of the time: every field of a form has one.
  package func encode(forKey key: String, with coder: RestorationEncoder) {
    var entries = [
      ArchivedValue.Entry(key: "bases", value: .array(bases.map(\.value))),
      ArchivedValue.Entry(key: "text", value: .string(text)),
    ]
    if let cursor { entries.append(.init(key: "cursor", value: .integer(Int64(cursor)))) }
    coder.encodeTyped(.dictionary(entries), forKey: key)
  }
}

/// Typed texts that are not in their view, the newest first.
///
/// They are kept apart because the view has another text of the application.
package struct UnrestoredTexts {
  package private(set) var all: [TypedText] = []

  package init() {}

  /// The newest text, which is offered to the application.
  package var newest: String? { all.first?.text }

  package mutating func insert(_ typed: TypedText) { all.insert(typed, at: 0) }

  /// Adds older texts.
  package mutating func append(_ older: some Sequence<TypedText>) { all += older }

  /// Removes and returns all texts.
  package mutating func takeAll() -> [TypedText] {
    defer { all = [] }
    return all
  }

  /// Removes a text that the program has saved.
  package mutating func remove(_ text: String) { all.removeAll { $0.isSame(as: text) } }

  /// Removes and returns the newest text, to show or discard it.
  package mutating func takeNewest() -> TypedText? { all.isEmpty ? nil : all.removeFirst() }

  /// Removes and returns the typed text that belongs to a text.
  ///
  /// It was typed into that text of the application, or is equal to it.
  ///
  /// - Parameters:
  ///   - text: The text in the view.
  ///   - orEqual: Whether an equal text counts, too.
  /// - Returns: `nil` if there is none.
  package mutating func take(for text: String, orEqual: Bool = true) -> TypedText? {
    guard !all.isEmpty else { return nil }
    let digest = TextDigest(text)
    return all.firstIndex { $0.belongs(to: digest) || orEqual && $0.isSame(as: text) }
      .map { all.remove(at: $0) }
  }
}

extension UnrestoredTexts {
  private static let key = "StateRestorationUnrestoredTexts"

  /// Saves the texts unchanged.
  package func encode(with coder: RestorationEncoder) {
    if !all.isEmpty { coder.encodeTyped(all, forKey: Self.key) }
  }

  /// Reads what ``encode(with:)`` wrote, and appends it to the texts here.
  package mutating func decode(with coder: RestorationDecoder) {
    all += coder.decode([TypedText].self, forKey: Self.key) ?? []
  }
}

/// Texts that were typed about subjects that their view does not show now.
///
/// A subject is a room, a mail or a note, for example. `nil` is the subject of a text without one.
package struct Drafts: Codable, Sendable {
  /// The most subjects; beyond it, the texts about the one that was shown longest ago go.
  package static let limit = 100

  /// The drafts, the newest first.
  private var all: [Draft] = []

  /// What was typed about one subject, the newest text first.
  private struct Draft: Codable {
    let subject: String?
    var texts: [TypedText]
  }

  package init() {}

  package init(from decoder: any Decoder) throws {
    all = try [Draft](from: decoder)
  }

  package func encode(to encoder: any Encoder) throws { try all.encode(to: encoder) }

  package var isEmpty: Bool { all.isEmpty }

  /// Keeps texts about a subject, on top of those that are kept already.
  ///
  /// - Parameters:
  ///   - texts: The texts, the newest first.
  ///   - subject: Their subject.
  /// - Returns: Whether texts about another subject had to go.
  package mutating func put(_ texts: [TypedText], about subject: String?) -> Bool {
    let older = take(subject).filter { old in !texts.contains { $0.isSame(as: old.text) } }
    guard !texts.isEmpty || !older.isEmpty else { return false }
    all.insert(Draft(subject: subject, texts: texts + older), at: 0)
    return trim()
  }

  /// Removes and returns the texts about a subject, the newest first.
  package mutating func take(_ subject: String?) -> [TypedText] {
    index(of: subject).map { all.remove(at: $0).texts } ?? []
  }

  /// Adds older texts, below those that are kept already.
  ///
  /// - Returns: Whether texts had to go.
  package mutating func append(_ older: Drafts) -> Bool {
    for draft in older.all {
      if let index = index(of: draft.subject) {
        all[index].texts += draft.texts
      } else {
        all.append(draft)
      }
    }
    return trim()
  }

  private func index(of subject: String?) -> Int? {
    all.firstIndex { Self.isSame($0.subject, subject) }
  }

  private mutating func trim() -> Bool {
    guard all.count > Self.limit else { return false }
    all.removeLast(all.count - Self.limit)
    return true
  }

  /// Whether two subjects have exactly the same characters; equal looks do not count.
  package static func isSame(_ one: String?, _ other: String?) -> Bool {
    one.map(ExactString.init) == other.map(ExactString.init)
  }

  /// The line of the log about texts that had to go.
  package static var trimmed: String {
    """
    Texts that were typed about more than \(limit) subjects wait; the oldest are dropped. Call \
    markTextSaved(about:) for subjects that do not exist any more
    """
  }
}

extension Drafts {
  private static let key = "StateRestorationDrafts"
  private static let subjectKey = "StateRestorationTextSubject"

  /// Saves the texts.
  package func encode(with coder: RestorationEncoder) {
    if !isEmpty { coder.encodeTyped(self, forKey: Self.key) }
  }

  /// Reads what ``encode(with:)`` wrote; empty without it.
  package init(decoding coder: RestorationDecoder) {
    self = coder.decode(Drafts.self, forKey: Self.key) ?? Drafts()
  }

  /// Saves the subject of the text that a view shows.
  package static func encode(shown subject: String?, with coder: RestorationEncoder) {
    if let subject { coder.encode(subject, forKey: subjectKey) }
  }

  /// Reads the subject of a view's saved text.
  package static func decodeShown(with coder: RestorationDecoder) -> String? {
    coder.decode(String.self, forKey: subjectKey)
  }
}

/// The subjects that the program has settled in this life, and nothing was typed about since.
///
/// What was typed about them may still be read from saved state, and is dropped then.
package struct SettledSubjects: Sendable {
  /// The most subjects; beyond it, the one that was settled first goes.
  package static let limit = 1_000

  /// The subjects, the newest last.
  private var all: [String] = []

  package init() {}

  package var isEmpty: Bool { all.isEmpty }

  package func contains(_ subject: String?) -> Bool {
    all.contains { Drafts.isSame($0, subject) }
  }

  package mutating func insert(_ subject: String) {
    remove(subject)
    all.append(subject)
    if all.count > Self.limit { all.removeFirst() }
  }

  /// Records that something was typed about a subject.
  package mutating func remove(_ subject: String) {
    all.removeAll { Drafts.isSame($0, subject) }
  }

  /// Returns drafts without those about settled subjects.
  package func removed(from drafts: Drafts) -> Drafts {
    var drafts = drafts
    for subject in all { _ = drafts.take(subject) }
    return drafts
  }
}

/// The selected part of a text, with a digest to recognize it.
package struct TextSelection {
  /// The selected Unicode scalars, from the lower to the upper end.
  package let range: Range<Int>
  /// The digest of the text up to the upper end.
  ///
  /// `nil` for a caret, which belongs to a position whatever the text.
  private let prefix: TextDigest?

  /// Creates a selection.
  ///
  /// - Parameters:
  ///   - range: The selected range.
  ///   - prefix: Returns the text up to a position.
  package init(_ range: Range<Int>, of prefix: (Int) -> String) {
    self.range = range
    self.prefix = range.isEmpty ? nil : TextDigest(prefix(range.upperBound))
  }

  /// Whether the range selects in a text what it selected originally.
  ///
  /// - Parameters:
  ///   - length: The length of the text.
  ///   - prefix: Returns the text up to a position.
  /// - Returns: Also `true` for a caret that is not past the end.
  package func fits(length: Int, prefix: (Int) -> String) -> Bool {
    guard range.upperBound <= length else { return false }
    return range.isEmpty || self.prefix == TextDigest(prefix(range.upperBound))
  }
}

extension TextSelection {
  private static let key = "StateRestorationSelectedText"

  /// Saves the digest of the text; the view saves the range.
  package func encode(with coder: RestorationEncoder) {
    if let prefix { coder.encode(prefix, forKey: Self.key) }
  }

  /// Reads the digest that ``encode(with:)`` wrote.
  package init(_ range: Range<Int>, decoding coder: RestorationDecoder) {
    self.range = range
    prefix = coder.decode(TextDigest.self, forKey: Self.key)
  }
}

/// The line at the top edge of a text's visible part.
///
/// Points would not work: the height of a line depends on width and font, and a toolkit may measure
/// the lines above later than it shows this one.
package struct TextPlace: Hashable, Sendable {
  /// The start of the line, in Unicode scalars.
  ///
  /// A value past the end means the end.
  package let character: Int
  /// The share of the line above the edge, from 0 to 1.
  ///
  /// It is negative where a gap above the line is visible.
  package let share: Double

  package init(character: Int, share: Double) { (self.character, self.share) = (character, share) }
}

extension TextPlace {
  private static let characterKey = "StateRestorationFirstCharacter"
  private static let shareKey = "StateRestorationFirstShare"

  package func encode(with coder: RestorationEncoder) {
    coder.encode(character, forKey: Self.characterKey)
    coder.encode(share, forKey: Self.shareKey)
  }

  /// Reads the place that ``encode(with:)`` wrote; `nil` if missing or invalid.
  package init?(decoding coder: RestorationDecoder) {
    guard let character = coder.decode(Int.self, forKey: Self.characterKey), character >= 0,
      let share = coder.decode(Double.self, forKey: Self.shareKey), abs(share) <= 16
    else { return nil }
    self.init(character: character, share: share)
  }
}
