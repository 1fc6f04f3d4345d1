// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite struct ScriptsPageTests {
  @Test("The page about scripts names every script")
  func everyScriptIsExplained() throws {
    let page = try Repository.text("Scripts/README.md")
    let folder = Repository.root.appendingPathComponent("Scripts").path
    let named = Set(page.matches(of: /`([a-z_.-]+)`/).map { String($0.1) })
    let scripts = try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { $0 != "README.md" && !$0.hasPrefix("__") }
    try #require(scripts.count > 20)
    #expect(Set(scripts).subtracting(named) == [])
  }
}
