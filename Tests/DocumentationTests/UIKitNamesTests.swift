// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The table of "Coming from UIKit" is complete and names existing symbols.
@Suite struct UIKitNamesTests {
  private static let article =
    "Sources/StateRestoration/StateRestoration.docc/Articles/ComingFromUIKit.md"
  private static let list = "Tests/DocumentationTests/uikit-names.txt"

  @Test("Every UIKit name has a row, and the table has no other")
  func everyNameHasARow() throws {
    let rows = try rows()
    let theirs = Set(rows.flatMap(\.theirs))
    // Where Swift spells a name differently, this package uses Swift's spelling.
    let both = theirs.union(rows.flatMap(\.ours))
    let names = try Repository.text(Self.list).split(separator: "\n").filter { !$0.hasPrefix("#") }
    try #require(names.count > 100)
    for name in names.map(String.init) { #expect(both.contains(name), "\(name)") }
    let unlisted = theirs.subtracting(names.map(String.init))
    #expect(unlisted == [], "names of the table that the list does not have")
  }

  @Test("Every name of this package in the table is declared")
  func everyNameIsDeclared() throws {
    let declared = try declaredNames()
    let sources = try Repository.files("swift", in: "Sources").map(Repository.text).joined()
    let names = Set(try rows().flatMap(\.ours))
    try #require(names.count > 80)
    for name in names.sorted() {
      // The sources have options of the command line, and variables of the environment, as texts.
      if name.contains("-") || name.uppercased() == name {
        let isInSources = sources.contains("\"\(name)\"")
        #expect(isInSources, "\(name)")
      } else {
        #expect(declared.contains(String(name.drop { $0 == "@" })), "\(name)")
      }
    }
  }

  /// Returns the names in the listings of the public API, with and without their types.
  private func declaredNames() throws -> Set<String> {
    var names: Set<String> = []
    for listing in try Repository.files("txt", in: "API") {
      for line in try Repository.text(listing).split(separator: "\n") {
        let parts = line.components(separatedBy: ": ")[0].split(separator: ".")
        for index in parts.indices { names.insert(parts[index...].joined(separator: ".")) }
      }
    }
    return names
  }

  /// The names in the first two columns.
  private func rows() throws -> [(theirs: [String], ours: [String])] {
    try Repository.text(Self.article).split(separator: "\n").filter { $0.hasPrefix("| ") }.map {
      line in
      let cells = line.split(separator: "|").map { cell in
        cell.matches(of: /`([^`]+)`/).map { String($0.1) }
      }
      return (cells[0], cells[1])
    }
  }
}
