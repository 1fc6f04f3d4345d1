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
    var next = 0
    let one = try rounds.measure([
      Subject(
        name: "one",
        prepare: {
          // As a program does, what was preserved before is on disk by now.
          try program.saveChanged()
          next += 1
          program.change(next % count)
        }, run: { _ = program.preserveChanged() })
    ])
    let all = try rounds.measure(
      [Subject(name: "all") { _ = program.preserveAll() }],
      beforeRound: program.corpus.changeAll)
    let size = NumberText.short(Double(count))
    return [
      ("one", one, "one changed of \(size)"), ("all", all, "all \(size) changed"),
    ].flatMap { name, samples, what -> [Figure] in
      guard let sample = samples[name] else { return [] }
      return [
        Figure(
          "pause.\(name)@\(count)", sample.percentile(99), "ns", what: "main actor, \(what), p99"),
        Figure("pause.\(name).median@\(count)", sample, "ns", what: "main actor, \(what)"),
      ]
    }
  }
}
