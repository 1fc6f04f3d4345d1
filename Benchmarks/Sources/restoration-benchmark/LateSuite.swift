// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Corpus
import Measuring

/// Restores objects registered one by one after launch.
///
/// It compares few objects with many.
struct LateSuite {
  let few: Size
  let many: Size
  let rounds: Rounds

  func run() throws -> [Figure] {
    let small = try LateProgram(count: few.count)
    let large = try LateProgram(count: many.count)
    let samples = try rounds.measure([
      Subject(name: few.text) { small.registerNext() },
      Subject(name: many.text) { large.registerNext() },
    ])
    guard small.isRestored, large.isRestored else { throw Difference(codec: "A late object", many) }
    let late = { (size: Size) in
      Figure("late@\(size.name)", samples[size.text], "ns", what: "one late object of \(size.text)")
    }
    return [
      late(few), late(many),
      Figure(
        "late@\(many.name)/\(few.name)", samples[many.text].ratios(to: samples[few.text]), "x",
        what: "one late object of \(many.text) / of \(few.text)"),
    ]
  }
}
