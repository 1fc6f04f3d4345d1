// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// `Diagnostics.md` lists every message of the engine.
@Suite struct DiagnosticsPageTests {
  /// Returns the names that a pattern finds in a file.
  private func names(_ pattern: Regex<(Substring, Substring)>, in file: String) throws -> [String] {
    try Repository.text("Sources/StateRestoration/" + file).matches(of: pattern)
      .map { String($0.1) }
  }

  @Test("R151: the page has a complete row for each message of the engine, and no other")
  func everyMessageHasARow() throws {
    let page = try Repository.text(
      "Sources/StateRestoration/StateRestoration.docc/Articles/Diagnostics.md")
    let section = try #require(page.components(separatedBy: "\n## Every message").dropFirst().first)
    let rows = section.components(separatedBy: "\n## ")[0].split(separator: "\n")
      .filter { $0.hasPrefix("| `") }
    let named = rows.flatMap { row in
      row.split(separator: "|")[0].matches(of: /`(\w+)`/).map { String($0.1) }
    }
    let messages =
      try names(/(?m)^ +case (\w+)/, in: "Reports/Diagnostic.swift")
      + names(/public static let (\w+) = Code/, in: "Participants/BrokenLink.swift")
    try #require(messages.count > 50)
    #expect(Set(messages).subtracting(named) == [])
    #expect(Set(named).subtracting(messages) == [])
    #expect(rows.allSatisfy { $0.split(separator: "|").count == 3 })
  }
}
