// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RestorationTesting
import Testing

@Suite struct RelaunchTests {
  @Test("R27, R87: a process after SIGKILL continues where the first one was")
  func secondProcessIsWhereTheFirstOneWas() throws {
    let home = try ProgramHome()
    let first = try home.start()
    #expect(try first.line(after: "restored") == "restored nothing")
    try first.send("next")
    #expect(try first.line(after: "saved") == "saved 1")
    try first.send("star")
    #expect(try first.line(after: "saved") == "saved 2")
    let place = try #require(first.lines.last { $0.contains("★") })
    first.kill()

    let second = try home.start()
    #expect(try second.line(after: "restored") == "restored 2")
    #expect(try second.line(after: "2026") == place)
    second.kill()

    let folder = home.archives(of: "org.example.Headless")
    let archive = folder.appendingPathComponent("current.archive").path
    let mode = try FileManager.default.attributesOfItem(atPath: archive)[.posixPermissions] as? Int
    #expect(mode == 0o600)
  }

  @Test(
    "R152: a kill at any step of a save leaves the state before or after it",
    .enabled(if: SaveStep.isAvailable), arguments: SaveStep.allCases)
  func killedInASave(step: SaveStep) throws {
    let home = try ProgramHome()
    let first = try ProgramProcess(
      .product("Headless"), home: home, identifier: "org.example.Headless", killedBefore: step)
    #expect(try first.line(after: "restored") == "restored nothing")
    var shown = [try first.line(after: "2026")]
    var saved = 0
    // The process prints the place, then that it is saved; the last line may be truncated.
    while saved < 5, (try? first.send("next")) != nil, let place = try? first.line(after: "2026") {
      shown.append(place)
      guard (try? first.line(after: "saved")) != nil else { break }
      saved += 1
    }
    #expect(saved < 5, "the process never came to that step")
    first.kill()

    let second = try home.start()
    let restored = try second.line(after: "restored")
    let number = Int(restored.split(separator: " ")[1]) ?? 0
    #expect(number == saved || number == saved + 1)
    #expect(try second.line(after: "2026") == shown[number])
    second.kill()
  }
}
