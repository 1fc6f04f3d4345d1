// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RestorationArchive
import RestorationTesting
import Testing

/// Conditions and cost of an append, and the files it leaves alone.
struct AppendingTests {
  private let folder = TemporaryFolder()
  private let log = LogRecorder()
  private let key = fixedKey(1)
  private var store: FileStore { FileStore(folder: folder.path + "/state") }

  private func archiver(_ store: (any ArchiveStore)? = nil, key: ArchiveKey? = nil) -> Archiver {
    Archiver(
      store: store ?? self.store, keys: MemoryKeyProvider(key: key ?? self.key),
      logger: log.logger)
  }

  private func bytes(
    _ generation: ArchiveGeneration = .current, in store: (any ArchiveStore)? = nil
  ) throws -> [UInt8] {
    try #require(try (store ?? self.store).load(generation, slot: nil))
  }

  /// Returns a generation's newest state and its number of appended saves.
  private func opened(
    _ generation: ArchiveGeneration = .current, in store: (any ArchiveStore)? = nil
  ) throws -> OpenedArchive.State {
    try ArchiveSeal.open(try bytes(generation, in: store), with: key).state()
  }

  @Test("R150: saves after the first two are appended, each with one write and one sync")
  func laterSavesAreAppended() throws {
    let disk = SimulatedDisk()
    let store = disk.store()
    let archiver = archiver(store)
    let sequence = StateSequence()
    // The first two saves are whole, to make a previous archive.
    for number in 1...2 {
      #expect(try archiver.saveAndWait(sequence.states[0]) == UInt64(number))
      #expect(try opened(in: store).appendedSaves == 0)
    }
    let previous = try bytes(.previous, in: store)
    for number in 3...5 {
      let (before, effects) = (try bytes(in: store), disk.effects.count)
      #expect(try archiver.saveAndWait(sequence.change()) == UInt64(number))
      // The write and the sync.
      #expect(disk.effects.count == effects + 2)
      #expect(try bytes(in: store).starts(with: before))
      #expect(try opened(in: store).appendedSaves == number - 2)
      #expect(
        try contents(opened(in: store).snapshot) == contents(#require(sequence.states.last)))
    }
    #expect(try bytes(.previous, in: store) == previous)
    let load = self.archiver(store).load()
    #expect(load.sequenceNumber == 5 && load.source == .current && load.incidents.isEmpty)
    #expect(log.lines.isEmpty)
  }

  @Test("R150: the appended bytes grow with the changes, not with the size of the state")
  func growthIsThatOfTheChange() throws {
    func growth(things: Int, changes: Int) throws -> (bytes: Int, records: Int) {
      let folder = TemporaryFolder()
      let store = FileStore(folder: folder.path)
      let archiver = archiver(store)
      let sequence = StateSequence(things: things)
      for _ in 0..<2 { _ = try archiver.saveAndWait(sequence.states[0]) }
      let before = try #require(try store.load(.current, slot: nil)).count
      let next = sequence.change(0) { maker in
        for thing in 1..<changes {
          maker.record(address("List/Thing \(thing)"), class: "Thing") {
            $0.encode(true, forKey: "text")
          }
        }
      }
      _ = try archiver.saveAndWait(next)
      let state = next.snapshot
      let records = try state.objects.reduce(0) { sum, number in
        let record = try #require(try state.record(number))
        return record.origin == origin(seconds: 389_927_588) ? sum + record.size : sum
      }
      return (try #require(try store.load(.current, slot: nil)).count - before, records)
    }
    let one = try growth(things: 5, changes: 1)
    #expect(one.bytes <= 300)
    for things in [50, 1_000] {
      let same = try growth(things: things, changes: 1)
      // The difference is the digits of larger numbers.
      #expect(same.bytes <= one.bytes + 4)
    }
    // Each further object costs a row, a number and its record's bytes: less than a frame in total.
    for changes in [2, 10, 50] {
      let more = try growth(things: 1_000, changes: changes)
      let (grown, records) = (more.bytes - one.bytes, more.records - one.records)
      #expect(grown > records && grown <= records + (changes - 1) * (32 + 4))
    }
  }

  @Test(
    "R30: a record rewritten with the same values costs only its number and gets the new origin")
  func sameRecordsCostTheirNumbers() throws {
    let sequence = StateSequence(things: 200)
    let archiver = archiver()
    for _ in 0..<2 { _ = try archiver.saveAndWait(sequence.states[0]) }
    _ = try archiver.saveAndWait(sequence.change())
    let before = try bytes().count
    let full = sequence.change(0) { maker in
      for number in 1..<200 {
        let above = maker.tables.number(for: address("List/Thing \(number - 1)"))
        maker.record(address("List/Thing \(number)"), class: "Thing") {
          $0.encode("the value 0 of thing \(number)", forKey: "text")
          $0.encode(ArchivedValue.reference(above), forKey: "before")
        }
      }
    }
    _ = try archiver.saveAndWait(full)
    #expect(try bytes().count - before <= 512 + 4 * 200)
    #expect(try contents(opened().snapshot) == contents(full))
    #expect(try opened().appendedSaves == 2)
  }

  @Test("R152: an oversized log leads to a new base, and the old file becomes the previous one")
  func longLogIsCompacted() throws {
    let sequence = StateSequence()
    let archiver = archiver()
    for _ in 0..<2 { _ = try archiver.saveAndWait(sequence.states[0]) }
    let filler = sequence.next { maker in
      for part in 0..<4 {
        maker.record(address("Part \(part)")) { $0.encode(Data(count: 100_000), forKey: "data") }
      }
    }
    _ = try archiver.saveAndWait(filler)
    var last = try bytes()
    var compactions = 0
    for value in 0..<40 {
      let state = sequence.next { maker in
        maker.record(address("Part 0")) {
          $0.encode(Data(repeating: UInt8(value), count: 100_000), forKey: "data")
        }
      }
      _ = try archiver.saveAndWait(state)
      let now = try bytes()
      let base = frames(of: now).first { now[$0.lowerBound + 4] == 2 }.map { $0.upperBound }
      let logSize = now.count - (try #require(base))
      #expect(logSize <= max(now.count - logSize, ArchiveLimits.smallLog))
      #expect(try contents(opened().snapshot) == contents(state))
      if now.starts(with: last) {
        #expect(now.count - last.count < 101_000)
      } else {
        compactions += 1
        #expect(logSize == 0)
        #expect(try bytes(.previous) == last)
        #expect(try contents(opened(.previous).snapshot).count == contents(state).count)
      }
      last = now
    }
    #expect(compactions == 3)
    #expect(self.archiver().load().sequenceNumber == 43)
  }

  @Test("A state that does not continue the previous tables is written whole")
  func foreignStateIsWrittenWhole() throws {
    let archiver = archiver()
    _ = try archiver.saveAndWait(StateSequence().change())
    for state in [
      smallSnapshot(), StateSequence(things: 9).change().snapshot, smallSnapshot(marker: 2),
    ] {
      _ = try archiver.saveAndWait(state)
      #expect(try contents(opened().snapshot) == contents(state))
    }
    // The last state but one begins with the tables of the first.
    _ = try archiver.saveAndWait(
      try RestorationSnapshot(addingSection("XTRA", [1], to: smallSnapshot())))
    #expect(try opened().appendedSaves == 0)
    #expect(section("XTRA", of: try opened().snapshot.bytes) == [1])
  }

  @Test("R150: a store that cannot append gets whole archives without the log feature")
  func otherStoresGetWholeArchives() throws {
    let memory = MemoryStore()
    let archiver = archiver(FaultyStore(memory, appends: false))
    let sequence = StateSequence()
    for _ in 0..<2 {
      let state = sequence.change()
      _ = try archiver.saveAndWait(state)
      let file = try #require(memory.load(.current, slot: nil))
      #expect(file[72] & 1 == 0)
      #expect(try ArchiveSeal.open(file, with: key).body == state.snapshot.bytes)
    }
  }

  @Test("R183: after state is retired, the next save writes a new file")
  func nothingIsAppendedToRetiredState() throws {
    let archiver = archiver()
    let sequence = StateSequence()
    _ = try archiver.saveAndWait(sequence.states[0])
    let old = try bytes()
    try archiver.retireAndWait()
    // Even if someone puts the old file back.
    for _ in 0..<2 { try store.replace(with: old, slot: nil) }
    _ = try archiver.saveAndWait(sequence.change())
    #expect(try !bytes().starts(with: old))
    #expect(try opened().appendedSaves == 0)
  }

  @Test("R127: sequence numbers continue above every appended save of a damaged archive")
  func numbersGoOnAfterDamage() throws {
    let archiver = archiver()
    let sequence = StateSequence()
    for _ in 0..<4 { _ = try archiver.saveAndWait(sequence.change()) }
    var damaged = try bytes()
    damaged[130] ^= 1
    try Data(damaged).write(to: URL(fileURLWithPath: store.path(of: .current)))
    let next = self.archiver()
    #expect(next.load().incidents.map(\.isSetAside) == [true])
    // The base was save 2; at most this number of saves was appended to it.
    let greatest = 2 + UInt64(ArchiveLimits.appendedSaves)
    #expect(try next.saveAndWait(sequence.change()) == greatest + 1)
  }

  @Test("R152: a torn end is skipped with one log line, and the file stays until the next save")
  func tornEndIsPassedOver() throws {
    let archiver = archiver()
    let sequence = StateSequence()
    for _ in 0..<3 { _ = try archiver.saveAndWait(sequence.change()) }
    let torn = Array(try bytes().dropLast())
    try Data(torn).write(to: URL(fileURLWithPath: store.path(of: .current)))
    let next = self.archiver()
    let load = next.load()
    #expect(try contents(#require(load.snapshot)) == contents(sequence.states[2]))
    #expect(load.sequenceNumber == 2 && load.source == .current && load.incidents.isEmpty)
    #expect(log.lines.count == 1 && log.lines[0].hasPrefix("warning: The current archive ends in"))
    #expect(try bytes() == torn)
    _ = try next.saveAndWait(sequence.change())
    #expect(try bytes(.previous) == torn)
    #expect(try opened().appendedSaves == 0)
  }
}
