// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite struct ReadmeTests {
  @Test("The README shows compiled code")
  func readmeShowsCompiledCode() throws {
    let examples = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let readme = try String(
      contentsOf: examples.deletingLastPathComponent().appendingPathComponent("README.md"),
      encoding: .utf8)
    let source = try String(
      contentsOf: examples.appendingPathComponent("Sources/ReadmeExample/main.swift"),
      encoding: .utf8)
    let code = source.split(separator: "\n", omittingEmptySubsequences: false).dropFirst(3)
      .joined(separator: "\n")
    #expect(code.contains("restoration.restore()"))
    #expect(readme.contains("```swift\n" + code + "```"))
    #expect(readme.split(separator: "\n", omittingEmptySubsequences: false).count < 150)
  }
}
