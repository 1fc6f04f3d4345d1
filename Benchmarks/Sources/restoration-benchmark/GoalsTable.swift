// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Measuring

/// Every goal, what was measured, and what that comes to.
struct GoalsTable {
  private let values: [String: Double]

  init(_ figures: [Figure]) {
    values = Dictionary(figures.map { ($0.name, $0.value) }) { $1 }
  }

  /// Whether nothing falls below what was promised.
  var isKept: Bool { !Goal.all.contains { verdict(on: $0) == .failed } }

  var table: TextTable {
    var table = TextTable(["goal", "measured", "target", "must", ""])
    for goal in Goal.all {
      let bound = { (value: Double) in
        "\(goal.direction.rawValue) \(NumberText.text(value, goal.unit))"
      }
      table.add([
        goal.what, values[goal.figure].map { NumberText.text($0, goal.unit) } ?? "-",
        bound(goal.target), goal.must.map(bound) ?? "", word(for: verdict(on: goal)),
      ])
    }
    return table
  }

  /// What goals of time are to be read with.
  var note: String {
    let text = { (value: Double) in NumberText.text(value, "ns") }
    let here = values["decode.flat@10000"].map { "; here it takes \(text($0))" } ?? ""
    return "Goals in ms and µs are for a machine whose fixed-schema reader takes "
      + "\(text(Goal.readerOfTheMachine)) an object of 10,000\(here).\n"
  }

  private func verdict(on goal: Goal) -> Goal.Verdict { goal.verdict(on: values[goal.figure]) }

  private func word(for verdict: Goal.Verdict) -> String {
    switch verdict {
    case .reached: "ok"
    case .missed: "misses target"
    case .failed: "BELOW MUST"
    case .unknown: "not measured"
    }
  }
}

extension Figure {
  /// Reads what another program has written.
  static func read(_ path: String) throws -> [Figure] {
    try JSONDecoder().decode([Figure].self, from: Data(contentsOf: URL(fileURLWithPath: path)))
  }

  /// A list in JSON.
  static func json(_ figures: [Figure]) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    return String(decoding: try encoder.encode(figures), as: UTF8.self)
  }
}
