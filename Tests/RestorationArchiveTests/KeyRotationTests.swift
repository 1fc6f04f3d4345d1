// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RestorationArchive
import Testing

/// Replacing the key and destroying it, on real files.
struct KeyRotationTests {
  private let folder = TemporaryFolder()
  private let log = LogLines()
  private var store: FileStore { FileStore(folder: folder.path + "/state") }
  private var keys: KeyFile { KeyFile(path: folder.path + "/keys/key") }

  private func archiver(keys: (any KeyProvider)? = nil) -> Archiver {
    Archiver(store: store, keys: keys ?? self.keys, logger: log.logger)
  }

  private func bytes(_ key: ArchiveKey?) -> [UInt8]? { key?.withUnsafeBytes { Array($0) } }

  private func marker(_ snapshot: RestorationSnapshot?) throws -> Int? {
    guard let snapshot, let number = snapshot.number(at: .application) else { return nil }
    return try decoder(snapshot, number).decodeInteger(forKey: "marker")
  }

  /// What each generation holds when it is opened with a key; `nil` for none, -1 for another key's.
  private func contents(_ key: ArchiveKey, slot: String? = nil) throws -> [Int?] {
    try ArchiveGeneration.allCases.map { generation in
      guard let file = try store.load(generation, slot: slot) else { return nil }
      guard let opened = try? ArchiveSeal.open(file, with: key) else { return -1 }
      return try marker(opened.state().snapshot)
    }
  }

  /// Three generations: 1 restored and good, then 2, 3 and appended 4.
  private func saveFour() throws -> Archiver {
    _ = try archiver().saveAndWait(smallSnapshot(marker: 1))
    let second = archiver()
    _ = second.load()
    second.promoteRestored()
    for value in 2...4 { _ = try second.saveAndWait(smallSnapshot(marker: value)) }
    return second
  }

  @Test("R120: a new key seals every generation anew, and the old key opens none and is gone")
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
    // This process and the next one go on, with growing numbers.
    #expect(try archiver.saveAndWait(smallSnapshot(marker: 5)) == 5)
    let load = self.archiver().load()
    #expect(try marker(load.snapshot) == 5)
    #expect(load.generation == 5 && load.incidents.isEmpty)
    #expect(log.all.isEmpty)
  }

  @Test("R196: what is restored before a rotation is not promoted after it, nor is anything else")
  func candidateIsLeftOut() throws {
    _ = try saveFour()
    let archiver = archiver()
    #expect(try marker(archiver.load().snapshot) == 4)
    try archiver.rotateKeyAndWait()
    archiver.promoteRestored()
    _ = try archiver.saveAndWait(smallSnapshot(marker: 5))
    #expect(try contents(keys.key())[2] == 1)
  }

  @Test("R120, R152: whichever operation fails or is the last, every generation opens afterwards")
  func everyFaultLeavesReadableState() throws {
    _ = try saveFour()
    let operations = try fault(.error, at: .max).operations
    #expect(operations > 15)
    for kind in [FaultyFileSystem.Fault.error, .deadDisk, .powerCut] {
      for moment in 0..<operations { _ = try fault(kind, at: moment) }
    }
  }

  /// Rotates a copy with one fault, then launches as after a reboot and looks at what there is.
  private func fault(_ kind: FaultyFileSystem.Fault, at moment: Int) throws -> FaultyFileSystem {
    let test = Self()
    for name in ["state", "keys"] {
      try FileManager.default.copyItem(
        atPath: "\(folder.path)/\(name)", toPath: "\(test.folder.path)/\(name)")
    }
    let before = try contents(keys.key())
    let old = try test.keys.key()
    let system = FaultyFileSystem(kind, at: moment)
    let faulty = Archiver(
      store: FileStore(folder: test.store.folder, fileSystem: system),
      keys: KeyFile(folder: test.folder.path + "/keys", name: "key", fileSystem: system),
      logger: test.log.logger)
    try? faulty.rotateKeyAndWait()
    let load = test.archiver().load()
    #expect(try test.marker(load.snapshot) == 4, "\(kind) \(moment)")
    #expect(load.generation == 4 && load.source == .current, "\(kind) \(moment)")
    #expect(load.incidents.isEmpty, "\(kind) \(moment)")
    // The launch has finished what was begun.
    let key = try test.keys.key()
    #expect(try test.contents(key) == before, "\(kind) \(moment)")
    #expect(try test.keys.nextKey() == nil, "\(kind) \(moment)")
    if test.bytes(key) != test.bytes(old) {
      #expect(try test.contents(old) == [-1, -1, -1], "\(kind) \(moment)")
    }
    return system
  }

  @Test("R120: while a rotation cannot be finished, archives of either key are read")
  func unfinishedRotationIsReadable() throws {
    _ = try saveFour()
    let old = try keys.key()
    let next = try keys.makeNextKey()
    let body = try #require(try body(of: .current, old))
    try store.rewrite(
      .current, with: ArchiveSeal.seal(body, with: next, generation: 4), slot: nil)
    // A disk on which nothing can be replaced from here on.
    let broken = FileStore(
      folder: store.folder, fileSystem: FaultyFileSystem(.deadDisk, at: 0))
    let readOnly = Archiver(store: broken, keys: keys, logger: log.logger)
    let load = readOnly.load()
    #expect(try marker(load.snapshot) == 4)
    #expect(load.incidents.isEmpty)
    #expect(log.all.contains { $0.contains("replacement of the key is not finished") })
    #expect(try keys.nextKey() != nil)
  }

  private func body(of generation: ArchiveGeneration, _ key: ArchiveKey) throws -> [UInt8]? {
    try store.load(generation, slot: nil).map { try ArchiveSeal.open($0, with: key).state() }?
      .snapshot.bytes
  }

  @Test("R48: damage is set aside by a rotation, and does not count as another key's afterwards")
  func damageIsSetAside() throws {
    _ = try saveFour()
    var file = try #require(try store.load(.previous, slot: nil))
    file[file.count / 2] ^= 4
    try store.rewrite(.previous, with: file, slot: nil)
    try archiver().rotateKeyAndWait()
    #expect(try store.load(.previous, slot: nil) == nil)
    #expect(store.damaged(1) == file)
    try store.rewrite(.current, with: [1, 2, 3], slot: nil)
    #expect(try marker(archiver().load().snapshot) == 1)
  }

  @Test("R48: archives of another key and this key's slot beside them keep their owners")
  func slotsMoveWithTheirKey() throws {
    let stranger = MemoryKeyProvider()
    _ = try archiver(keys: stranger).saveAndWait(smallSnapshot(marker: 70))
    let archiver = archiver()
    _ = archiver.load()
    for value in 1...2 { _ = try archiver.saveAndWait(smallSnapshot(marker: value)) }
    try archiver.rotateKeyAndWait()
    _ = try archiver.saveAndWait(smallSnapshot(marker: 3))
    #expect(try marker(self.archiver().load().snapshot) == 3)
    #expect(try marker(self.archiver(keys: stranger).load().snapshot) == 70)
    let slots = Set(
      try FileManager.default.contentsOfDirectory(atPath: store.folder)
        .filter { $0.hasPrefix("slot-") }.compactMap { $0.split(separator: ".").first })
    #expect(slots.count == 1)
  }

  @Test("R48: a newer version's archive keeps the key that it was sealed with")
  func newerFormatPreventsRotation() throws {
    _ = try saveFour()
    let old = try keys.key()
    let newer = try IndependentSeal(major: 2).seal(smallSnapshot().bytes, with: old)
    try store.rewrite(.previous, with: newer, slot: nil)
    #expect { try archiver().rotateKeyAndWait() } throws: {
      ($0 as? ArchiveError)?.code == .newerFormat
    }
    #expect(bytes(try keys.key()) == bytes(old))
    #expect(try store.load(.previous, slot: nil) == newer)
    #expect(try marker(archiver().load().snapshot) == 4)
  }

  @Test("R120: a destroyed key leaves no archive, and a copy of one cannot be opened")
  func destroyedKeyOpensNothing() throws {
    let archiver = try saveFour()
    let old = try keys.key()
    let copy = try #require(try store.load(.current, slot: nil))
    try archiver.destroyKeyAndWait()
    #expect(try keys.existingKey() == nil)
    #expect(try contents(old) == [nil, nil, nil])
    // This process begins anew in the application's own slot, and so does the next one.
    _ = try archiver.saveAndWait(smallSnapshot(marker: 9))
    #expect(try marker(self.archiver().load().snapshot) == 9)
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
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: store.folder) == ["current.archive"])
    #expect(try marker(self.archiver(keys: stranger).load().snapshot) == 70)
  }

  @Test("R120: archives that cannot be removed lose their key all the same")
  func keyGoesWhateverStays() throws {
    _ = try saveFour()
    let old = try keys.key()
    let broken = Archiver(
      store: FileStore(folder: store.folder, fileSystem: FaultyFileSystem(.deadDisk, at: 0)),
      keys: keys, logger: log.logger)
    #expect(throws: ArchiveError.self) { try broken.destroyKeyAndWait() }
    #expect(try contents(old)[0] == 4)
    #expect(try keys.existingKey() == nil)
  }

  @Test("R120: a provider that cannot replace or destroy its key says so, and nothing changes")
  func fixedKeysStay() throws {
    struct Fixed: KeyProvider {
      let protection = KeyProtection.none
      func key() -> ArchiveKey { fixedKey(1) }
    }
    let archiver = archiver(keys: Fixed())
    _ = try archiver.saveAndWait(smallSnapshot(marker: 1))
    for change in [archiver.rotateKeyAndWait, archiver.destroyKeyAndWait] {
      #expect { try change() } throws: { ($0 as? ArchiveError)?.code == .keyUnavailable }
    }
    #expect(try contents(fixedKey(1))[0] == 1)
  }

  @Test("R120: the calls that do not hold up their actor do the same")
  func asynchronousCalls() async throws {
    let archiver = archiver(keys: MemoryKeyProvider())
    _ = try archiver.saveAndWait(smallSnapshot(marker: 1))
    try await archiver.rotateKey()
    #expect(try marker(archiver.load().snapshot) == 1)
    try await archiver.destroyKey()
    #expect(archiver.load().snapshot == nil)
  }
}
