// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import ConferenceSchedule
import ExampleSupport
import Foundation
import GTKHost

@main struct ScheduleCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "Schedule",
    abstract: "Shows the schedule of a conference, and comes back exactly where you were.",
    discussion: """
      Choose a day (1 to 9), filter by track (f), open a session, give it a star (s), write \
      feedback on it (w), open one more window (n). However the program ends, it comes back with the same day, session, and \
      half-written feedback.
      """)

  @Argument(help: "A schedule in the XML of frab, pentabarf or pretalx; a small one by default.")
  var file: String?

  @Flag(help: "Ask for a name and a password first.")
  var login = false

  @Option(help: "Open the window in this size, such as 1000x700, whatever it was before.")
  var size: WindowSize?

  @Flag(help: "Print a line for each state saved and restored, and when the screen is complete.")
  var trace = false

  @Flag(help: "Show nothing that moves on its own, for exact screenshots.")
  var still = false

  static func main() { main(Archiver.argumentsWithoutSwitches) }

  func run() throws {
    let schedule =
      try file.map { try Schedule(contentsOf: URL(fileURLWithPath: $0)) } ?? .bundled()
    let program = ApplicationDescription(identifier: "org.example.Schedule", version: "1.0")
    let archiver = try Archiver(for: program)
    let status = MainActor.assumeIsolated {
      let notes = VisitorNotes(
        file: VisitorNotes.defaultFile(of: program.identifier), conference: schedule.title)
      let conference = Conference(schedule, notes: notes)
      let options = ScheduleDelegate.Options(asksForLogin: login, windowSize: size?.size)
      let host = GTKHost(
        applicationID: program.identifier,
        stylesheet: still ? Stylesheet.text + Still.stylesheet : Stylesheet.text,
        isAnimated: !still)
      let application = Application(
        program, delegate: ScheduleDelegate(conference, options: options), host: host,
        archiver: archiver)
      if trace { Trace.start(application, host) }
      application.checkRoundTripsAfterSaves(launching: {
        ScheduleDelegate(conference, options: options)
      })
      return application.run()
    }
    throw ExitCode(status)
  }
}

/// A width and a height on the command line.
struct WindowSize: ExpressibleByArgument {
  let size: CGSize

  init?(argument: String) {
    let numbers = argument.split(separator: "x").compactMap { Int($0) }
    guard numbers.count == 2, numbers.allSatisfy({ $0 > 0 }) else { return nil }
    size = CGSize(width: numbers[0], height: numbers[1])
  }
}
