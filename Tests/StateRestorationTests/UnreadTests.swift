// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive
import RestorationTesting
import StateRestoration
import Testing

/// A program without controllers that cannot read its state at launch.
///
/// The archives or the key are unreadable.
@Suite struct UnreadTests {
  private let machine = Machine()
  private let error = ArchiveError(.inputOutput, "The disk does not answer", systemError: 5)

  private func expectUnreadable(_ coordinator: RestorationCoordinator) {
    for reason in [PreservationReason.changed, .background, .terminating] {
      let pass = coordinator.preserve(reason: reason, scope: reason == .changed ? .changes : .all)
      #expect(pass.report.isLocked && pass.report.reason == reason)
      do {
        try pass.commitAndWait()
        Issue.record("it says that the state is saved")
      } catch { #expect(error.code == .unreadable) }
    }
  }

  @Test("R198: an unreadable launch asks, encodes and writes nothing until the late restore")
  func unreadLaunch() throws {
    try machine.save(["Counter": Counter(7)])
    let before = machine.files
    let (counter, delegate) = (Counter(1), Delegate())
    machine.disk.inject(.error(error), into: [.load])
    let coordinator = machine.coordinator(["Counter": counter], delegate: delegate)
    let report = coordinator.restore()
    #expect(report.isLocked && !report.isRestored && !report.isComplete)
    #expect(report.reason == .locked && report.incidents.map(\.error) == [error])
    #expect(coordinator.isLockedOut)
    expectUnreadable(coordinator)
    machine.disk.repair()
    expectUnreadable(coordinator)  // it could be read now, but was not
    #expect(coordinator.isLockedOut && counter.encodedCount == 0)
    #expect(machine.files == before)

    #expect(coordinator.restore()["Counter"] == .restored)
    #expect(counter.value == 7)
    #expect(try coordinator.preserve(reason: .background).commitAndWait() == nil)
    counter.value = 8
    #expect(try coordinator.preserve(reason: .background).commitAndWait() == 2)
  }

  @Test("R198: unreadable state that is given up is superseded, and kept as the previous archive")
  func givenUp() throws {
    try machine.save(["Counter": Counter(7)])
    let before = machine.files
    let counter = Counter(1)
    machine.disk.inject(.error(error), into: [.load])
    let coordinator = machine.coordinator(["Counter": counter])
    _ = coordinator.restore()
    coordinator.giveUpLockedState()
    try coordinator.save()
    #expect(machine.store.load(.previous, slot: nil) == before[0])
    machine.disk.repair()
    let next = machine.coordinator(["Counter": counter])
    counter.value = 0
    #expect(next.restore().isRestored && counter.value == 1)
  }

  @Test("R198: without saved state, the next pass saves once the key can be read")
  func nothingThere() throws {
    let keys = FaultyKeyProvider()
    keys.fail()
    let coordinator = RestorationCoordinator(
      ApplicationDescription(identifier: "test"),
      archiver: Archiver(store: machine.store, keys: keys))
    let counter = Counter(1)
    coordinator.register(counter, as: "Counter")
    coordinator.beginLaunch(installsSignalHandlers: false)
    #expect(coordinator.restore().isLocked)
    expectUnreadable(coordinator)
    keys.repair()
    #expect(try coordinator.preserve(reason: .background).commitAndWait() == 1)
    #expect(!coordinator.isLockedOut)
  }
}
