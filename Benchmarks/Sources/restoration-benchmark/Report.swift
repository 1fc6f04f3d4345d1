// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Measuring
import Peers

/// All measured and counted figures, and the tables and plots that show them.
struct Report {
  private(set) var figures: [Figure]
  let jobSizes: [Size]

  /// The goals that have no figure.
  var unmeasured: [Goal] { Goal.all.filter { value($0.figure) == nil } }

  /// Whether every goal holds.
  var isKept: Bool { Goal.all.allSatisfy { $0.holds(for: value($0.figure)) } }

  /// Returns a figure's value by its name.
  ///
  /// A name without a number of objects is that of the greatest ratio of all sizes.
  private func value(_ name: String) -> Double? {
    figures.filter { $0.name == name || $0.name.hasPrefix(name + "@") }.map(\.value).max()
  }

  private func text(_ name: String) -> String {
    figures.first { $0.name == name }.map { NumberText.text($0.value, $0.unit) } ?? "–"
  }

  func show() {
    print("Whole jobs\n\n\(jobTable(of: jobSizes).aligned)")
    print("In memory, an object of 1,000\n\n\(codecTable.aligned)")
    print("Medians\n\n\(otherTable.aligned)")
  }

  // MARK: Tables

  /// Every goal with its figure, its bound, and whether it holds.
  var goalTable: FigureTable {
    var table = FigureTable(["goal", "measured", "bound", "holds"])
    for goal in Goal.all {
      let value = value(goal.figure)
      table.add([
        goal.what, value.map { NumberText.text($0, goal.unit) } ?? "not measured", goal.boundText,
        goal.holds(for: value) ? "yes" : "not yet",
      ])
    }
    return table
  }

  /// Whole jobs of some sizes.
  private func jobTable(of sizes: [Size]) -> FigureTable {
    var table = FigureTable([
      sizes.count == 1 ? "\(sizes[0].text) objects, kept by" : "objects, kept by",
      "objects' actor waits", "until durable", "written", "syncs", "until objects live",
    ])
    for size in sizes {
      for (key, name) in Keepers.names {
        let cells = [
          "owner:\(key)@\(size.name)", "durable:\(key)@\(size.name)", "bytes:\(key)@\(size.name)",
          "syncs:\(key)", "live:\(key)@\(size.name)",
        ]
        table.add([sizes.count == 1 ? name : "\(size.text), \(name)"] + cells.map(text))
      }
    }
    return table
  }

  private var screenTable: FigureTable {
    var table = FigureTable(["446 windows, screens and fields", "median"])
    for figure in figures where figure.name.hasPrefix("screens.") {
      table.add([figure.what ?? figure.name, NumberText.text(figure.value, figure.unit)])
    }
    return table
  }

  private var codecTable: FigureTable {
    var table = FigureTable(["codec", "encode", "decode", "bytes"])
    for (key, name) in Keepers.names where figures.contains(where: { $0.name == "encode:\(key)" }) {
      table.add([name] + ["encode", "decode", "size"].map { text("\($0):\(key)") })
    }
    return table
  }

  /// The figures that no other table shows.
  private var otherTable: FigureTable {
    var table = FigureTable(["what", "median", "quartiles"])
    for figure in figures where figure.what != nil {
      let quartiles = [figure.lower, figure.upper].compactMap { $0 }
        .map { NumberText.text($0, figure.unit) }.joined(separator: " – ")
      table.add([figure.what ?? figure.name, NumberText.text(figure.value, figure.unit), quartiles])
    }
    return table
  }

  // MARK: Plots

  /// Draws whole jobs with 500 objects.
  ///
  /// - Parameter folder: The folder of the drawings.
  /// - Throws: The error of writing.
  func drawPlots(in folder: String) throws {
    let size = jobSizes[1]
    let changes = bars(size, "durable") { key, whole in
      let owner = value("owner:\(key)@\(size.name)") ?? 0
      return [owner, max(0, whole - owner)]
    }
    let plots = [
      "one-change": BarChart(
        "One of \(size.text) objects changes: until that is on disk",
        legend: ["the objects' actor waits", "another thread works"], changes),
      "relaunch": BarChart(
        "From a file to \(size.text) objects that refer to each other", legend: [],
        bars(size, "live") { [$1] }),
    ]
    for (name, plot) in plots {
      try plot.svg.write(toFile: "\(folder)/\(name).svg", atomically: true, encoding: .utf8)
    }
  }

  private func bars(
    _ size: Size, _ line: String, parts: (_ key: String, _ whole: Double) -> [Double]
  ) -> [BarChart.Bar] {
    Keepers.names.map { key, name in
      let figure = "\(line):\(key)@\(size.name)"
      return BarChart.Bar(name, parts(key, value(figure) ?? 0), label: text(figure))
    }
  }

  // MARK: Other forms

  /// The figures as a list in JSON.
  func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    return String(decoding: try encoder.encode(figures), as: UTF8.self)
  }

  /// Adds the counts of another program.
  mutating func add(countedIn path: String) throws {
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    figures += try JSONDecoder().decode([Figure].self, from: data)
  }

  /// Fills in the tables that a page has a place for.
  ///
  /// - Returns: `false` if it has a place for none.
  func fill(page path: String) throws -> Bool {
    var regions = MarkdownRegions(try String(contentsOfFile: path, encoding: .utf8))
    let filled = [
      regions.fill("goals", with: goalTable.markdown),
      regions.fill("jobs", with: jobTable(of: jobSizes).markdown),
      regions.fill("jobs, 500 objects", with: jobTable(of: [jobSizes[1]]).markdown),
      regions.fill("screens", with: screenTable.markdown),
      regions.fill("codecs", with: codecTable.markdown),
    ]
    try regions.page.write(toFile: path, atomically: true, encoding: .utf8)
    return filled.contains(true)
  }
}
