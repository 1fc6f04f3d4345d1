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
      let (slot, hasNominated) = state.withLock { ($0.slot, $0.hasNominated) }
      // A candidate that another launch left behind may be one that did not run well.
      guard let slot, hasNominated else { return }
      do throws(ArchiveError) {
        try store.promoteNominee(slot: slot.name)
        state.withLock { $0.hasNominated = false }
      } catch {
        logger.warning("The last good archive could not be kept: \(error)")
      }
    }
  }

  /// Gives up everything that was saved, and waits for it without holding up the caller's actor.
  ///
  /// - Throws: ``ArchiveError`` when something could not be removed; nothing was touched when its
  ///   code is ``ArchiveError/Code/keyLocked``.
  public func retire() async throws(ArchiveError) {
    let result: Result<Void, ArchiveError> = await withCheckedContinuation { continuation in
      queue.async { [self] in continuation.resume(returning: retireOnQueue()) }
    }
    try result.get()
  }

  /// Gives up everything that was saved, and holds the caller until it is gone (R183).
  ///
  /// - Throws: ``ArchiveError`` when something could not be removed; nothing was touched when its
  ///   code is ``ArchiveError/Code/keyLocked``.
  public func retireAndWait() throws(ArchiveError) {
    try queue.sync { retireOnQueue() }.get()
  }

  private func retireOnQueue() -> Result<Void, ArchiveError> {
    Result { () throws(ArchiveError) in
      if state.withLock({ $0.slot == nil || $0.lock.mustLookAgain }) {
        lookIfNeeded(with: try currentKey())
      }
      // Without a slot of its own this process must not touch what is there (R48, R122).
      guard let slot = state.withLock({ $0.slot }) else {
        throw ArchiveError(.keyUnavailable, "The saved state cannot be given up without its key")
      }
      state.withLock { $0.appendable = nil }
      try store.removeAll(slot: slot.name)
    }
  }
}
