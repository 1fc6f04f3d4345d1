// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import DequeModule

/// A first-in, first-out queue of turns, isolated to one actor.
struct Turns {
  private var isTaken = false
  private var waiting: Deque<CheckedContinuation<Void, Never>> = []

  /// Takes the turn if it is free.
  mutating func takeAtOnce() -> Bool {
    if isTaken { return false }
    isTaken = true
    return true
  }

  /// Adds a continuation to the queue.
  mutating func wait(_ continuation: CheckedContinuation<Void, Never>) {
    waiting.append(continuation)
  }

  /// Passes the turn to the next waiting call.
  mutating func end() {
    if let next = waiting.popFirst() { next.resume() } else { isTaken = false }
  }
}
