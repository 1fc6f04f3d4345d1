// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The lines of a program that serve restoration alone, by purpose.
///
/// The same rules count code for UIKit and code for this package:
///
/// - A line counts if it contains one of ``words`` outside comments and strings.
/// - A declaration, call or closure that begins on such a line counts whole. Declarations are
///   functions, initializers, extensions, structures and enumerations.
/// - Code that the program would also have without restoration is ``Category/shared``: the
///   beginning of a class, a declared property, and a line that makes an object and also gives it
///   an identifier. In a storyboard each restoration identifier is shared.
/// - Blank lines, comments and imports never count.
struct RestorationLines: Equatable {
  /// The purpose of a line.
  enum Category: String, CaseIterable {
    case identifiers = "Identifiers"
    case keys = "Keys"
    case encode = "Encode"
    case decode = "Decode"
    case lookup = "Lookup and registration"
    /// Lines that would exist without restoration too, but shorter.
    case shared = "Words in lines that are there anyway"
  }

  /// Words that mark restoration code.
  static let words = [
    "restor", "Restor", "registerObject", "ModelAssociation", "enum Key ",
    "IdentifiableElements", "ScopedApplicationDelegate",
  ]

  /// Maps text in a line or declaration to its category.
  ///
  /// The first entry that matches counts.
  private static let signs: [(Category, [String])] = [
    (.keys, ["enum Key "]),
    (.encode, ["encodeRestorableState", "invalidateRestor", "shouldSave", "restorationScope"]),
    (.decode, ["decodeRestorableState", "shouldRestore", "FinishedRestoring"]),
    (.decode, ["estoredSearch", "restoredEditing"]),
    (.lookup, ["registerObject", "forStateRestoration", "WithRestorationIdentifier"]),
    (.identifiers, ["restorationIdentifier"]),
    (.lookup, [""]),
  ]

  private(set) var counts: [Category: Int] = [:]

  /// The number of lines that serve restoration alone.
  var total: Int { counts.filter { $0.key != .shared }.values.reduce(0, +) }

  subscript(category: Category) -> Int { counts[category] ?? 0 }

  static func + (left: Self, right: Self) -> Self {
    var sum = left
    sum.counts.merge(right.counts, uniquingKeysWith: +)
    return sum
  }

  /// Creates an empty count.
  init() {}

  /// Counts the lines of a Swift file.
  ///
  /// - Parameters:
  ///   - text: The file's content.
  ///   - exclusions: Lines and declarations that contain one of these texts are left out.
  init(swift text: String, excluding exclusions: [String] = []) {
    var rest = Self.code(of: text)[...]
    while let first = rest.first {
      var (part, header) = (rest.prefix(1), first)
      if Self.beginsDeclaration(first) {
        let whole = Self.whole(at: rest)
        let beginning = String(whole.joined(separator: " ").prefix { $0 != "{" })
        if Self.contains(beginning, Self.words) { (part, header) = (whole, beginning) }
      } else if Self.contains(first, Self.words), !Self.isShared(first) {
        part = Self.whole(at: rest)
      }
      rest = rest.dropFirst(part.count)
      guard Self.contains(header, Self.words), !Self.contains(header, exclusions) else { continue }
      let category = Self.signs.first { Self.contains(header, $0.1) }?.0 ?? .lookup
      counts[Self.isShared(header) ? .shared : category, default: 0] += part.count
    }
  }

  /// Counts the lines of a storyboard.
  init(storyboard text: String) {
    counts[.shared] = text.ranges(of: " restorationIdentifier=\"").count
  }

  /// Returns whether the code would exist without restoration too.
  ///
  /// The text is a line or the beginning of a declaration.
  private static func isShared(_ line: String) -> Bool {
    line.contains(#/@Restorable|= Restorable\(|\bclass \w+: /#)
      || line.contains(#/\S.*\brestorationIdentifier: /#) && !line.contains("registerObject")
  }

  private static func contains(_ text: String, _ words: [String]) -> Bool {
    words.contains { $0.isEmpty || text.contains($0) }
  }

  /// Returns the lines of code, without the content of comments and strings.
  private static func code(of text: String) -> [String] {
    var isInText = false
    return text.split(separator: "\n").compactMap { line in
      let isOutside = !isInText
      if line.ranges(of: "\"\"\"").count == 1 { isInText.toggle() }
      let code = line.replacing(/"(?:\\.|[^"\\])*"/, with: "\"\"").replacing(/\/\/.*/, with: "")
      let isCode = isOutside && !code.allSatisfy(\.isWhitespace) && !code.hasPrefix("import ")
      return isCode ? String(code) : nil
    }
  }

  private static func beginsDeclaration(_ line: String) -> Bool {
    let modifiers = ["private", "fileprivate", "static", "override", "convenience"]
    let word = line.split(separator: " ").first { !modifiers.contains(String($0)) } ?? ""
    return ["func", "enum", "struct", "extension"].contains(word) || word.hasPrefix("init")
  }

  /// Returns all lines of the construct that begins on the first line.
  ///
  /// It ends where every bracket it opens is closed.
  private static func whole(at lines: ArraySlice<String>) -> ArraySlice<String> {
    let isDeclaration = beginsDeclaration(lines.first ?? "")
    var depth = 0
    for (index, line) in zip(lines.indices, lines) {
      depth += line.count(where: "({[".contains) - line.count(where: ")}]".contains)
      if depth <= 0, !isDeclaration || line.contains("}") { return lines[...index] }
    }
    return lines.prefix(1)
  }
}
