// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import DequeModule
import Synchronization

/// A first-in, first-out queue of turns.
///
/// It is no part of an actor: when it is closed, it lets go of all who wait, even if the one whose
/// turn it is blocks the actor and never ends.
final class Turns: Sendable {
  /// How a wait for a turn has ended.
  enum Outcome: Sendable {
    case taken
    /// There are no more turns.
    case closed
    /// The task that waited was cancelled.
    case cancelled
  }

  private struct State {
    var isTaken = false
    var isClosed = false
    var waiting: Deque<(number: UInt64, waiter: CheckedContinuation<Outcome, Never>)> = []
    var lastNumber: UInt64 = 0

    /// Takes the turn if it is free; `nil` when it is not.
    mutating func takeAtOnce() -> Outcome? {
      if isClosed { return .closed }
      if isTaken { return nil }
      isTaken = true
      return .taken
    }
  }

  private let state = Mutex(State())

  /// Whether there are no more turns.
  var isClosed: Bool { state.withLock { $0.isClosed } }

  /// Waits for a turn, which ends with ``end()``.
  func take() async -> Outcome {
    if let outcome = state.withLock({ $0.takeAtOnce() }) { return outcome }
    let number = state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { waiter in
        let outcome: Outcome? = state.withLock { state in
          if let outcome = state.takeAtOnce() { return outcome }
          if Task.isCancelled { return .cancelled }
          state.waiting.append((number, waiter))
          return nil
        }
        if let outcome { waiter.resume(returning: outcome) }
      }
    } onCancel: {
      let waiter = state.withLock { state in
        state.waiting.firstIndex { $0.number == number }.map {
          state.waiting.remove(at: $0).waiter
        }
      }
      waiter?.resume(returning: .cancelled)
    }
  }

  /// Passes the turn to the next one who waits.
  func end() {
    let next = state.withLock { state in
      let next = state.waiting.popFirst()
      if next == nil { state.isTaken = false }
      return next?.waiter
    }
    next?.resume(returning: .taken)
  }

  /// Ends all waits, now and later.
  ///
  /// Only the one whose turn it is closes the queue, or another for it.
  func close() {
    let waiters = state.withLock { state in
      let waiters = state.waiting.map(\.waiter)
      (state.isClosed, state.waiting) = (true, [])
      return waiters
    }
    for waiter in waiters { waiter.resume(returning: .closed) }
  }
}
