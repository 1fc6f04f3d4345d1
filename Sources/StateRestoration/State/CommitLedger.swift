// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// What of a coordinator's passes has reached the disk.
///
/// A pass may be committed late, out of order, or never. An older one must not undo what a newer
/// one has written, and what was not written yet must be written with the next pass.
final class CommitLedger: Sendable {
  private struct State {
    var handedOver: UInt64 = 0
    var durable: UInt64 = 0
    var pictures: UInt64 = 0
  }

  private let state = Mutex(State())

  /// Whether a pass is to be written: it is not yet, and no newer one is or is about to be.
  func begin(_ pass: UInt64) -> Bool {
    state.withLock { state in
      guard pass >= state.handedOver, pass > state.durable else { return false }
      state.handedOver = pass
      return true
    }
  }

  func finish(_ pass: UInt64) {
    state.withLock { $0.durable = max($0.durable, pass) }
  }

  /// Counts a set of pictures, which replaces all earlier ones.
  ///
  /// - Returns: Says whether it is still the newest.
  func beginPictures() -> @Sendable () -> Bool {
    let number = state.withLock { state in
      state.pictures += 1
      return state.pictures
    }
    return { self.state.withLock { $0.pictures == number } }
  }

  func isDurable(_ pass: UInt64) -> Bool { state.withLock { $0.durable >= pass } }
}
