// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive
import StateRestoration
import Testing

/// Events between opening the archives at launch and restoring.
@Suite struct LaunchOrderTests {
  private let machine = Machine()

  private func launching() throws -> (coordinator: RestorationCoordinator, counter: Counter) {
    try machine.save(["Counter": Counter(1)])
    let coordinator = machine.coordinator()
    coordinator.beginLaunch(installsSignalHandlers: false)
    let counter = Counter()
    coordinator.register(counter, as: "Counter")
    return (coordinator, counter)
  }

  @Test("R130: state that launch code deletes is not restored by the same launch")
  func discardedBeforeRestoring() throws {
    let (coordinator, counter) = try launching()
    try coordinator.discardState()
    #expect(!coordinator.restore().isRestored)
    #expect(counter.value == 0)
  }

  @Test("R126: a state saved before the restore is the one restored")
  func savedBeforeRestoring() throws {
    let (coordinator, counter) = try launching()
    counter.value = 2
    try coordinator.save()
    counter.value = 0
    #expect(coordinator.restore().sequenceNumber == 2)
    #expect(counter.value == 2)
  }
}
