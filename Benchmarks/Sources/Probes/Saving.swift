// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Corpus
import Foundation
import Peers
import StateRestoration

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

/// Saves repeatedly, with marks in the system call trace.
///
/// The marks show where a save begins, where its pass ends, and where it is durable.
struct Save: ParsableCommand {
  enum Change: String, ExpressibleByArgument, CaseIterable { case one, nothing }

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
      if change == .one {
        program.corpus.change(7 * number % load.objects)
        program.invalidate(7 * number % load.objects)
      }
      if number > 0 { mark("save begins") }
      let pass = program.preserveChanged()
      if number > 0 { mark("pass has ended") }
      try pass.commitAndWait()
      if number > 0 { mark("save is durable") }
    }
  }
}

/// Saves one change repeatedly in another way, with the same marks.
struct Keep: ParsableCommand {
  @OptionGroup var load: Load

  @Argument(help: "The way of keeping state: database, protobuf, json or archiver.")
  var way: String

  func run() throws {
    let corpus = Corpus(count: load.objects)
    try FileManager.default.createDirectory(
      atPath: load.folder, withIntermediateDirectories: true)
    guard let keeper = try Keepers.make(way, corpus, in: load.folder) else {
      throw ValidationError("There is no way \(way) of keeping state.")
    }
    for number in 0..<load.times {
      corpus.change(number % load.objects)
      mark("save begins")
      let wait = try keeper.beginSaving(number % load.objects)
      mark("pass has ended")
      try wait()
      mark("save is durable")
    }
  }
}

/// Marks an event in the system call trace: an `access` to a file that doesn't exist.
private func mark(_ event: String) { _ = access("/probe: \(event)", F_OK) }
