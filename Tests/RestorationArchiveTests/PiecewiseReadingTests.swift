// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import RestorationArchive
import RestorationTesting
import Synchronization
import Testing

/// Large files cost nothing: only authenticated content is read.
struct PiecewiseReadingTests {
  private let key = fixedKey(9)

  /// Bytes with a given beginning, followed by zeros.
  ///
  /// It counts the bytes that are read.
  private final class Sparse: Sendable {
    let read = Mutex(0)
    let start: [UInt8]
    let count: Int

    init(_ start: [UInt8], count: Int) { (self.start, self.count) = (start, count) }

    var bytes: StoredBytes {
      StoredBytes(count: count) { [self] wanted, offset in
        read.withLock { $0 += wanted }
        return (offset..<offset + wanted).map { $0 < start.count ? start[$0] : 0 }
      }
    }
  }

  private func large(_ size: Int) -> RestorationSnapshot {
    let maker = SnapshotMaker()
    let root = maker.record(.application, class: "A") {
      $0.encode(Data((0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }), forKey: "data")
    }
    return unwrap(maker.finish(roots: [root]))
  }

  @Test("R200: a huge file of zeros is refused after 512 KiB, with or without a header")
  func emptyFileIsBarelyRead() throws {
    let file = try ArchiveSeal.seal(large(300_000).bytes, with: key, sequenceNumber: 1)
    for start in [[], Array(file[..<96]), Array(file[..<200]), Array(file[..<40_000])] {
      let sparse = Sparse(start, count: ArchiveLimits.fileSize)
      expectError(.damaged) { _ = try ArchiveSeal.open(sparse.bytes, with: key) }
      #expect(sparse.read.withLock { $0 } <= 512 << 10)
    }
  }

  @Test("R200: reading stops at most 512 KiB past the authenticated bytes")
  func readingFollowsAuthentication() throws {
    let file = try ArchiveSeal.sealBase(large(3_000_000).bytes, with: key, sequenceNumber: 1).file
    for place in stride(from: 200, to: file.count, by: 300_000) {
      var flipped = file
      flipped[place] ^= 1
      let sparse = Sparse(flipped, count: flipped.count)
      #expect(throws: ArchiveError.self) { try ArchiveSeal.open(sparse.bytes, with: key) }
      #expect(sparse.read.withLock { $0 } <= place + (512 << 10))
    }
  }

  @Test("R200: an archive with a hole behind it opens unchanged, and the hole is not read")
  func holeBehindAnArchiveIsNotRead() throws {
    let snapshot = large(300_000)
    let file = try ArchiveSeal.sealBase(snapshot.bytes, with: key, sequenceNumber: 5).file
    let sparse = Sparse(file, count: ArchiveLimits.fileSize)
    let state = try ArchiveSeal.open(sparse.bytes, with: key).state()
    #expect(state.snapshot.bytes == snapshot.bytes && state.sequenceNumber == 5)
    #expect(state.end == .damaged)
    #expect(sparse.read.withLock { $0 } <= file.count + (512 << 10))
  }

  @Test("R200: frames of any size are read across the borders of pieces")
  func bordersOfPieces() throws {
    let body = [UInt8]((0..<1_500_000).map { UInt8(truncatingIfNeeded: $0 &* 7 >> 2) })
    for chunkSize in [1_000, 65_536, 262_144, 262_120, 1 << 20] {
      var seal = IndependentSeal()
      seal.chunkSize = chunkSize
      let opened = try ArchiveSeal.open(seal.seal(body, with: key), with: key)
      #expect(opened.body == body)
    }
  }

  @Test("R200: a launch opens every hostile file within 256 MiB of further address space")
  func memoryIsBounded() async throws {
    await #expect(processExitsWith: .success) {
      let folder = TemporaryFolder()
      func sparse(_ name: String, _ size: Int, keeping bytes: [UInt8]? = nil) throws {
        let path = "\(folder.path)/\(name)"
        if let bytes { try folder.write(bytes, name) }
        let file = open(path, O_RDWR | O_CREAT, 0o600)
        guard ftruncate(file, off_t(size)) == 0 else { fatalError("No sparse files here") }
        close(file)
      }
      let store = FileStore(folder: folder.path)
      let keys = MemoryKeyProvider(key: fixedKey(9))
      let first = Archiver(store: store, keys: keys)
      for marker in 1...3 { _ = try first.saveAndWait(smallSnapshot(marker: marker)) }
      let whole = try unwrap(store.load(.current, slot: nil))
      try sparse("lastGood.archive", 511 << 20, keeping: whole)
      try sparse("previous.archive", 511 << 20, keeping: Array(whole[..<96]))
      try sparse("current.archive", 511 << 20)
      try sparse("launch-image.sealed", 127 << 20)
      try sparse("launch.marker", 511 << 20)
      // The limit is the process's present size plus what a genuine archive of this size takes.
      let pages = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(
        separator: " ")
      let size = unwrap(Int(pages[0])) * 4_096 + 256 << 20
      var limit = rlimit(rlim_cur: rlim_t(size), rlim_max: rlim_t(size))
      guard setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0 else { exit(1) }
      let load = Archiver(store: store, keys: keys).load()
      guard try Life.marker(load) == 3 else { exit(2) }
      _ = Archiver(store: store, keys: keys).loadLaunchImages()
      exit(0)
    }
  }

  // MARK: Crashes and kills while reading

  /// A store whose reader dies.
  ///
  /// Its notes in the marker remain.
  private final class DeadlyStore: ArchiveStore {
    enum Death: Sendable { case kill, fault }

    let base: any ArchiveStore
    let death: Death
    let isDead = Mutex(false)
    init(_ base: any ArchiveStore, _ death: Death) { (self.base, self.death) = (base, death) }

    func storedBytes(_ generation: ArchiveGeneration, slot: String?) throws(ArchiveError)
      -> StoredBytes?
    {
      try base.load(generation, slot: slot).map { StoredBytes($0) }
    }

    func openMarker(slot: String?) throws(ArchiveError) -> (any MarkerFile)? {
      try base.openMarker(slot: slot).map { Marker(base: $0, store: self) }
    }

    /// Ends the process at the note that reading begins.
    ///
    /// A kill is simulated: later writes are ignored.
    struct Marker: MarkerFile {
      let base: any MarkerFile
      let store: DeadlyStore
      var contents: [UInt8] { base.contents }
      var descriptor: Int32? { base.descriptor }

      func write(_ bytes: [UInt8], at offset: Int) {
        guard !store.isDead.withLock({ $0 }) else { return }
        base.write(bytes, at: offset)
        guard offset == 58 else { return }  // at the format's offset
        if store.death == .fault { raise(SIGSEGV) }
        store.isDead.withLock { $0 = true }
      }
    }

    func replace(with bytes: [UInt8], slot: String?) {}
    func nominate(_ generation: ArchiveGeneration, slot: String?) {}
    func promoteNominee(slot: String?) {}
    func setAside(
      _ generation: ArchiveGeneration, slot: String?, for reason: SetAsideReason, keepsPlace: Bool
    ) -> Bool { false }
    func removeAll(slot: String?) {}
  }

  @Test("R200, R219: an archive is read again after any number of kills during its reading")
  func killsWhileReading() throws {
    let (store, keys, log) = (MemoryStore(), MemoryKeyProvider(key: key), LogRecorder())
    func archiver() -> Archiver { Archiver(store: store, keys: keys, logger: log.logger) }
    for marker in 1...2 { _ = try archiver().saveAndWait(smallSnapshot(marker: marker)) }
    for count in [1, 3, 9, 30] {
      for _ in 0..<count {
        let deadly = DeadlyStore(store, .kill)
        _ = Archiver(store: deadly, keys: keys, logger: LogRecorder().logger)
          .loadAtLaunch(installsHandler: false)
        #expect(deadly.isDead.withLock { $0 })
      }
      let load = archiver().loadAtLaunch(installsHandler: false)
      #expect(try Life.marker(load) == 2)
      #expect(load.source == .current && load.incidents.isEmpty && load.recoveryLevel == nil)
    }
    #expect(store.damaged == nil && store.passedOver.isEmpty)
  }

  @Test(
    "R200, R195, R127: a file that crashed its reader is kept aside, and an older one is restored")
  func crashWhileReading() async throws {
    let folder = TemporaryFolder()
    let (files, keys) = (FileStore(folder: folder.path + "/s"), KeyFile(path: folder.path + "/k"))
    for marker in 1...2 {
      _ = try Archiver(store: files, keys: keys).saveAndWait(smallSnapshot(marker: marker))
    }
    let newest = try files.load(.current, slot: nil)
    files.release(slot: nil)
    await #expect(processExitsWith: .signal(SIGSEGV)) { [path = folder.path as String] in
      let store = DeadlyStore(FileStore(folder: path + "/s"), .fault)
      _ = Archiver(store: store, keys: KeyFile(path: path + "/k"))
        .loadAtLaunch(installsHandler: true)
    }
    let log = LogRecorder()
    let next = Archiver(store: files, keys: keys, logger: log.logger)
    let load = next.loadAtLaunch(installsHandler: false)
    #expect(try Life.marker(load) == 1)
    #expect(load.source == .previous && load.recoveryLevel == .olderGeneration)
    #expect(load.incidents.map(\.isSetAside) == [true])
    #expect(log.lines.contains { $0.contains("crashed while it read") })
    let again = Archiver(store: files, keys: keys).loadAtLaunch(installsHandler: false)
    #expect(try Life.marker(again) == 1)
    #expect(again.source == .previous && again.recoveryLevel == .olderGeneration)
    #expect(again.incidents.isEmpty)
    let kept = FileManager.default.contents(atPath: folder.path + "/s/passed-over-1.archive")
    #expect(kept.map(Array.init) == newest)
    // At most this number of saves was appended to save 2.
    let greatest = 2 + UInt64(ArchiveLimits.appendedSaves)
    #expect(try next.saveAndWait(smallSnapshot(marker: 3)) == greatest + 1)
  }

  // MARK: Limits of file sizes

  @Test("R152: a save beyond the file size limit throws, and no signal ends the program")
  func fileSizeLimitIsAnError() async throws {
    await #expect(processExitsWith: .success) {
      let folder = TemporaryFolder()
      let (store, keys) = (FileStore(folder: folder.path + "/s"), KeyFile(path: folder.path + "/k"))
      let archiver = Archiver(store: store, keys: keys)
      var limit = rlimit()
      func setLimit(_ size: UInt) {
        getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
        limit.rlim_cur = min(rlim_t(size), limit.rlim_max)
        setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      }
      func isRefused(_ action: () throws -> Void) -> Bool {
        do {
          try action()
          return false
        } catch { return (error as? ArchiveError)?.systemError == EFBIG }
      }
      signal(SIGXFSZ, SIG_DFL)
      try folder.write([UInt8](repeating: 1, count: 1 << 20), "large")
      let sequence = StateSequence()
      // At each size: the key, whole archives, appended saves, copies, markers and launch images.
      for size in [0, 1, 31, 100, 400] as [UInt] {
        setLimit(size)
        guard isRefused({ _ = try archiver.saveAndWait(sequence.change()) }) else { exit(1) }
        _ = try? store.openMarker(slot: nil)?.write([UInt8](repeating: 1, count: 500), at: 0)
        guard
          isRefused({
            try store.replaceLaunchImage(with: Array(repeating: 1, count: 500), slot: nil)
          })
        else { exit(2) }
      }
      setLimit(.max)
      for _ in 0..<3 { _ = try archiver.saveAndWait(sequence.change()) }
      let count = try unwrap(store.load(.current, slot: nil)).count
      for size in [count, count + 10, count + 100] {
        setLimit(UInt(size))
        guard
          isRefused({
            _ = try archiver.saveAndWait(
              sequence.next { maker in
                maker.record(address("Large")) { $0.encode(Data(count: 100_000), forKey: "data") }
              })
          })
        else { exit(3) }
        guard
          isRefused({
            try PosixFileSystem().copy(folder.path + "/large", to: folder.path + "/copy")
          })
        else { exit(4) }
      }
      var action = sigaction()
      sigaction(SIGXFSZ, nil, &action)
      guard action.__sigaction_handler.sa_handler == nil else { exit(5) }
      setLimit(.max)
      _ = try archiver.saveAndWait(sequence.change())
      exit(0)
    }
  }
}
