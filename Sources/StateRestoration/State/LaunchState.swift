// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive
import Synchronization

/// The progress and findings of this process's launch.
struct LaunchState {
  /// The reason for the launch of this process.
  var reason = LaunchReason.pristine
  /// Traces the launch while debug logging is on.
  var trace: RestorationTrace?
  /// Whether this package installs the handlers that note fatal signals.
  ///
  /// `nil` means that no signals are noted.
  var installsSignalHandlers: Bool?
  /// The opened state that is still to be restored.
  ///
  /// It was opened when launch began, or read since.
  var openedLoad: ArchiveLoad?
  /// Whether this process could not restore state that may be intact.
  ///
  /// It then writes nothing.
  var isLockedOut = false
  /// Whether this process restored what the archiver loaded.
  var hasRestored = false
  /// The result of restoring what the archiver loaded.
  var report: RestorationReport?
  /// The results of records that were claimed since.
  var lateResults: [RestorationAddress: RestorationReport.Result] = [:]
  /// Notes the active object until probation has ended.
  var trail: RestorationTrail?
  /// Whether launch is over.
  var hasEnded = false

  /// Takes the opened state, which is restored only once.
  mutating func takeLoad() -> ArchiveLoad? { openedLoad.take() }

  /// Returns the result of restoring, with that of the records claimed since.
  mutating func updatedReport() -> RestorationReport? {
    if !lateResults.isEmpty { report?.results.update { lateResults[$0] } }
    lateResults = [:]
    return report
  }
}

/// Whether the restored state counts as good.
///
/// It does once probation and all extensions have ended. ``Saving`` decides when probation ends.
/// Bound to no actor, because a timer on the archiver's queue ends probation in programs without
/// windows.
final class Verdict: Sendable {
  private struct State {
    /// Calls of `extendStateRestoration` that were not completed.
    var extensions = 0
    var hasRestored = false
    var hasEndedProbation = false
    var hasFallen = false
    /// The number of the running probation.
    var probation = 0
    var trace: RestorationTrace?
  }

  private let archiver: Archiver
  private let state = Mutex(State())

  init(_ archiver: Archiver) { self.archiver = archiver }

  /// Whether the last restored state was found good.
  var hasFallen: Bool { state.withLock { $0.hasFallen } }

  /// Puts the restored state on probation.
  func didRestore(_ trace: RestorationTrace?) {
    state.withLock { state in
      (state.hasRestored, state.hasEndedProbation, state.hasFallen) = (true, false, false)
      state.probation += 1
      state.trace = trace
    }
  }

  /// Begins a probation, or begins it again.
  ///
  /// - Returns: The number of this probation.
  func beginProbation() -> Int {
    state.withLock { state in
      state.probation += 1
      return state.probation
    }
  }

  /// Cancels the running probation; only ``endProbation()`` still ends it.
  func forgetProbation() { _ = beginProbation() }

  /// Ends a probation successfully, unless another has begun since.
  func endProbation(_ number: Int) {
    if state.withLock({ $0.probation == number }) { endProbation() }
  }

  /// Ends probation successfully.
  func endProbation() {
    state.withLock { $0.hasEndedProbation = true }
    fall()
  }

  /// Begins an extension.
  ///
  /// - Returns: The number of running extensions.
  func extend() -> Int {
    state.withLock { state in
      state.extensions += 1
      return state.extensions
    }
  }

  /// Ends an extension; call ``fall()`` next.
  ///
  /// - Returns: The number of extensions still running; `nil` when there was none to end.
  func complete() -> Int? {
    state.withLock { state in
      guard state.extensions > 0 else { return nil }
      state.extensions -= 1
      return state.extensions
    }
  }

  /// Gives the verdict if nothing is awaited any more.
  func fall() {
    let (falls, trace) = state.withLock { state in
      let falls = state.hasRestored && state.hasEndedProbation && state.extensions == 0
      if falls { state.hasFallen = true }
      return (falls, state.trace)
    }
    guard falls else { return }
    trace?.say("verdict", "the restored state becomes the last good one")
    archiver.promoteRestored()
    archiver.launchMarker?.endProbation()
  }
}
