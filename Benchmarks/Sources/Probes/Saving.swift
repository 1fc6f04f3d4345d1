// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Corpus
import Glibc
import StateRestoration

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

/// Restores all objects from memory, each time in a new program.
struct Restore: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "restore")
  @OptionGroup var load: Load

  func run() throws {
    let place = CorpusPlace.memory()
    try RunningProgram(Corpus(count: load.objects), savingTo: place).saveAll()
    for _ in 0..<load.times { RelaunchedProgram(from: place).restore() }
  }
}

/// Saves again and again after a change, with marks for who reads the system calls: where a save begins,
/// where its pass ends, and where it is durable, each a look for a file that doesn't exist.
struct Save: ParsableCommand {
  enum Change: String, ExpressibleByArgument, CaseIterable { case all, one, nothing }

  @OptionGroup var load: Load

  @Argument(help: "What changes before each save.")
  var change: Change

  /// So often everything is saved before anything counts, until memory is where it stays.
  private static let warmUp = 5

  func run() throws {
    let program = RunningProgram(Corpus(count: load.objects), savingTo: .folder(load.folder))
    for _ in 0..<Self.warmUp {
      program.corpus.changeAll()
      try program.saveAll()
    }
    CorpusPlace.letKeysAge()
    // The first one doesn't count.
    for number in 0...load.times {
      switch change {
      case .all: program.corpus.changeAll()
      case .one: program.change(7 * number % load.objects)
      case .nothing: break
      }
      if number > 0 { mark("save begins") }
      let pass = change == .all ? program.preserveAll() : program.preserveChanged()
      if number > 0 { mark("pass has ended") }
      try pass.commitAndWait()
      if number > 0 { mark("save is durable") }
    }
  }

  private func mark(_ event: String) { _ = access("/probe: \(event)", F_OK) }
}
