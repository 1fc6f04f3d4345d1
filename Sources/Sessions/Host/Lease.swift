// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// This node's view of how long it owns its sessions.
///
/// The time counts from before the store was asked, and is a tenth shorter than the store has
/// granted. So this node's hold ends before another node's begins, even if this clock is a little
/// slow. Writes depend on no clock: the epoch fences off the write of a former owner. Only reads of
/// calls that change nothing depend on the lease.
final class Lease: Sendable {
  private let state = Mutex((number: UInt64?.none, end: Duration.zero))

  /// The lease's number from the store; `nil` without a lease.
  ///
  /// A session that was taken under another number may belong to another node by now.
  var number: UInt64? { state.withLock { $0.number } }

  func isHeld(at now: Duration) -> Bool { state.withLock { $0.number != nil && now < $0.end } }

  /// Whether this lease has run without a break since that number.
  func isHeld(at now: Duration, since number: UInt64) -> Bool {
    state.withLock { $0.number == number && now < $0.end }
  }

  /// Whether it is time to renew the lease.
  func isDue(at now: Duration, of duration: Duration) -> Bool {
    state.withLock { $0.number == nil || now + duration * 6 / 10 >= $0.end }
  }

  /// Records a lease that the store has granted.
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

  /// Ends the lease because the node has left.
  func didLeave() { state.withLock { $0.number = nil } }
}
