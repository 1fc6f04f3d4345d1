// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite struct PageTests {
  @Test("Tests that the page on testing shows are tests that run")
  func pageShowsTestsThatRun() throws {
    let here = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let root = here.deletingLastPathComponent().deletingLastPathComponent()
    var sources = ""
    for folder in [
      here, root.appendingPathComponent("Examples/Tests/ScheduleTests"),
      root.appendingPathComponent("Examples/Tests/HeadlessTests"),
    ] {
      for file in try FileManager.default.contentsOfDirectory(
        at: folder, includingPropertiesForKeys: nil) where file.pathExtension == "swift"
      { sources += try String(contentsOf: file, encoding: .utf8) }
    }
    let page = try String(
      contentsOf: root.appendingPathComponent("Documentation/Testing.md"), encoding: .utf8)
    let blocks = page.components(separatedBy: "```swift\n").dropFirst()
      .map { $0.components(separatedBy: "```")[0] }
    // Two show lines of a program, not of a test.
    let shown = blocks.filter { !$0.hasPrefix("application.") && !$0.hasPrefix("print(") }
    #expect(shown.count == blocks.count - 2)
    for block in shown { #expect(sources.contains(block), "\(block)") }
  }
}
