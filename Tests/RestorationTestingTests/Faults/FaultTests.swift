// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import Logging
import RestorationArchive
import StateRestoration
import Testing
import ViewControllers
import ViewControllersTesting

@Suite struct FaultTests {
  private let memory = MemoryStore()
  private let store: FaultyStore

  init() { store = FaultyStore(memory) }

  @Test("Only the selected calls of the selected operations fail, with the selected error")
  func chosenOperationsFail() throws {
    let error = ArchiveError(.inputOutput, "The disk is full", systemError: ENOSPC)
    store.inject(.error(error), into: [.replace], skipping: 1, times: 2)
    try store.replace(with: [1], slot: nil)
    for _ in 0..<2 { #expect(throws: error) { try store.replace(with: [2], slot: nil) } }
    #expect(try store.load(.current, slot: nil) == [1])
    try store.replace(with: [3], slot: nil)
    #expect(memory.load(.previous, slot: nil) == [1])
    #expect(store.asked == [.replace, .replace, .replace, .load, .replace])
  }

  @Test("Every operation can fail, and works again once the store is repaired")
  func everyOperationFails() throws {
    let operations: [FaultyStore.Operation: () throws -> Void] = [
      .load: { [store] in _ = try store.load(.current, slot: nil) },
      .replace: { [store] in try store.replace(with: [1], slot: nil) },
      .append: { [store] in
        _ = try store.append([1], after: ArchiveEnd(size: 1, tag: []), slot: nil)
      },
      .rewrite: { [store] in try store.rewrite(.current, with: [1], slot: nil) },
      .nominate: { [store] in try store.nominate(.current, slot: nil) },
      .promoteNominee: { [store] in try store.promoteNominee(slot: nil) },
      .setAside: { [store] in try store.setAside(.current, slot: nil) },
      .openMarker: { [store] in _ = try store.openMarker(slot: nil) },
      .loadLaunchImage: { [store] in _ = try store.loadLaunchImage(slot: nil) },
      .replaceLaunchImage: { [store] in try store.replaceLaunchImage(with: [1], slot: nil) },
      .removeAll: { [store] in try store.removeAll(slot: nil) },
      .claim: { [store] in _ = try store.claim(slot: nil) },
    ]
    #expect(Set(operations.keys) == Set(FaultyStore.Operation.allCases))
    for (operation, body) in operations {
      store.inject(.error(), into: [operation])
      #expect(throws: FaultyStore.defaultError) { try body() }
      for (other, body) in operations where other != operation {
        #expect(throws: Never.self, "\(other)") { try body() }
      }
      store.repair()
      #expect(throws: Never.self) { try body() }
    }
  }

  @Test(
    "R152: a save lost in a power cut is absent at the next launch, and the one before is found")
  func lostSave() throws {
    let keys = MemoryKeyProvider()
    func coordinator() -> RestorationCoordinator {
      RestorationCoordinator(
        ApplicationDescription(identifier: "test", version: "1"),
        archiver: Archiver(store: store, keys: keys))
    }
    let counter = Counter()
    func save(_ value: Int) throws {
      let coordinator = coordinator()
      coordinator.registerObject(forStateRestoration: counter, restorationIdentifier: "Counter")
      _ = coordinator.restore()
      counter.value = value
      try coordinator.preserve(reason: .explicit).commitAndWait()
    }
    try save(1)
    store.inject(.lost, into: [.replace, .append])
    try save(2)
    store.repair()
    let next = coordinator()
    next.registerObject(forStateRestoration: counter, restorationIdentifier: "Counter")
    #expect(next.restore().isRestored)
    #expect(counter.value == 1)
  }

  @Test("R150: an append can be torn, and a bit can be flipped in a write or a read")
  func damage() throws {
    for byte in 1...2 as ClosedRange<UInt8> { try store.replace(with: [byte, byte], slot: nil) }
    store.inject(.torn(keeping: 1), into: [.append])
    let end = ArchiveEnd(size: 2, tag: [2])
    #expect(throws: FaultyStore.defaultError) { try store.append([8, 9], after: end, slot: nil) }
    #expect(memory.load(.current, slot: nil) == [2, 2, 8])
    store.repair()
    store.inject(.flippedBit(9), into: [.replace])
    try store.replace(with: [0, 0], slot: nil)
    #expect(memory.load(.current, slot: nil) == [0, 2])
    store.repair()
    store.inject(.flippedBit(16), into: [.load], times: 1)
    #expect(try store.load(.current, slot: nil) == [1, 2])
    #expect(try store.load(.current, slot: nil) == [0, 2])
  }

  @Test("A held operation takes place when the gate is opened")
  func gate() async throws {
    let gate = store.hold(.replace)
    let save = Task.detached { [store] in try store.replace(with: [1], slot: nil) }
    await gate.arrival()
    #expect(memory.load(.current, slot: nil) == nil)
    gate.open()
    try await save.value
    #expect(memory.load(.current, slot: nil) == [1])
    try store.replace(with: [2], slot: nil)
    gate.waitForArrival()
  }

  @Test("R120: a provider fails, gives another key and recovers on demand")
  func faultyKeys() throws {
    func bytes(_ key: ArchiveKey) -> [UInt8] { key.withUnsafeBytes { Array($0) } }
    let keys = FaultyKeyProvider()
    let key = bytes(try keys.key())
    keys.fail()
    #expect(throws: ArchiveError(.keyUnavailable, "The test has no key")) { try keys.key() }
    #expect(keys.isKeyAvailable)
    keys.fail(with: ArchiveError(.keyLocked, "Locked"))
    #expect(!keys.isKeyAvailable)
    keys.repair()
    keys.substitute()
    #expect(bytes(try keys.key()) != key)
    keys.repair()
    #expect(bytes(try keys.key()) == key)
    keys.forgetKey()
    #expect(keys.keyRequests == 4 && keys.forgottenCount == 1)
  }

  @Test("R152: power cuts of a simulated disk leave the old or the new archive, and both occur")
  func powerCuts() throws {
    let disk = SimulatedDisk()
    for byte in 1...2 as ClosedRange<UInt8> {
      try disk.store().replace(with: [byte], slot: nil)
    }
    disk.settle()
    try disk.store().replace(with: [3], slot: nil)
    var found: Set<[UInt8]?> = []
    try disk.forEachPowerCut { found.insert(try $0.store().load(.current, slot: nil)) }
    #expect(found == [[2], [3]])
  }

  @Test("R152: a power cut of a settled disk has one outcome: the archive is as it was")
  func settledDisk() throws {
    let disk = SimulatedDisk()
    try disk.store().replace(with: [1], slot: nil)
    disk.settle()
    var found: [[UInt8]?] = []
    try disk.forEachPowerCut { found.append(try $0.store().load(.current, slot: nil)) }
    #expect(found == [[1]])
  }

  @Test("R152: a simulated disk fails from the chosen operation on until it is repaired")
  func fullDisk() throws {
    let disk = SimulatedDisk()
    let store = disk.store()
    disk.fail(ENOSPC, at: 2, lasts: true)
    #expect { try store.replace(with: [1], slot: nil) } throws: {
      ($0 as? ArchiveError)?.systemError == ENOSPC
    }
    disk.repair()
    #expect(try store.load(.current, slot: nil) == nil)
    try store.replace(with: [1], slot: nil)
    disk.damage("/state/current.archive")
    #expect(try store.load(.current, slot: nil) == [5])
  }

  @Test("R45: records carry the clock's time, which advances only on demand")
  func fixedClock() throws {
    let clock = FixedClock()
    let coordinator = RestorationCoordinator(
      ApplicationDescription(identifier: "test", version: "1"),
      archiver: Archiver(store: store, keys: MemoryKeyProvider()), now: clock.now)
    let counter = Counter()
    coordinator.registerObject(forStateRestoration: counter, restorationIdentifier: "Counter")
    try coordinator.preserve(reason: .explicit).commitAndWait()
    clock.advance(by: .seconds(86_400))
    #expect(clock.now() == Date(timeIntervalSinceReferenceDate: 86_400))
    #expect(coordinator.restore().isRestored)
    #expect(counter.savedAt == Date(timeIntervalSinceReferenceDate: 0))
  }

  @MainActor @Test("R45, R150: an action that a host schedules sees the time at which it is due")
  func hostLivesByTheClock() {
    let clock = FixedClock()
    let host = HeadlessHost(clock: clock)
    var times: [TimeInterval] = []
    for delay in [3, 1] {
      _ = host.schedule(after: .seconds(delay)) {
        times.append(host.currentDate.timeIntervalSinceReferenceDate)
      }
    }
    host.advance(by: .seconds(2))
    #expect(times == [1] && clock.now() == Date(timeIntervalSinceReferenceDate: 2))
    host.advance(by: .seconds(2))
    #expect(times == [1, 3] && clock.now() == Date(timeIntervalSinceReferenceDate: 4))
  }

  @Test("A log recorder keeps lines of its level, in order, until it is cleared")
  func logRecorder() {
    let log = LogRecorder(level: .notice)
    log.logger.warning("one")
    log.logger.debug("two")
    log.logger.notice("three", metadata: ["key": "value"])
    #expect(log.lines == ["warning: one", "notice: three"])
    log.clear()
    #expect(log.lines.isEmpty)
  }
}

/// Saves a number, and reads when it was saved.
private final class Counter: StatePreserving {
  var value = 0
  private(set) var savedAt: Date?

  func encodeRestorableState(with coder: RestorationEncoder) {
    coder.encode(value, forKey: "value")
  }

  func decodeRestorableState(with coder: RestorationDecoder) {
    value = coder.decodeInteger(forKey: "value")
    savedAt = coder.decodeDate(forKey: ReservedKey.timestamp)
  }
}
