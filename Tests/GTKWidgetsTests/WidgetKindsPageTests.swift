// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import Foundation
import XCTest

import GTKWidgets

/// Checks the page of widget kinds against the table in code.
final class WidgetKindsPageTests: XCTestCase {
  private static let page = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Documentation/WidgetKinds.md").standardized

  /// Compares the table; `UPDATE_WIDGET_KINDS=1` rewrites it.
  func testPageSaysWhatTheCodeDoes() throws {
    let rows = WidgetKinds.known.map { kind in
      let properties = kind.properties.map { "`\($0)`" }.joined(separator: ", ")
      return "| `\(kind.typeName)` | \(kind.since) | \(kind.kept) | \(properties) | "
        + "\(kind.limits ?? "") |"
    }
    let head = [
      "| class | since | what is kept | properties | what is not |", "|---|---|---|---|---|",
    ]
    let table = (head + rows).joined(separator: "\n")
    let page = try String(contentsOf: Self.page, encoding: .utf8)
    let parts = page.components(separatedBy: Self.borders)
    guard parts.count == 3 else { return XCTFail("The page has no place for the table") }
    if ProcessInfo.processInfo.environment["UPDATE_WIDGET_KINDS"] != nil {
      let updated = [parts[0], "\n\(table)\n", parts[2]].joined(separator: Self.borders)
      try Data(updated.utf8).write(to: Self.page)
    } else {
      XCTAssertEqual(
        parts[1], "\n\(table)\n", "Run this test with UPDATE_WIDGET_KINDS=1 in the environment")
    }
  }

  private static let borders = "<!-- the table of the code -->"
}
#endif
