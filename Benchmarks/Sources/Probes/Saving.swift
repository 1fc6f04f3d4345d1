// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Corpus
import Glibc
import StateRestoration

/// Encodes all objects, in a program that has saved before.
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

/// Restores all objects from memory, in a new program each time.
struct Restore: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "restore")
  @OptionGroup var load: Load

  func run() throws {
    let place = CorpusPlace.memory()
    try RunningProgram(Corpus(count: load.objects), savingTo: place).saveAll()
    for _ in 0..<load.times { RelaunchedProgram(from: place).restore() }
  }
}

/// Saves repeatedly after a change, with marks in the system call trace.
///
/// The marks show where a save begins, where its pass ends, and where it is durable. Each mark is
/// an `access` to a file that doesn't exist.
struct Save: ParsableCommand {
  enum Change: String, ExpressibleByArgument, CaseIterable { case all, one, nothing }

  @OptionGroup var load: Load

  @Argument(help: "What changes before each save.")
  var change: Change

  /// The saves before counting starts, until memory stops growing.
  private static let warmUp = 5

  func run() throws {
    let program = RunningProgram(Corpus(count: load.objects), savingTo: .folder(load.folder))
    for _ in 0..<Self.warmUp {
      program.corpus.changeAll()
      try program.saveAll()
    }
    CorpusPlace.letKeysAge()
    // The first save doesn't count.
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
