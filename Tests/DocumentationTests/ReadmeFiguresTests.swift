// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// What the README says of speed stands on the page that the benchmark fills.
@Suite struct ReadmeFiguresTests {
  @Test("The README's figures are those that were measured")
  func figuresAreThoseMeasured() throws {
    let root = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let readme = try String(
      contentsOf: root.appendingPathComponent("README.md"), encoding: .utf8)
    let page = try String(
      contentsOf: root.appendingPathComponent("Documentation/Performance.md"), encoding: .utf8)
    let tables = try ["encode", "decode", "bytes"].map { name in
      try Self.rows(#require(page.firstRange(of: "<!-- \(name) -->")).upperBound, in: page)
    }
    let start = try #require(readme.firstRange(of: "| | encode | decode | bytes |")).upperBound
    let shown = Self.rows(start, in: readme)
    #expect(shown.count >= 5)
    for (codec, cells) in shown {
      try #require(cells.count == tables.count)
      for (cell, table) in zip(cells, tables) {
        // The columns of the page are 50, 1,000, 10,000 and 100,000 objects.
        let measured = try #require(table[codec], "the page has no \(codec)")[2]
        #expect(" \(measured) ".contains(" \(cell) "), "\(codec): \(cell) is not \(measured)")
      }
    }
  }

  /// The rows of the table that begins at or after a place: first cell, then the others.
  private static func rows(_ start: String.Index, in text: String) -> [String: [String]] {
    let lines = text[start...].split(separator: "\n").drop { !$0.hasPrefix("|") }
      .prefix { $0.hasPrefix("|") }
    let cells = lines.map { line in
      line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    }
    return Dictionary(
      cells.filter { $0.count > 1 }.map { ($0[0], Array($0.dropFirst())) },
      uniquingKeysWith: { first, _ in first })
  }
}
