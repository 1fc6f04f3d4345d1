// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RestorationTesting
import Testing

@Suite struct ProgramProcessTests {
  let home: ProgramHome

  init() throws { home = try ProgramHome() }

  private func shell(_ script: String) throws -> ProgramProcess {
    try ProgramProcess(URL(fileURLWithPath: "/bin/sh"), home: home, arguments: ["-c", script])
  }

  @Test("A process has its own home, exchanges lines and can be killed")
  func speaksInLines() throws {
    let process = try shell("echo state $XDG_STATE_HOME; read word; echo got $word; exec cat")
    #expect(
      try process.line(after: "state")
        == "state \(home.folder.appendingPathComponent("state").path)")
    try process.send("this")
    #expect(try process.line(after: "got") == "got this")
    process.kill()
    #expect(process.waitForEnd() == SIGKILL)
    #expect(process.lines.count == 2)
  }

  @Test("A missing line is an error that quotes the log")
  func missingLine() throws {
    let process = try shell("echo something is wrong >&2; echo other")
    let error = #expect(throws: ProgramProcessError.self) { try process.line(after: "this") }
    #expect(error?.code == .ended)
    #expect(error?.description.contains("something is wrong") == true)
    #expect(process.waitForEnd() == 0)
    let silent = try shell("exec cat")
    let late = #expect(throws: ProgramProcessError.self) {
      try silent.line(after: "x", deadline: .zero)
    }
    #expect(late?.code == .noLine)
  }

  @Test("Writing to a dead process does not end the test")
  func deadProcess() throws {
    let process = try shell("exit 3")
    #expect(process.waitForEnd() == 3)
    // The system may keep the pipe open as long as this end is open; then there is no error.
    for _ in 1...3 { try? process.send("anything") }
    #expect(process.waitForEnd() == 3)
  }

  @Test("A home exists as long as its process and is removed with it")
  func homeOutlivesItsProcess() throws {
    var process: ProgramProcess? = try ProgramProcess(
      URL(fileURLWithPath: "/bin/sh"), home: ProgramHome(),
      arguments: ["-c", "read word; test -d $HOME && echo home $HOME || echo none; exec cat"])
    try process?.send("go")
    let line = try #require(try process?.line(after: ""))
    #expect(line.hasPrefix("home "))
    let folder = String(line.dropFirst(5))
    process = nil
    #expect(!FileManager.default.fileExists(atPath: folder))
  }

  @Test("Killing a command kills what it runs")
  func childIsKilled() throws {
    let process = try ProgramProcess(
      URL(fileURLWithPath: "/bin/sleep"), home: home, arguments: ["600"],
      through: ["/bin/sh", "-c", "\"$0\" \"$@\" & echo child $!; wait"])
    let child = try #require(
      try Int32(process.line(after: "child").split(separator: " ").last ?? ""))
    process.kill()
    // A killed process soon ends, or waits to be reaped by the process that adopted it.
    let deadline = ContinuousClock.now + .seconds(30)
    func isGone() -> Bool {
      let status = try? String(contentsOfFile: "/proc/\(child)/stat", encoding: .utf8)
      return status.map { $0.contains(") Z ") || $0.contains(") X ") } ?? true
    }
    while !isGone(), ContinuousClock.now < deadline { sched_yield() }
    #expect(isGone())
  }
}
