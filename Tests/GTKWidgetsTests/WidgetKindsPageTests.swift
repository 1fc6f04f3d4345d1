// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import Foundation
import XCTest

import GTKWidgets

/// Checks the page of widget kinds against the tables in code, and those against the libraries.
final class WidgetKindsPageTests: XCTestCase {
  private static let page = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Documentation/WidgetKinds.md").standardized

  /// Compares the tables; `UPDATE_WIDGET_KINDS=1` rewrites them.
  func testPageSaysWhatTheCodeDoes() throws {
    let unkept = WidgetKinds.unkept.map { classes in
      "| \(classes.typeNames.map { "`\($0)`" }.joined(separator: ", ")) | \(classes.reason) |"
    }
    try compare(
      kept, (["| class | what it does |", "|---|---|"] + unkept).joined(separator: "\n"))
  }

  private var kept: String {
    let rows = WidgetKinds.known.map { kind in
      let properties = kind.properties.map { "`\($0)`" }.joined(separator: ", ")
      return "| `\(kind.typeName)` | \(kind.since) | \(kind.kept) | \(properties) | "
        + "\(kind.limits ?? "") |"
    }
    let head = [
      "| class | since | what is kept | properties | what is not |", "|---|---|---|---|---|",
    ]
    return (head + rows).joined(separator: "\n")
  }

  private func compare(_ tables: String...) throws {
    let page = try String(contentsOf: Self.page, encoding: .utf8)
    var parts = page.components(separatedBy: Self.border)
    guard parts.count == 2 * tables.count + 1 else {
      return XCTFail("The page has no place for the tables")
    }
    let isUpdating = ProcessInfo.processInfo.environment["UPDATE_WIDGET_KINDS"] != nil
    for (index, table) in tables.enumerated() {
      let part = 2 * index + 1
      if !isUpdating {
        XCTAssertEqual(
          parts[part], "\n\(table)\n",
          "Run this test with UPDATE_WIDGET_KINDS=1 in the environment")
      }
      parts[part] = "\n\(table)\n"
    }
    if isUpdating {
      try Data(parts.joined(separator: Self.border).utf8).write(to: Self.page)
    }
  }

  private static let border = "<!-- the table of the code -->"

  // MARK: The libraries

  /// R232: the page has each widget class of the installed libraries.
  func testEachClassIsOnThePage() throws {
    let listed = Set(WidgetKinds.known.map(\.typeName) + WidgetKinds.unkept.flatMap(\.typeNames))
    let classes = Self.classes(in: "Gtk-4.0") + Self.classes(in: "Adw-1")
    try XCTSkipIf(classes.isEmpty, "The libraries' descriptions are not installed.")
    let parents = Dictionary(uniqueKeysWithValues: classes.map { ($0.name, $0.parents) })
    func family(_ name: String) -> [String] {
      [name] + (parents[name] ?? []).flatMap(family)
    }
    let missing = classes.filter { itsClass in
      let family = family(itsClass.name)
      return !itsClass.isAbstract && family.contains("GtkWidget") && listed.isDisjoint(with: family)
    }
    XCTAssertEqual(missing.map(\.name), [])
  }

  private struct Class {
    let name: String
    /// The class that it derives from, and its interfaces.
    var parents: [String]
    var isAbstract: Bool
  }

  /// Reads the classes of a library from its description for other languages.
  private static func classes(in library: String) -> [Class] {
    guard let text = try? Data(contentsOf: URL(filePath: "/usr/share/gir-1.0/\(library).gir"))
    else { return [] }
    let prefix = String(library.prefix(3))  // Gtk or Adw
    func typeName(_ name: Substring) -> String {
      name.contains(".") ? name.split(separator: ".").joined() : prefix + name
    }
    var (classes, isInHead): ([Class], Bool) = ([], false)
    for bytes in text.split(separator: UInt8(ascii: "\n")) {
      let line = String(decoding: bytes, as: UTF8.self).drop { $0 == " " }
      if line.hasPrefix("<class "), let name = attribute("name", of: line) {
        classes.append(Class(name: typeName(name), parents: [], isAbstract: false))
        isInHead = true
      }
      guard !classes.isEmpty else { continue }
      let last = classes.count - 1
      if isInHead {
        classes[last].parents += [attribute("parent", of: line)].compactMap(\.self).map(typeName)
        if attribute("abstract", of: line) == "1" { classes[last].isAbstract = true }
        isInHead = !line.hasSuffix(">")
      } else if line.hasPrefix("<implements "), let name = attribute("name", of: line) {
        classes[last].parents.append(typeName(name))
      }
    }
    return classes
  }

  private static func attribute(_ name: String, of line: Substring) -> Substring? {
    let line = " " + line
    guard let start = line.firstRange(of: " \(name)=\"") else { return nil }
    return line[start.upperBound...].prefix { $0 != "\"" }
  }
}
#endif
