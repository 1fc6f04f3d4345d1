// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import DequeModule

/// Lets one call after the other have its turn, in the order in which they came; lives in one actor.
struct Turns {
  private var isTaken = false
  private var waiting: Deque<CheckedContinuation<Void, Never>> = []

  /// Takes the turn if nobody has it.
  mutating func takeAtOnce() -> Bool {
    if isTaken { return false }
    isTaken = true
    return true
  }

  /// Stands in line.
  mutating func wait(_ continuation: CheckedContinuation<Void, Never>) {
    waiting.append(continuation)
  }

  /// Gives the turn to the next one.
  mutating func end() {
    if let next = waiting.popFirst() { next.resume() } else { isTaken = false }
  }
}
