// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import RestorationArchive
import RestorationTesting
import Synchronization
import Testing

/// A keyring that replaces its key, and then stops answering.
private final class SilentKeys: RotatableKeyProvider {
  let protection = KeyProtection.completeUntilFirstUserAuthentication
  let answers = Atomic(true)
  private let file: KeyFile

  init(file: KeyFile) { self.file = file }

  private func ask() throws(ArchiveError) {
    guard answers.load(ordering: .relaxed) else { throw ArchiveError(.keyLocked, "No answer") }
  }

  func key() throws(ArchiveError) -> ArchiveKey {
    try ask()
    return try file.key()
  }

  func nextKey() throws(ArchiveError) -> ArchiveKey? {
    try ask()
    return try file.nextKey()
  }

  func makeNextKey() throws(ArchiveError) -> ArchiveKey { try file.makeNextKey() }

  func advanceToNextKey() throws(ArchiveError) {
    try file.advanceToNextKey()
    answers.store(false, ordering: .relaxed)
    try ask()
  }

  func destroyKeys() throws(ArchiveError) { try file.destroyKeys() }
}

/// Replacing and destroying the key, on real files.
struct KeyRotationTests {
  private let folder = TemporaryFolder()
  private let log = LogRecorder()
  private var store: FileStore { FileStore(folder: folder.path + "/state") }
  private var keys: KeyFile { KeyFile(path: folder.path + "/keys/key") }

  private func archiver(keys: (any KeyProvider)? = nil) -> Archiver {
    Archiver(store: store, keys: keys ?? self.keys, logger: log.logger)
  }

  private func bytes(_ key: ArchiveKey?) -> [UInt8]? { key?.withUnsafeBytes { Array($0) } }

  /// Returns the marker of each generation, opened with a key.
  ///
  /// `nil` means there is no archive; -1 means the key does not open it.
  private func contents(_ key: ArchiveKey, store: FileStore? = nil) throws -> [Int?] {
    try ArchiveGeneration.allCases.map { generation in
      guard let file = try (store ?? self.store).load(generation, slot: nil) else { return nil }
      guard let opened = try? ArchiveSeal.open(file, with: key) else { return -1 }
      return try Life.marker(opened.state().snapshot)
    }
  }

  /// Saves three generations.
  ///
  /// State 1 was restored and proved good; 2, 3 and the appended 4 followed.
  private func saveFour() throws -> Archiver {
    _ = try archiver().saveAndWait(smallSnapshot(marker: 1))
    let second = archiver()
    _ = second.load()
    second.promoteRestored()
    for value in 2...4 { _ = try second.saveAndWait(smallSnapshot(marker: value)) }
    return second
  }

  @Test("R120: a rotation reseals every generation with the new key and removes the old key")
  func everyGenerationIsSealedAnew() throws {
    let archiver = try saveFour()
    let old = try keys.key()
    let before = try contents(old)
    #expect(before[0] == 4 && before[2] == 1)
    try archiver.rotateKeyAndWait()
    let new = try keys.key()
    #expect(bytes(new) != bytes(old))
    #expect(try contents(new) == before)
    #expect(try contents(old) == [-1, -1, -1])
    #expect(try keys.nextKey() == nil)
    #expect(folder.bytes("keys/key") == bytes(new))
    // This process and the next one continue, with increasing sequence numbers.
    #expect(try archiver.saveAndWait(smallSnapshot(marker: 5)) == 5)
    let load = self.archiver().load()
    #expect(try Life.marker(load) == 5)
    #expect(load.sequenceNumber == 5 && load.incidents.isEmpty)
    #expect(log.lines.isEmpty)
  }

  @Test("R196: a rotation cancels the promotion of the state restored before it")
  func candidateIsLeftOut() throws {
    _ = try saveFour()
    let archiver = archiver()
    #expect(try Life.marker(archiver.load()) == 4)
    try archiver.rotateKeyAndWait()
    archiver.promoteRestored()
    _ = try archiver.saveAndWait(smallSnapshot(marker: 5))
    #expect(try contents(keys.key())[2] == 1)
  }

  /// Returns the content of a file outside of the loading order, opened with a key.
  private func content(_ content: StoredFile.Content, slot: String? = nil, _ key: ArchiveKey)
    throws -> Int?
  {
    let file = try #require(folder.bytes("state/" + StoredFile(content, slot: slot).name))
    return try Life.marker(ArchiveSeal.open(file, with: key).state().snapshot)
  }

  /// The names of the slots that are named after a key.
  private var slotsOfKeys: [String] {
    get throws {
      let names = try FileManager.default.contentsOfDirectory(atPath: store.folder)
      let slots = Set(names.compactMap { StoredFile(name: $0)?.slot })
      return slots.filter { $0.hasPrefix("slot-") }.sorted()
    }
  }

  @Test("R219, R120: a rotation reseals what was passed over and the candidate, with every save")
  func keptArchivesAreSealedAnew() throws {
    let (archiver, states) = (archiver(), StateSequence())
    _ = archiver.load()
    _ = try archiver.saveAndWait(smallSnapshot())
    for state in [states.saves[0]] + (1...3).map({ _ in states.change() }) {
      try archiver.saveAndWait(state)
    }
    _ = try store.setAside(.current, slot: nil, for: .failedLaunch, keepsPlace: true)
    try store.nominate(.previous, slot: nil)
    let old = try keys.key()
    let kept = { key in
      try ArchiveSeal.open(#require(self.folder.bytes("state/passed-over-1.archive")), with: key)
    }
    let before = try kept(old)
    #expect(before.log.count == 3)
    try archiver.rotateKeyAndWait()
    let new = try keys.key()
    #expect(try content(.passedOver(1), new) == 3)
    #expect(try kept(new).log == before.log)
    #expect(try content(.candidate, new) != nil)
  }

  @Test("R219, R48: a rotation takes what was passed over to the slot of the new key")
  func keptArchivesMoveWithTheirKey() throws {
    _ = try archiver(keys: MemoryKeyProvider()).saveAndWait(smallSnapshot(marker: 70))
    let archiver = archiver()
    _ = try archiver.saveAndWait(smallSnapshot(marker: 1))
    // No generation is left in the slot, as after a clean launch.
    let slot = try #require(slotsOfKeys.first)
    _ = try store.setAside(.current, slot: slot, for: .failedLaunch, keepsPlace: false)
    try archiver.rotateKeyAndWait()
    let slots = try slotsOfKeys
    #expect(slots.count == 1 && slots != [slot])
    #expect(try content(.passedOver(1), slot: slots.first, keys.key()) == 1)
  }

  @Test("R120, R156: a rotation keeps the state of a process that ran beside others")
  func otherInstancesKeepTheirState() throws {
    let disk = try diskWithFour()
    let (first, second) = (Process(disk, number: 3), Process(disk, number: 4))
    _ = first.archiver.load()
    _ = try second.archiver.saveAndWait(smallSnapshot(marker: 20))
    disk.end(process: 4)
    try first.archiver.rotateKeyAndWait()
    let next = Process(disk, number: 5)
    #expect(try Life.marker(next.archiver.load()) == 20)
  }

  /// A process on a disk that loses everything not synced.
  private struct Process {
    let store: FileStore
    let keys: KeyFile
    let archiver: Archiver

    init(_ disk: SimulatedDisk, number: Int) {
      store = disk.store(process: number)
      keys = disk.keyFile(process: number)
      archiver = Archiver(store: store, keys: keys, logger: LogRecorder().logger)
    }
  }

  /// Returns a disk with three durable generations; 4 is the newest.
  private func diskWithFour() throws -> SimulatedDisk {
    let disk = SimulatedDisk()
    _ = try Process(disk, number: 1).archiver.saveAndWait(smallSnapshot(marker: 1))
    disk.end(process: 1)
    let second = Process(disk, number: 2)
    _ = second.archiver.load()
    second.archiver.promoteRestored()
    for value in 2...4 { _ = try second.archiver.saveAndWait(smallSnapshot(marker: value)) }
    disk.end(process: 2)
    disk.settle()
    return disk
  }

  @Test("R120, R152: every generation opens after a power cut at any moment of a rotation")
  func everyPowerCutLeavesReadableState() throws {
    let disk = try diskWithFour()
    let old = try Process(disk, number: 3).keys.key()
    let before = try contents(old, store: Process(disk, number: 3).store)
    try Process(disk, number: 3).archiver.rotateKeyAndWait()
    var count = 0
    try disk.forEachPowerCut { left in
      count += 1
      try expectReadable(left.now, old, before)
    }
    #expect(count > 15)
  }

  @Test("R120, R152: every generation opens after any failed operation of a rotation")
  func everyFaultLeavesReadableState() throws {
    let start = try diskWithFour().now
    let whole = SimulatedDisk(start)
    let old = try Process(whole, number: 3).keys.key()
    let before = try contents(old, store: Process(whole, number: 3).store)
    let first = whole.operations
    try Process(whole, number: 3).archiver.rotateKeyAndWait()
    for lasts in [false, true] {
      for moment in 0..<whole.operations - first {
        let disk = SimulatedDisk(start, fault: .init(number: EIO, first: moment, lasts: lasts))
        try? Process(disk, number: 3).archiver.rotateKeyAndWait()
        try expectReadable(disk.now, old, before)
      }
    }
  }

  /// Launches as after a reboot, and checks the archives and keys.
  private func expectReadable(_ image: SimulatedDisk.Image, _ old: ArchiveKey, _ before: [Int?])
    throws
  {
    let next = Process(SimulatedDisk(image), number: 4)
    let load = next.archiver.load()
    #expect(try Life.marker(load) == 4)
    #expect(load.sequenceNumber == 4 && load.source == .current && load.incidents.isEmpty)
    // The launch has finished the rotation that was begun.
    let key = try next.keys.key()
    #expect(try contents(key, store: next.store) == before)
    #expect(try next.keys.nextKey() == nil)
    if bytes(key) != bytes(old) { #expect(try contents(old, store: next.store) == [-1, -1, -1]) }
  }

  @Test("R156: a rotation is refused while another process may use the key")
  func otherProcessPreventsRotation() throws {
    let disk = try diskWithFour()
    let other = Process(disk, number: 3)
    _ = other.archiver.load()
    let second = Process(disk, number: 4)
    let old = bytes(try second.keys.key())
    expectError(.inUse) { try second.archiver.rotateKeyAndWait() }
    #expect(bytes(try second.keys.key()) == old)
    _ = try other.archiver.saveAndWait(smallSnapshot(marker: 5))
    disk.end(process: 3)
    try second.archiver.rotateKeyAndWait()
    disk.end(process: 4)
    #expect(try Life.marker(Process(disk, number: 5).archiver.load()) == 5)
  }

  @Test("R120: while a rotation is unfinished, archives of either key can be read")
  func unfinishedRotationIsReadable() throws {
    _ = try saveFour()
    let old = try keys.key()
    let next = try keys.makeNextKey()
    let file = try #require(try store.load(.current, slot: nil))
    let body = try ArchiveSeal.open(file, with: old).state().snapshot.bytes
    try store.rewrite(
      .current, with: ArchiveSeal.seal(body, with: next, sequenceNumber: 4), slot: nil)
    // From here on, nothing on this disk can be replaced.
    let broken = FileStore(folder: store.folder, fileSystem: ReadOnlyFileSystem())
    let readOnly = Archiver(store: broken, keys: keys, logger: log.logger)
    let load = readOnly.load()
    #expect(try Life.marker(load) == 4)
    #expect(load.incidents.isEmpty)
    #expect(log.lines.contains { $0.contains("replacement of the key is not finished") })
    #expect(try keys.nextKey() != nil)
  }

  @Test("R120: after a rotation whose last reply was lost, nothing is saved with the old key")
  func lostAnswer() throws {
    _ = try saveFour()
    let silent = SilentKeys(file: keys)
    let archiver = archiver(keys: silent)
    _ = archiver.load()
    #expect(throws: ArchiveError.self) { try archiver.rotateKeyAndWait() }
    #expect(throws: ArchiveError.self) { try archiver.saveAndWait(smallSnapshot(marker: 5)) }
    silent.answers.store(true, ordering: .relaxed)
    _ = try archiver.saveAndWait(smallSnapshot(marker: 6))
    #expect(try Life.marker(self.archiver().load()) == 6)
  }

  @Test("R48: a rotation sets a damaged archive aside instead of leaving it as another key's")
  func damageIsSetAside() throws {
    _ = try saveFour()
    var file = try #require(try store.load(.previous, slot: nil))
    file[file.count / 2] ^= 4
    try store.rewrite(.previous, with: file, slot: nil)
    try archiver().rotateKeyAndWait()
    #expect(try store.load(.previous, slot: nil) == nil)
    #expect(store.damaged(1) == file)
    try store.rewrite(.current, with: [1, 2, 3], slot: nil)
    #expect(try Life.marker(archiver().load()) == 1)
  }

  @Test("R48: after a rotation, this key's slot and another key's archives keep their owners")
  func slotsMoveWithTheirKey() throws {
    let stranger = MemoryKeyProvider()
    _ = try archiver(keys: stranger).saveAndWait(smallSnapshot(marker: 70))
    let archiver = archiver()
    _ = archiver.load()
    for value in 1...2 { _ = try archiver.saveAndWait(smallSnapshot(marker: value)) }
    try archiver.rotateKeyAndWait()
    _ = try archiver.saveAndWait(smallSnapshot(marker: 3))
    #expect(try Life.marker(self.archiver().load()) == 3)
    #expect(try Life.marker(self.archiver(keys: stranger).load()) == 70)
    let slots = Set(
      try FileManager.default.contentsOfDirectory(atPath: store.folder)
        .filter { $0.hasPrefix("slot-") }.compactMap { $0.split(separator: ".").first })
    #expect(slots.count == 1)
  }

  @Test("R48: a rotation is refused if an archive has a newer format, and the key stays")
  func newerFormatPreventsRotation() throws {
    _ = try saveFour()
    let old = try keys.key()
    let newer = try IndependentSeal(major: 2).seal(smallSnapshot().bytes, with: old)
    try store.rewrite(.previous, with: newer, slot: nil)
    expectError(.newerFormat) { try archiver().rotateKeyAndWait() }
    #expect(bytes(try keys.key()) == bytes(old))
    #expect(try store.load(.previous, slot: nil) == newer)
    #expect(try Life.marker(archiver().load()) == 4)
  }

  @Test("R120: destroying the key removes every archive, and copies can no longer be opened")
  func destroyedKeyOpensNothing() throws {
    let archiver = try saveFour()
    let old = try keys.key()
    let copy = try #require(try store.load(.current, slot: nil))
    try archiver.destroyKeyAndWait()
    #expect(try keys.existingKey() == nil)
    #expect(try contents(old) == [nil, nil, nil])
    // This process and the next one start again with no state, in the application's own slot.
    _ = try archiver.saveAndWait(smallSnapshot(marker: 9))
    #expect(try Life.marker(self.archiver().load()) == 9)
    #expect(bytes(try keys.key()) != bytes(old))
    #expect(throws: ArchiveError.self) { try ArchiveSeal.open(copy, with: keys.key()) }
    let names = try FileManager.default.contentsOfDirectory(atPath: store.folder)
    #expect(!names.contains { $0.hasPrefix("slot-") })
    #expect(names.contains("current.archive"))
  }

  @Test("R48: destroying the key leaves archives of another key alone")
  func foreignArchivesStay() throws {
    let stranger = MemoryKeyProvider()
    _ = try archiver(keys: stranger).saveAndWait(smallSnapshot(marker: 70))
    let archiver = archiver()
    _ = try archiver.saveAndWait(smallSnapshot(marker: 1))
    try archiver.destroyKeyAndWait()
    let names = try FileManager.default.contentsOfDirectory(atPath: store.folder)
    #expect(names.sorted() == ["current.archive", "lock"])
    #expect(try Life.marker(self.archiver(keys: stranger).load()) == 70)
  }

  @Test("R120: the key is destroyed even if the archives cannot be removed")
  func keyGoesWhateverStays() throws {
    _ = try saveFour()
    let old = try keys.key()
    let broken = Archiver(
      store: FileStore(folder: store.folder, fileSystem: ReadOnlyFileSystem()),
      keys: keys, logger: log.logger)
    #expect(throws: ArchiveError.self) { try broken.destroyKeyAndWait() }
    #expect(try contents(old)[0] == 4)
    #expect(try keys.existingKey() == nil)
  }

  @Test("R120: a fixed key provider refuses rotation and destruction, and nothing changes")
  func fixedKeysStay() throws {
    struct Fixed: KeyProvider {
      let protection = KeyProtection.none
      func key() -> ArchiveKey { fixedKey(1) }
    }
    let archiver = archiver(keys: Fixed())
    _ = try archiver.saveAndWait(smallSnapshot(marker: 1))
    for change in [archiver.rotateKeyAndWait, archiver.destroyKeyAndWait] {
      expectError(.keyUnavailable) { try change() }
    }
    #expect(try contents(fixedKey(1))[0] == 1)
  }

  @Test("R120: the asynchronous calls rotate and destroy the key, too")
  func asynchronousCalls() async throws {
    let archiver = archiver(keys: MemoryKeyProvider())
    _ = try archiver.saveAndWait(smallSnapshot(marker: 1))
    try await archiver.rotateKey()
    #expect(try Life.marker(archiver.load()) == 1)
    try await archiver.destroyKey()
    #expect(archiver.load().snapshot == nil)
  }
}
