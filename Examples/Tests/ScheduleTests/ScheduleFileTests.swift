// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ConferenceSchedule
import Foundation
import Subprocess
import SystemPackage
import Testing

/// Reading schedule files, and the errors for invalid ones.
@Suite struct ScheduleFileTests {
  /// Runs the program with a file; it ends before opening a window.
  private func run(_ file: String) async throws -> (end: TerminationStatus, errors: String) {
    let program = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appendingPathComponent("Schedule")
    // Without a display, the program ends if it gets too far.
    let end = try await Subprocess.run(
      .path(FilePath(program.path)), arguments: [file],
      environment: .custom(["HOME": FileManager.default.temporaryDirectory.path]),
      output: .currentStandardOutput, error: .string(limit: 1 << 20))
    return (end.terminationStatus, end.standardError)
  }

  @Test(
    "A malformed schedule fails with one sentence that has the line",
    arguments: [
      ("<schedule>\n<day index=\"1\">", 2, "a day has no date"),
      ("<schedule>\n<day date=\"2026-03-14\">", 2, "ends within <day>"),
      ("<schedule>\n<day date=\"2026-03-14\"></dax></schedule>", 2, "not well-formed"),
      ("<schedule>\n</schedule>", 2, "no day"), ("words", 1, "not well-formed"),
      ("", 1, "not well-formed"), ("<list/>", 1, "root element"),
    ])
  func malformedSchedule(text: String, line: Int, reason: String) async throws {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("malformed-\(UUID().uuidString).xml")
    defer { try? FileManager.default.removeItem(at: file) }
    try text.write(to: file, atomically: true, encoding: .utf8)
    let (end, errors) = try await run(file.path)
    #expect(end == .exited(1))
    #expect(errors.contains("line \(line):"))
    #expect(errors.contains(reason))
    #expect(errors.split(separator: "\n").count == 1)
  }

  @Test("Links of a session are read, except for those that are not web pages")
  func links() throws {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("links-\(UUID().uuidString).xml")
    defer { try? FileManager.default.removeItem(at: file) }
    try """
    <schedule><day date="2026-03-14"><room name="Hall"><event id="1"><links>
    <link href="https://example.org/a?b=c&amp;d">Slides</link>
    <link href="http://example.org/">
    </link><link href="file:///etc/passwd">Nothing</link><link href="javascript:x()">x</link>
    <link>No address</link></links></event></room></day></schedule>
    """.write(to: file, atomically: true, encoding: .utf8)
    let links = try Schedule(contentsOf: file).days[0].events[0].links
    #expect(
      links.map(\.url.absoluteString) == ["https://example.org/a?b=c&d", "http://example.org/"])
    #expect(links.map(\.title) == ["Slides", "http://example.org/"])
  }

  @Test("A missing schedule fails with one sentence")
  func missingSchedule() async throws {
    let (end, errors) = try await run("/nowhere/schedule.xml")
    #expect(end == .exited(1))
    #expect(errors.contains("cannot be read"))
    #expect(errors.split(separator: "\n").count == 1)
  }

  @Test("The bundled schedule has three days, and its sessions end after they start")
  func bundledSchedule() throws {
    let schedule = try Schedule.bundled()
    #expect(schedule.days.count == 3)
    let events = schedule.days.flatMap(\.events)
    #expect(Set(events.map(\.id)).count == events.count)
    #expect(events.allSatisfy { $0.end > $0.start })
    #expect(events.allSatisfy { schedule.tracks.contains($0.track) })
  }

  @Test("A conference is over when its last day has ended in every zone")
  func endOfConference() throws {
    let schedule = try Schedule.bundled()
    let last = try #require(schedule.days.last)
    let end = try #require(schedule.end)
    #expect(end == (try Date("\(last.date)T23:59:59-12:00", strategy: .iso8601)) + 1)
  }
}
