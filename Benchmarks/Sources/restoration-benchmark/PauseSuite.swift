// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Corpus
import Measuring

/// What a save takes of the actor that owns the objects: the pass, and nothing that follows it.
struct PauseSuite {
  let count: Int
  let rounds: Rounds

  func run() throws -> [Figure] {
    let program = RunningProgram(Corpus(count: count), savingTo: .memory())
    try program.saveAll()
    let size = NumberText.short(Double(count))
    var next = 0
    let changeOne = {
      program.change(next % count)
      next += 1
    }
    let changes: [(name: String, what: String, change: () -> Void)] = [
      ("one", "one changed of \(size)", changeOne),
      ("guest", "one of \(size) comes and one goes", program.exchangeGuest),
      ("each", "each of \(size) marked", program.changeEach),
    ]
    var figures = try changes.flatMap { name, what, change in
      try self.figures(name, what) {
        // As a program does, what was preserved before is on disk by now.
        try program.saveChanged()
        change()
      } run: {
        _ = program.preserveChanged()
      }
    }
    figures += try self.figures("all", "all \(size) changed", prepare: program.corpus.changeAll) {
      _ = program.preserveAll()
    }
    return figures
  }

  private func figures(
    _ name: String, _ what: String, prepare: @escaping () throws -> Void,
    run: @escaping () -> Void
  ) throws -> [Figure] {
    let subject = Subject(name: name, prepare: prepare, run: run)
    guard let sample = try rounds.measure([subject])[name] else { return [] }
    return [
      Figure(
        "pause.\(name)@\(count)", sample.percentile(99), "ns", what: "main actor, \(what), p99"),
      Figure("pause.\(name).median@\(count)", sample, "ns", what: "main actor, \(what)"),
    ]
  }
}
