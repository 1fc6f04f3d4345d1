// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Corpus
import Measuring

/// Restores objects that the program has registered before, beside as many that the restore makes, and
/// one of them alone.
struct EarlySuite {
  let count: Int
  let rounds: Rounds

  func run() throws -> [Figure] {
    let early = try EarlyProgram(count: count)
    let place = CorpusPlace.memory()
    try RunningProgram(Corpus(count: count), savingTo: place).saveAll()
    var relaunched = RelaunchedProgram(from: place)
    let (lonely, idle) = (try EarlyProgram(count: count), try EarlyProgram(count: count))
    let samples = try rounds.measure([
      Subject(name: "early", prepare: { early.launch() }) { early.restore() },
      Subject(name: "made", prepare: { relaunched = RelaunchedProgram(from: place) }) {
        relaunched.restore()
      },
      Subject(name: "one", prepare: { lonely.launch(registering: 1) }) { lonely.restore() },
      Subject(name: "opening", prepare: { idle.launch(registering: 1) }) { idle.open() },
    ])
    guard early.isRestored, lonely.isFirstRestored, relaunched.items.count == count else {
      throw Difference(codec: "A restore", count: count)
    }
    guard let found = samples["early"], let made = samples["made"],
      let one = samples["one"], let opening = samples["opening"]
    else { return [] }
    let objects = "\(NumberText.short(Double(count))) objects"
    return [
      Figure(
        "early@\(count)", found, "ns", what: "restoring \(objects) that are registered before"),
      Figure(
        "early/made@\(count)", found.ratios(to: made), "x",
        what: "restoring \(objects), registered before / made"),
      Figure("lazy@\(count)", one, "ns", what: "restoring one of \(objects)"),
      Figure(
        "lazy.more@\(count)", one.ratios(to: opening), "x",
        what: "restoring one of \(objects) / opening the archive"),
    ]
  }
}
