// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Corpus
import Measuring

/// Restores objects that are registered one by one after launch, of few and of many; the first of all
/// finds tables that nobody has asked for yet.
struct LateSuite {
  let few: Int
  let many: Int
  let rounds: Rounds

  func run() throws -> [Figure] {
    let (firstOfFew, firstOfMany) = (try first(of: few), try first(of: many))
    let (small, large) = (try LateProgram(count: few), try LateProgram(count: many))
    let samples = try rounds.measure([
      Subject(name: "late@\(few)") { small.registerNext() },
      Subject(name: "late@\(many)") { large.registerNext() },
    ])
    guard small.isRestored, large.isRestored else {
      throw Difference(codec: "A late object", count: many)
    }
    guard let one = samples["late@\(few)"], let oneOfMany = samples["late@\(many)"],
      let firstOfFew, let firstOfMany
    else { return [] }
    let (less, more) = (NumberText.short(Double(few)), NumberText.short(Double(many)))
    return [
      Figure(
        "late.first@\(few)", firstOfFew, "ns",
        what: "the first of \(less) is registered after launch"),
      Figure(
        "late.first@\(many)", firstOfMany, "ns",
        what: "the first of \(more) is registered after launch"),
      Figure("late@\(few)", one, "ns", what: "one of \(less) is registered after launch"),
      Figure("late@\(many)", oneOfMany, "ns", what: "one of \(more) is registered after launch"),
      Figure(
        "late@\(many)/\(few)", oneOfMany.ratios(to: one), "x",
        what: "registered after launch, one of \(more) / of \(less)"),
    ]
  }

  /// Registers the first object, each time after another launch.
  private func first(of count: Int) throws -> Sample? {
    var program: LateProgram?
    let launch = Subject(
      name: "launch", prepare: { program = try LateProgram(count: count) },
      run: { program?.registerNext() })
    let few = Rounds(count: min(9, rounds.count), slowCount: rounds.slowCount)
    return try few.measure([launch])["launch"]
  }
}
