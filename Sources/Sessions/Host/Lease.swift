// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// How long this node's sessions are its own, as far as it knows.
///
/// Counted from before the store was asked, and a tenth shorter than what the store has granted, so that
/// this node's hold ends before any other's begins, even if its clock is a little slow. What is written
/// depends on no clock: a past owner's write is refused by its epoch. Only what a call reads without
/// a change does.
final class Lease: Sendable {
  private let state = Mutex((number: UInt64?.none, end: Duration.zero))

  /// The number that the store gave it; `nil` without a lease.
  ///
  /// A session that was taken under another number may be another node's by now.
  var number: UInt64? { state.withLock { $0.number } }

  func isHeld(at now: Duration) -> Bool { state.withLock { $0.number != nil && now < $0.end } }

  /// Whether this lease has run since it had a number.
  func isHeld(at now: Duration, since number: UInt64) -> Bool {
    state.withLock { $0.number == number && now < $0.end }
  }

  /// Whether it is time to prolong it.
  func isDue(at now: Duration, of duration: Duration) -> Bool {
    state.withLock { $0.number == nil || now + duration * 6 / 10 >= $0.end }
  }

  /// The store has granted a lease.
  ///
  /// - Parameters:
  ///   - number: Its number.
  ///   - asked: When the store was asked.
  ///   - duration: How long the lease lasts.
  func didRenew(_ number: UInt64, asked: Duration, for duration: Duration) {
    state.withLock { state in
      let end = asked + duration * 9 / 10
      state.end = state.number == number ? max(state.end, end) : end
      state.number = number
    }
  }

  /// The node has left.
  func didLeave() { state.withLock { $0.number = nil } }
}
