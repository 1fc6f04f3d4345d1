// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Glibc
import RestorationArchive
import RestorationTesting
import Testing

/// Saves after a save that could not be appended.
struct AppendFaultTests {
  private let key = fixedKey(4)

  private func states() -> [SavedState] {
    let sequence = StateSequence()
    for thing in 1...5 { sequence.change(thing) }
    return sequence.saves
  }

  @Test("R152: a failed append is followed at once by a whole save and a warning in the log")
  func failedAppendIsWrittenWhole() throws {
    let states = states()
    let log = LogRecorder()
    let disk = SimulatedDisk()
    let store = disk.store()
    let archiver = Archiver(
      store: store, keys: MemoryKeyProvider(key: key), logger: log.logger)
    for state in states[..<2] { _ = try archiver.saveAndWait(state) }
    // Operations of an append: claim the lock, open, write, sync. The sync fails.
    disk.fail(ENOSPC, at: 3)
    #expect(try archiver.saveAndWait(states[2]) == 3)
    #expect(
      log.lines == [
        "warning: A save could not be appended and is written whole: The test's disk failed"
      ])
    let file = try ArchiveSeal.open(unwrap(store.load(.current, slot: nil)), with: key)
    #expect(file.log.isEmpty && file.baseSequenceNumber == 3)
    // If the previous file is whole, the bytes that could not be synced count as part of it.
    let previous = try ArchiveSeal.open(unwrap(store.load(.previous, slot: nil)), with: key)
    #expect(try contents(previous.state().snapshot) == contents(states[2]))
  }

  @Test("R152: a failed append ends appending to that file, even if the file is unchanged")
  func failureEndsAppending() throws {
    let states = states()
    let store = FaultyStore()
    let archiver = Archiver(
      store: store, keys: MemoryKeyProvider(key: key), logger: LogRecorder().logger)
    for state in states[..<3] { _ = try archiver.saveAndWait(state) }
    store.inject(.error())
    #expect(throws: ArchiveError.self) { try archiver.saveAndWait(states[3]) }
    store.repair()
    for state in states[4...5] { _ = try archiver.saveAndWait(state) }
    #expect(
      store.asked.filter { [.replace, .append].contains($0) } == [
        .replace, .append, .replace, .append,  // the first append lacks a previous archive
        .append, .replace,  // both fail
        .replace, .append,
      ])
  }
}
