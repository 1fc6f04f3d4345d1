// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import XCTest

@testable import ViewControllers

/// The strings table, the template and the language files agree.
///
/// Each language has a `.po` and a `.mo` file. `Scripts/translations` fixes every difference except
/// missing translations.
final class TranslationFilesTests: XCTestCase {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Sources/GTKHost")

  private var template: [String: String] {
    get throws { try readSource("swift-state-restoration.pot") }
  }

  func testTheTableNamesEveryStringOnce() throws {
    let strings = ChromeString.all.map(\.english)
    XCTAssertEqual(Set(strings).count, strings.count)
    XCTAssertEqual(Set(strings), Set(try template.keys))
    XCTAssertGreaterThan(strings.count, 40)
  }

  func testEveryStringIsTranslated() throws {
    let languages = try languages
    XCTAssertTrue(languages.contains("de"))
    for language in languages {
      let translations = try readSource("\(language).po")
      XCTAssertEqual(Set(translations.keys), Set(try template.keys), language)
      for (english, text) in translations {
        XCTAssertNotEqual(text, "", "\(language): \(english)")
        XCTAssertEqual(places(in: text), places(in: english), "\(language): \(english)")
        let keys = [text, english].map { $0.count { $0 == "_" } }
        XCTAssertEqual(keys[0], keys[1], "\(language): \(english)")
      }
    }
  }

  func testWhatProgramsReadIsWhatTranslatorsWrote() throws {
    for language in try languages {
      let file = Self.root.appendingPathComponent(
        "Resources/locale/\(language)/LC_MESSAGES/swift-state-restoration.mo")
      XCTAssertEqual(
        try readCompiled(file), try readSource("\(language).po"),
        "run Scripts/translations")
    }
    let shipped = try FileManager.default.contentsOfDirectory(
      atPath: Self.root.appendingPathComponent("Resources/locale").path)
    XCTAssertEqual(Set(shipped), Set(try languages))
  }

  private var languages: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(
        atPath: Self.root.appendingPathComponent("Translations").path
      ).filter { $0.hasSuffix(".po") }.map { String($0.dropLast(3)) }
    }
  }

  /// The placeholders in a text.
  private func places(in text: String) -> Set<Substring> {
    Set(text.matches(of: /%\d\$@/).map(\.0))
  }

  /// Translations by their English text, without the header.
  private func readSource(_ name: String) throws -> [String: String] {
    let text = try String(
      contentsOf: Self.root.appendingPathComponent("Translations/\(name)"), encoding: .utf8)
    var entries: [String: String] = [:]
    let entry = /msgid ((?:"[^\n]*"\n)+)msgstr ((?:"[^\n]*"(?:\n|$))+)/
    for match in text.matches(of: entry) { entries[plain(match.1)] = plain(match.2) }
    XCTAssertNotNil(entries.removeValue(forKey: ""), "\(name) has no header")
    return entries
  }

  /// Returns a text without quotes and line ends.
  ///
  /// No other characters are escaped in these files.
  private func plain(_ lines: Substring) -> String {
    lines.split(separator: "\n").map { $0.dropFirst().dropLast() }.joined()
  }

  /// Returns the translations of a compiled file.
  private func readCompiled(_ file: URL) throws -> [String: String] {
    let bytes = try [UInt8](Data(contentsOf: file))
    func number(_ place: Int) -> Int {
      bytes[place..<place + 4].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    func text(_ place: Int) -> String {
      let (length, start) = (number(place), number(place + 4))
      return String(decoding: bytes[start..<start + length], as: UTF8.self)
    }
    XCTAssertEqual(number(0), 0x9504_12DE, "\(file.path) is not a .mo of this byte order")
    let (count, names, texts) = (number(8), number(12), number(16))
    var entries: [String: String] = [:]
    for index in 0..<count { entries[text(names + index * 8)] = text(texts + index * 8) }
    let header = entries.removeValue(forKey: "") ?? ""
    XCTAssertTrue(header.contains("charset=UTF-8"))
    return entries
  }
}
