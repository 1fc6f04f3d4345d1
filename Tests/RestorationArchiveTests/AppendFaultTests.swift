// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RestorationArchive
import Synchronization
import Testing

/// Disks that fill up or fail, and power that goes, at every step of an appended save.
struct AppendFaultTests {
  private let key = fixedKey(4)

  private func archiver(_ folder: TemporaryFolder, _ system: (any FileSystem)? = nil) -> Archiver {
    let store =
      system.map { FileStore(folder: folder.path, fileSystem: $0) }
      ?? FileStore(folder: folder.path)
    return Archiver(
      store: store, keys: MemoryKeyProvider(key: key), logger: LogLines().logger)
  }

  /// How many operations a base and some appended saves take.
  private func operations(_ states: ArraySlice<RestorationSnapshot>) throws -> Int {
    let system = FaultyFileSystem(.error, at: .max)
    let archiver = archiver(TemporaryFolder(), system)
    for state in states { _ = try archiver.saveAndWait(state) }
    return system.operations
  }

  private func states() -> [RestorationSnapshot] {
    let sequence = StateSequence()
    for thing in 1...4 { sequence.change(thing) }
    return sequence.states
  }

  /// Saves with one fault in the third save, and looks at what there is after each of what follows.
  private func run(_ fault: FaultyFileSystem.Fault, at moment: Int, cut: Int?) throws {
    let states = states()
    let known = try states.map { try contents($0) }
    let folder = TemporaryFolder()
    let system = FaultyFileSystem(fault, at: moment, cut: cut)
    let process = archiver(folder, system)
    for state in states[..<2] { _ = try process.saveAndWait(state) }
    let saved = Result { try process.saveAndWait(states[2]) }

    let comment: Comment = "\(fault) at \(moment), \(cut ?? -1)"
    func found() throws -> [String] {
      // In a copy, since a launch nominates.
      let copy = TemporaryFolder()
      for name in folder.names where name.hasSuffix(".archive") {
        try copy.write(unwrap(folder.bytes(name)), name)
      }
      let load = archiver(copy).load()
      #expect(load.incidents.isEmpty, comment)
      return try contents(#require(load.snapshot))
    }
    let after = try found()
    #expect(after == known[1] || after == known[2], comment)
    if case .success = saved, case .error = fault { #expect(after == known[2], comment) }

    // The same process goes on: nothing is mixed, whatever is left in the file.
    let next = Result { try process.saveAndWait(states[3]) }
    if case .success = next, case .error = fault {
      #expect(try found() == known[3], comment)
      _ = try process.saveAndWait(states[4])
      #expect(try found() == known[4], comment)
    } else {
      let now = try found()
      #expect(now == known[1] || now == known[2], comment)
    }
    // And so does the next one.
    let second = archiver(folder)
    _ = second.load()
    _ = try second.saveAndWait(states[3])
    #expect(try found() == known[3], comment)
  }

  @Test(
    "R152: whichever operation of an appended save fails or is the last, old or new state is there",
    arguments: [FaultyFileSystem.Fault.error, .deadDisk, .powerCut])
  func everyFaultLeavesOldOrNew(fault: FaultyFileSystem.Fault) throws {
    let states = states()
    let (first, last) = (try operations(states[..<2]), try operations(states[..<3]))
    #expect(last - first == 3)
    for moment in first...last { try run(fault, at: moment, cut: nil) }
  }

  @Test(
    "R152: however many bytes of an appended save get to the disk, old or new state is there",
    arguments: [FaultyFileSystem.Fault.error, .deadDisk, .powerCut])
  func everyShortWriteLeavesOldOrNew(fault: FaultyFileSystem.Fault) throws {
    let states = states()
    let write = try operations(states[..<2]) + 1
    let file = try LoggedFile(Array(states[..<3]), key: key)
    for cut in stride(from: 0, through: file.ends[2] - file.ends[1], by: 7) {
      try run(fault, at: write, cut: cut)
    }
    try run(fault, at: write, cut: file.ends[2] - file.ends[1])
  }

  @Test("R152: a save that could not be appended is written whole at once, with a line in the log")
  func failedAppendIsWrittenWhole() throws {
    let states = states()
    let log = LogLines()
    let folder = TemporaryFolder()
    let system = FaultyFileSystem(.error, at: try operations(states[..<2]) + 2)  // the sync
    let archiver = Archiver(
      store: FileStore(folder: folder.path, fileSystem: system),
      keys: MemoryKeyProvider(key: key), logger: log.logger)
    for state in states[..<2] { _ = try archiver.saveAndWait(state) }
    #expect(try archiver.saveAndWait(states[2]) == 3)
    #expect(
      log.all == [
        "warning: A save could not be appended and is written whole: The disk failed in a test"
      ])
    let file = try ArchiveSeal.open(unwrap(folder.bytes("current.archive")), with: key)
    #expect(file.log.isEmpty && file.baseGeneration == 3)
    // What could not be synced counts for the file before, if it is there whole.
    let previous = try ArchiveSeal.open(unwrap(folder.bytes("previous.archive")), with: key)
    #expect(try contents(previous.state().snapshot) == contents(states[2]))
  }

  /// A store that refuses to write at times, and says what it was asked for.
  private final class RefusingStore: ArchiveStore {
    let memory = MemoryStore()
    let refuses = Mutex(false)
    let asked = Mutex<[String]>([])

    private func ask(_ name: String) throws(ArchiveError) {
      asked.withLock { $0.append(name) }
      if refuses.withLock({ $0 }) { throw ArchiveError(.inputOutput, "The test's disk is full") }
    }

    var canAppend: Bool { true }
    func append(_ bytes: [UInt8], after end: ArchiveEnd, slot: String?) throws(ArchiveError)
      -> Bool
    {
      try ask("append")
      return memory.append(bytes, after: end, slot: slot)
    }
    func replace(with bytes: [UInt8], slot: String?) throws(ArchiveError) {
      try ask("replace")
      memory.replace(with: bytes, slot: slot)
    }
    func load(_ generation: ArchiveGeneration, slot: String?) -> [UInt8]? {
      memory.load(generation, slot: slot)
    }
    func nominate(_ generation: ArchiveGeneration, slot: String?) {}
    func promoteNominee(slot: String?) {}
    func setAside(_ generation: ArchiveGeneration, slot: String?) {}
    func removeAll(slot: String?) {}
  }

  @Test(
    "R152: after a failed append nothing is appended to that file again, though it is as before")
  func failureEndsAppending() throws {
    let states = states()
    let store = RefusingStore()
    let archiver = Archiver(
      store: store, keys: MemoryKeyProvider(key: key), logger: LogLines().logger)
    for state in [states[0], states[0], states[1]] { _ = try archiver.saveAndWait(state) }
    store.refuses.withLock { $0 = true }
    #expect(throws: ArchiveError.self) { try archiver.saveAndWait(states[2]) }
    store.refuses.withLock { $0 = false }
    for state in states[3...4] { _ = try archiver.saveAndWait(state) }
    #expect(
      store.asked.withLock { $0 } == [
        "replace", "append", "replace", "append",  // the first ones, for want of a previous archive
        "append", "replace",  // both fail
        "replace", "append",
      ])
  }
}
