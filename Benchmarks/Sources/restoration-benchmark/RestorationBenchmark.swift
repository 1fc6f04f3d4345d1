// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Corpus

/// Measures what saving and restoring cost, beside other ways of keeping the same state.
@main struct RestorationBenchmark: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench",
    abstract: "Measures what saving and restoring cost, beside other codecs.")

  func run() throws {
    let corpus = Corpus(count: 1_000)
    let place = CorpusPlace.memory()
    let program = RunningProgram(corpus, savingTo: place)
    let clock = ContinuousClock()
    for _ in 0..<3 {
      corpus.changeAll()
      print("encode", clock.measure { _ = program.preserveAll() } / corpus.items.count)
    }
    try program.saveAll()
    let relaunched = RelaunchedProgram(from: place, keepsPaths: true)
    print("decode", clock.measure { relaunched.restore() } / corpus.items.count)
    print("same", relaunched.states == corpus.states)
  }
}
