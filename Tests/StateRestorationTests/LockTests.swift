// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import RestorationArchive
import StateRestoration
import Synchronization
import Testing

/// A program without controllers whose key is locked at launch.
@Suite struct LockTests {
  private let machine = Machine(keys: MemoryKeyProvider(protection: .complete))

  @Test("R122, R188: a process locked at launch restores, encodes and writes nothing")
  func lockedOutProcessWritesNothing() throws {
    try machine.save(["Counter": Counter(7)])
    let before = machine.files
    machine.keys.setLocked(true)
    let (counter, delegate) = (Counter(1), Delegate())
    let coordinator = machine.coordinator(["Counter": counter], delegate: delegate)
    let report = coordinator.restore()
    #expect(report.isLocked && !report.isRestored && report.reason == .locked)
    #expect(coordinator.isLockedOut)
    for reason in [PreservationReason.changed, .background, .terminating] {
      counter.value += 1
      coordinator.invalidate(counter)
      let pass = coordinator.preserve(reason: reason, scope: reason == .changed ? .changes : .all)
      #expect(pass.report.isLocked && pass.report.reason == reason)
      #expect(try pass.commitAndWait() == nil)
      let preview = coordinator.preview()
      #expect(preview.snapshot == nil && preview.report.isLocked)
      machine.keys.setLocked(false)  // being able to write is not enough
    }
    delegate.isSaving = false  // a refusal does not retire state that was never read, either
    try coordinator.preserve(reason: .explicit).commitAndWait()
    #expect(counter.encodedCount == 0)
    #expect(machine.files == before)
  }

  @Test("R188: after the unlock, a late restore includes existing objects, and saves continue")
  func restoresLate() throws {
    try machine.save(["Counter": Counter(7)])
    machine.keys.setLocked(true)
    let counter = Counter(1)
    let coordinator = machine.coordinator(["Counter": counter])
    #expect(coordinator.restore().isLocked)
    #expect(coordinator.restore().isLocked, "it is still locked")
    counter.value = 2
    coordinator.invalidate(counter)
    machine.keys.setLocked(false)

    let report = coordinator.restore()
    #expect(report.isRestored && !report.isLocked && report.reason == .launch)
    #expect(report["Counter"] == .restored)
    #expect((counter.value, counter.decodedCount, counter.finishedCount) == (7, 1, 1))
    #expect(!coordinator.isLockedOut)
    #expect(try coordinator.preserve(reason: .background).commitAndWait() == nil)
    counter.value = 8
    #expect(try coordinator.preserve(reason: .background).commitAndWait() == 2)

    let next = Counter()
    #expect(machine.restore(["Counter": next]).isRestored)
    #expect(next.value == 8)
  }

  @Test("R188, R194: an object registered after the late restore gets its record, too")
  func lateObjectAfterLateRestore() throws {
    try machine.save(["Counter": Counter(7)])
    machine.keys.setLocked(true)
    let coordinator = machine.coordinator()
    _ = coordinator.restore()
    machine.keys.setLocked(false)
    #expect(coordinator.restore()["Counter"] == .unclaimed)
    let counter = Counter()
    coordinator.register(counter, as: "Counter")
    #expect(counter.value == 7)
  }

  @Test("R188: an application can refuse a late restore, and then saves its own state")
  func lateRestoreIsAsked() throws {
    try machine.save(["Counter": Counter(7)])
    machine.keys.setLocked(true)
    let (counter, delegate) = (Counter(1), Delegate())
    delegate.isRestoring = false
    let coordinator = machine.coordinator(["Counter": counter], delegate: delegate)
    _ = coordinator.restore()
    machine.keys.setLocked(false)
    #expect(coordinator.restore().isRefused)
    #expect(counter.value == 1)
    #expect(try coordinator.preserve(reason: .background).commitAndWait() == 2)
  }

  @Test("R188: giving up without a lock changes nothing")
  func givingUpNothing() throws {
    try machine.save(["Counter": Counter(7)])
    let counter = Counter()
    let coordinator = machine.coordinator(["Counter": counter])
    _ = coordinator.restore()
    coordinator.giveUpLockedState()
    #expect(try coordinator.preserve(reason: .background).commitAndWait() == nil)
  }

  @Test("R27: a key lost between pass and commit leaves the older archive, and the next pass saves")
  func lockBetweenPassAndCommit() throws {
    try machine.save(["Counter": Counter(7)])
    let counter = Counter()
    let coordinator = machine.coordinator(["Counter": counter])
    _ = coordinator.restore()
    let before = machine.store.load(.current, slot: nil)
    counter.value = 8
    let pass = coordinator.preserve(reason: .background)
    coordinator.archiver.screenDidLock()
    #expect(throws: ArchiveError.self) { try pass.commitAndWait() }
    #expect(machine.store.load(.current, slot: nil) == before)
    #expect(!coordinator.isLockedOut)  // it has restored
    coordinator.archiver.screenDidUnlock()
    #expect(try coordinator.preserve(reason: .background).commitAndWait() == 2)
  }

  /// Keys that can be fetched slowly.
  private final class SlowKeys: KeyProvider {
    private let own = ArchiveKey()
    let isSlow = Mutex(false)
    let (asked, goOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    var protection: KeyProtection { .complete }
    var isKeyAvailable: Bool { true }

    func key() throws(ArchiveError) -> ArchiveKey {
      if isSlow.withLock(\.self) {
        asked.signal()
        goOn.wait()
      }
      return own
    }
  }

  @Test("R122: a key that arrives after a screen lock seals nothing")
  func keyArrivesLate() throws {
    let keys = SlowKeys()
    let coordinator = RestorationCoordinator(
      ApplicationDescription(identifier: "test"),
      archiver: Archiver(store: machine.store, keys: keys))
    let counter = Counter(1)
    coordinator.register(counter, as: "Counter")
    try coordinator.save()
    counter.value = 2
    keys.isSlow.withLock { $0 = true }
    #expect(throws: ArchiveError.self) {
      try coordinator.preserve(reason: .explicit).commitAndWait(deadline: .zero)
    }
    keys.asked.wait()
    coordinator.archiver.screenDidLock(deadline: .zero)
    keys.isSlow.withLock { $0 = false }
    keys.goOn.signal()
    coordinator.archiver.waitUntilIdle()
    coordinator.archiver.screenDidUnlock()
    #expect(try coordinator.preserve(reason: .explicit).commitAndWait() != nil)
  }

  @Test("R122, R153: a locked launch keeps the reason that the host gave")
  func hostsReasonOfLockedLaunch() {
    machine.keys.setLocked(true)
    let report = machine.coordinator().restore(reason: .restore)
    #expect(report.isLocked && report.reason == .restore)
  }
}
