// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Corpus
import Measuring
import Peers

/// Measures the part of a save that blocks the objects' actor.
///
/// That is the pass, and nothing that follows it.
struct PassSuite {
  let size: Size
  let rounds: Rounds

  func run() throws -> [Figure] {
    let program = RunningProgram(Corpus(count: size.count), savingTo: .memory())
    try program.saveAll()
    let protobuf = ProtobufPeer()
    let all = try rounds.measure(
      [
        Subject(name: "pass") { _ = program.preserveAll() },
        Subject(name: "protobuf") { try protobuf.encode(program.corpus.items) },
      ], beforeRound: program.corpus.changeAll)
    var next = 0
    let one = try rounds.measure([
      Subject(
        name: "pass",
        prepare: {
          // In a program, earlier changes are durable by now, too.
          try program.saveChanged()
          program.change(next % size.count)
          next += 1
        },
        run: { _ = program.preserveChanged() })
    ])
    let percentile = all["pass"].percentile(99)
    return [
      Figure("pass.one@\(size.name)", one["pass"], "ns", what: "pass, one changed of \(size.text)"),
      Figure("pass.all@\(size.name)", all["pass"], "ns", what: "pass, all of \(size.text)"),
      Figure("pass.p99@\(size.name)", percentile, "ns", what: "pass, all of \(size.text), p99"),
      Figure(
        "pass/protobuf@\(size.name)", percentile / all["protobuf"].median, "x",
        what: "pass, all of \(size.text), p99 / protobuf's encoding"),
    ]
  }
}
