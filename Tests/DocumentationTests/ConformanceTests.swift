// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// `Documentation/Conformance.md` and the tests say the same.
///
/// A test's display name begins with the numbers it covers. Set `UPDATE_CONFORMANCE=1` to have the
/// lists of tests written anew.
@Suite struct ConformanceTests {
  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  static let page = root.appendingPathComponent("Documentation/Conformance.md")

  @Test("Every row names exactly the tests that carry its number")
  func rowsAndTestsAgree() throws {
    let tests = try NumberedTests.all(below: Self.root)
    try #require(tests.count > 100)
    var text = try String(contentsOf: Self.page, encoding: .utf8)
    if ProcessInfo.processInfo.environment["UPDATE_CONFORMANCE"] != nil {
      text = ConformanceRow.rewrite(text, tests)
      try Data(text.utf8).write(to: Self.page)
    }
    let rows = ConformanceRow.all(in: text)
    #expect(Set(rows.map(\.number)).count == rows.count, "a number has two rows")
    for row in rows {
      #expect(row.tests == tests[row.number, default: []].sorted(), "\(row.number)")
      #expect(!row.tests.isEmpty || !row.left.isEmpty, "\(row.number) has neither test nor reason")
    }
    let unlisted = Set(tests.keys).subtracting(rows.map(\.number))
    #expect(unlisted.isEmpty, "numbers without a row")
  }

  @Test("What a row names besides tests exists")
  func otherProofsExist() throws {
    let text = try String(contentsOf: Self.page, encoding: .utf8)
    let scripts = text.matches(of: /`(Scripts\/[a-z-]+)`/).map { String($0.1) }
    try #require(!scripts.isEmpty)
    for script in scripts {
      let file = Self.root.appendingPathComponent(script).path
      #expect(FileManager.default.isExecutableFile(atPath: file), "\(script)")
    }
  }

  @Test("Links between pages lead somewhere")
  func linksLeadSomewhere() throws {
    var files = [Self.root.appendingPathComponent("README.md")]
    let folder = Self.root.appendingPathComponent("Documentation")
    files += try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil
    )
    .filter { $0.pathExtension == "md" }
    for file in files {
      let text = try String(contentsOf: file, encoding: .utf8)
      for match in text.matches(of: /\]\(([A-Za-z0-9_\/.-]+)\)/) {
        let target = file.deletingLastPathComponent().appendingPathComponent(String(match.1)).path
        #expect(
          FileManager.default.fileExists(atPath: target), "\(file.lastPathComponent): \(match.1)")
      }
    }
  }
}

/// One row of the table: a number of the contract, what it asks, its tests, what is left.
struct ConformanceRow {
  var number: String
  var tests: [String]
  var left: String

  static func all(in text: String) -> [ConformanceRow] {
    text.split(separator: "\n").compactMap(parse)
  }

  /// The tests come first in the last cell; `left:` begins what is not built.
  private static func parse(_ line: Substring) -> ConformanceRow? {
    guard line.hasPrefix("| R") else { return nil }
    let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    guard cells.count == 3 else { return nil }
    let parts = cells[2].split(separator: "left: ", maxSplits: 1, omittingEmptySubsequences: false)
    let tests = parts[0].matches(of: /`(\w+)\(\)`/).map { String($0.1) }
    return ConformanceRow(
      number: cells[0], tests: tests.sorted(), left: parts.count == 2 ? String(parts[1]) : "")
  }

  /// The page with the tests there are in each row.
  static func rewrite(_ text: String, _ tests: [String: Set<String>]) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      guard let row = parse(line) else { return String(line) }
      let behaviour = line.split(separator: "|")[1].trimmingCharacters(in: .whitespaces)
      let names = tests[row.number, default: []].sorted().map { "`\($0)()`" }
      let cell = [names.joined(separator: " "), row.left.isEmpty ? "" : "left: \(row.left)"]
        .filter { !$0.isEmpty }.joined(separator: "; ")
      return "| \(row.number) | \(behaviour) | \(cell) |"
    }.joined(separator: "\n")
  }
}

/// The tests of the repository by the numbers in their display names.
enum NumberedTests {
  static func all(below root: URL) throws -> [String: Set<String>] {
    var tests: [String: Set<String>] = [:]
    for folder in ["Tests", "Examples/Tests"] {
      let files = FileManager.default.enumerator(
        at: root.appendingPathComponent(folder), includingPropertiesForKeys: nil)
      while let file = files?.nextObject() as? URL {
        guard file.pathExtension == "swift" else { continue }
        let text = try String(contentsOf: file, encoding: .utf8)
        // Swift Testing has the numbers in the display name, XCTest in the comment.
        let named =
          /(?:@Test\(\s*"|\/\/\/ )((?:R\d+(?:, )?)+):[^\n]*\n(?:[^\n]*\n){0,6}?\s*(?:\w+ )*func (\w+)\(/
        for match in text.matches(of: named) {
          for number in match.1.split(separator: ", ") {
            tests[String(number), default: []].insert(String(match.2))
          }
        }
      }
    }
    return tests
  }
}
