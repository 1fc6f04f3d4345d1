// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Corpus
import Floors
import FoundationEssentials
import StateRestoration

/// Saves everything for a later launch; prints the archive's size.
///
/// It also writes a file of sealed chunks from as many bytes, for ``OpenFloor``.
struct Prepare: ParsableCommand {
  @OptionGroup var load: Load

  func run() throws {
    let place = CorpusPlace.folder(load.folder)
    try RunningProgram(Corpus(count: load.objects), savingTo: place).saveAll()
    let archive = try place.archive()
    var chunks = SealedChunks()
    try archive.withUnsafeBytes { try chunks.seal($0) }
    try Data(chunks.sealed).write(to: URL(filePath: load.folder + "/floor"))
    print(archive.count)
  }
}

/// Opens the archive in a folder; prints the nanoseconds.
struct Open: ParsableCommand {
  @OptionGroup var load: Load

  func run() throws {
    let archiver = CorpusPlace.folder(load.folder).archiver()
    let began = ContinuousClock.now
    let snapshot = archiver.load().snapshot
    let time = ContinuousClock.now - began
    guard let snapshot, snapshot.objects.count >= load.objects else {
      throw ValidationError("The archive in \(load.folder) does not hold \(load.objects) objects.")
    }
    print(time / .nanoseconds(1))
  }
}

/// Reads and authenticates the file of ``Prepare``; prints the nanoseconds.
struct OpenFloor: ParsableCommand {
  @OptionGroup var load: Load

  func run() throws {
    let chunks = SealedChunks()
    let path = load.folder + "/floor"
    let began = ContinuousClock.now
    let count = try WholeFile.read(path).map(chunks.open)
    let time = ContinuousClock.now - began
    guard let count, count > 0 else { throw ValidationError("There is nothing at \(path).") }
    print(time / .nanoseconds(1))
  }
}
