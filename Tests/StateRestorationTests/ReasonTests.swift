// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive
import StateRestoration
import Testing

/// Reasons of passes, and origins of records.
@Suite struct ReasonTests {
  let machine = Machine()

  @Test(
    "R153: the reason of a preserve pass is in its report and in every hook's coder",
    arguments: [PreservationReason.changed, .background, .terminating, .explicit])
  func preservationReasons(reason: PreservationReason) {
    var heard: [PreservationReason?] = []
    let delegate = Delegate()
    delegate.onShouldPreserve = { heard.append($0.preservationReason) }
    delegate.onWillPreserve = { heard.append($0.preservationReason) }
    let node = Node()
    node.onEncode = { heard.append($0.preservationReason) }
    let coordinator = machine.coordinator(["Node": node], delegate: delegate)
    let pass = coordinator.preserve(reason: reason)
    #expect(heard == [reason, reason, reason])
    #expect(pass.report.reason == reason)
  }

  @Test("R153: the reason of a launch is in its report and in every hook's coder")
  func launchReasons() throws {
    let node = Node()
    let first = machine.coordinator(["Node": node])
    #expect(first.restore().reason == .pristine)
    try first.save()
    for known in [nil, .launch, .recover, .restore] as [LaunchReason?] {
      var heard: [LaunchReason?] = []
      let delegate = Delegate()
      delegate.onShouldRestore = { heard.append($0.launchReason) }
      delegate.onDidRestore = { heard.append($0.launchReason) }
      let again = Node()
      again.onDecode = { heard.append($0.launchReason) }
      let coordinator = machine.coordinator(["Node": again], delegate: delegate)
      let expected = known ?? .launch
      #expect(coordinator.restore(reason: known).reason == expected)
      #expect(heard == [expected, expected, expected])
    }
  }

  @Test("R153, R195: restoring an older state after damage to the newest is a recovery")
  func damageIsRecovery() throws {
    try machine.save(["Counter": Counter(1)])
    try machine.save(["Counter": Counter(2)])
    var bytes = try #require(machine.store.load(.current, slot: nil))
    bytes[bytes.count / 2] ^= 1
    try machine.store.replace(with: #require(machine.store.load(.previous, slot: nil)), slot: nil)
    machine.store.replace(with: bytes, slot: nil)
    let report = machine.coordinator().restore()
    #expect(report.reason == .recover)
    #expect(report.isRestored)
  }

  @Test("R153: a pristine launch restores nothing and keeps the archive")
  func pristineLaunch() throws {
    try machine.save(["Counter": Counter(1)])
    let counter = Counter(5)
    let coordinator = machine.coordinator(["Counter": counter])
    let report = coordinator.restore(reason: .pristine)
    #expect((report.reason, report.isRestored) == (.pristine, false))
    #expect(counter.value == 5)
    let before = machine.store.load(.current, slot: nil)
    try coordinator.save()
    #expect(machine.store.load(.previous, slot: nil) == before)
  }

  @Test(
    "R45, R5: should-restore sees the saved idiom before anything is restored",
    arguments: [UserInterfaceIdiom.desktop, .terminal, .headless])
  func idioms(saved: UserInterfaceIdiom) throws {
    let first = machine.coordinator(idiom: saved)
    try first.save()
    var seen: [String?] = []
    let delegate = Delegate()
    delegate.onShouldRestore = { coder in
      seen.append(coder.decodeString(forKey: ReservedKey.userInterfaceIdiom))
      seen.append(coder.origin.idiom.rawValue)
    }
    delegate.isRestoring = saved == .terminal
    let coordinator = machine.coordinator(idiom: .terminal, delegate: delegate)
    #expect(coordinator.restore().isRefused == (saved != coordinator.idiom))
    #expect(seen == [saved.rawValue, saved.rawValue])
  }
}
