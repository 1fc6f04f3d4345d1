// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive
import RestorationTesting
import StateRestoration
import Testing

/// When the restored state becomes the last good generation.
@Suite struct VerdictTests {
  let machine = Machine()

  /// A process that has restored a counter of 1.
  private func restored(logger log: LogRecorder = LogRecorder()) throws -> RestorationCoordinator {
    let first = machine.coordinator()
    let counter = Counter(1)
    first.register(counter, as: "Counter")
    try first.save()
    let coordinator = machine.coordinator(logger: log.logger)
    #expect(coordinator.restore().isRestored)
    return coordinator
  }

  /// Whether there is a last good generation, once what is under way is done.
  private func isGood(_ coordinator: RestorationCoordinator) throws -> Bool {
    let counter = Counter(.random(in: 1...Int.max))  // another state, so that it is written
    coordinator.register(counter, as: "Later")
    try coordinator.save()  // waits for the promotion that was begun before
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
}
