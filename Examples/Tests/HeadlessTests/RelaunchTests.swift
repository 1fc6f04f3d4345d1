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

/// A running process of the example, with its own home folder.
final class Session {
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private var rest = Data()
  private(set) var lines: [String] = []

  init(home: URL) throws {
    process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
      .deletingLastPathComponent().appendingPathComponent("Headless")
    process.environment = [
      "HOME": home.path,
      "XDG_STATE_HOME": home.appendingPathComponent("state").path,
      "XDG_DATA_HOME": home.appendingPathComponent("data").path,
    ]
    process.standardInput = input
    process.standardOutput = output
    try process.run()
  }

  func send(_ command: String) throws {
    try input.fileHandleForWriting.write(contentsOf: Data((command + "\n").utf8))
  }

  /// The next line that begins with a word; fails when the output ends before.
  func line(after prefix: String) throws -> String {
    while true {
      while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
        let line = String(decoding: rest[..<end], as: UTF8.self)
        rest.removeSubrange(...end)
        lines.append(line)
        if line.hasPrefix(prefix) { return line }
      }
      let more = output.fileHandleForReading.availableData
      try #require(!more.isEmpty, "the process ended without a line that begins with \(prefix)")
      rest.append(more)
    }
  }

  /// Ends the process as a power cut would.
  func kill() {
    Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }
}
