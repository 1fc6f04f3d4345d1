// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import RestorationArchive
import RestorationTesting
import Testing

/// File systems that allow only one name per file.
///
/// ``PowerCutTests`` covers how a save ends on them.
struct NoHardLinksTests {
  private let folder = TemporaryFolder()

  private func store(_ hasHardLinks: Bool) -> FileStore {
    FileStore(
      folder: folder.path + "/state", fileSystem: PosixFileSystem(hasHardLinks: hasHardLinks))
  }

  @Test(
    "R203: archives are saved, promoted and set aside alike with and without hard links",
    arguments: [true, false])
  func generationsAreTheSame(hasHardLinks: Bool) throws {
    let store = store(hasHardLinks)
    for value in 1...3 as ClosedRange<UInt8> {
      try store.replace(with: [value], slot: nil)
      try store.nominate(.current, slot: nil)
    }
    #expect(try store.load(.current, slot: nil) == [3])
    #expect(try store.load(.previous, slot: nil) == [2])
    try store.promoteNominee(slot: nil)
    #expect(try store.load(.lastGood, slot: nil) == [3])
    for _ in 1...2 {
      #expect(try store.setAside(.current, slot: nil, for: .damage, keepsPlace: true))
    }
    #expect(store.damaged(1) == [3] && store.damaged(2) == nil)
    try store.setAside(.current, slot: nil)
    #expect(try store.load(.current, slot: nil) == nil)
    #expect(store.damaged(1) == [3] && store.damaged(2) == [3])
    let names = try FileManager.default.contentsOfDirectory(atPath: store.folder).sorted()
    #expect(
      names == ["damaged-1.archive", "damaged-2.archive", "lastGood.archive", "previous.archive"])
    for name in names { #expect(folder.mode("state/" + name) == 0o600) }
  }

  @Test(
    "R203: a save appended to one generation does not change another", arguments: [true, false])
  func appendedSavesStayApart(hasHardLinks: Bool) throws {
    let store = store(hasHardLinks)
    for value in 1...2 as ClosedRange<UInt8> { try store.replace(with: [value, 9], slot: nil) }
    try store.nominate(.current, slot: nil)
    _ = try store.append([7], after: ArchiveEnd(size: 2, tag: [9]), slot: nil)
    try store.promoteNominee(slot: nil)
    #expect(try store.load(.lastGood, slot: nil) == [2, 9])
    #expect(try store.load(.previous, slot: nil) == [1, 9])
  }

  @Test("R203: a program saves, appends and relaunches with and without hard links")
  func programComesBack() throws {
    for hasHardLinks in [true, false] {
      let system = PosixFileSystem(hasHardLinks: hasHardLinks)
      let state = folder.path + "/life-\(hasHardLinks)"
      func archiver() -> Archiver {
        Archiver(
          store: FileStore(folder: state, fileSystem: system),
          keys: KeyFile(folder: state + ".keys", name: "key", fileSystem: system),
          logger: LogRecorder().logger)
      }
      let (first, sequence) = (archiver(), StateSequence())
      for _ in 0..<5 { _ = try first.saveAndWait(sequence.change()) }
      #expect(try Life.marker(archiver().load()) == 5)
      let file = try FileStore(folder: state).load(.current, slot: nil)
      let key = try KeyFile(path: state + ".keys/key").key()
      #expect(try ArchiveSeal.open(unwrap(file), with: key).log.count == 3)
    }
  }

  @Test(
    "R203, R156: providers that create a key at the same time agree on one",
    arguments: [true, false])
  func oneKeyIsMade(hasHardLinks: Bool) async throws {
    let place = folder.path + "/keys"
    let made = try await withThrowingTaskGroup(of: [UInt8].self) { group in
      for _ in 0..<16 {
        group.addTask {
          try KeyFile(
            folder: place, name: "key", fileSystem: PosixFileSystem(hasHardLinks: hasHardLinks)
          )
          .key().withUnsafeBytes { Array($0) }
        }
      }
      return try await group.reduce(into: Set<[UInt8]>()) { $0.insert($1) }
    }
    #expect(made.count == 1)
    let names = try FileManager.default.contentsOfDirectory(atPath: place).sorted()
    #expect(names.filter { $0 != "key.lock" } == ["key"])
  }

  @Test("R203: moving a file to a taken name changes neither file", arguments: [true, false])
  func takenNameStays(hasHardLinks: Bool) throws {
    let system = PosixFileSystem(hasHardLinks: hasHardLinks)
    try system.write([1], to: folder.path + "/one")
    try system.write([2], to: folder.path + "/two")
    #expect(try !system.moveToNew(folder.path + "/one", to: folder.path + "/two"))
    #expect(folder.bytes("one") == [1] && folder.bytes("two") == [2])
    #expect(try system.moveToNew(folder.path + "/one", to: folder.path + "/three"))
    #expect(folder.bytes("one") == nil && folder.bytes("three") == [1])
  }
}
