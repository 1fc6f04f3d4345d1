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
    let names = try text(Self.list).split(separator: "\n").filter { !$0.hasPrefix("#") }
    try #require(names.count > 100)
    for name in names.map(String.init) { #expect(both.contains(name), "\(name)") }
    let unlisted = theirs.subtracting(names.map(String.init))
    #expect(unlisted == [], "names of the table that the list does not have")
  }

  @Test("Every name of this package in the table is declared")
  func everyNameIsDeclared() throws {
    let declarations = try Declarations(below: ConformanceTests.root)
    let names = Set(try rows().flatMap(\.ours))
    try #require(names.count > 80)
    for name in names.sorted() {
      #expect(declarations.contain(name), "\(name)")
    }
  }

  @Test("Every row has three cells with text")
  func rowsAreWhole() throws {
    let lines = try text(Self.article).split(separator: "\n").filter { $0.hasPrefix("| ") }
    #expect(lines.allSatisfy { $0.split(separator: "|").count == 3 })
  }

  @Test("A name that is not declared is found")
  func missingNamesAreFound() throws {
    let declarations = try Declarations(below: ConformanceTests.root)
    for name in ["encode(_:key:)", "UIApplication", "Window.frameless", "-StateRestorationX"] {
      #expect(!declarations.contain(name), "\(name)")
    }
  }

  private func text(_ path: String) throws -> String {
    try String(contentsOf: ConformanceTests.root.appendingPathComponent(path), encoding: .utf8)
  }

  /// The names in the first two columns.
  private func rows() throws -> [(theirs: [String], ours: [String])] {
    try text(Self.article).split(separator: "\n").filter { $0.hasPrefix("| ") }.map { line in
      let cells = line.split(separator: "|").map { cell in
        cell.matches(of: /`([^`]+)`/).map { String($0.1) }
      }
      return (cells[0], cells[1])
    }
  }
}

/// The names that the sources declare.
private struct Declarations {
  /// Functions with their labels, such as `encode(_:forKey:)`.
  private var functions: Set<String> = []
  /// Types, properties, cases and type aliases.
  private var names: Set<String> = []
  private var text = ""

  init(below root: URL) throws {
    let name = /(?:class|struct|enum|protocol|actor|typealias|case|let|var) (\w+)/
    let function = /func (\w+)(?:<[^>]*>)?\(/
    for file in try TextFiles.all(below: root, ["Sources"]) where file.pathExtension == "swift" {
      let source = try String(contentsOf: file, encoding: .utf8)
      text += source
      names.formUnion(source.matches(of: name).map { String($0.1) })
      for match in source.matches(of: function) {
        let labels = Self.labels(in: source[match.range.upperBound...])
        functions.insert("\(match.1)(\(labels.map { $0 + ":" }.joined()))")
      }
    }
  }

  /// Returns the labels of the parameter list after its opening parenthesis.
  private static func labels(in source: Substring) -> [String] {
    var depth = 1
    var last: Character = " "
    var parameters = [""]
    for character in source {
      switch character {
      case "(", "[", "<", "{": depth += 1
      case ")", "]", "}": depth -= 1
      case ">" where last != "-": depth -= 1
      default: break
      }
      if depth == 0 { break }
      if character == ",", depth == 1 {
        parameters.append("")
      } else {
        parameters[parameters.count - 1].append(character)
      }
      last = character
    }
    return parameters.compactMap { $0.firstMatch(of: /\w+/).map { String($0.0) } }
  }

  /// Returns whether the sources declare the name.
  ///
  /// The name is a function, a type, a member of a type, or a command line option.
  func contain(_ name: String) -> Bool {
    if name.contains("(") { return functions.contains(name) }
    if name.contains("-") || name.uppercased() == name { return text.contains("\"\(name)\"") }
    let parts = name.drop { $0 == "@" }.split(separator: ".")
    return parts.allSatisfy { names.contains(String($0)) }
  }
}
