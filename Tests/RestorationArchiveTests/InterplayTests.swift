// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive
import RestorationTesting
import Synchronization
import Testing

/// Interactions of locks, slots, markers, launch images and keys.
struct InterplayTests {
  private let disk = SimulatedDisk()
  private let keys = MemoryKeyProvider(protection: .complete)
  private let store = MemoryStore()

  /// Starts a process on the disk.
  ///
  /// Locking the screen wipes its key.
  private func process(_ number: Int) -> Archiver {
    let archiver = Archiver(store: disk.store(folder: Life.folder, process: number), keys: keys)
    _ = archiver.load()
    return archiver
  }

  /// Starts the next process of a program that runs alone.
  private func next() -> (archiver: Archiver, load: ArchiveLoad) {
    let archiver = Archiver(store: store, keys: keys)
    return (archiver, archiver.load())
  }

  private func save(_ archiver: Archiver, _ marker: Int) throws {
    _ = try archiver.saveAndWait(smallSnapshot(marker: marker))
  }

  private let picture = LaunchImage(
    scene: "main", content: ["Tabs"], width: 10, height: 10, encoded: [1, 2, 3])

  @Test("R156, R120: a process keeps its slot after a key wipe, even if an earlier slot is free")
  func placeStaysAfterWipe() throws {
    let (first, second) = (process(1), process(2))
    try save(first, 10)
    try save(second, 20)
    disk.end(process: 1)
    let left = disk.now.bytes(Life.folder + "/current.archive")
    second.screenDidLock()
    second.screenDidUnlock()
    try save(second, 21)
    #expect(disk.now.bytes(Life.folder + "/current.archive") == left)
    #expect(second.load().instance == 2)
    #expect(try Life.marker(second.load()) == 21)
  }

  @Test("R191, R156: a process that lost its slot leaves the new owner's launch image alone")
  func pictureOfALostPlace() throws {
    let first = process(1)
    try save(first, 1)
    disk.removeAll()
    let second = process(2)
    try save(second, 2)
    try second.saveLaunchImagesAndWait(of: smallSnapshot(marker: 2)) { [picture] }
    try first.saveLaunchImagesAndWait(of: smallSnapshot(marker: 1)) { [] }
    disk.end(process: 2)
    #expect(process(3).loadLaunchImages() == [picture])
  }

  @Test("R48: a key rotation removes its own launch images, but not those of another key")
  func rotationLeavesForeignPictures() throws {
    let stranger = Archiver(store: store, keys: MemoryKeyProvider(key: fixedKey(9)))
    try save(stranger, 70)
    try stranger.saveLaunchImagesAndWait(of: smallSnapshot(marker: 70)) { [picture] }
    let own = next().archiver
    try save(own, 1)
    try own.saveLaunchImagesAndWait(of: smallSnapshot(marker: 1)) { [picture] }
    #expect(own.loadLaunchImages() == [picture])
    try own.rotateKeyAndWait()
    #expect(next().archiver.loadLaunchImages() == [])
    _ = stranger.load()
    #expect(stranger.loadLaunchImages() == [picture])
  }

  @Test("R183, R152: a save requested after a retirement survives it")
  func saveAfterRetirement() async throws {
    let slow = FaultyStore(store)
    let archiver = Archiver(store: slow, keys: keys)
    let gate = slow.hold(.replace)
    func handOver(_ marker: Int) {
      // The save stays on the queue, and no call waits for it.
      #expect(throws: ArchiveError.self) {
        try archiver.saveAndWait(smallSnapshot(marker: marker), deadline: .zero)
      }
    }
    handOver(1)
    await gate.arrival()
    handOver(2)
    let retirement = Task.immediate { try await archiver.retire() }
    let last = Task.immediate { try await archiver.save(smallSnapshot(marker: 3)) }
    gate.open()
    try await retirement.value
    let save = try await last.value
    let load = next().load
    #expect(load.sequenceNumber == save)
    #expect(try Life.marker(load) == 3)
  }

  /// Crashes the process that was launched last.
  ///
  /// Writes the signal into the marker at the format's offset, as the handler does.
  private func crash() { store.openMarker(slot: nil)?.write([11], at: 57) }

  @Test("R129: a clean launch resets the crash count, however that launch ends")
  func cleanLaunchEndsTheRow() throws {
    try save(next().archiver, 1)
    for _ in 1...2 {
      _ = next()
      crash()
    }
    let clean = next()
    // The launch restores nothing, so nothing can judge it.
    #expect(clean.load.recoveryLevel == .clean && clean.archiver.launchMarker == nil)
    let healthy = next().archiver
    try save(healthy, 2)
    healthy.launchMarker?.endInOrder()
    let good = next()
    #expect(!good.load.isAfterCrash)
    crash()
    #expect(try Life.marker(next().load) == 2)
  }

  @Test("R129, R127: a launch without readable state resets the crash count")
  func unreadableStateEndsTheRow() throws {
    try save(next().archiver, 1)
    _ = next()
    crash()
    store.overwrite(.current, with: [1, 2, 3])
    let healthy = next()
    #expect(healthy.load.snapshot == nil)
    try save(healthy.archiver, 2)
    healthy.archiver.launchMarker?.endInOrder()
    let good = next()
    #expect(!good.load.isAfterCrash)
    crash()
    #expect(try Life.marker(next().load) == 2)
  }

  @Test("R196, R27: state confirmed under a screen lock becomes the last good one after the unlock")
  func promotionWaitsForTheKey() throws {
    try save(next().archiver, 1)
    let restored = try #require(store.load(.current, slot: nil))
    let archiver = next().archiver
    try save(archiver, 2)
    archiver.screenDidLock()
    archiver.promoteRestored()
    archiver.waitUntilIdle()
    #expect(store.load(.lastGood, slot: nil) == nil)
    archiver.screenDidUnlock()
    try save(archiver, 3)
    #expect(store.load(.lastGood, slot: nil) == restored)
  }

  @Test("R191, R195: partly restored state has no launch image")
  func partHasNoPicture() throws {
    let state = smallSnapshot()
    let first = next().archiver
    _ = try first.saveAndWait(state)
    try first.saveLaunchImagesAndWait(of: state) { [picture] }
    let crashing = next().archiver
    #expect(crashing.loadLaunchImages() == [picture])
    let marker = try #require(crashing.launchMarker)
    marker.beginRestoring()
    marker.note(marker.fingerprint(of: address("Tabs/:[1]:/List", .view, scene: "main")))
    crash()
    let part = next()
    #expect(part.load.recoveryLevel == .withoutSuspect)
    #expect(part.archiver.loadLaunchImages() == [])
  }

  @Test("R191, R195: the last good state does not get the newest state's launch image")
  func lastGoodHasNoPicture() throws {
    try save(next().archiver, 1)
    let good = next().archiver
    good.promoteRestored()
    let newest = smallSnapshot(marker: 2)
    _ = try good.saveAndWait(newest)
    try good.saveLaunchImagesAndWait(of: newest) { [picture] }
    let crashing = next().archiver
    #expect(crashing.loadLaunchImages() == [picture])
    crashing.launchMarker?.beginRestoring()
    crash()
    let older = next()
    #expect(older.load.recoveryLevel == .lastGood)
    #expect(try Life.marker(older.load) == 1)
    #expect(older.archiver.loadLaunchImages() == [])
  }

  @Test("R193, R195: probation clears the object named in the launch marker")
  func probationBeginsWithoutAnObjectAtWork() throws {
    try save(next().archiver, 1)
    // First after a process that was not killed while restoring, then after one that was.
    for _ in 0..<2 {
      let marker = try #require(next().archiver.launchMarker)
      let before = try #require(store.openMarker(slot: nil)).contents
      let atWork = marker.beginRestoring()
      atWork.note(ObjectNumber(0))
      let restoring = try #require(store.openMarker(slot: nil)).contents
      #expect(restoring[60..<64] != before[60..<64])
      marker.beginProbation()
      let now = try #require(store.openMarker(slot: nil)).contents
      #expect(now[60..<64] == [0, 0, 0, 0])
      #expect(now[56] == 3)
      marker.beginRestoring()  // then the process is killed
    }
  }

  @Test("R120, R183: after destroying the key, an archiver starts over with new saves")
  func savesAfterDestroyedKey() throws {
    try save(next().archiver, 1)
    let archiver = next().archiver
    try archiver.saveLaunchImagesAndWait(of: smallSnapshot(marker: 1)) { [picture] }
    try archiver.destroyKeyAndWait()
    archiver.promoteRestored()
    archiver.launchMarker?.beginProbation()
    #expect(next().load.snapshot == nil)
    for marker in 2...4 { try save(archiver, marker) }
    let load = next().load
    #expect(try Life.marker(load) == 4 && !load.isAfterCrash && load.incidents.isEmpty)
    #expect(store.load(.lastGood, slot: nil) == nil)
  }
}
