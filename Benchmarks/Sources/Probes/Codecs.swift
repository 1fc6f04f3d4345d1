// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Corpus

/// Links the same libraries and does nothing with them.
struct Start: ParsableCommand {
  @OptionGroup var load: Load

  func run() {}
}

/// Encodes all objects, in the steady state of a program that has saved before.
struct Encode: ParsableCommand {
  @OptionGroup var load: Load

  func run() {
    let program = RunningProgram(Corpus(count: load.objects), savingTo: .memory())
    for _ in 0..<load.times {
      // The cheapest way to change every object.
      for item in program.corpus.items { item.position &+= 1 }
      _ = program.preserveAll()
    }
  }
}

/// Makes all objects of an archive in memory and gives them their values.
struct Decode: ParsableCommand {
  @OptionGroup var load: Load

  func run() throws {
    let place = CorpusPlace.memory()
    try RunningProgram(Corpus(count: load.objects), savingTo: place).saveAll()
    for _ in 0..<load.times { RelaunchedProgram(from: place).restore() }
  }
}
