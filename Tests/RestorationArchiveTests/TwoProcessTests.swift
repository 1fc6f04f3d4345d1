// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Glibc
import RestorationArchive
import RestorationTesting
import Testing

/// Several processes of one application at once, on a disk in memory.
struct TwoProcessTests {
  private let disk = SimulatedDisk()
  private let log = LogRecorder()
  private var current: String { Life.folder + "/current.archive" }

  private func start(_ process: Int) -> (archiver: Archiver, load: ArchiveLoad) {
    let archiver = Life.archiver(disk, process: process, log: log)
    return (archiver, archiver.load())
  }

  @discardableResult
  private func save(_ archiver: Archiver, _ marker: Int) throws -> UInt64 {
    try archiver.saveAndWait(smallSnapshot(marker: marker))
  }

  @Test("R156: a second process gets its own state, and its successor finds it again")
  func secondProcessHasItsOwn() throws {
    let first = start(1)
    #expect(first.load.instance == 1)
    try save(first.archiver, 10)
    let second = start(2)
    #expect(second.load.instance == 2 && second.load.snapshot == nil)
    #expect(second.load.incidents.isEmpty)
    try save(second.archiver, 20)
    try save(first.archiver, 11)
    #expect(
      log.lines == [
        "notice: Another process of the application runs; this is instance 2 with its own state"
      ]
    )

    // A dead process holds no lock.
    disk.end(process: 2)
    let third = start(3)
    #expect(third.load.instance == 2)
    #expect(try Life.marker(third.load) == 20)
    disk.end(process: 1)
    let fourth = start(4)
    #expect(fourth.load.instance == 1)
    #expect(try Life.marker(fourth.load) == 11)
  }

  @Test("R156: each process finds the state that the last process in its slot saved")
  func manyProcesses() throws {
    for seed in 0..<20 as Range<UInt64> {
      var random = HostileBodyTests.Seeded(state: seed)
      let disk = SimulatedDisk()
      var running: [Int: (process: Int, archiver: Archiver)] = [:]
      var saved: [Int: Int] = [:]
      for step in 1...60 {
        let instance = running.keys.sorted().randomElement(using: &random)
        switch (Int.random(in: 0..<5, using: &random), instance) {
        case (0, let instance?):
          disk.end(process: unwrap(running.removeValue(forKey: instance)).process)
        case (1...3, let instance?):
          try save(unwrap(running[instance]).archiver, step)
          saved[instance] = step
        default:
          guard let free = (1...8).first(where: { running[$0] == nil }) else { continue }
          let archiver = Life.archiver(disk, process: step)
          let load = archiver.load()
          #expect(load.instance == free)
          #expect(try Life.marker(load) == saved[free])
          running[free] = (step, archiver)
        }
      }
    }
  }

  @Test("R156: a process without a free slot starts clean, and logs once that it cannot save")
  func oneProcessTooMany() throws {
    let processes = (1...8).map { start($0) }
    #expect(processes.map(\.load.instance) == Array(1...8))
    for (index, process) in processes.enumerated() { try save(process.archiver, index) }
    let before = disk.now
    let ninth = start(9)
    #expect(ninth.load.instance == nil && ninth.load.snapshot == nil)
    #expect(ninth.load.incidents.map(\.error.code) == [.inUse])
    for value in 0..<3 {
      expectError(.inUse) { try save(ninth.archiver, value) }
    }
    #expect(disk.now == before)
    let said = log.lines.filter { $0.hasPrefix("error") }
    #expect(said.count == 2)  // there is no state, and it is not saved
    // When another process ends, its slot becomes free.
    disk.end(process: 3)
    try save(ninth.archiver, 30)
    #expect(disk.now.names["/data/state/instance-3.current.archive"] != nil)
    #expect(log.lines.last == "notice: The state is saved again")
  }

  @Test("R156: a process recreates its removed folder, and takes another slot if it comes second")
  func folderIsRemoved() throws {
    let first = start(1).archiver
    try save(first, 1)
    disk.removeAll()
    #expect(throws: Never.self) { try save(first, 2) }
    #expect(try Life.marker(Life.archiver(SimulatedDisk(disk.now), process: 9).load()) == 2)

    disk.removeAll()
    let second = start(2)
    #expect(second.load.instance == 1)
    try save(second.archiver, 3)
    let file = disk.now.bytes(current)
    try save(first, 4)
    #expect(disk.now.bytes(current) == file)
    #expect(disk.now.names["/data/state/instance-2.current.archive"] != nil)
  }

  @Test("R156, R154: an older version does not replace what a newer one saves beside it")
  func newerVersionBesideAnOlderOne() throws {
    func start(_ process: Int, schema: Int) -> Archiver {
      let archiver = Life.archiver(disk, process: process, log: log)
      archiver.serve(ApplicationDescription(identifier: "a", version: "1", schemaVersion: schema))
      _ = archiver.load()
      return archiver
    }
    func state(_ schema: Int, _ marker: Int) -> RestorationSnapshot {
      let maker = SnapshotMaker()
      maker.record(.application, schemaVersion: schema) { $0.encode(marker, forKey: "marker") }
      return unwrap(maker.finish())
    }
    let older = start(1, schema: 1)
    _ = try older.saveAndWait(state(1, 1))
    let newer = start(2, schema: 2)
    _ = try newer.saveAndWait(state(2, 2))
    _ = try older.saveAndWait(state(1, 3))
    for process in [1, 2] { disk.end(process: process) }
    #expect(try Life.marker(Life.archiver(disk, process: 3).load()) == 3)
    #expect(try Life.marker(Life.archiver(disk, process: 4).load()) == 2)
  }

  @Test("R156: without file locks, a program continues to save, and logs that once")
  func fileSystemWithoutLocks() throws {
    disk.refuseLocks()
    let first = start(1)
    for value in 1...3 { try save(first.archiver, value) }
    #expect(first.load.instance == 1)
    #expect(log.lines.count == 1 && log.lines[0].contains("unknown whether the state is in use"))
    #expect(try Life.marker(start(2).load) == 3)
  }

  @Test("R183: retiring state clears the slots of ended processes, but not of running ones")
  func retiringReachesOtherSlots() throws {
    let processes = (1...3).map { start($0).archiver }
    for (index, process) in processes.enumerated() { try save(process, index) }
    disk.end(process: 2)
    try processes[0].retireAndWait()
    let names = disk.now.names.keys.filter { $0.hasSuffix(".archive") }
    #expect(names == ["/data/state/instance-3.current.archive"])
    // The slot is free again.
    #expect(start(4).load.instance == 2)
  }
}

/// The locks of the real file system, with real processes.
struct ProcessLockTests {
  private let folder = TemporaryFolder()

  /// Expects that another process cannot claim a lock.
  private func expectHeld(_ path: String) async {
    await #expect(processExitsWith: .success) { [path = path as String] in
      exit(try PosixFileSystem().claim(path) ? 1 : 0)
    }
  }

  @Test("R156: a lock held by another process cannot be claimed; a dead process holds none")
  func locksAreOfProcesses() async throws {
    let path = folder.path + "/lock"
    #expect(try PosixFileSystem().claim(path))
    #expect(folder.mode("lock") == 0o600)
    await expectHeld(path)
    PosixFileSystem().release(path)
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
      guard try PosixFileSystem().claim(path) else { exit(1) }
      kill(getpid(), SIGKILL)
    }
    #expect(try PosixFileSystem().claim(path))
    PosixFileSystem().release(path)
  }

  @Test("R156: a forked child does not hold its parent's locks")
  func forkedChildHoldsNothing() async throws {
    let path = folder.path + "/lock"
    await #expect(processExitsWith: .success) { [path = path as String] in
      typealias Fork = @convention(c) () -> pid_t
      guard try PosixFileSystem().claim(path), let symbol = dlsym(nil, "fork") else { exit(1) }
      let child = unsafeBitCast(symbol, to: Fork.self)()
      if child == 0 { _exit((try? PosixFileSystem().claim(path)) == false ? 0 : 2) }
      var status: Int32 = 0
      waitpid(child, &status, 0)
      let isStillHeld = try PosixFileSystem().claim(path)
      exit(status == 0 && isStillHeld ? 0 : 3)
    }
  }

  @Test("R156: the next claim restores a lost lock or a removed lock file")
  func lostLocksAreNoticed() async throws {
    let path = folder.path + "/lock"
    #expect(try PosixFileSystem().claim(path))
    // Closing the file drops the lock, as in a program that copies its state folder.
    close(open(path, O_RDONLY))
    #expect(try PosixFileSystem().claim(path))
    await expectHeld(path)
    #expect(unlink(path) == 0)
    #expect(try PosixFileSystem().claim(path))
    #expect(folder.mode("lock") == 0o600)
    await expectHeld(path)
    PosixFileSystem().release(path)
  }

  @Test("R156: a folder, link or pipe in the lock file's place is an error and does not block")
  func otherFilesAreNoLocks() throws {
    let path = folder.path + "/lock"
    #expect(mkdir(path, 0o700) == 0)
    #expect(throws: ArchiveError.self) { try PosixFileSystem().claim(path) }
    #expect(rmdir(path) == 0 && symlink("/dev/null", path) == 0)
    #expect(throws: ArchiveError.self) { try PosixFileSystem().claim(path) }
    #expect(unlink(path) == 0 && mkfifo(path, 0o600) == 0)
    #expect(throws: ArchiveError.self) { try PosixFileSystem().claim(path) }
  }
}
