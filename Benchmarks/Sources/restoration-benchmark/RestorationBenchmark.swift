// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import Measuring

/// Measures saving and restoring against other ways of keeping state.
@main struct RestorationBenchmark: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench",
    abstract: "Measures the cost of saving and restoring, beside other ways of keeping state.")

  @Flag(help: "Ends with status 1 when a goal does not hold.")
  var check = false

  @Flag(help: "Measures few objects once, to check that everything works.")
  var quick = false

  @Option(parsing: .upToNextOption, help: "Measures only these suites.")
  var only: [Suite] = []

  @Flag(help: "Prints figures as JSON instead of tables.")
  var json = false

  @Option(parsing: .upToNextOption, help: "Fills in the tables of these pages.")
  var markdown: [String] = []

  @Option(help: "Draws the plots into this folder.")
  var plots: String?

  @Option(help: "Figures that other tools have counted, as JSON.")
  var counted: String?

  @Option(help: "Measures the disk that has this folder.")
  var folder = FileManager.default.temporaryDirectory.path

  @Flag(help: .init("Checks the options, and measures nothing.", visibility: .hidden))
  var dryRun = false

  func validate() throws {
    guard check || !markdown.isEmpty || plots != nil else { return }
    guard !quick else {
      throw ValidationError("--quick measures no costs; leave out --check, --markdown and --plots.")
    }
    guard only.isEmpty else {
      throw ValidationError("--check, --markdown and --plots need all suites; leave out --only.")
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
    if let plots { try report.drawPlots(in: plots) }
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
