// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Glibc
import RestorationArchive
import RestorationTesting
import Testing

/// Launches that cannot read an intact key or archive.
struct UnreadTests {
  private let memory = MemoryStore()
  private let disk: FaultyStore
  private let keys = FaultyKeyProvider()
  private let log = LogRecorder()

  init() { disk = FaultyStore(memory) }

  /// Errors that keep a file from being read for a while.
  static let errors = [EIO, EMFILE, ENFILE, ENOMEM, EACCES, ELOOP].map {
    ArchiveError(.inputOutput, "It cannot be opened", systemError: $0)
  }

  private func archiver() -> Archiver {
    Archiver(store: disk, keys: keys, logger: log.logger)
  }

  /// Saves a current, a previous and a last good archive.
  private func leave() throws {
    _ = try archiver().saveAndWait(smallSnapshot(marker: 1))
    let second = archiver()
    _ = second.load()
    second.promoteRestored()
    second.waitUntilIdle()
    for marker in 2...3 {
      let archiver = archiver()
      _ = archiver.load()
      _ = try archiver.saveAndWait(smallSnapshot(marker: marker))
    }
  }

  @Test("R198: a launch without enough file descriptors is refused, and a later one succeeds")
  func fewDescriptors() async throws {
    await #expect(processExitsWith: .success) {
      let (folder, log) = (TemporaryFolder(), LogRecorder())
      let (store, keys) = (FileStore(folder: folder.path + "/s"), MemoryKeyProvider())
      _ = try Archiver(store: store, keys: keys).saveAndWait(smallSnapshot(marker: 1))
      store.release(slot: nil)
      var limit = rlimit()
      getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
      limit.rlim_cur = min(limit.rlim_cur, 256)
      setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
      var taken: [Int32] = []
      while case let file = open("/dev/null", O_RDONLY), file >= 0 { taken.append(file) }
      for free in 0...7 {
        if free > 0, let file = taken.popLast() { close(file) }
        let archiver = Archiver(store: store, keys: keys, logger: log.logger)
        guard archiver.load().isLocked, archiver.unreadError != nil else { exit(1) }
        archiver.schedule(after: .zero) {}
        archiver.waitUntilIdle()
      }
      taken.forEach { close($0) }
      let archiver = Archiver(store: store, keys: keys, logger: log.logger)
      guard try Life.marker(archiver.load()) == 1 else { exit(2) }
      exit(log.lines.count == 8 ? 0 : 3)
    }
  }

  private var files: [[UInt8]?] { ArchiveGeneration.allCases.map { memory.load($0, slot: nil) } }

  private func expectUnreadable(_ body: () throws -> Void) {
    expectError(.unreadable, .keyUnavailable) { try body() }
  }

  /// Expects that a launch writes nothing until it can read.
  ///
  /// It tries every operation, then repairs the disk and launches again.
  private func expectNothingWritten(_ archiver: Archiver, until repair: () -> Void) throws {
    let before = files
    for marker in 4...6 {
      let load = archiver.load()
      #expect(load.isLocked && load.snapshot == nil)
      expectUnreadable { _ = try archiver.saveAndWait(smallSnapshot(marker: marker)) }
      expectUnreadable { try archiver.retireAndWait() }
      archiver.promoteRestored()
      archiver.waitUntilIdle()
    }
    #expect(files == before)
    #expect(log.lines.count { $0.contains("until it can be read") } == 1)
    repair()
    // Being able to write is not enough.
    expectUnreadable { _ = try archiver.saveAndWait(smallSnapshot(marker: 7)) }
    #expect(files == before)
    let load = archiver.load()
    #expect(!load.isLocked && load.recoveryLevel == nil)
    #expect(try Life.marker(load) == 3)
    #expect(try archiver.saveAndWait(smallSnapshot(marker: 8)) == 4)
    #expect(memory.load(.previous, slot: nil) == before[0])
    #expect(log.lines.contains("notice: The saved state can be read now"))
  }

  @Test(
    "R198: an archive that cannot be read at launch is not overwritten, and is restored later",
    arguments: Self.errors)
  func unreadArchive(error: ArchiveError) throws {
    try leave()
    disk.inject(.error(error), into: [.load])
    try expectNothingWritten(archiver()) { disk.repair() }
  }

  @Test("R198: a lack of descriptors for the lock file prevents saves; a lack of locks does not")
  func unreadLock() throws {
    try leave()
    disk.inject(.error(Self.errors[1]), into: [.claim])
    try expectNothingWritten(archiver()) { disk.repair() }
    disk.inject(
      .error(ArchiveError(.inputOutput, "No locks", systemError: ENOLCK)), into: [.claim])
    #expect(try Life.marker(archiver().load()) == 8)
  }

  @Test("R198, R195: an unreadable last good archive that is due leaves every file unchanged")
  func unreadLastGoodArchive() throws {
    try leave()
    let crashing = archiver()
    _ = crashing.load()
    crashing.launchMarker?.beginRestoring()
    memory.openMarker(slot: nil)?.write([11], at: 57)  // the signal, at the format's offset
    let marker = memory.openMarker(slot: nil)?.contents
    let before = files
    disk.inject(.error(Self.errors[0]), into: [.load], skipping: 1, times: 1)
    let archiver = archiver()
    let load = archiver.load()
    #expect(load.isLocked && load.snapshot == nil && load.recoveryLevel == nil)
    #expect(load.incidents.map(\.generation) == [.lastGood])
    expectUnreadable { _ = try archiver.saveAndWait(smallSnapshot(marker: 4)) }
    #expect(files == before && memory.openMarker(slot: nil)?.contents == marker)
    let late = archiver.load()
    #expect(late.recoveryLevel == .lastGood)
    #expect(try Life.marker(late) == 1)
  }

  @Test(
    "R198: an archiver that failed to load or never did saves only once the store can be read",
    arguments: [true, false])
  func laterLookFails(hasLoaded: Bool) throws {
    try leave()
    let archiver = archiver()
    if hasLoaded { _ = archiver.load() }
    disk.inject(.error(Self.errors[0]), into: [.load])
    if hasLoaded { _ = archiver.load() }
    let before = files
    #expect(throws: Self.errors[0]) { try archiver.saveAndWait(smallSnapshot(marker: 4)) }
    #expect(files == before)
    disk.repair()
    #expect(try archiver.saveAndWait(smallSnapshot(marker: 5)) == 4)
  }

  @Test("R198: archives of an unreadable next key do not count as another key's")
  func unreadNextKey() throws {
    let disk = SimulatedDisk()
    let (store, keys) = (disk.store(), disk.keyFile())
    _ = try keys.key()
    let next = MemoryKeyProvider(key: try keys.makeNextKey())
    _ = try Archiver(store: store, keys: next).saveAndWait(smallSnapshot(marker: 1))
    disk.failReading(EIO, of: "/keys/key.next")
    let archiver = Archiver(store: store, keys: keys, logger: log.logger)
    #expect(archiver.load().isLocked)
    expectUnreadable { _ = try archiver.saveAndWait(smallSnapshot(marker: 2)) }
    disk.repair()
    #expect(try Life.marker(archiver.load()) == 1)
    #expect(try archiver.saveAndWait(smallSnapshot(marker: 2)) == 2)
  }

  @Test("R198: archives stay unchanged while their key file cannot be opened")
  func realFolder() throws {
    let folder = TemporaryFolder()
    let (store, keys) = (FileStore(folder: folder.path), KeyFile(path: folder.path + "/key"))
    _ = try Archiver(store: store, keys: keys).saveAndWait(smallSnapshot(marker: 1))
    // The superuser can open files without permissions, but follows no link here.
    let (place, elsewhere) = (folder.path + "/key", folder.path + "/elsewhere")
    #expect(rename(place, elsewhere) == 0 && symlink(elsewhere, place) == 0)
    let archiver = Archiver(store: store, keys: keys, logger: log.logger)
    #expect(archiver.load().isLocked)
    expectUnreadable { _ = try archiver.saveAndWait(smallSnapshot(marker: 2)) }
    #expect(rename(elsewhere, place) == 0)
    #expect(try Life.marker(archiver.load()) == 1)
  }

  @Test("R198: a file counts as existing if it cannot be looked up")
  func unknownExistence() {
    let folder = TemporaryFolder()
    let system = PosixFileSystem()
    #expect(system.exists(folder.path) && !system.exists(folder.path + "/none"))
    #expect(system.exists(folder.path + "/" + String(repeating: "x", count: 300)))
  }
}
