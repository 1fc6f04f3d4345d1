// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The README's figures and the page that the benchmark fills in.
@Suite struct ReadmeFiguresTests {
  @Test("The README's figures are on the page with the measurements")
  func figuresAreThoseMeasured() throws {
    let page = try rows(of: "jobs", in: "Documentation/Performance.md")
    let shown = try rows(of: "jobs, 500 objects", in: "README.md")
    #expect(shown.count == 5)
    for row in shown {
      #expect(page.contains("| 500, " + row.dropFirst(2)), "not on the page: \(row)")
    }
  }

  /// Returns the rows of a benchmark table, without its header.
  private func rows(of table: String, in page: String) throws -> [Substring] {
    let rest = try Repository.text(page).split(separator: "<!-- \(table) -->\n")
    let filled = try #require(rest.last?.split(separator: "<!-- end -->").first)
    return Array(filled.split(separator: "\n").dropFirst(2))
  }
}
