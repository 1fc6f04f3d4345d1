// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive
import RestorationTesting
import Testing

struct ArchiverSaveTests {
  private let memory = MemoryStore()
  private let store: FaultyStore
  private let log = LogRecorder()
  private let key = fixedKey(1)

  init() { store = FaultyStore(memory, appends: false) }

  private func archiver() -> Archiver {
    Archiver(store: store, keys: MemoryKeyProvider(key: key), logger: log.logger)
  }

  private func marker() throws -> Int? {
    guard let file = memory.load(.current, slot: nil) else { return nil }
    let snapshot = try RestorationSnapshot(try ArchiveSeal.open(file, with: key).body)
    return try decoder(snapshot, try #require(snapshot.number(at: .application)))
      .decodeInteger(forKey: "marker")
  }

  @Test("R190: saveAndWait returns after the state is on disk")
  func waitedSaveIsOnDisk() throws {
    let archiver = archiver()
    for value in 1...3 {
      #expect(try archiver.saveAndWait(smallSnapshot(marker: value)) == UInt64(value))
      #expect(try marker() == value)
    }
  }

  @Test("R190: a save that misses its deadline throws, and still takes place")
  func deadlineIsTold() throws {
    let archiver = archiver()
    let gate = store.hold(.replace)
    do throws(ArchiveError) {
      _ = try archiver.saveAndWait(smallSnapshot(marker: 1), deadline: .zero)
      Issue.record("returned")
    } catch { #expect(error.code == .deadlineExceeded) }
    gate.open()
    _ = archiver.load()  // waits for the queue
    #expect(try marker() == 1)
  }

  @Test("R183, R190: a retirement that misses its deadline throws, and still takes place")
  func deadlineOfRetirementIsTold() throws {
    let archiver = archiver()
    _ = try archiver.saveAndWait(smallSnapshot(marker: 1))
    let gate = store.hold(.removeAll)
    do throws(ArchiveError) {
      try archiver.retireAndWait(deadline: .zero)
      Issue.record("returned")
    } catch { #expect(error.code == .deadlineExceeded) }
    gate.open()
    #expect(archiver.load().snapshot == nil)
  }

  @Test(
    "R190: a deadline of any length is accepted",
    arguments: [Duration.seconds(Int64.max), .seconds(10_000_000_000), .seconds(60)])
  func longDeadlinesAreTaken(deadline: Duration) throws {
    #expect(try archiver().saveAndWait(smallSnapshot(), deadline: deadline) == 1)
  }

  @Test("R152: a failed save leaves the older archive intact and uses no sequence number")
  func failedSaveLeavesTheOlderArchive() async throws {
    let archiver = archiver()
    _ = try archiver.saveAndWait(smallSnapshot(marker: 1))
    store.inject(.error(), into: [.replace])
    await #expect(throws: ArchiveError(.inputOutput, "The test's store fails")) {
      try await archiver.save(smallSnapshot(marker: 2))
    }
    #expect(try marker() == 1)
    #expect(
      log.lines == [
        "error: The state could not be saved; the older archive is intact: The test's store fails"
      ])
    store.repair()
    #expect(try archiver.saveAndWait(smallSnapshot(marker: 3)) == 2)
    #expect(try marker() == 3)
  }

  @Test("R122: without a key, nothing is restored, saved or changed")
  func withoutKeyNothingIsTouched() throws {
    _ = try archiver().saveAndWait(smallSnapshot(marker: 1))
    let keys = FaultyKeyProvider()
    keys.fail()
    let locked = Archiver(store: store, keys: keys, logger: log.logger)
    let load = locked.load()
    #expect(load.snapshot == nil)
    #expect(load.incidents.map(\.error.code) == [.keyUnavailable])
    #expect(throws: ArchiveError(.keyUnavailable, "The test has no key")) {
      try locked.saveAndWait(smallSnapshot(marker: 2))
    }
    #expect(try marker() == 1)
  }

  @Test("R196: the restored archive becomes the last good one, even after later saves")
  func restoredArchiveIsPromoted() throws {
    _ = try archiver().saveAndWait(smallSnapshot(marker: 1))
    let restored = try #require(memory.load(.current, slot: nil))
    let second = archiver()
    _ = second.load()
    for value in 2...4 { _ = try second.saveAndWait(smallSnapshot(marker: value)) }
    #expect(memory.load(.lastGood, slot: nil) == nil)
    second.promoteRestored()
    _ = try second.saveAndWait(smallSnapshot(marker: 5))
    #expect(memory.load(.lastGood, slot: nil) == restored)
  }
}
