// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Logging
import RestorationArchive

/// A process that could not restore because its key was locked (R188).
extension RestorationCoordinator {
  /// Whether a locked key has kept this process from restoring; until that is settled, no pass asks,
  /// encodes or writes anything, and the state on disk stays as it is (R188).
  ///
  /// Settled by ``restore(reason:)``, called again after the key was unlocked, whatever comes of
  /// it, or by ``giveUpLockedState()``.
  public var isLockedOut: Bool { state.isLockedOut }

  /// Gives up the state that could not be restored: this process saves its own instead (R188).
  ///
  /// What it saves, once the key is unlocked, supersedes the state on disk, which stays the previous
  /// generation for as long as any (R126). Does nothing unless ``isLockedOut``.
  public func giveUpLockedState() {
    guard state.isLockedOut else { return }
    state.isLockedOut = false
    logger.notice("The application gave up its locked state; it saves anew")
  }

  /// A pass that neither asks nor encodes nor writes.
  func lockedPass(_ reason: PreservationReason) -> PreservationPass {
    var report = PreservationReport(reason: reason)
    report.isLocked = true
    return finished(report, .nothing)
  }
}
