// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Corpus
import RestorationArchive
import StateRestoration

/// Saves everything once, for a later launch.
struct Prepare: ParsableCommand {
  @OptionGroup var load: Load

  func run() throws {
    try RunningProgram(Corpus(count: load.objects), savingTo: .folder(load.folder)).saveAll()
  }
}

/// Opens the archive in a folder, then reads one object of it as tools do, which know no classes.
struct Open: ParsableCommand {
  @OptionGroup var load: Load

  func run() throws {
    let clock = ContinuousClock()
    let place = CorpusPlace.folder(load.folder)
    let archiver = Archiver(store: place.store, keys: place.keys)
    let address = Section.first.address
    let began = clock.now
    let snapshot = try snapshot(from: archiver)
    // The clock's own way to measure is generic, and takes longer than what is measured.
    let opened = clock.now
    guard let record = try snapshot.number(at: address).flatMap(snapshot.record),
      try snapshot.values(of: record).count == 8
    else { throw ValidationError("The archive in \(load.folder) does not hold the corpus.") }
    let read = clock.now
    try Figure.print([
      Figure("opening", opened - began), Figure("first object as tools read it", read - opened),
    ])
  }
}

/// Opens the archive in a folder in a program that has its objects, then lets one of them decode, and
/// another one.
struct DecodeFirst: ParsableCommand {
  @OptionGroup var load: Load

  func run() throws {
    let clock = ContinuousClock()
    let place = CorpusPlace.folder(load.folder)
    let archiver = Archiver(store: place.store, keys: place.keys)
    let coordinator = RestorationCoordinator(
      ApplicationDescription(identifier: "org.example.Benchmark"), archiver: archiver)
    let (first, second) = (Section.first, Section.second)
    // With other values than were saved.
    let corpus = Corpus(count: second.index + 1, seed: 0)
    let items = [first, second].map { corpus.items[$0.index] }
    for (item, section) in zip(items, [first, second]) {
      coordinator.registerObject(forStateRestoration: item, restorationIdentifier: section.name)
    }
    let snapshot = try snapshot(from: archiver)
    let opened = clock.now
    if let coder = snapshot.decoder(at: first.address) {
      items[0].decodeRestorableState(with: coder)
    }
    let firstTime = clock.now - opened
    let again = clock.now
    if let coder = snapshot.decoder(at: second.address) {
      items[1].decodeRestorableState(with: coder)
    }
    let secondTime = clock.now - again
    let saved = Corpus(count: corpus.items.count).items
    guard [first, second].allSatisfy({ corpus.items[$0.index].isLike(saved[$0.index]) }) else {
      throw ValidationError("The archive in \(load.folder) does not hold the corpus.")
    }
    try Figure.print([Figure("first object", firstTime), Figure("second object", secondTime)])
  }
}

/// An object of the corpus that lies three deep.
private struct Section {
  let name: String
  /// Where it lies in the corpus.
  let index: Int
  /// Put together before anything is measured, as a program knows its names.
  let address: RestorationAddress

  static let first = Section("section-0", index: 11)
  static let second = Section("section-1", index: 21)

  private init(_ name: String, index: Int) {
    let identifiers = ["window-0", "pane-0", name].compactMap { RestorationIdentifier($0) }
    let path = RestorationPath(identifiers.map { .identifier($0) })
    (self.name, self.index) = (name, index)
    address = RestorationAddress(scene: "", kind: .object, path: path)
  }
}

private func snapshot(from archiver: Archiver) throws -> RestorationSnapshot {
  guard let snapshot = archiver.load().snapshot else {
    throw ValidationError("There is no archive.")
  }
  return snapshot
}

extension Item {
  /// Whether both have the same values, but for those that depend on how many objects there are.
  fileprivate func isLike(_ other: Item) -> Bool {
    (title, note, isExpanded, position, zoom, series)
      == (other.title, other.note, other.isExpanded, other.position, other.zoom, other.series)
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
