// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// What an archiver knows of its key's lock.
struct KeyLock {
  /// The key as it was had last, at the levels that lock.
  var key: ArchiveKey?
  /// Whether the key must not be fetched, even if it could be had.
  var isScreenLocked = false
  /// Whether the store has to be looked at again before anything is written.
  var mustLookAgain = false
  /// Counts locks and unlocks, so that a wipe that comes late does not undo an unlock.
  var turn: UInt64 = 0
  private var isLockInLog = false

  /// Whether the log is to be told of a lock, or of its end: once each.
  mutating func noteInLog(_ isLocked: Bool) -> Bool {
    defer { isLockInLog = isLocked }
    return isLockInLog != isLocked
  }
}
