// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import PosixSupport
import RestorationArchive
import RestorationTesting
import Synchronization
import Testing

/// Lock files on file systems without stable file numbers.
struct LockFileTests {
  private let key = fixedKey(3)

  @Test(
    "R156, R198: a lock file without a stable identity prevents loads and saves, with one log line")
  func unstableNumbers() throws {
    let (folder, log) = (TemporaryFolder(), LogRecorder())
    let store = folder.path + "/state"
    _ = try Archiver(store: FileStore(folder: store), keys: MemoryKeyProvider(key: key))
      .saveAndWait(smallSnapshot(marker: 1))
    FileStore(folder: store).release(slot: nil)
    for canLook in [true, false] {
      let looks = Mutex<UInt64>(1 << 40)
      let locks = ProcessLocks { path in
        guard canLook, var status = FileStatus(path: path) else { return nil }
        status.inode = looks.withLock { looks in
          looks += 1
          return looks
        }
        return status
      }
      let files = PosixFileSystem(locks: locks)
      let archiver = Archiver(
        store: FileStore(folder: store, fileSystem: files), keys: MemoryKeyProvider(key: key),
        logger: log.logger)
      let before = log.lines.count
      for _ in 0..<2 {
        let load = archiver.load()
        #expect(load.isLocked && load.snapshot == nil)
        #expect(load.incidents.first?.error.reason.contains("lock file") == true)
        #expect(throws: ArchiveError.self) {
          _ = try archiver.saveAndWait(smallSnapshot(marker: 2))
        }
      }
      #expect(log.lines.count == before + 1)
    }
    let undisturbed = Archiver(store: FileStore(folder: store), keys: MemoryKeyProvider(key: key))
    #expect(try Life.marker(undisturbed.load()) == 1)
  }
}
