// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Corpus
import Measuring

/// Restores objects that the program has registered before, beside as many that the restore makes.
struct EarlySuite {
  let count: Int
  let rounds: Rounds

  func run() throws -> [Figure] {
    let early = try EarlyProgram(count: count)
    let place = CorpusPlace.memory()
    try RunningProgram(Corpus(count: count), savingTo: place).saveAll()
    var relaunched = RelaunchedProgram(from: place)
    let samples = try rounds.measure([
      Subject(name: "early", prepare: early.launch) { early.restore() },
      Subject(name: "made", prepare: { relaunched = RelaunchedProgram(from: place) }) {
        relaunched.restore()
      },
    ])
    guard early.isRestored, relaunched.items.count == count else {
      throw Difference(codec: "A restore", count: count)
    }
    guard let found = samples["early"], let made = samples["made"] else { return [] }
    let objects = "\(NumberText.short(Double(count))) objects"
    return [
      Figure(
        "early@\(count)", found, "ns", what: "restoring \(objects) that are registered before"),
      Figure(
        "early/made@\(count)", found.ratios(to: made), "x",
        what: "restoring \(objects), registered before / made"),
    ]
  }
}
