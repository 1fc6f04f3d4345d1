// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive
import Synchronization

/// Whether the restored state counts as good.
///
/// It does once probation and all extensions have ended. ``Saving`` decides when probation ends.
/// Bound to no actor, because a timer on the archiver's queue ends probation in programs without
/// windows.
final class Probation: Sendable {
  private struct State {
    /// Calls of `extendStateRestoration` that were not completed.
    var extensions = 0
    var hasRestored = false
    var isTimeUp = false
    var hasEndedWell = false
    /// The number of the running wait.
    var number = 0
    var trace: RestorationTrace?
  }

  private let archiver: Archiver
  private let state = Mutex(State())

  init(_ archiver: Archiver) { self.archiver = archiver }

  /// Whether the last restored state was found good.
  var hasEndedWell: Bool { state.withLock { $0.hasEndedWell } }

  /// Puts the restored state on probation.
  func didRestore(_ trace: RestorationTrace?) {
    state.withLock { state in
      (state.hasRestored, state.isTimeUp, state.hasEndedWell) = (true, false, false)
      state.number += 1
      state.trace = trace
    }
  }

  /// Begins a probation, or begins it again.
  ///
  /// - Returns: The number of this probation.
  func begin() -> Int {
    state.withLock { state in
      state.number += 1
      return state.number
    }
  }

  /// Cancels the running probation; only ``end()`` still ends it.
  func forget() { _ = begin() }

  /// Ends a probation successfully, unless another has begun since.
  func end(_ number: Int) {
    if state.withLock({ $0.number == number }) { end() }
  }

  /// Ends probation successfully.
  func end() {
    state.withLock { $0.isTimeUp = true }
    endIfDue()
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

  /// Ends an extension; call ``endIfDue()`` next.
  ///
  /// - Returns: The number of extensions still running; `nil` when there was none to end.
  func complete() -> Int? {
    state.withLock { state in
      guard state.extensions > 0 else { return nil }
      state.extensions -= 1
      return state.extensions
    }
  }

  /// Ends well if nothing is awaited any more.
  func endIfDue() {
    let (ends, trace) = state.withLock { state in
      let ends = state.hasRestored && state.isTimeUp && state.extensions == 0
      if ends { state.hasEndedWell = true }
      return (ends, state.trace)
    }
    guard ends else { return }
    trace?.say("verdict", "the restored state becomes the last good one")
    archiver.promoteRestored()
    archiver.launchMarker?.endProbation()
  }
}
