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
    let first = machine.coordinator()
    let counter = Counter(1)
    first.register(counter, as: "Counter")
    try first.save()
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

  @Test("R111, R113: extensions nest by count, and the verdict waits for the last to be complete")
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

  @Test("R113: an extension that is complete before probation has ended delays nothing")
  func shortExtension() throws {
    let coordinator = try restored()
    coordinator.extendStateRestoration()
    coordinator.completeStateRestoration()
    #expect(try !isGood(coordinator))
    coordinator.didProveGood()
    #expect(try isGood(coordinator))
  }

  @Test("R111: one completion too many is a diagnostic in report and log, and changes nothing")
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

  @Test("R196: a process that restored nothing has nothing to promote")
  func nothingRestored() throws {
    let coordinator = machine.coordinator()
    _ = coordinator.restore()
    coordinator.extendStateRestoration()
    coordinator.completeStateRestoration()
    coordinator.didProveGood()
    #expect(try !isGood(coordinator))
  }

  @Test("R196: a program that says before restoring that it is good has yet to prove it")
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

  @Test("R196, R131: a program that calls nothing but restore() has proven good ten seconds later")
  func restoringAlone() throws {
    let (coordinator, clock) = try onClock { _ = $0.restore() }
    #expect(clock.delays == [.seconds(10)])
    #expect(try !isGood(coordinator))
    clock.run()
    #expect(try isGood(coordinator))
    #expect(machine.store.openMarker(slot: nil)?.contents[56] == 4, "no end counts from now on")
  }

  @Test(
    "R196, R131: begun as a launch, it has ten seconds after restoring, or after launch has ended")
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

  @Test("R196, R113: an extension is waited for when probation ends on its own, too")
  func extendedWithoutWindows() throws {
    let (coordinator, clock) = try onClock { _ = $0.restore() }
    coordinator.extendStateRestoration()
    clock.run()
    #expect(try !isGood(coordinator))
    coordinator.completeStateRestoration()
    #expect(try isGood(coordinator))
  }

  @Test("R131: where windows are shown, the first frame is awaited, however long it takes")
  func firstFrameIsAwaited() throws {
    let (coordinator, clock) = try onClock {
      $0.awaitsFirstFrame = true
      $0.beginLaunch(installsSignalHandlers: false)
      _ = $0.restore()
    }
    #expect(clock.delays.isEmpty)
    coordinator.didShowFirstFrame()
    #expect(clock.delays == [.seconds(10)])
    #expect(try !isGood(coordinator))
  }

  @Test("R195, R196: a crash after that is no bad start, though nothing was called")
  func crashAfterProbation() throws {
    let (_, clock) = try onClock {
      $0.beginLaunch(installsSignalHandlers: false)
      _ = $0.restore()
    }
    clock.run()
    machine.store.openMarker(slot: nil)?.write([11], at: 57)  // the signal, at the format's offset
    let report = machine.coordinator().restore()
    #expect(report.recoveryLevel == nil && report.sequenceNumber == 1)
  }
}
