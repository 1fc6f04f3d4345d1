// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Tracks which of a coordinator's passes have reached the disk.
///
/// A pass may be committed late, out of order, or never. An older pass must not undo what a newer
/// one has written. What was not written yet must be written with the next pass.
final class CommitLedger: Sendable {
  private struct State {
    var handedOver: UInt64 = 0
    var durable: UInt64 = 0
    var pictures: UInt64 = 0
  }

  private let state = Mutex(State())

  /// Begins to write a pass, if that is still needed.
  ///
  /// Returns `false` when the pass is written already, or when a newer one is written or about to
  /// be.
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
  /// - Returns: A function that tells whether the set is still the newest.
  func beginPictures() -> @Sendable () -> Bool {
    let number = state.withLock { state in
      state.pictures += 1
      return state.pictures
    }
    return { self.state.withLock { $0.pictures == number } }
  }

  func isDurable(_ pass: UInt64) -> Bool { state.withLock { $0.durable >= pass } }
}
