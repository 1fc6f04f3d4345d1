// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RestorationArchive
import RestorationTesting
import Testing

private func picture(_ byte: UInt8 = 7, scene: String = "Main", count: Int = 3_000) -> LaunchImage {
  LaunchImage(
    scene: scene, content: ["Nav/:[0]:/Secret Place"], width: 800, height: 600.5,
    encoded: [UInt8](repeating: byte, count: count))
}

struct LaunchImageTests {
  private let folder = TemporaryFolder()
  private let keys = MemoryKeyProvider(key: fixedKey(1), protection: .complete)
  private let log = LogRecorder()

  private func archiver(_ store: any ArchiveStore) -> Archiver {
    Archiver(store: store, keys: keys, logger: log.logger)
  }

  /// Returns the launch images that the next launch would show.
  private func shown(_ store: any ArchiveStore) -> [LaunchImage] {
    let next = archiver(store)
    _ = next.load()
    return next.loadLaunchImages()
  }

  @Test(
    "R114, R191: launch images come back with the save they belong to, and with no other",
    arguments: StoreKind.allCases)
  func picturesComeBack(kind: StoreKind) async throws {
    let store = kind.make(in: folder)
    let first = archiver(store)
    let images = [picture(1), picture(2, scene: "Second", count: 200_000)]
    // Two whole saves, then appended ones: each kind of save gets a launch image.
    for marker in 1...4 {
      let snapshot = smallSnapshot(marker: marker)
      _ = try first.saveAndWait(snapshot)
      #expect(shown(store) == [])
      // A launch image of the earlier state is not stored for the state on disk.
      try await first.saveLaunchImages(of: smallSnapshot(marker: marker - 1)) { images }
      #expect(shown(store) == [])
      try await first.saveLaunchImages(of: snapshot) { images }
      #expect(shown(store) == images)
    }
  }

  @Test("R114, R152: a torn appended save leaves the previous save's launch image usable")
  func pictureSurvivesATornSave() throws {
    let store = FileStore(folder: folder.path + "/state")
    let (first, sequence) = (archiver(store), StateSequence())
    var random = HostileBodyTests.Seeded(state: 1)
    func record(_ name: String, in maker: SnapshotMaker) {
      let data = Data((0..<300_000).map { _ in UInt8(truncatingIfNeeded: random.next()) })
      maker.record(address(name)) { $0.encode(data, forKey: "data") }
    }
    _ = try first.saveAndWait(sequence.states[0])
    let state = sequence.next { for name in ["A", "B", "C"] { record(name, in: $0) } }
    _ = try first.saveAndWait(state)
    try first.saveLaunchImagesAndWait(of: state.logged) { [picture()] }
    let image = try #require(try store.loadLaunchImage(slot: nil))
    let whole = try #require(try store.load(.current, slot: nil))
    // The appended save has several frames; the first one can still be opened.
    _ = try first.saveAndWait(sequence.next { record("B", in: $0) })
    let grown = try #require(try store.load(.current, slot: nil))
    #expect(grown.starts(with: whole) && grown.count > whole.count + 300_000)
    try folder.write(grown.dropLast(), "state/current.archive")
    try store.replaceLaunchImage(with: image, slot: nil)
    let next = archiver(store)
    let load = next.load()
    #expect(load.source == .current && load.sequenceNumber == 2)
    #expect(next.loadLaunchImages() == [picture()])
  }

  @Test("R191: launch images read ahead are shown once, and not after a later save")
  func picturesAreReadAhead() throws {
    let store = MemoryStore()
    let first = archiver(store)
    let snapshot = smallSnapshot(marker: 1)
    _ = try first.saveAndWait(snapshot)
    try first.saveLaunchImagesAndWait(of: snapshot) { [picture()] }
    for savesMeanwhile in [false, true] {
      let next = archiver(store)
      _ = next.load()
      next.beginLoadingLaunchImages()
      next.waitUntilIdle()
      let kept = store.loadLaunchImage(slot: nil)
      store.replaceLaunchImage(with: nil, slot: nil)  // images read ahead need no file
      if savesMeanwhile { _ = try next.saveAndWait(smallSnapshot(marker: 2)) }
      #expect(next.loadLaunchImages() == (savesMeanwhile ? [] : [picture()]))
      #expect(next.loadLaunchImages() == [], "they are handed over once")
      store.replaceLaunchImage(with: kept, slot: nil)
    }
  }

  @Test("R191: an equal sequence number in another history does not match a launch image")
  func numberIsNotEnough() throws {
    let store = MemoryStore()
    let first = archiver(store)
    let snapshot = smallSnapshot(marker: 1)
    #expect(try first.saveAndWait(snapshot) == 1)
    try first.saveLaunchImagesAndWait(of: snapshot) { [picture()] }
    let kept = store.loadLaunchImage(slot: nil)
    store.removeAll(slot: nil)
    #expect(try archiver(store).saveAndWait(snapshot) == 1)
    store.replaceLaunchImage(with: kept, slot: nil)
    #expect(shown(store) == [])
  }

  @Test(
    "R28: a new launch image of the same save replaces the old one; an equal one is not rewritten")
  func pictureIsRefreshed() throws {
    let store = MemoryStore()
    let first = archiver(store)
    let snapshot = smallSnapshot()
    _ = try first.saveAndWait(snapshot)
    try first.saveLaunchImagesAndWait(of: snapshot) { [picture(1)] }
    let bytes = store.loadLaunchImage(slot: nil)
    try first.saveLaunchImagesAndWait(of: snapshot) { [picture(1)] }
    #expect(store.loadLaunchImage(slot: nil) == bytes)
    try first.saveLaunchImagesAndWait(of: snapshot) { [picture(2)] }
    #expect(shown(store) == [picture(2)])
    try first.saveLaunchImagesAndWait(of: snapshot) { [] }
    #expect(store.loadLaunchImage(slot: nil) == nil)
  }

  @Test("R119, R189: the file reveals nothing, and any changed or missing byte makes it unusable")
  func fileIsSealed() throws {
    let store = FileStore(folder: folder.path + "/state")
    let first = archiver(store)
    let snapshot = smallSnapshot()
    _ = try first.saveAndWait(snapshot)
    try first.saveLaunchImagesAndWait(of: snapshot) { [picture(count: 60)] }
    #expect(folder.mode("state/launch-image.sealed") == 0o600)
    #expect(folder.bytes("state/launch-image.new") == nil)
    let bytes = try #require(folder.bytes("state/launch-image.sealed"))
    for text in ["Main", "Secret"] { #expect(!contains(bytes, Array(text.utf8))) }
    #expect(!contains(bytes, [7, 7, 7, 7]))
    for index in bytes.indices {
      var damaged = bytes
      damaged[index] ^= 1
      try store.replaceLaunchImage(with: damaged, slot: nil)
      #expect(shown(store) == [], "byte \(index)")
      try store.replaceLaunchImage(with: Array(bytes.prefix(index)), slot: nil)
      #expect(shown(store) == [], "cut at \(index)")
    }
    try store.replaceLaunchImage(with: bytes, slot: nil)
    #expect(shown(store) == [picture(count: 60)])
    #expect(!log.lines.contains { $0.contains("Secret") || $0.contains("Main") })
  }

  private func contains(_ bytes: [UInt8], _ part: [UInt8]) -> Bool {
    Data(bytes).range(of: Data(part)) != nil
  }

  @Test("R119: a launch image does not open as an archive, nor an archive as a launch image")
  func purposesAreSeparate() throws {
    let key = fixedKey(1)
    let image = try ArchiveSeal.seal([1, 2], with: key, sequenceNumber: 1, as: .launchImage)
    #expect(throws: ArchiveError.self) { try ArchiveSeal.open(image, with: key) }
    let archive = try ArchiveSeal.seal([1, 2], with: key, sequenceNumber: 1)
    #expect(throws: ArchiveError.self) {
      try ArchiveSeal.open(archive, with: key, as: .launchImage)
    }
    #expect(try ArchiveSeal.open(image, with: key, as: .launchImage).body == [1, 2])
  }

  @Test("R122: with a locked key, no launch image is read or written")
  func lockedKeyTouchesNothing() throws {
    let store = MemoryStore()
    let first = archiver(store)
    let snapshot = smallSnapshot()
    _ = try first.saveAndWait(snapshot)
    try first.saveLaunchImagesAndWait(of: snapshot) { [picture(1)] }
    let bytes = store.loadLaunchImage(slot: nil)
    keys.setLocked(true)
    first.wipeKey()
    #expect(throws: ArchiveError.self) {
      try first.saveLaunchImagesAndWait(of: snapshot) { [picture(2)] }
    }
    #expect(throws: ArchiveError.self) {
      try first.saveLaunchImagesAndWait(of: snapshot) { [] }
    }
    #expect(store.loadLaunchImage(slot: nil) == bytes)
    #expect(shown(store) == [])
    keys.setLocked(false)
    #expect(shown(store) == [picture(1)])
  }

  /// Makes a store that durably holds a state and its launch image.
  private func storeWithPicture() throws -> (
    store: FileStore, disk: SimulatedDisk, archiver: Archiver
  ) {
    let disk = SimulatedDisk()
    let store = disk.store()
    let first = archiver(store)
    _ = try first.saveAndWait(smallSnapshot())
    try first.saveLaunchImagesAndWait(of: smallSnapshot()) { [picture(1)] }
    disk.settle()
    return (store, disk, first)
  }

  @Test("R152, R191: a power cut while a launch image is written leaves the old or the new one")
  func everyPowerCutLeavesAPicture() throws {
    let (store, disk, archiver) = try storeWithPicture()
    let archive = try store.load(.current, slot: nil)
    try archiver.saveLaunchImagesAndWait(of: smallSnapshot()) { [picture(2)] }
    var found: Set<UInt8?> = []
    for end in 0...disk.effects.count {
      for image in PowerCut(disk.start, after: disk.effects[..<end]).images {
        let store = SimulatedDisk(image).store()
        #expect(try store.load(.current, slot: nil) == archive)
        let images = shown(store)
        #expect(images == [picture(1)] || images == [picture(2)], "effect \(end)")
        if end == disk.effects.count { #expect(images == [picture(2)]) }
        found.insert(images.first?.encoded.first)
      }
    }
    #expect(found == [1, 2])
  }

  @Test("R152, R191: after any failed operation, the old or the new launch image is shown")
  func everyFaultLeavesAPicture() throws {
    let (_, whole, archiver) = try storeWithPicture()
    let before = whole.operations
    try archiver.saveLaunchImagesAndWait(of: smallSnapshot()) { [picture(2)] }
    for moment in 0..<whole.operations - before {
      let (store, disk, archiver) = try storeWithPicture()
      let archive = try store.load(.current, slot: nil)
      disk.fail(EIO, at: moment, lasts: true)
      try? archiver.saveLaunchImagesAndWait(of: smallSnapshot()) { [picture(2)] }
      disk.repair()
      let images = shown(store)
      #expect(images == [picture(1)] || images == [picture(2)], "operation \(moment)")
      #expect(try store.load(.current, slot: nil) == archive)
    }
  }

  @Test("R183: no launch image outlives retired state, whenever the power is cut")
  func pictureGoesBeforeTheArchives() throws {
    let (store, disk, _) = try storeWithPicture()
    try store.removeAll(slot: nil)
    try disk.forEachPowerCut { left in
      guard try left.store().load(.current, slot: nil) == nil else { return }
      #expect(try left.store().loadLaunchImage(slot: nil) == nil)
    }
    #expect(try store.load(.current, slot: nil) == nil)
  }

  @Test("Sealed bodies that are not launch images are refused")
  func hostileBodies() throws {
    let store = MemoryStore()
    let first = archiver(store)
    let snapshot = smallSnapshot()
    _ = try first.saveAndWait(snapshot)
    try first.saveLaunchImagesAndWait(of: snapshot) { [picture(count: 40)] }
    let file = try #require(store.loadLaunchImage(slot: nil))
    let body = try Array(ArchiveSeal.open(file, with: fixedKey(1), as: .launchImage).body)
    func isUsed(_ body: [UInt8]) throws -> Bool {
      let bytes = try ArchiveSeal.seal(body, with: fixedKey(1), sequenceNumber: 1, as: .launchImage)
      store.replaceLaunchImage(with: bytes, slot: nil)
      return !shown(store).isEmpty
    }
    #expect(try isUsed(body))
    for length in body.indices { #expect(try !isUsed(Array(body.prefix(length)))) }
    #expect(try !isUsed(body + [0]))
    // Sets each byte of counts, lengths and sizes before the image to its largest value.
    for index in body.indices.dropLast(41) {
      var hostile = body
      hostile[index] = 0xFF
      _ = try isUsed(hostile)  // does not trap
    }
    let count = 4 + 2 + 8 + 16  // magic, version, number and tag come first
    #expect(try !isUsed(body[..<count] + [UInt8](repeating: 0xFF, count: 9) + [1]))
  }

  @Test("Launch images above a reader's limits are not written")
  func largePictureIsRefused() throws {
    let store = MemoryStore()
    let first = archiver(store)
    let snapshot = smallSnapshot()
    _ = try first.saveAndWait(snapshot)
    expectError(.limitExceeded) {
      try first.saveLaunchImagesAndWait(of: snapshot) {
        (0..<65).map { picture(scene: "\($0)", count: 1) }
      }
    }
    #expect(store.loadLaunchImage(slot: nil) == nil)
  }
}
