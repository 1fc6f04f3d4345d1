// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import RestorationArchive
import RestorationTesting
import StateRestoration
import Synchronization
import Testing

/// Conditions for a restored state to become the last good generation.
@Suite struct VerdictTests {
  let machine = Machine()

  /// Makes a process that has restored a counter of 1.
  private func restored(
    logger log: LogRecorder = LogRecorder(),
    beforeRestoring: (RestorationCoordinator) -> Void = { _ in }
  ) throws -> RestorationCoordinator {
    try machine.save(["Counter": Counter(1)])
    let coordinator = machine.coordinator(logger: log.logger)
    beforeRestoring(coordinator)
    #expect(coordinator.restore().isRestored)
    return coordinator
  }

  /// Returns whether a last good generation exists.
  ///
  /// Finishes the work in progress first.
  private func isGood(_ coordinator: RestorationCoordinator) throws -> Bool {
    let counter = Counter(.random(in: 1...Int.max))  // a different state, so that it is written
    coordinator.register(counter, as: "Later")
    try coordinator.save()  // waits for the promotion begun before
    return machine.store.load(.lastGood, slot: nil) != nil
  }

  @Test("R111, R113: extensions are counted, and confirmation waits until the last is complete")
  func extensionsNest() throws {
    let coordinator = try restored()
    coordinator.extendStateRestoration()
    coordinator.extendStateRestoration()
    coordinator.didProveGood()
    #expect(try !isGood(coordinator))
    coordinator.completeStateRestoration()
    #expect(try !isGood(coordinator))
    coordinator.completeStateRestoration()
    #expect(try isGood(coordinator))
  }

  @Test("R113: an extension completed before the end of probation delays nothing")
  func shortExtension() throws {
    let coordinator = try restored()
    coordinator.extendStateRestoration()
    coordinator.completeStateRestoration()
    #expect(try !isGood(coordinator))
    coordinator.didProveGood()
    #expect(try isGood(coordinator))
  }

  @Test("R111: a surplus completion is a diagnostic in report and log, and changes nothing")
  func unbalancedCompletion() throws {
    let log = LogRecorder()
    let coordinator = try restored(logger: log)
    coordinator.completeStateRestoration()
    coordinator.extendStateRestoration()
    coordinator.didProveGood()
    let report = try coordinator.save()
    #expect(report.diagnostics.count == 1)
    #expect(report.diagnostics.first?.contains("completeStateRestoration()") == true)
    #expect(log.lines.filter { $0.hasPrefix("warning") }.count == 1)
    #expect(try coordinator.save().diagnostics.isEmpty)
    #expect(try !isGood(coordinator))
    coordinator.completeStateRestoration()
    #expect(try isGood(coordinator))
  }

  @Test("R196: a process that restored nothing promotes nothing")
  func nothingRestored() throws {
    let coordinator = machine.coordinator()
    _ = coordinator.restore()
    coordinator.extendStateRestoration()
    coordinator.completeStateRestoration()
    coordinator.didProveGood()
    #expect(try !isGood(coordinator))
  }

  @Test("R196: didProveGood() before the restore has no effect")
  func provenTooEarly() throws {
    let coordinator = try restored { $0.didProveGood() }
    coordinator.extendStateRestoration()
    coordinator.completeStateRestoration()
    #expect(try !isGood(coordinator))
  }

  /// A clock that moves only when told to.
  ///
  /// Due actions run on another thread.
  private final class Clock: Sendable {
    let due = Mutex<[(delay: Duration, action: @Sendable () -> Void)]>([])

    func install(in coordinator: RestorationCoordinator) {
      coordinator.archiver.timer = { delay, action in
        self.due.withLock { $0.append((delay, action)) }
      }
    }

    var delays: [Duration] { due.withLock { $0.map(\.delay) } }

    func run() {
      let actions = due.withLock { due in
        defer { due = [] }
        return due.map(\.action)
      }
      DispatchQueue.global().sync { actions.forEach { $0() } }
    }
  }

  /// Starts a process with a clock; the body restores and makes calls.
  private func onClock(_ launch: (RestorationCoordinator) -> Void) throws -> (
    RestorationCoordinator, Clock
  ) {
    _ = try restored()
    let (coordinator, clock) = (machine.coordinator(), Clock())
    clock.install(in: coordinator)
    launch(coordinator)
    return (coordinator, clock)
  }

  @Test("R196, R131: a program that only calls restore() is confirmed ten seconds later")
  func restoringAlone() throws {
    let (coordinator, clock) = try onClock { _ = $0.restore() }
    #expect(clock.delays == [.seconds(10)])
    #expect(try !isGood(coordinator))
    clock.run()
    #expect(try isGood(coordinator))
    #expect(machine.store.openMarker(slot: nil)?.contents[56] == 4, "no end counts from now on")
  }

  @Test(
    "R196, R131: after beginLaunch(), probation lasts until ten seconds after the end of launch")
  func launchWithoutWindows() throws {
    let (coordinator, clock) = try onClock {
      $0.beginLaunch(installsSignalHandlers: false)
      _ = $0.restore()
      $0.launchDidEnd()
    }
    #expect(clock.delays == [.seconds(10), .seconds(10)])
    let last = clock.due.withLock { $0.removeLast() }
    clock.run()
    #expect(try !isGood(coordinator), "restoring was ten seconds ago, the end of launch was not")
    last.action()
    #expect(try isGood(coordinator))
  }

  @Test("R131, R196: starting to save ends the launch and starts probation")
  func startingEndsLaunch() throws {
    let (_, clock) = try onClock {
      $0.beginLaunch(installsSignalHandlers: false)
      _ = $0.restore()
      $0.startSavingInTurns()
    }
    #expect(clock.delays == [.seconds(10), .seconds(10)])
  }
}
