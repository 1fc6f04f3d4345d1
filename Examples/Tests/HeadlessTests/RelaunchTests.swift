// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite struct RelaunchTests {
  @Test("R27, R87: killed with SIGKILL, a second process is where the first one was")
  func secondProcessIsWhereTheFirstOneWas() throws {
    let home = FileManager.default.temporaryDirectory
      .appendingPathComponent("headless-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: home) }

    let first = try Session(home: home)
    #expect(try first.line(after: "restored") == "restored nothing")
    try first.send("next")
    #expect(try first.line(after: "saved") == "saved 1")
    try first.send("star")
    #expect(try first.line(after: "saved") == "saved 2")
    let place = try #require(first.lines.last { $0.contains("★") })
    first.kill()

    let second = try Session(home: home)
    #expect(try second.line(after: "restored") == "restored 2")
    #expect(try second.line(after: "2026") == place)
    second.kill()

    let folder = home.appendingPathComponent("state/org.example.Headless/restoration")
    let archive = folder.appendingPathComponent("current.archive").path
    let mode = try FileManager.default.attributesOfItem(atPath: archive)[.posixPermissions] as? Int
    #expect(mode == 0o600)
  }
}
