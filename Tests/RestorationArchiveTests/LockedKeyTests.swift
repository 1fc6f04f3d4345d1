// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RestorationArchive
import RestorationTesting
import Testing

/// An archiver on a real folder, during and after a lock.
struct LockedKeyTests {
  private let folder = TemporaryFolder()
  private let log = LogRecorder()
  private let key = fixedKey(1)
  private var store: FileStore { FileStore(folder: folder.path + "/state") }

  private func keys(_ protection: KeyProtection, isLocked: Bool = false) -> MemoryKeyProvider {
    MemoryKeyProvider(key: key, protection: protection, isLocked: isLocked)
  }

  private func archiver(_ keys: any KeyProvider, store: (any ArchiveStore)? = nil) -> Archiver {
    Archiver(store: store ?? self.store, keys: keys, logger: log.logger)
  }

  /// The bytes of every file in the state folder.
  private var files: [String: [UInt8]] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path + "/state")) ?? []
    return Dictionary(uniqueKeysWithValues: names.map { ($0, folder.bytes("state/\($0)") ?? []) })
  }

  /// Returns the newest archive's value and number of appended saves.
  private func current() throws -> (marker: Int?, appended: Int) {
    let file = try #require(try store.load(.current, slot: nil))
    let state = try ArchiveSeal.open(file, with: key).state()
    return (try Life.marker(state.snapshot), state.appendedSaves)
  }

  @Test(
    "R122: with a locked key, nothing is read, set aside, written or removed, with one log line",
    arguments: [KeyProtection.complete, .completeUntilFirstUserAuthentication])
  func lockedKeyTouchesNothing(protection: KeyProtection) throws {
    let owner = archiver(keys(protection))
    for marker in 1...3 { _ = try owner.saveAndWait(smallSnapshot(marker: marker)) }
    try folder.write([1, 2, 3], "state/current.archive")  // damage must stay as it is, too
    let before = files

    let archiver = archiver(keys(protection, isLocked: true))
    #expect(!archiver.isKeyAvailable)
    for _ in 1...2 {
      let load = archiver.load()
      #expect(load.isLocked && load.snapshot == nil && load.sequenceNumber == nil)
      #expect(load.incidents.map(\.isSetAside) == [false])
      expectError(.keyLocked) { _ = try archiver.saveAndWait(smallSnapshot(marker: 4)) }
      expectError(.keyLocked) { try archiver.retireAndWait() }
    }
    archiver.promoteRestored()
    _ = archiver.load()  // waits for the queue
    #expect(files == before)
    #expect(log.lines.count == 1 && log.lines[0].contains("as long as the key is locked"))
  }

  @Test("R122: with a locked key, not even the folder is created")
  func lockedKeyMakesNoFolder() {
    let archiver = archiver(keys(.complete, isLocked: true))
    #expect(archiver.load().isLocked)
    expectError(.keyLocked) { _ = try archiver.saveAndWait(smallSnapshot()) }
    #expect(folder.names.isEmpty)
  }

  @Test(
    "R120, R122: the key is kept from the unlock on, and later locks stop neither loads nor saves")
  func unlockedStateIsThere() throws {
    _ = try archiver(keys(.none)).saveAndWait(smallSnapshot(marker: 1))
    let keys = keys(.completeUntilFirstUserAuthentication, isLocked: true)
    let archiver = archiver(keys)
    #expect(archiver.load().isLocked)
    keys.setLocked(false)
    archiver.holdKey()
    archiver.waitUntilIdle()
    keys.setLocked(true)
    let load = archiver.load()
    #expect(!load.isLocked && load.sequenceNumber == 1)
    #expect(try archiver.saveAndWait(smallSnapshot(marker: 2)) == 2)
    #expect(log.lines.count == 2)
    #expect(log.lines[0].contains("as long as the key is locked"))
    #expect(log.lines[1] == "notice: The key is unlocked")
  }

  @Test(
    "R27, R120: complete: after a screen lock, the key is forgotten and not fetched again"
  )
  func screenLockWipes() throws {
    let keys = FaultyKeyProvider(self.keys(.complete))
    let archiver = archiver(keys)
    #expect(try archiver.saveAndWait(smallSnapshot(marker: 1)) == 1)
    archiver.screenDidLock()
    #expect(keys.forgottenCount == 1)
    let fetched = keys.keyRequests
    #expect(!archiver.isKeyAvailable)
    expectError(.keyLocked) { _ = try archiver.saveAndWait(smallSnapshot(marker: 2)) }
    #expect(archiver.load().isLocked)
    #expect(keys.keyRequests == fetched)
    archiver.screenDidUnlock()
    #expect(archiver.isKeyAvailable)
    #expect(try archiver.saveAndWait(smallSnapshot(marker: 3)) == 2)
  }

  @Test("R120, R156: after a wipe, the store is checked again, and the next save is a whole one")
  func wipedArchiverLooksAgain() throws {
    let archiver = archiver(keys(.complete))
    let sequence = StateSequence()
    for _ in 1...3 { _ = try archiver.saveAndWait(sequence.change()) }
    #expect(try current().appended == 1)
    archiver.screenDidLock()
    let other = self.archiver(keys(.none))
    _ = other.load()
    #expect(try other.saveAndWait(sequence.change()) == 4)
    archiver.screenDidUnlock()
    #expect(try archiver.saveAndWait(sequence.change()) == 5)
    #expect(try current().appended == 0)
    _ = try archiver.saveAndWait(sequence.change())
    #expect(try current().appended == 1)
  }

  @Test("R183, R188: a retirement fails while the key is wiped, and succeeds after the unlock")
  func retirementWaitsForTheKey() throws {
    let archiver = archiver(keys(.complete))
    _ = try archiver.saveAndWait(smallSnapshot())
    archiver.screenDidLock()
    let before = files
    expectError(.keyLocked) { try archiver.retireAndWait() }
    #expect(files == before)
    archiver.screenDidUnlock()
    try archiver.retireAndWait()
    #expect(Array(files.keys) == ["lock"])
  }

  @Test("R27: a save under way at the lock finishes; one past its deadline does not start")
  func lockDuringSave() async throws {
    let (archiver, first, gate) = await slowSave()
    #expect(throws: ArchiveError.self) {
      try archiver.saveAndWait(smallSnapshot(marker: 2), deadline: .zero)
    }
    archiver.screenDidLock(deadline: .zero)  // the disk does not answer, but the key is wiped
    gate.open()
    #expect(try await first.value == 1)
    #expect(archiver.load().isLocked)  // waits for the queue
    #expect(try current().marker == 1)
    archiver.screenDidUnlock()
    #expect(try archiver.saveAndWait(smallSnapshot(marker: 3)) == 2)
  }

  @Test("R27: an unlock cancels a wipe that still waits behind a slow save")
  func unlockDuringSave() async throws {
    let (archiver, first, gate) = await slowSave()
    archiver.screenDidLock(deadline: .zero)
    archiver.screenDidUnlock()
    gate.open()
    #expect(try await first.value == 1)
    #expect(!archiver.load().isLocked)  // waits for the queue
    #expect(try archiver.saveAndWait(smallSnapshot(marker: 2)) == 2)
  }

  @Test("R27: a lock without a deadline waits for the queued saves")
  func lockWaitsForSaves() async throws {
    let archiver = archiver(keys(.complete))
    expectDeadline { _ = try archiver.saveAndWait(smallSnapshot(marker: 7), deadline: .zero) }
    archiver.screenDidLock()
    #expect(try current().marker == 7)
    expectError(.keyLocked) { _ = try archiver.saveAndWait(smallSnapshot(marker: 8)) }
  }

  /// Begins a save that the disk holds up.
  private func slowSave() async -> (Archiver, Task<UInt64, any Error>, FaultyStoreGate) {
    let slow = FaultyStore(store)
    let archiver = archiver(keys(.complete), store: slow)
    _ = archiver.load()
    let gate = slow.hold(.replace)
    let save = Task.detached { try await archiver.save(smallSnapshot(marker: 1)) }
    await gate.arrival()
    return (archiver, save, gate)
  }

  /// Expects success or a missed deadline: the save may finish in time.
  private func expectDeadline(_ body: () throws -> Void) {
    do { try body() } catch { #expect((error as? ArchiveError)?.code == .deadlineExceeded) }
  }
}
