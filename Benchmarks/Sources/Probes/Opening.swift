// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Corpus
import RestorationArchive

/// Saves everything once, for a later launch.
struct Prepare: ParsableCommand {
  @OptionGroup var load: Load

  func run() throws {
    try RunningProgram(Corpus(count: load.objects), savingTo: .folder(load.folder)).saveAll()
  }
}

/// Opens the archive in a folder, then reads one object of it.
struct Open: ParsableCommand {
  @OptionGroup var load: Load

  func run() throws {
    let clock = ContinuousClock()
    let place = CorpusPlace.folder(load.folder)
    let archiver = Archiver(store: place.store, keys: place.keys)
    let addresses = ["section-0", "section-1"].map { address("window-0", "pane-0", $0) }
    let began = clock.now
    let loaded = archiver.load()
    let opening = clock.now - began
    guard let snapshot = loaded.snapshot else {
      throw ValidationError("There is no archive in \(load.folder).")
    }
    var values = 0
    func read(_ address: RestorationAddress) throws {
      guard let record = try snapshot.number(at: address).flatMap(snapshot.record) else { return }
      values += try snapshot.values(of: record).count
    }
    // The clock's own way to measure is generic, and takes longer than what is measured.
    let opened = clock.now
    try read(addresses[0])
    let first = clock.now - opened
    let again = clock.now
    try read(addresses[1])
    let second = clock.now - again
    guard values == 16 else {
      throw ValidationError("The archive in \(load.folder) does not hold the corpus.")
    }
    try Figure.print([
      Figure("opening", opening), Figure("first object", first), Figure("second object", second),
    ])
  }

  /// Where an object lies; put together before anything is measured, as a program knows its names.
  private func address(_ names: String...) -> RestorationAddress {
    let identifiers = names.compactMap { RestorationIdentifier($0) }
    let path = RestorationPath(identifiers.map { .identifier($0) })
    return RestorationAddress(scene: "", kind: .object, path: path)
  }
}

/// Opens the archive in a folder and restores all of it.
struct Restore: ParsableCommand {
  @OptionGroup var load: Load

  func run() throws {
    let clock = ContinuousClock()
    let program = RelaunchedProgram(from: .folder(load.folder))
    let restoring = clock.measure { program.restore() }
    guard !program.items.isEmpty else {
      throw ValidationError("There is no archive in \(load.folder).")
    }
    try Figure.print([Figure("restoring everything", restoring)])
  }
}

/// Registers objects one by one after a launch that has restored none of them.
struct RegisterLate: ParsableCommand {
  @OptionGroup var load: Load

  func run() throws {
    let program = try LateProgram(count: load.objects)
    for _ in 0..<load.times { program.registerNext() }
  }
}
