// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Synchronization

extension MemoryKeyProvider: RotatableKeyProvider {
  /// Returns the next key.
  public func nextKey() throws(ArchiveError) -> ArchiveKey? {
    _ = try key()
    return keys.withLock { $0.next }
  }

  /// Returns the next key, and creates it if needed.
  public func makeNextKey() throws(ArchiveError) -> ArchiveKey {
    _ = try key()
    return keys.withLock { keys in
      let next = keys.next ?? ArchiveKey()
      keys.next = next
      return next
    }
  }

  /// Replaces the present key by the next one.
  public func advanceToNextKey() throws(ArchiveError) {
    _ = try key()
    keys.withLock { keys in if let next = keys.next { keys = (next, nil) } }
  }

  /// Replaces all keys by a new one that has sealed nothing.
  public func destroyKeys() throws(ArchiveError) {
    _ = try key()
    keys.withLock { $0 = (ArchiveKey(), nil) }
  }
}
