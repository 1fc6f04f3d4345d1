// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// `Tests/Conformance.md` and the tests agree.
///
/// A test's display name begins with the numbers it covers. Set `UPDATE_CONFORMANCE=1` to rewrite
/// the lists of tests.
@Suite struct ConformanceTests {
  private static let page = "Tests/Conformance.md"

  @Test("Every row names exactly the tests with its number")
  func rowsAndTestsAgree() throws {
    let tests = try NumberedTests.all()
    try #require(tests.count > 100)
    var text = try Repository.text(Self.page)
    if ProcessInfo.processInfo.environment["UPDATE_CONFORMANCE"] != nil {
      text = ConformanceRow.rewrite(text, tests)
      try Data(text.utf8).write(to: Repository.root.appendingPathComponent(Self.page))
    }
    #expect(ConformanceRow.problems(in: text, tests) == [])
  }

  @Test("A row is faulty without a test or reason, with an unknown test, or with torn cells")
  func problemsAreFound() {
    let page = """
      | R1 | proven | `one()` |
      | R2 | neither | |
      | R3 | left | left: later |
      | R4 | gone | `gone()` |
      | R5 | incomplete | `two()` |
      | R6 | torn `a|b` | `one()` |
      | R1 | twice | `one()` |
      """
    let tests: [String: Set<String>] = ["R1": ["one"], "R5": ["two", "three"], "R7": ["four"]]
    let problems = ConformanceRow.problems(in: page, tests)
    #expect(problems.map { $0.prefix { $0 != ":" } } == ["R2", "R4", "R5", "R6", "R1", "R7"])
  }

  @Test("Every number cited in sources and pages has a row")
  func citedNumbersHaveRows() throws {
    let rows = ConformanceRow.all(in: try Repository.text(Self.page))
    let numbers = Set(rows.map(\.number))
    try #require(numbers.count > 150)
    for folder in ["Sources", "Documentation", "Examples/Sources"] {
      let files = try Repository.files("swift", in: folder) + Repository.files("md", in: folder)
      for file in files {
        for match in try Repository.text(file).matches(of: /\bR\d{1,3}\b/) {
          #expect(numbers.contains(String(match.0)), "\(match.0) in \(file)")
        }
      }
    }
  }

  @Test("The tests that other pages name exist")
  func namedTestsExist() throws {
    let names = try NumberedTests.names()
    let format = try Repository.text("Documentation/ArchiveFormat.md")
    let diagnostics = try Repository.text(
      "Sources/StateRestoration/StateRestoration.docc/Articles/Diagnostics.md")
    let cited = format.matches(of: /\*[Tt]ests?:([^*]+)\*/).map { $0.1 }
    let rows = diagnostics.split(separator: "\n").filter { $0.hasPrefix("| ") }
    let cells = rows.dropFirst().compactMap { $0.split(separator: "|").last }
    try #require(cited.count > 5 && cells.count > 20)
    for text in cited + cells {
      for match in text.matches(of: /`(\w+)`/) {
        #expect(names.contains(String(match.1)), "\(match.1)")
      }
    }
  }

  @Test("The scripts that rows name exist")
  func otherProofsExist() throws {
    let scripts = try Repository.text(Self.page).matches(of: /`(Scripts\/[a-z-]+)`/)
      .map { String($0.1) }
    try #require(!scripts.isEmpty)
    for script in scripts {
      let file = Repository.root.appendingPathComponent(script).path
      #expect(FileManager.default.isExecutableFile(atPath: file), "\(script)")
    }
  }

  @Test("Links between pages lead to files")
  func linksLeadSomewhere() throws {
    for page in try ["README.md"] + Repository.files("md", in: "Documentation") {
      let folder = Repository.root.appendingPathComponent(page).deletingLastPathComponent()
      for match in try Repository.text(page).matches(of: /\]\(([A-Za-z0-9_+\/.-]+)\)/) {
        let target = folder.appendingPathComponent(String(match.1)).path
        #expect(FileManager.default.fileExists(atPath: target), "\(page): \(match.1)")
      }
    }
  }
}

/// One row of the table.
///
/// It holds a number of the contract, the behaviour, its tests, and the work left.
struct ConformanceRow {
  var number: String
  var tests: [String]
  var left: String

  static func all(in text: String) -> [ConformanceRow] {
    text.split(separator: "\n").compactMap(parse)
  }

  /// Returns the page's errors, one line each, beginning with the number.
  static func problems(in text: String, _ tests: [String: Set<String>]) -> [String] {
    var problems: [String] = []
    var seen: Set<String> = []
    for line in text.split(separator: "\n") where line.hasPrefix("| R") {
      guard let row = parse(line) else {
        let number = line.dropFirst(2).prefix { !$0.isWhitespace }
        problems.append("\(number): the row does not have three cells")
        seen.insert(String(number))
        continue
      }
      if !seen.insert(row.number).inserted {
        problems.append("\(row.number): the number has two rows")
      } else if row.tests != tests[row.number, default: []].sorted() {
        problems.append(
          "\(row.number): the row names \(row.tests), the tests with this number are "
            + "\(tests[row.number, default: []].sorted())")
      } else if row.tests.isEmpty, row.left.isEmpty {
        problems.append("\(row.number): neither a test nor what is left")
      }
    }
    let unlisted = Set(tests.keys).subtracting(seen).sorted()
    return problems + unlisted.map { "\($0): tests, but no row" }
  }

  /// Parses a row.
  ///
  /// The last cell names the tests first; the work left follows `left:`.
  private static func parse(_ line: Substring) -> ConformanceRow? {
    guard line.hasPrefix("| R") else { return nil }
    let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    guard cells.count == 3 else { return nil }
    let parts = cells[2].split(separator: "left: ", maxSplits: 1, omittingEmptySubsequences: false)
    let tests = parts[0].matches(of: /`(\w+)\(\)`/).map { String($0.1) }
    return ConformanceRow(
      number: cells[0], tests: tests.sorted(), left: parts.count == 2 ? String(parts[1]) : "")
  }

  /// Returns the page with the current tests in each row.
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

/// The repository's tests by the numbers in their display names.
enum NumberedTests {
  static func all() throws -> [String: Set<String>] {
    var tests: [String: Set<String>] = [:]
    for text in try texts() {
      // Swift Testing has the numbers in the display name, XCTest in the comment.
      let named =
        /(?:@Test\(\s*"|\/\/\/ )((?:R\d+(?:, )?)+):[^\n]*\n(?:[^\n]*\n){0,6}?\s*(?:\w+ )*func (\w+)\(/
      for match in text.matches(of: named) {
        for number in match.1.split(separator: ", ") {
          tests[String(number), default: []].insert(String(match.2))
        }
      }
    }
    return tests
  }

  /// Returns the names of all test functions and suites.
  static func names() throws -> Set<String> {
    let names = try texts().flatMap { $0.matches(of: /(?:func|struct|class) (\w+)/).map(\.1) }
    return Set(names.map(String.init))
  }

  private static func texts() throws -> [String] {
    let files =
      try Repository.files("swift", in: "Tests")
      + Repository.files("swift", in: "Examples/Tests")
    return try files.map(Repository.text)
  }
}
