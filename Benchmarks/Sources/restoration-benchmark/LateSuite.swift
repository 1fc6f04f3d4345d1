// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Corpus
import Measuring

/// Restores objects that are registered one by one after launch, of few and of many.
struct LateSuite {
  let few: Int
  let many: Int
  let rounds: Rounds

  func run() throws -> [Figure] {
    let (small, large) = (try LateProgram(count: few), try LateProgram(count: many))
    let samples = try rounds.measure([
      Subject(name: "late@\(few)") { small.registerNext() },
      Subject(name: "late@\(many)") { large.registerNext() },
    ])
    guard small.isRestored, large.isRestored else {
      throw Difference(codec: "A late object", count: many)
    }
    guard let one = samples["late@\(few)"], let oneOfMany = samples["late@\(many)"] else {
      return []
    }
    let (less, more) = (NumberText.short(Double(few)), NumberText.short(Double(many)))
    return [
      Figure("late@\(few)", one, "ns", what: "one of \(less) is registered after launch"),
      Figure("late@\(many)", oneOfMany, "ns", what: "one of \(more) is registered after launch"),
      Figure(
        "late@\(many)/\(few)", oneOfMany.ratios(to: one), "x",
        what: "registered after launch, one of \(more) / of \(less)"),
    ]
  }
}
