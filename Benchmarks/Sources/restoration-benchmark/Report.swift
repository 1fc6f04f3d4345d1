// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Measuring

/// All measured and counted figures.
struct Report {
  var codecs = CodecTable()
  /// Figures of saves, changes and passes, and counts.
  var others: [Figure] = []

  var figures: [Figure] { codecs.figures + others }

  /// The goals that have no figure.
  var unmeasured: [Goal] { Goal.all.filter { values[$0.figure] == nil } }

  /// Whether every goal holds.
  var isKept: Bool { Goal.all.allSatisfy { $0.holds(for: values[$0.figure]) } }

  private var values: [String: Double] {
    Dictionary(figures.map { ($0.name, $0.value) }) { $1 }
  }

  func show() {
    print("Per object; in parentheses, the ratio to this package\n\n\(codecs.all.aligned)")
    print("Medians\n\n\(otherTable.aligned)")
  }

  /// Every goal with its figure, its bound, and whether it holds.
  var goalTable: FigureTable {
    let values = values
    var table = FigureTable(["goal", "measured", "bound", "holds"])
    for goal in Goal.all {
      let value = values[goal.figure]
      table.add([
        goal.what, value.map { NumberText.text($0, goal.unit) } ?? "not measured", goal.boundText,
        goal.holds(for: value) ? "yes" : "not yet",
      ])
    }
    return table
  }

  private var otherTable: FigureTable {
    var table = FigureTable(["what", "median", "quartiles"])
    for figure in others {
      let quartiles = [figure.lower, figure.upper].compactMap { $0 }
        .map { NumberText.text($0, figure.unit) }.joined(separator: " – ")
      table.add([figure.what ?? figure.name, NumberText.text(figure.value, figure.unit), quartiles])
    }
    return table
  }

  /// The figures as a list in JSON.
  func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    return String(decoding: try encoder.encode(figures), as: UTF8.self)
  }

  /// Adds the counts of another program.
  mutating func add(countedIn path: String) throws {
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    others += try JSONDecoder().decode([Figure].self, from: data)
  }

  /// Fills in the tables that a page has a place for.
  ///
  /// - Returns: `false` if it has a place for none.
  func fill(page path: String) throws -> Bool {
    var regions = MarkdownRegions(try String(contentsOfFile: path, encoding: .utf8))
    let filled = [
      regions.fill("goals", with: goalTable.markdown),
      regions.fill("codecs", with: codecs.all.markdown),
      regions.fill("codecs, 10,000 objects", with: codecs.of10_000.markdown),
    ]
    try regions.page.write(toFile: path, atomically: true, encoding: .utf8)
    return filled.contains(true)
  }
}
