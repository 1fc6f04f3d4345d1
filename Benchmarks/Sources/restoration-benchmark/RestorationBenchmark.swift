// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import Measuring

/// Measures what saving and restoring cost, beside other ways of keeping the same state.
@main struct RestorationBenchmark: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench",
    abstract: "Measures what saving and restoring cost, beside other codecs.",
    discussion: """
      Every ratio is one of neighbours: the median over rounds in which both ran, one after the \
      other. Every codec's objects are compared with the source, value by value.
      """)

  @Option(parsing: .upToNextOption, help: "Numbers of objects.")
  var sizes = [50, 1_000, 10_000, 100_000]

  @Flag(help: "50 objects, once each: whether everything works, not what it costs.")
  var quick = false

  @Flag(help: "Prints figures as JSON instead of tables.")
  var json = false

  @Flag(help: "Prints every goal; ends with status 1 when one falls below what was promised.")
  var check = false

  @Option(help: "Writes a plot of cost against size, as SVG.")
  var plot: String?

  @Option(help: "Fills the tables of this page in.")
  var markdown: String?

  @Option(help: "Figures that other tools have counted, as JSON.")
  var counted: String?

  @Option(help: "A folder on the disk to be measured.")
  var folder = FileManager.default.temporaryDirectory.path

  @Flag(help: .init("Measures nothing: finds out whether it would.", visibility: .hidden))
  var dryRun = false

  func validate() throws {
    guard !(quick && check) else {
      throw ValidationError("Goals are for what something costs, which --quick does not find out.")
    }
  }

  func run() throws {
    if dryRun { return }
    let scratch = try ScratchFolder(in: folder)
    defer { scratch.remove() }
    let measurement = Measurement(
      sizes: quick ? [50] : sizes.sorted(), isQuick: quick, folder: scratch.path)
    let results = try measurement.run()
    let counted = try counted.map { try Figure.read($0) } ?? []
    let figures = results.figures + counted
    let goals = GoalsTable(figures)

    if let plot {
      try results.codecs.plot.svg.write(toFile: plot, atomically: true, encoding: .utf8)
    }
    if let markdown { try results.fill(page: markdown, goals) }
    if json { print(try Figure.json(figures)) } else { results.show() }
    guard check else { return }
    if !json { print("Goals\n\n\(goals.table.aligned)\n\(goals.note)") }
    if !goals.isKept { throw ExitCode.failure }
  }
}
