// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Corpus
import Glibc
import StateRestoration

/// Saves everything, each time after everything has changed.
struct SaveAll: ParsableCommand {
  @OptionGroup var load: Load

  func run() throws {
    try SavingProgram(load).save(load.times, change: { $0.corpus.changeAll() }) {
      $0.preserveAll()
    }
  }
}

/// Saves what changed, each time after one object has.
struct SaveOne: ParsableCommand {
  @OptionGroup var load: Load

  func run() throws {
    var next = 0
    let change = { (program: RunningProgram) in
      next = (next + 7) % program.corpus.items.count
      program.change(next)
    }
    try SavingProgram(load).save(load.times, change: change) { $0.preserveChanged() }
  }
}

/// Saves what changed, each time after one object has come and one has gone.
struct SaveGuest: ParsableCommand {
  @OptionGroup var load: Load

  func run() throws {
    try SavingProgram(load).save(load.times, change: { $0.exchangeGuest() }) {
      $0.preserveChanged()
    }
  }
}

/// Saves what changed, when nothing has.
struct SaveNothing: ParsableCommand {
  @OptionGroup var load: Load

  func run() throws {
    try SavingProgram(load).save(load.times, change: { _ in }) { $0.preserveChanged() }
  }
}

/// A program that saves again and again, and counts its page faults meanwhile.
///
/// Marks for who reads its system calls where a save begins, where its pass ends and where it is
/// durable, by looking for files that do not exist.
private struct SavingProgram {
  /// So often everything is saved before anything counts, until memory is where it stays.
  static let warmUp = 5

  let program: RunningProgram

  init(_ load: Load) throws {
    program = RunningProgram(Corpus(count: load.objects), savingTo: .folder(load.folder))
    for _ in 0..<Self.warmUp {
      program.corpus.changeAll()
      try program.saveAll()
    }
    CorpusPlace.letKeysAge()
  }

  func save(
    _ times: Int, change: (RunningProgram) -> Void, pass: (RunningProgram) -> PreservationPass
  ) throws {
    // Once as it will be, and not counted.
    change(program)
    try pass(program).commitAndWait()
    var onMainThread = 0
    var inProcess = 0
    for _ in 0..<times {
      change(program)
      mark("save begins")
      let before = (PageFaults.ofThisThread, PageFaults.ofThisProcess)
      let made = pass(program)
      onMainThread += PageFaults.ofThisThread - before.0
      mark("pass has ended")
      try made.commitAndWait()
      mark("save is durable")
      inProcess += PageFaults.ofThisProcess - before.1
    }
    try Figure.print([
      Figure("page faults of the pass", onMainThread / times, "a save"),
      Figure("page faults", inProcess / times, "a save"),
    ])
  }

  private func mark(_ event: String) { _ = access("/probe: \(event)", F_OK) }
}

/// Pages that were mapped anew, without reading a disk.
private enum PageFaults {
  /// Linux's `RUSAGE_THREAD`, which the module map leaves out.
  static var ofThisThread: Int { count(1) }
  static var ofThisProcess: Int { count(RUSAGE_SELF.rawValue) }

  private static func count(_ who: Int32) -> Int {
    var usage = rusage()
    getrusage(who, &usage)
    return usage.ru_minflt
  }
}
