// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import Measuring

/// Measures saving and restoring against other ways of keeping state.
@main struct RestorationBenchmark: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench",
    abstract: "Measures what saving and restoring cost, beside other codecs.")

  @Flag(help: "Ends with status 1 when a goal does not hold.")
  var check = false

  @Flag(help: "Few objects, once each: whether everything works, not what it costs.")
  var quick = false

  @Option(parsing: .upToNextOption, help: "Measures these alone, while you work on one.")
  var only: [Suite] = []

  @Flag(help: "Prints figures as JSON instead of tables.")
  var json = false

  @Option(parsing: .upToNextOption, help: "Fills the tables of these pages in.")
  var markdown: [String] = []

  @Option(help: "Figures that other tools have counted, as JSON.")
  var counted: String?

  @Option(help: "A folder on the disk to be measured.")
  var folder = FileManager.default.temporaryDirectory.path

  @Flag(help: .init("Measures nothing: finds out whether it would.", visibility: .hidden))
  var dryRun = false

  func validate() throws {
    guard !quick || !check && markdown.isEmpty else {
      throw ValidationError("--quick does not find out what anything costs.")
    }
    guard only.isEmpty || !check && markdown.isEmpty else {
      throw ValidationError("Goals and pages need everything to be measured: leave --only out.")
    }
  }

  func run() throws {
    if dryRun { return }
    let scratch = try ScratchFolder(in: folder)
    defer { scratch.remove() }
    let suites = only.isEmpty ? Suite.allCases : only
    var report = try Measurement(suites: suites, isQuick: quick, folder: scratch.path).run()
    if let counted { try report.add(countedIn: counted) }
    for page in markdown where try !report.fill(page: page) {
      throw ValidationError("\(page) has no place for a table.")
    }
    if json { print(try report.json()) } else { report.show() }
    if quick && only.isEmpty { return try finishQuick(report) }
    if !json { print("Goals\n\n\(report.goalTable.aligned)") }
    if check && !report.isKept { throw ExitCode.failure }
  }

  private func finishQuick(_ report: Report) throws {
    for goal in report.unmeasured { print("Not measured: \(goal.what)") }
    guard report.unmeasured.isEmpty else { throw ExitCode.failure }
    if !json { print("Everything works. The figures mean nothing: few objects, measured once.") }
  }
}

extension Suite: ExpressibleByArgument {}
