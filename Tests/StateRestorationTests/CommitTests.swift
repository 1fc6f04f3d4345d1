// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive
import RestorationTesting
import StateRestoration
import Testing

@MainActor @Suite struct CommitTests {
  let machine = Machine()

  private func restoredValue() -> Int? {
    let counter = Counter(-1)
    return machine.restore(["Counter": counter]).isRestored ? counter.value : nil
  }

  private func counting() -> (RestorationCoordinator, Counter, Delegate) {
    let delegate = Delegate()
    let coordinator = machine.coordinator(delegate: delegate)
    let counter = Counter(1)
    machine.kept.objects.append(counter)
    coordinator.register(counter, as: "Counter")
    return (coordinator, counter, delegate)
  }

  @Test("R30: the next pass repeats a failed save, even if nothing changed")
  func failedSaveIsRetried() throws {
    let (coordinator, counter, _) = counting()
    machine.disk.inject(.error(), into: [.replace, .removeAll])
    #expect(throws: ArchiveError.self) { try coordinator.save() }
    #expect(restoredValue() == nil)
    machine.disk.repair()
    #expect(try coordinator.preserve(reason: .background).commitAndWait() == 1)
    #expect(restoredValue() == counter.value)
    #expect(try coordinator.preserve(reason: .background).commitAndWait() == nil)
  }

  @Test("R190: an uncommitted pass is written with the next one")
  func uncommittedPassIsMadeUpFor() throws {
    let (coordinator, _, _) = counting()
    let first = coordinator.preserve(reason: .changed)
    #expect(try coordinator.preserve(reason: .terminating).commitAndWait() == 1)
    #expect(restoredValue() == 1)
    #expect(try first.commitAndWait() == nil)
  }

  @Test("R152: a late commit does not undo a newer one")
  func lateCommitIsSuperseded() async throws {
    let (coordinator, counter, _) = counting()
    let first = coordinator.preserve(reason: .changed)
    counter.value = 2
    let second = coordinator.preserve(reason: .terminating)
    #expect(try second.commitAndWait() == 1)
    #expect(try await first.commit() == nil)
    #expect(restoredValue() == 2)
  }

  @Test("R8: of several waiting passes, only the newest is written, and all get its result")
  func newestSnapshotWins() async throws {
    let (coordinator, counter, _) = counting()
    let gate = machine.disk.hold(.replace)
    let first = coordinator.preserve(reason: .changed)
    let begun = Task.immediate { try await first.commit() }
    await gate.arrival()
    // The first pass is being written; all others wait behind it in a known order.
    for value in 2...5 {
      counter.value = value
      #expect(throws: ArchiveError.self) {
        try coordinator.preserve(reason: .changed).commitAndWait(deadline: .zero)
      }
    }
    counter.value = 6
    let before = coordinator.preserve(reason: .changed)
    let superseded = Task.immediate { try await before.commit() }
    counter.value = 7
    let last = coordinator.preserve(reason: .changed)
    let newest = Task.immediate { try await last.commit() }
    gate.open()
    #expect(try await begun.value == 1)
    #expect(try await newest.value == 2)
    #expect(try await superseded.value == 2)
    #expect(restoredValue() == 7)
  }

  @Test("R190: a task cancelled during a commit still gets the result")
  func cancelledCommit() async throws {
    let (coordinator, _, _) = counting()
    let gate = machine.disk.hold(.replace)
    let pass = coordinator.preserve(reason: .changed)
    let commit = Task.immediate { try await pass.commit() }
    await gate.arrival()
    commit.cancel()
    gate.open()
    #expect(try await commit.value == 1)
  }

  @Test("R183: state that a hook discards in a pass stays discarded, and later saves are whole")
  func discardedInAHook() throws {
    let (coordinator, counter, _) = counting()
    let (node, others) = (Node("kept"), [Node("a"), Node("b")])
    coordinator.register(node, as: "Node")
    for (index, other) in others.enumerated() { coordinator.register(other, as: "Other \(index)") }
    try coordinator.save()
    node.onEncode = { [weak node] _ in
      node?.onEncode = nil
      #expect(throws: Never.self) { try coordinator.discardState() }
      #expect(restoredValue() == nil)
    }
    counter.value = 2
    try coordinator.save()
    #expect(restoredValue() == nil)
    counter.value = 3
    coordinator.invalidate(counter)
    try coordinator.saveChanges()
    #expect(restoredValue() == 3)
    #expect(machine.texts(["Node"]) == ["kept"])
  }

  @Test("R183: records that a hook discards during a restore do not come back with the next save")
  func discardedWhileRestoring() throws {
    let (coordinator, _, _) = counting()
    let secret = Node("secret")
    coordinator.register(secret, as: "Secret")
    try coordinator.save()
    let relaunched = machine.coordinator()
    let node = Node()
    let counter = Counter()
    node.onFinish = { #expect(throws: Never.self) { try relaunched.discardState() } }
    relaunched.register(node, as: "Secret")
    _ = relaunched.restore()
    #expect(restoredValue() == nil)
    relaunched.register(counter, as: "Fresh")
    node.text = "fresh"
    let report = try relaunched.save()
    #expect(report["Counter"] == nil)
    #expect(restoredValue() == -1)
  }

  @Test("R183: a refusal to save retires the saved state once, or in the next pass if that fails")
  func refusalRetiresOnce() async throws {
    let (coordinator, _, delegate) = counting()
    try coordinator.save()
    delegate.isSaving = false
    machine.disk.inject(.error(), into: [.replace, .removeAll])
    #expect(throws: ArchiveError.self) { try coordinator.save() }
    machine.disk.repair()
    let pass = coordinator.preserve(reason: .explicit)
    #expect(!pass.report.isAllowed)
    try await pass.commit()
    #expect(machine.store.load(.current, slot: nil) == nil)
    // A second removal would throw.
    machine.disk.inject(.error(), into: [.replace, .removeAll])
    try coordinator.preserve(reason: .explicit).commitAndWait()
    machine.disk.repair()
    delegate.isSaving = true
    try coordinator.save()
    #expect(restoredValue() == 1)
  }

  @Test("R190, R191: saving launch images at exit respects the deadline")
  func picturesHaveADeadline() throws {
    let (coordinator, _, _) = counting()
    let pass = coordinator.preserve(reason: .terminating)
    try pass.commitAndWait()
    let gate = machine.disk.hold(.replaceLaunchImage)
    do throws(ArchiveError) {
      try pass.saveLaunchImagesAndWait(deadline: .zero) {
        [LaunchImage(scene: "", content: [], width: 1, height: 1, encoded: [1])]
      }
      Issue.record("returned")
    } catch { #expect(error.code == .deadlineExceeded) }
    gate.open()
    coordinator.archiver.waitUntilIdle()
  }

  @Test("R183, R190: retiring the state at exit respects the deadline, and still takes place")
  func retirementHasADeadline() throws {
    let (coordinator, _, delegate) = counting()
    try coordinator.save()
    delegate.isSaving = false
    let gate = machine.disk.hold(.removeAll)
    do throws(ArchiveError) {
      try coordinator.preserve(reason: .terminating).commitAndWait(deadline: .zero)
      Issue.record("returned")
    } catch { #expect(error.code == .deadlineExceeded) }
    gate.open()
    coordinator.archiver.waitUntilIdle()
    #expect(restoredValue() == nil)
  }

  @Test(
    "R183: nothing is saved before a failed or uncommitted retirement has taken place",
    arguments: [true, false])
  func failedRetirementIsMadeUpFor(isCommitted: Bool) throws {
    let (coordinator, counter, delegate) = counting()
    try coordinator.save()
    delegate.isSaving = false
    machine.disk.inject(.error(), into: [.removeAll])
    let retirement = coordinator.preserve(reason: .explicit)
    if isCommitted { #expect(throws: ArchiveError.self) { try retirement.commitAndWait() } }
    delegate.isSaving = true
    counter.value = 2
    #expect(throws: ArchiveError.self) { try coordinator.save() }
    machine.disk.repair()
    // The next allowed pass is never committed.
    _ = coordinator.preserve(reason: .changed)
    counter.value = 3
    try coordinator.save()
    #expect(machine.store.load(.previous, slot: nil) == nil)
    #expect(restoredValue() == 3)
    counter.value = 4
    try coordinator.save()
    #expect(machine.store.load(.previous, slot: nil) != nil)
  }

  @Test("R183: a retirement takes place once, so the saves after it stay")
  func saveAfterRetirementStays() throws {
    let (coordinator, counter, delegate) = counting()
    try coordinator.save()
    delegate.isSaving = false
    machine.disk.inject(.error(), into: [.replace, .removeAll])
    #expect(throws: ArchiveError.self) { try coordinator.save() }
    machine.disk.repair()
    delegate.isSaving = true
    counter.value = 2
    let first = coordinator.preserve(reason: .changed)
    counter.value = 3
    let second = coordinator.preserve(reason: .changed)
    try first.commitAndWait()
    machine.disk.inject(.error(), into: [.replace, .append])
    #expect(throws: ArchiveError.self) { try second.commitAndWait() }
    machine.disk.repair()
    #expect(restoredValue() == 2)
  }

  @Test("R183: names saved before a log-out are absent from later saves")
  func namesAreGivenUp() throws {
    let (coordinator, _, delegate) = counting()
    var diary: Counter? = Counter(7)
    try coordinator.register(#require(diary), as: "Alice's diary")
    coordinator.register(Counter(8), as: "Alice's list")
    try coordinator.save()
    #expect(try savedNames().contains("Alice's diary"))
    delegate.isSaving = false
    try coordinator.save()
    diary = nil
    delegate.isSaving = true
    let novel = Counter(9)
    coordinator.register(novel, as: "Bob's novel")
    try coordinator.save()
    #expect(try savedNames().contains("Bob's novel"))
    #expect(try !savedNames().contains("Alice"))
  }

  /// Returns all bytes of the archive as text, repaired where invalid.
  private func savedNames() throws -> String {
    String(decoding: try machine.savedState().bytes, as: UTF8.self)
  }

  @Test(
    "R183: a pass from before a log-out does not bring the state back, even if retiring it failed",
    arguments: [false, true])
  func lateSaveDoesNotUndoRetirement(fails: Bool) throws {
    let (coordinator, _, delegate) = counting()
    let before = coordinator.preserve(reason: .changed)
    delegate.isSaving = false
    if fails {
      machine.disk.inject(.error(), into: [.replace, .removeAll])
      #expect(throws: ArchiveError.self) { try coordinator.save() }
      machine.disk.repair()
    } else {
      try coordinator.save()
    }
    #expect(try before.commitAndWait() == nil)
    #expect(restoredValue() == nil)
  }

  @Test("R183: unclaimed records are retired with the rest")
  func unclaimedRecordsAreRetired() throws {
    let (coordinator, _, _) = counting()
    try coordinator.save()
    let delegate = Delegate()
    let relaunched = machine.coordinator(delegate: delegate)
    #expect(relaunched.restore()["Counter"] == .unclaimed)
    delegate.isSaving = false
    try relaunched.save()
    delegate.isSaving = true
    try relaunched.save()
    let late = Counter(-1)
    relaunched.register(late, as: "Counter")
    #expect(late.value == -1)
    #expect(restoredValue() == -1)
  }

  @Test("R196: only restored state becomes the last good one, not refused state")
  func refusedStateIsNotPromoted() throws {
    let (coordinator, _, _) = counting()
    try coordinator.save()
    let delegate = Delegate()
    delegate.isRestoring = false
    let refusing = machine.coordinator(delegate: delegate)
    #expect(refusing.restore().isRefused)
    refusing.didProveGood()
    let restoring = machine.coordinator()
    _ = restoring.restore()  // waits for the archiver's queue
    #expect(machine.store.load(.lastGood, slot: nil) == nil)
    restoring.didProveGood()
    try restoring.save()
    #expect(machine.store.load(.lastGood, slot: nil) != nil)
  }
}
