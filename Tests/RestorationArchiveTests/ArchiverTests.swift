// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RestorationArchive
import RestorationTesting
import Testing

/// Loading: archives that are tried, set aside, or left alone.
struct ArchiverLoadTests {
  private let folder = TemporaryFolder()
  private let log = LogRecorder()
  private let key = fixedKey(1)
  private var store: FileStore { FileStore(folder: folder.path + "/state") }

  private func archiver(_ key: ArchiveKey? = nil) -> Archiver {
    Archiver(
      store: store, keys: MemoryKeyProvider(key: key ?? self.key), logger: log.logger)
  }

  private func damage(_ generation: ArchiveGeneration) throws -> [UInt8] {
    var bytes = try #require(try store.load(generation, slot: nil))
    bytes[bytes.count / 2] ^= 4
    // Writes a new file, so that other names of the old one keep its content.
    try PosixFileSystem().write(bytes, to: store.path(of: generation))
    return bytes
  }

  @Test("R133: a missing folder is no incident and causes no warning")
  func missingFolderWarnsNobody() {
    let load = archiver().load()
    #expect(load.snapshot == nil && load.sequenceNumber == nil && load.source == nil)
    #expect(load.incidents.isEmpty && log.lines.isEmpty)
  }

  @Test(
    "R127, R195: a damaged archive is set aside with one log line, and the previous one restored"
  )
  func damagedArchiveFallsBack() throws {
    for value in 1...2 { _ = try archiver().saveAndWait(smallSnapshot(marker: value)) }
    let damaged = try damage(.current)
    let load = archiver().load()
    #expect(try Life.marker(load) == 1)
    #expect(load.source == .previous && load.sequenceNumber == 1)
    #expect(load.recoveryLevel == .olderGeneration)
    #expect(load.incidents.map(\.generation) == [.current])
    #expect(load.incidents.map(\.error.code) == [.damaged])
    #expect(load.incidents.map(\.isSetAside) == [true])
    #expect(try store.load(.current, slot: nil) == nil)
    #expect(store.damaged(1) == damaged)
    #expect(log.lines.count == 1)
    #expect(log.lines.first?.hasPrefix("warning: The current archive is set aside") == true)
    // The next launch reports nothing more.
    #expect(try Life.marker(archiver().load()) == 1)
    #expect(log.lines.count == 1)
  }

  @Test(
    "R152, R195: a damaged archive left in place is reported, and never becomes the previous one",
    arguments: [true, false])
  func newerArchiveStays(isDeveloperModeEnabled: Bool) throws {
    for value in 1...2 { _ = try archiver().saveAndWait(smallSnapshot(marker: value)) }
    let current = URL(fileURLWithPath: store.path(of: .current))
    _ = try damage(.current)
    let faulty = FaultyStore(store)
    if !isDeveloperModeEnabled { faulty.inject(.error(), into: [.setAside], times: 1) }
    let second = Archiver(store: faulty, keys: MemoryKeyProvider(key: key), logger: log.logger)
    second.isDeveloperModeEnabled = isDeveloperModeEnabled
    let load = second.load()
    #expect(try Life.marker(load) == 1)
    #expect(load.incidents.map(\.isSetAside) == [false])
    #expect(load.recoveryLevel == .olderGeneration)
    #expect(FileManager.default.fileExists(atPath: current.path))
    _ = try second.saveAndWait(smallSnapshot(marker: 3))
    #expect(FileManager.default.fileExists(atPath: store.folder + "/damaged-1.archive"))
    #expect(try Life.marker(archiver().load()) == 3)
    _ = try damage(.current)
    #expect(try Life.marker(archiver().load()) == 1)
  }

  @Test(
    "R120, R156: a process whose key was replaced after its load saves where other processes look")
  func keyReplacedMeanwhile() throws {
    let next = fixedKey(2)
    for value in 1...2 { _ = try archiver(next).saveAndWait(smallSnapshot(marker: value)) }
    let keys = FaultyKeyProvider(MemoryKeyProvider(key: key))
    let late = Archiver(store: store, keys: keys, logger: log.logger)
    #expect(late.load().snapshot == nil)
    keys.substitute(next)
    _ = try late.saveAndWait(smallSnapshot(marker: 3))
    #expect(try Life.marker(archiver(next).load()) == 3)
  }

  @Test("R195: the last good generation is restored if current and previous are damaged")
  func lastGoodIsTheLastResort() throws {
    _ = try archiver().saveAndWait(smallSnapshot(marker: 1))
    let good = archiver()
    _ = good.load()
    good.promoteRestored()
    for value in 2...3 { _ = try good.saveAndWait(smallSnapshot(marker: value)) }
    _ = try damage(.current)
    _ = try damage(.previous)
    let load = archiver().load()
    #expect(try Life.marker(load) == 1)
    #expect(load.source == .lastGood)
    #expect(load.incidents.map(\.generation) == [.current, .previous])
    #expect(log.lines.count == 2)
  }

  @Test("R127: a sealed body that is not a snapshot is set aside as damaged")
  func sealedNonsenseIsSetAside() throws {
    _ = try archiver().saveAndWait(smallSnapshot(marker: 1))
    let nonsense = try ArchiveSeal.seal([1, 2, 3], with: key, sequenceNumber: 9)
    try store.replace(with: nonsense, slot: nil)
    let load = archiver().load()
    #expect(try Life.marker(load) == 1)
    #expect(load.incidents.map(\.isSetAside) == [true])
    #expect(store.damaged(1) == nonsense)
  }

  @Test("An absurd number in an unauthenticated header does not affect later saves")
  func absurdNumbersAreNotBelieved() throws {
    let foreign = try IndependentSeal(sequenceNumber: .max).seal([], with: ArchiveKey())
    try store.replace(with: foreign, slot: nil)
    let archiver = archiver()
    _ = archiver.load()
    #expect(try archiver.saveAndWait(smallSnapshot()) == 1)
    try store.removeAll(slot: nil)
    let torn = try IndependentSeal(sequenceNumber: .max).seal([], with: key)
    try store.replace(with: Array(torn.dropLast()), slot: nil)
    let other = self.archiver()
    #expect(other.load().incidents.map(\.isSetAside) == [true])
    #expect(try other.saveAndWait(smallSnapshot()) == 1)
  }

  @Test(
    "R48: another key's archives, even damaged ones, stay, and each key keeps its own state")
  func otherKeysArchiveIsLeftAlone() throws {
    for value in 1...2 { _ = try archiver().saveAndWait(smallSnapshot(marker: value)) }
    _ = try damage(.previous)
    let files = try ArchiveGeneration.allCases.map { try store.load($0, slot: nil) }
    let second = fixedKey(2)
    let stranger = archiver(second)
    let load = stranger.load()
    #expect(load.snapshot == nil)
    #expect(load.incidents.map(\.error.code) == [.wrongKey])
    #expect(load.incidents.map(\.isSetAside) == [false])
    #expect(log.lines.count == 1)
    for value in 11...12 { _ = try stranger.saveAndWait(smallSnapshot(marker: value)) }
    #expect(try ArchiveGeneration.allCases.map { try store.load($0, slot: nil) } == files)
    let again = archiver(second).load()
    #expect(try Life.marker(again) == 12)
    #expect(again.source == .current)
    #expect(try Life.marker(archiver(fixedKey(3)).load()) == nil)
    #expect(try Life.marker(archiver().load()) == 2)
    #expect(store.damaged(1) == nil)
  }

  @Test("R48: an archive of a newer major version is left alone, and new state is saved beside it")
  func newerFormatIsLeftAlone() throws {
    let newer = try IndependentSeal(major: 2).seal(smallSnapshot().bytes, with: key)
    try store.replace(with: newer, slot: nil)
    let first = archiver()
    let load = first.load()
    #expect(load.snapshot == nil)
    #expect(load.incidents.map(\.error.code) == [.newerFormat])
    _ = try first.saveAndWait(smallSnapshot(marker: 3))
    #expect(try store.load(.current, slot: nil) == newer)
    #expect(try Life.marker(archiver().load()) == 3)
  }

  @Test("R48: a foreign archive copied into this key's slot is not overwritten")
  func foreignArchiveInOwnSlotIsLeftAlone() throws {
    _ = try archiver().saveAndWait(smallSnapshot(marker: 1))
    let second = archiver(fixedKey(2))
    _ = second.load()
    _ = try second.saveAndWait(smallSnapshot(marker: 2))
    let foreign = try #require(try store.load(.current, slot: nil))
    let slotFile = try #require(
      try FileManager.default.contentsOfDirectory(atPath: store.folder)
        .first { $0.hasPrefix("slot-") })
    let place = "\(store.folder)/\(slotFile)"
    try Data(foreign).write(to: URL(fileURLWithPath: place))
    let third = archiver(fixedKey(2))
    #expect(third.load().incidents.count == 2)
    _ = try third.saveAndWait(smallSnapshot(marker: 3))
    #expect(FileManager.default.contents(atPath: place) == Data(foreign))
    #expect(try Life.marker(archiver(fixedKey(2)).load()) == 3)
  }

  @Test("R196: only an archive restored by this launch becomes the last good one")
  func staleNomineeIsNotPromoted() throws {
    _ = try archiver().saveAndWait(smallSnapshot(marker: 1))
    _ = archiver().load()  // nominates the archive; this launch dies in probation
    _ = try damage(.current)
    let second = archiver()
    #expect(second.load().snapshot == nil)
    second.promoteRestored()
    _ = second.load()  // waits for the promotion
    #expect(try store.load(.lastGood, slot: nil) == nil)
  }
}
