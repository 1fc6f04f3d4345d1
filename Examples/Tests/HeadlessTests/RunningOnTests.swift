// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RestorationTesting
import Testing

/// A real process whose disk refuses writes for a while.
@Suite struct RunningOnTests {
  let home: ProgramHome

  init() throws { home = try ProgramHome() }

  private var folder: String { home.archives(of: "org.example.Headless").path }

  /// Uses a process that cannot save, repairs the cause, and relaunches.
  ///
  /// It checks the restored place.
  private func use(_ session: ProgramProcess, reason: String, repair: () throws -> Void) throws {
    #expect(try session.line(after: "restored") == "restored 1")
    _ = try session.line(after: "2026")
    for _ in 0..<3 {
      try session.send("next")
      #expect(try session.line(after: "not saved").contains(reason))
    }
    try repair()
    try session.send("star")
    let place = try session.line(after: "2026")
    #expect(place.contains("★"))
    #expect(try session.line(after: "saved") == "saved 2")
    try session.send("list")
    _ = try session.line(after: "2026")
    session.kill()
    // The failure is reported once, and so is its end.
    for sentence in ["The state could not be saved", "The state is saved again"] {
      #expect(session.lines.filter { $0.contains(sentence) }.count == 1, "\(sentence)")
    }

    let next = try home.start()
    #expect(try next.line(after: "restored") == "restored 2")
    #expect(try next.line(after: "2026") == place)
    next.kill()
  }

  private func run(_ program: String, _ arguments: String...) throws {
    let process = try Process.run(URL(fileURLWithPath: program), arguments: arguments)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }

  @Test("R152: a program on a full disk runs on, says so once, and saves again later")
  func fullDisk() throws {
    try home.save(times: 1)
    // The log goes to the output, which is not a file and thus has no size limit.
    let limit = "ulimit -S -f 0; exec \"$0\" 2>&1"
    let session = try home.start(through: ["/bin/sh", "-c", limit])
    try use(session, reason: "File too large") {
      try run("/usr/bin/prlimit", "--pid", "\(session.processIdentifier)", "--fsize=unlimited:")
    }
  }

  @Test("R152: a program without write permission runs on, says so once, and saves again later")
  func folderWithoutPermission() throws {
    try home.save(times: 1)
    // Permissions don't bind root unless it drops its capabilities.
    let isRoot = FileManager.default.isWritableFile(atPath: "/proc/1/mem")
    let without = isRoot ? "setpriv --bounding-set -all --inh-caps -all " : ""
    #expect(chmod(folder, 0o500) == 0)
    let session = try home.start(through: ["/bin/sh", "-c", "exec \(without)\"$0\" 2>&1"])
    try use(session, reason: "Permission denied") { #expect(chmod(folder, 0o700) == 0) }
  }

  @Test("R156: two processes have separate states, and both come back")
  func twoProcesses() throws {
    try home.save(times: 1)
    let first = try home.start()
    #expect(try first.line(after: "restored") == "restored 1")
    let second = try home.start()
    #expect(try second.line(after: "restored") == "restored nothing")
    for session in [first, second] { _ = try session.line(after: "2026") }
    var places: [String] = []
    for (session, command) in [(first, "next"), (second, "day 2"), (first, "star")] {
      try session.send(command)
      places.append(try session.line(after: "2026"))
      _ = try session.line(after: "saved")
    }
    // The first process to start again gets the state of the first one, whichever died first.
    first.kill()
    second.kill()
    let next = try home.start()
    _ = try next.line(after: "restored")
    #expect(try next.line(after: "2026") == places[2])
    let beside = try home.start()
    _ = try beside.line(after: "restored")
    #expect(try beside.line(after: "2026") == places[1])
    #expect(beside.errors.contains("Another process of the application runs"))
    next.kill()
    beside.kill()
  }
}
