// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The threat model names a test for each attack it rules out.
@Suite struct ThreatModelTests {
  @Test("Every test that the threat model names exists, and every excluded attack has one")
  func testsAreThere() throws {
    let page = try Repository.text("Sources/Sessions/Sessions.docc/Articles/ThreatModel.md")
    let tests = try ["Tests/SessionsTests", "Tests/PostgresSessionsTests"]
      .flatMap { try Repository.files("swift", in: $0) }
      .map(Repository.text).joined()
    let rows = page.split(separator: "\n").map { $0.split(separator: "|") }
      .filter {
        $0.count == 3 && ["can", "cannot"].contains($0[0].trimmingCharacters(in: .whitespaces))
      }
    try #require(rows.count > 8)
    for row in rows {
      let names = row[2].matches(of: /`([a-z]\w*)`/).map(\.1)
      #expect(!names.isEmpty || row[0].trimmingCharacters(in: .whitespaces) == "can", "\(row[1])")
      for name in names { #expect(tests.contains("func \(name)("), "\(name)") }
    }
  }
}
