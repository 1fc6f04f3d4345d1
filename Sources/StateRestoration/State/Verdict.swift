// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive
import Synchronization

/// Whether the restored state counts as good: probation and all extensions have ended (R113, R196).
///
/// ``Saving`` says when probation ends. Bound to no actor, since a timer of the archiver's queue ends it in
/// programs without windows.
final class Verdict: Sendable {
  private struct State {
    /// Calls of `extendStateRestoration` that were not completed (R111).
    var extensions = 0
    var hasRestored = false
    var hasEndedProbation = false
    var hasFallen = false
    /// Tells the probation that runs from earlier ones.
    var probation = 0
    var trace: RestorationTrace?
  }

  private let archiver: Archiver
  private let state = Mutex(State())

  init(_ archiver: Archiver) { self.archiver = archiver }

  /// Whether it has fallen on what was restored last.
  var hasFallen: Bool { state.withLock { $0.hasFallen } }

  /// State was restored: it is on probation from now on.
  func didRestore(_ trace: RestorationTrace?) {
    state.withLock { state in
      (state.hasRestored, state.hasEndedProbation, state.hasFallen) = (true, false, false)
      state.probation += 1
      state.trace = trace
    }
  }

  /// Probation begins, or begins anew.
  ///
  /// - Returns: Tells it from all others.
  func beginProbation() -> Int {
    state.withLock { state in
      state.probation += 1
      return state.probation
    }
  }

  /// The probation that runs does not end any more, except by ``endProbation()``.
  func forgetProbation() { _ = beginProbation() }

  /// Probation has ended well, unless another one has begun since.
  func endProbation(_ number: Int) {
    if state.withLock({ $0.probation == number }) { endProbation() }
  }

  /// Probation has ended well.
  func endProbation() {
    state.withLock { $0.hasEndedProbation = true }
    fall()
  }

  /// - Returns: How many extensions are under way.
  func extend() -> Int {
    state.withLock { state in
      state.extensions += 1
      return state.extensions
    }
  }

  /// - Returns: How many extensions are under way, when one was; ``fall()`` is next.
  func complete() -> Int? {
    state.withLock { state in
      guard state.extensions > 0 else { return nil }
      state.extensions -= 1
      return state.extensions
    }
  }

  /// Falls if nothing is awaited any more.
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
