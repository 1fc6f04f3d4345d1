// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// A running process of the example, with its own home folder.
final class Session {
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private let errorFile: URL
  private var rest = Data()
  private(set) var lines: [String] = []

  init(home: URL, arguments: [String] = []) throws {
    process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
      .deletingLastPathComponent().appendingPathComponent("Headless")
    process.arguments = arguments
    process.environment = [
      "HOME": home.path,
      "XDG_STATE_HOME": home.appendingPathComponent("state").path,
      "XDG_DATA_HOME": home.appendingPathComponent("data").path,
    ]
    errorFile = home.appendingPathComponent("errors")
    try Data().write(to: errorFile)
    process.standardError = try FileHandle(forWritingTo: errorFile)
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

  /// Everything the process has written for a log.
  var errors: String { (try? String(contentsOf: errorFile, encoding: .utf8)) ?? "" }

  /// The exit status, once the process has ended by itself.
  func waitForEnd() -> Int32 {
    process.waitUntilExit()
    return process.terminationStatus
  }

  /// Ends the process as a power cut would.
  func kill() {
    Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }
}
