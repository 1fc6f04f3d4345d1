// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import RestorationArchive
import Synchronization

/// Whether the restored state counts as good: probation and all extensions have ended (R113, R196).
///
/// Bound to no actor, since a timer ends the probation of programs without windows.
final class Verdict: Sendable {
  private struct State {
    /// Calls of `extendStateRestoration` that were not completed (R111).
    var extensions = 0
    var hasRestored = false
    var hasEndedProbation = false
    var hasFallen = false
    /// Tells the timer that runs from earlier ones.
    var turn = 0
    var play: PlayByPlay?
  }

  private let archiver: Archiver
  private let state = Mutex(State())

  init(_ archiver: Archiver) { self.archiver = archiver }

  /// Whether it has fallen on what was restored last.
  var hasFallen: Bool { state.withLock { $0.hasFallen } }

  /// State was restored: it is on probation from now on.
  func didRestore(_ play: PlayByPlay?) {
    state.withLock { state in
      (state.hasRestored, state.hasEndedProbation, state.hasFallen) = (true, false, false)
      state.turn += 1
      state.play = play
    }
  }

  /// Lets probation end by itself, after the time that it takes (R131).
  func startProbation() {
    let turn = nextTurn()
    archiver.schedule(after: RestorationTiming.probation) { [weak self] in
      guard let self, state.withLock({ $0.turn == turn }) else { return }
      endProbation()
    }
  }

  /// Leaves the end of probation to who shows the program's windows.
  func stopTimer() { _ = nextTurn() }

  private func nextTurn() -> Int {
    state.withLock { state in
      state.turn += 1
      return state.turn
    }
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
    let (falls, play) = state.withLock { state in
      let falls = state.hasRestored && state.hasEndedProbation && state.extensions == 0
      if falls { state.hasFallen = true }
      return (falls, state.play)
    }
    guard falls else { return }
    play?.say("verdict", "the restored state becomes the last good one")
    archiver.promoteRestored()
    archiver.launchMarker?.endProbation()
  }
}
