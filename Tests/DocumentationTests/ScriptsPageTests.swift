// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite struct ScriptsPageTests {
  @Test("The page about scripts names every script")
  func everyScriptIsExplained() throws {
    let folder = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Scripts")
    let page = try String(contentsOf: folder.appendingPathComponent("README.md"), encoding: .utf8)
    let named = Set(page.matches(of: /`([a-z_.-]+)`/).map { String($0.1) })
    let scripts = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0 != "README.md" && !$0.hasPrefix("__") }
    try #require(scripts.count > 20)
    #expect(Set(scripts).subtracting(named) == [])
  }
}
