// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Logging
import Synchronization

/// What becomes of archives that nobody opens any more: kept as the last good one, or given up.
extension Archiver {
  /// The restored archive has run well: it becomes the last good generation (R196).
  public func promoteRestored() {
    queue.async { [self] in
      // A candidate that another launch left behind may be one that did not run well.
      state.withLock { $0.isProvenGood = $0.slot != nil && $0.hasNominated }
      promoteIfProvenGood()
    }
  }

  /// Promotes the candidate now, or after the next save if the key is locked (R122).
  func promoteIfProvenGood() {
    guard state.withLock({ $0.isProvenGood }) else { return }
    do throws(ArchiveError) {
      let slot = try ownSlot(with: currentKey())
      state.withLock { $0.isProvenGood = false }
      // Another slot has another candidate.
      guard state.withLock({ $0.hasNominated }) else { return }
      try store.promoteNominee(slot: slot.name)
      state.withLock { $0.hasNominated = false }
    } catch {
      guard error.code != .keyLocked else { return }
      state.withLock { $0.isProvenGood = false }
      logger.warning("The last good archive could not be kept: \(error)")
    }
  }

  /// Waits for all that was asked for before.
  package func waitUntilIdle() { queue.sync {} }

  /// Gives up everything that was saved, and waits for it without holding up the caller's actor.
  ///
  /// - Throws: ``ArchiveError`` when something could not be removed; nothing was touched when its
  ///   code is ``ArchiveError/Code/keyLocked`` or ``ArchiveError/Code/unreadable``.
  public func retire() async throws(ArchiveError) {
    try await inOrder { [self] () throws(ArchiveError) in try retireOnQueue() }
  }

  /// Gives up everything that was saved, and holds the caller until it is gone (R183, R190).
  ///
  /// - Parameter deadline: How long to wait at the most; `nil` waits as long as it takes.
  /// - Throws: ``ArchiveError`` when something could not be removed; nothing was touched when its
  ///   code is ``ArchiveError/Code/keyLocked`` or ``ArchiveError/Code/unreadable``. With the code ``ArchiveError/Code/deadlineExceeded``
  ///   removing goes on and may still succeed.
  public func retireAndWait(deadline: Duration? = nil) throws(ArchiveError) {
    try inOrderAndWait(deadline: deadline) { [self] () throws(ArchiveError) in
      try retireOnQueue()
    }
  }

  private func retireOnQueue() throws(ArchiveError) {
    let key = try currentKey()
    // Without a slot of its own this process must not touch what is there (R48, R122).
    let slot = try ownSlot(with: key)
    state.withLock { $0.appendable = nil }
    defer { state.withLock { ($0.saved, $0.launchImageDigest) = (nil, nil) } }
    try store.removeAll(slot: slot.name)
    try retire(instance: slot.instance, with: key)
    try retireOtherInstances(than: slot.instance, with: key)
  }
}
