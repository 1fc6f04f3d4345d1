// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import RestorationArchive
import RestorationTesting
import Testing

/// Files with several names: an append must not change other generations.
struct SharedFileTests {
  private let folder = TemporaryFolder()
  private let key = fixedKey(1)

  private func archiver(_ store: any ArchiveStore, key: ArchiveKey? = nil) -> Archiver {
    Archiver(store: store, keys: MemoryKeyProvider(key: key ?? self.key))
  }

  private func state(_ generation: ArchiveGeneration, _ store: any ArchiveStore) throws
    -> OpenedArchive.State?
  {
    try store.load(generation, slot: nil).map { try ArchiveSeal.open($0, with: key).state() }
  }

  @Test(
    "R196: a promoted archive is as its process restored it, without later appends",
    arguments: StoreKind.allCases)
  func candidateDoesNotGrow(kind: StoreKind) throws {
    let store = kind.make(in: folder)
    let (first, second) = (archiver(store), archiver(store))
    let sequence = StateSequence()
    for _ in 0..<3 { _ = try first.saveAndWait(sequence.change()) }
    let restored = try #require(try store.load(.current, slot: nil))
    #expect(second.load().sequenceNumber == 3)
    // The first process does not know about the second.
    for _ in 0..<3 { _ = try first.saveAndWait(sequence.change()) }
    #expect(try store.load(.lastGood, slot: nil) == nil)
    second.promoteRestored()
    _ = second.load()  // waits for the promotion
    #expect(try store.load(.lastGood, slot: nil) == restored)
    #expect(try state(.current, store)?.sequenceNumber == 6)
    let last = try #require(try state(.current, store)?.snapshot)
    #expect(try contents(last) == contents(#require(sequence.states.last)))
  }

  @Test("R152: a file with a second name is not appended to")
  func linkedFileDoesNotGrow() throws {
    let store = FileStore(folder: folder.path)
    let archiver = archiver(store)
    let sequence = StateSequence()
    for _ in 0..<2 { _ = try archiver.saveAndWait(sequence.states[0]) }
    let before = try #require(folder.bytes("current.archive"))
    #expect(link(store.path(of: .current), folder.path + "/backup") == 0)
    _ = try archiver.saveAndWait(sequence.change())
    #expect(folder.bytes("backup") == before)
    #expect(folder.bytes("previous.archive") == before)
    #expect(try state(.current, store)?.appendedSaves == 0)
    // The new file has only one name.
    _ = try archiver.saveAndWait(sequence.change())
    #expect(try state(.current, store)?.appendedSaves == 1)
    #expect(folder.bytes("previous.archive") == before)
  }

  @Test(
    "R152: two processes that save do not append to each other's files",
    arguments: StoreKind.allCases)
  func processesDoNotMix(kind: StoreKind) throws {
    let store = kind.make(in: folder)
    let archivers = [archiver(store), archiver(store)]
    let sequences = [StateSequence(), StateSequence(things: 8)]
    for turn in [0, 0, 1, 1, 0, 1, 0, 0, 1] {
      _ = try archivers[turn].saveAndWait(sequences[turn].change())
      let now = try #require(try state(.current, store)?.snapshot)
      #expect(try contents(now) == contents(#require(sequences[turn].states.last)))
    }
  }

  /// Changes to the archive or its names.
  ///
  /// An additional name does not show in a file's bytes.
  private static let changes: [(String, @Sendable ([UInt8], TemporaryFolder) throws -> Void)] = [
    ("cut", { try $1.write($0.dropLast(3), "current.archive") }),
    ("longer", { try $1.write($0 + [0], "current.archive") }),
    ("empty", { try $1.write([], "current.archive") }),
    ("other end", { try $1.write($0.dropLast() + [~$0[$0.count - 1]], "current.archive") }),
    ("gone", { try FileManager.default.removeItem(atPath: $1.path + "/current.archive") }),
    ("linked", { #expect(link($1.path + "/current.archive", $1.path + "/backup") == 0) }),
    ("alone", { try FileManager.default.removeItem(atPath: $1.path + "/previous.archive") }),
    (
      "another file",
      {
        try $1.write($0 + $0, "other")
        #expect(rename($1.path + "/other", $1.path + "/current.archive") == 0)
      }
    ),
  ]

  @Test(
    "R152: a file changed since this process wrote it is not appended to, kept open or not",
    arguments: changes.indices, [0, 1])
  func changedFileDoesNotGrow(index: Int, appended: Int) throws {
    let (name, change) = Self.changes[index]
    let store = FileStore(folder: folder.path)
    let archiver = archiver(store)
    let sequence = StateSequence()
    for _ in 0..<2 { _ = try archiver.saveAndWait(sequence.states[0]) }
    for _ in 0..<appended { _ = try archiver.saveAndWait(sequence.change()) }
    #expect(try state(.current, store)?.appendedSaves == appended)
    try change(try #require(folder.bytes("current.archive")), folder)
    let backup = folder.bytes("backup")
    _ = try archiver.saveAndWait(sequence.change(1))
    let new = try #require(try state(.current, store))
    #expect(new.appendedSaves == 0 && new.end == .whole, "\(name)")
    #expect(try contents(new.snapshot) == contents(#require(sequence.states.last)))
    #expect(folder.bytes("backup") == backup)
  }

  @Test("R152: a save is appended to the file with the archive's name, not to the one kept open")
  func replacedFileGrows() throws {
    let store = FileStore(folder: folder.path)
    let archiver = archiver(store)
    let sequence = StateSequence()
    for _ in 0..<2 { _ = try archiver.saveAndWait(sequence.states[0]) }
    _ = try archiver.saveAndWait(sequence.change())
    // Some programs copy and synchronize this way: the same bytes in another file.
    try folder.write(try #require(folder.bytes("current.archive")), "copy")
    #expect(rename(folder.path + "/copy", folder.path + "/current.archive") == 0)
    _ = try archiver.saveAndWait(sequence.change(1))
    let new = try #require(try state(.current, store))
    #expect(new.appendedSaves == 2)
    #expect(try contents(new.snapshot) == contents(#require(sequence.states.last)))
  }

  @Test("R48: a save with another key writes a new file")
  func otherKeyIsNotMixedIn() throws {
    let (store, keys) = (MemoryStore(), FaultyKeyProvider())
    let archiver = Archiver(store: store, keys: keys)
    let sequence = StateSequence()
    for _ in 0..<2 { _ = try archiver.saveAndWait(sequence.states[0]) }
    keys.substitute(fixedKey(2))
    _ = try archiver.saveAndWait(sequence.change())
    let file = try #require(store.load(.current, slot: nil))
    let state = try ArchiveSeal.open(file, with: fixedKey(2)).state()
    #expect(state.appendedSaves == 0)
    #expect(try contents(state.snapshot) == contents(sequence.states[1]))
  }

  @Test("R152: a forked child does not append to its parent's file")
  func forkedChildDoesNotAppend() throws {
    let sequence = StateSequence()
    let tail = try ArchiveSeal.sealBase(
      sequence.states[0].bytes, with: key, sequenceNumber: 1
    ).tail
    let next = sequence.change()
    for (process, appends) in [(getpid(), true), (getppid(), false)] {
      let base = sequence.states[0]
      var archive = AppendableArchive(
        LoggedState(base), base: base, tail: tail, process: process)
      #expect(try (archive.seal(next.logged, with: key) != nil) == appends)
    }
  }

  @Test(
    "R152: a store appends only to a file with the expected end", arguments: StoreKind.allCases
  )
  func storeChecksTheEnd(kind: StoreKind) throws {
    let store = kind.make(in: folder)
    #expect(try !store.append([9], after: ArchiveEnd(size: 0, tag: []), slot: nil))
    try store.replace(with: [1, 2, 3], slot: nil)
    // An append to the only archive is refused.
    #expect(try !store.append([4, 5], after: ArchiveEnd(size: 3, tag: [2, 3]), slot: nil))
    try store.replace(with: [1, 2, 3], slot: nil)
    // The conformance suite has the other ends; this tag is longer than the archive.
    #expect(try !store.append([9], after: ArchiveEnd(size: 3, tag: [0, 1, 2, 3]), slot: nil))
    #expect(try store.append([4, 5], after: ArchiveEnd(size: 3, tag: [2, 3]), slot: nil))
    #expect(try store.load(.current, slot: nil) == [1, 2, 3, 4, 5])
  }

  @Test("A symbolic link in the current archive's place is not appended to")
  func linksAreNotFollowed() throws {
    let store = FileStore(folder: folder.path)
    for name in ["elsewhere", "previous.archive"] { try folder.write([1], name) }
    try FileManager.default.createSymbolicLink(
      atPath: store.path(of: .current), withDestinationPath: folder.path + "/elsewhere")
    #expect(throws: ArchiveError.self) {
      try store.append([2], after: ArchiveEnd(size: 1, tag: [1]), slot: nil)
    }
    #expect(folder.bytes("elsewhere") == [1])
  }
}
