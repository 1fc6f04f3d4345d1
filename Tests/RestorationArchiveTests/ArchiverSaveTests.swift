// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import RestorationArchive
import Synchronization
import Testing

/// A store that stops in the middle of a save until it is let go, or fails.
private final class GatedStore: ArchiveStore {
  let memory = MemoryStore()
  let gate = DispatchSemaphore(value: 0)
  let entered = DispatchSemaphore(value: 0)
  let isGated = Mutex(false)
  let isFailing = Mutex(false)
  let written = Mutex<[[UInt8]]>([])

  func load(_ generation: ArchiveGeneration, slot: String?) -> [UInt8]? {
    memory.load(generation, slot: slot)
  }

  func replace(with bytes: [UInt8], slot: String?) throws(ArchiveError) {
    if isGated.withLock({ $0 }) {
      entered.signal()
      gate.wait()
    }
    if isFailing.withLock({ $0 }) { throw ArchiveError(.inputOutput, "The test's store fails") }
    written.withLock { $0.append(bytes) }
    memory.replace(with: bytes, slot: slot)
  }

  func nominate(_ generation: ArchiveGeneration, slot: String?) {
    memory.nominate(generation, slot: slot)
  }
  func promoteNominee(slot: String?) { memory.promoteNominee(slot: slot) }
  func setAside(_ generation: ArchiveGeneration, slot: String?) {
    memory.setAside(generation, slot: slot)
  }
  func removeAll(slot: String?) { memory.removeAll(slot: slot) }
}

private struct FailingKeys: KeyProvider {
  let protection = KeyProtection.none
  func key() throws(ArchiveError) -> ArchiveKey {
    throw ArchiveError(.keyUnavailable, "The test has no key")
  }
}

struct ArchiverSaveTests {
  private let store = GatedStore()
  private let log = LogLines()
  private let key = fixedKey(1)

  private func archiver() -> Archiver {
    Archiver(store: store, keys: MemoryKeyProvider(key: key), logger: log.logger)
  }

  private func marker() throws -> Int? {
    guard let file = store.memory.load(.current, slot: nil) else { return nil }
    let snapshot = try RestorationSnapshot(try ArchiveSeal.open(file, with: key).body)
    return try decoder(snapshot, try #require(snapshot.number(at: .application)))
      .decodeInteger(forKey: "marker")
  }

  @Test("R8: of several snapshots that wait, only the newest is written, and all hear of it")
  func newestSnapshotWins() async throws {
    let archiver = archiver()
    store.isGated.withLock { $0 = true }
    let first = Task.detached { try await archiver.save(smallSnapshot(marker: 1)) }
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async { [store] in
        store.entered.wait()
        continuation.resume()
      }
    }
    // The first one is being written; all others wait behind it, their order known.
    store.isGated.withLock { $0 = false }
    for value in 2...5 {
      #expect(throws: ArchiveError.self) {
        try archiver.saveAndWait(smallSnapshot(marker: value), deadline: .zero)
      }
    }
    store.gate.signal()
    let newest = try await archiver.save(smallSnapshot(marker: 6))
    #expect(try await first.value == 1)
    #expect(try marker() == 6)
    #expect(newest == UInt64(store.written.withLock { $0.count }))
    #expect(store.written.withLock { $0.count } <= 3)
  }

  @Test("R190: a save that is waited for is on disk when it returns")
  func waitedSaveIsOnDisk() throws {
    let archiver = archiver()
    for value in 1...3 {
      #expect(try archiver.saveAndWait(smallSnapshot(marker: value)) == UInt64(value))
      #expect(try marker() == value)
    }
  }

  @Test("R190: at its deadline a save says so, and still takes place")
  func deadlineIsTold() throws {
    let archiver = archiver()
    store.isGated.withLock { $0 = true }
    do throws(ArchiveError) {
      _ = try archiver.saveAndWait(smallSnapshot(marker: 1), deadline: .zero)
      Issue.record("returned")
    } catch { #expect(error.code == .deadlineExceeded) }
    store.isGated.withLock { $0 = false }
    store.gate.signal()
    _ = archiver.load()  // waits for the queue
    #expect(try marker() == 1)
  }

  @Test(
    "R190: a deadline of any length is taken",
    arguments: [Duration.seconds(Int64.max), .seconds(10_000_000_000), .seconds(60)])
  func longDeadlinesAreTaken(deadline: Duration) throws {
    #expect(try archiver().saveAndWait(smallSnapshot(), deadline: deadline) == 1)
  }

  @Test("R152: when a save fails the older archive is intact, and the state counts as unsaved")
  func failedSaveLeavesTheOlderArchive() async throws {
    let archiver = archiver()
    _ = try archiver.saveAndWait(smallSnapshot(marker: 1))
    store.isFailing.withLock { $0 = true }
    await #expect(throws: ArchiveError(.inputOutput, "The test's store fails")) {
      try await archiver.save(smallSnapshot(marker: 2))
    }
    #expect(try marker() == 1)
    #expect(
      log.all == [
        "error: The state could not be saved; the older archive is intact: The test's store fails"
      ])
    store.isFailing.withLock { $0 = false }
    #expect(try archiver.saveAndWait(smallSnapshot(marker: 3)) == 2)
    #expect(try marker() == 3)
  }

  @Test("R122: without a key nothing is restored, saved or touched")
  func withoutKeyNothingIsTouched() throws {
    _ = try archiver().saveAndWait(smallSnapshot(marker: 1))
    let locked = Archiver(store: store, keys: FailingKeys(), logger: log.logger)
    let load = locked.load()
    #expect(load.snapshot == nil)
    #expect(load.incidents.map(\.error.code) == [.keyUnavailable])
    #expect(throws: ArchiveError(.keyUnavailable, "The test has no key")) {
      try locked.saveAndWait(smallSnapshot(marker: 2))
    }
    #expect(try marker() == 1)
  }

  @Test("R196: what was restored becomes the last good archive, whatever was saved since")
  func restoredArchiveIsPromoted() throws {
    _ = try archiver().saveAndWait(smallSnapshot(marker: 1))
    let restored = try #require(store.memory.load(.current, slot: nil))
    let second = archiver()
    _ = second.load()
    for value in 2...4 { _ = try second.saveAndWait(smallSnapshot(marker: value)) }
    #expect(store.memory.load(.lastGood, slot: nil) == nil)
    second.promoteRestored()
    _ = try second.saveAndWait(smallSnapshot(marker: 5))
    #expect(store.memory.load(.lastGood, slot: nil) == restored)
  }
}
