// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import RestorationArchive
import RestorationTesting
import Testing

/// Logs that are damaged, as opposed to saves that were cut short.
struct DamagedLogTests {
  private let key = fixedKey(8)

  /// Returns a file whose saves have one frame or several.
  private func file() throws -> LoggedFile {
    let sequence = StateSequence()
    sequence.change(1)
    sequence.next { maker in
      maker.record(address("Large")) { $0.encode(Data(count: 80_000), forKey: "data") }
    }
    for thing in 1...3 { sequence.change(thing) }
    return try LoggedFile(sequence.saves, key: key)
  }

  private func open(_ bytes: [UInt8]) throws -> OpenedArchive.State {
    try ArchiveSeal.open(bytes, with: key).state()
  }

  @Test("R199: a save of several frames is torn or damaged as a whole")
  func largeSaveIsTornOrDamaged() throws {
    let file = try file()
    let inner = frames(of: file.bytes).filter {
      $0.lowerBound >= file.ends[1] && $0.upperBound <= file.ends[2]
    }
    #expect(inner.count == 3)
    for frame in inner {
      for place in [
        frame.lowerBound, frame.lowerBound + 4, frame.lowerBound + 20, frame.upperBound - 1,
      ] {
        var flipped = file.bytes
        flipped[place] ^= 1
        let state = try open(flipped)
        #expect(state.appendedSaves == 1 && state.end == .damaged)
        // At the end of the file, the same flip is a save that was cut short.
        #expect(try open(Array(flipped[..<file.ends[2]])).end == .torn)
      }
    }
  }

  @Test("R199: a lost sector of the last append is a torn end, not damage")
  func lostSectorsAreATornEnd() throws {
    let file = try file()
    for save in 1..<file.ends.count {
      let (start, end) = (file.ends[save - 1], file.ends[save])
      let sectors = Array(start / 512...(end - 1) / 512)
      for sector in sectors {
        var bytes = Array(file.bytes[..<end])
        for index in max(start, sector * 512)..<min(end, (sector + 1) * 512) { bytes[index] = 0 }
        let state = try open(bytes)
        #expect(state.appendedSaves == save - 1 && state.end == .torn)
      }
    }
  }

  @Test(
    "R199: a flip in the last write of several saves is a torn end, and in an earlier write damage")
  func oneWriteIsTornAsAWhole() throws {
    let sequence = StateSequence()
    for thing in 1...4 { sequence.change(thing) }
    let (states, deltas) = (sequence.states, sequence.deltas)
    var (bytes, tail) = try ArchiveSeal.sealBase(states[0].bytes, with: key, sequenceNumber: 7)
    let base = bytes.count
    try tail.seal(Array(deltas[..<3]), into: &bytes)
    let write = bytes.count
    for index in base..<write {
      var flipped = bytes
      flipped[index] ^= 16
      let state = try open(flipped)
      #expect(state.end == .torn, "\(index)")
    }
    try tail.seal([deltas[3]], into: &bytes)
    for index in base..<write {
      var flipped = bytes
      flipped[index] ^= 16
      #expect(try open(flipped).end == .damaged, "\(index)")
    }
    #expect(try open(bytes).appendedSaves == 4)
  }

  @Test("R199: trailing bytes are a torn end up to the size of one save, and damage beyond it")
  func longEndIsDamage() throws {
    let file = try file()
    #expect(try open(file.bytes + [UInt8](repeating: 0, count: 100_000)).end == .torn)
    #expect(try open(file.bytes + [UInt8](repeating: 0, count: 4 << 20)).end == .damaged)
  }

  @Test("R199: authenticated bytes that are not a save are damage, even at the end")
  func malformedSaveIsDamage() throws {
    let states = StateSequence().states
    var (bytes, tail) = try ArchiveSeal.sealBase(states[0].bytes, with: key, sequenceNumber: 7)
    try tail.seal([[1, 2, 3]], into: &bytes)
    #expect(try open(bytes).end == .damaged)
  }

  // MARK: At launch

  private let folder = TemporaryFolder()
  private let log = LogRecorder()
  private var store: FileStore { FileStore(folder: folder.path + "/state") }

  private func archiver() -> Archiver {
    Archiver(store: store, keys: MemoryKeyProvider(key: key), logger: log.logger)
  }

  private func flip(_ save: Int) throws {
    var bytes = try unwrap(store.load(.current, slot: nil))
    let log = frames(of: bytes).drop {
      bytes[$0.lowerBound + 4] != 3
    }
    bytes[unwrap(log.dropFirst(save).first).lowerBound + 30] ^= 1
    try folder.write(bytes, "state/current.archive")
  }

  @Test(
    "R199, R127: a damaged log is reported, its file kept, and the state before it restored"
  )
  func damageIsToldAndKept() throws {
    let sequence = StateSequence()
    let first = archiver()
    for _ in 0..<20 { _ = try first.saveAndWait(sequence.change()) }
    try flip(9)  // the first two saves are whole
    let damaged = try store.load(.current, slot: nil)
    for _ in 0..<2 {
      let load = archiver().load()
      #expect(try Life.marker(load) == 11)
      #expect(load.source == .current && load.sequenceNumber == 11)
      #expect(load.incidents.map(\.generation) == [.current])
      #expect(load.incidents.map(\.error.code) == [.damaged])
      #expect(load.incidents.map(\.isSetAside) == [true])
      #expect(store.damaged(1) == damaged && store.damaged(2) == nil)
    }
    #expect(log.lines.contains { $0.contains("The current archive is damaged, and a copy") })
    // The next program saves over it, with a sequence number above those of all lost saves.
    let next = archiver()
    _ = next.load()
    #expect(try next.saveAndWait(sequence.change()) > 20)
    #expect(store.damaged(1) == damaged)
    #expect(try Life.marker(archiver().load()) == 21)
    #expect(archiver().load().incidents.isEmpty)
  }

  @Test("R199: a flipped bit costs at most 128 saves")
  func damageTakesFewSaves() throws {
    let sequence = StateSequence()
    let archiver = archiver()
    // One base, a second one because there was no archive before, and the maximum number of
    // appended saves.
    for _ in 0..<ArchiveLimits.writtenSaves + 2 { _ = try archiver.saveAndWait(sequence.change()) }
    try flip(0)
    #expect(try Life.marker(self.archiver().load()) == 2)
    #expect(ArchiveLimits.writtenSaves == 128)
  }

  @Test("R199: developer mode keeps no copy of a damaged log, and reports that")
  func developerModeKeepsNone() throws {
    let sequence = StateSequence()
    let first = archiver()
    for _ in 0..<6 { _ = try first.saveAndWait(sequence.change()) }
    try flip(1)
    let next = archiver()
    next.isDeveloperModeEnabled = true
    let load = next.load()
    #expect(try Life.marker(load) == 3)
    #expect(load.incidents.map(\.isSetAside) == [false] && store.damaged(1) == nil)
  }
}
