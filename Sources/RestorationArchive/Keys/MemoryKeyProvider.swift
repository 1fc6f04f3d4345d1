// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A key that lives as long as the process, for tests.
public final class MemoryKeyProvider: RotatableKeyProvider {
  /// Never locked.
  public let protection = KeyProtection.none

  private let keys: Mutex<(key: ArchiveKey?, next: ArchiveKey?)>

  /// Makes a provider.
  ///
  /// - Parameter key: The key to give; a new one by default.
  public init(key: ArchiveKey = ArchiveKey()) { keys = Mutex((key, nil)) }

  /// The key; a new one after the last was destroyed.
  public func key() -> ArchiveKey {
    keys.withLock { keys in
      let key = keys.key ?? ArchiveKey()
      keys.key = key
      return key
    }
  }

  /// The key that is to follow.
  public func nextKey() -> ArchiveKey? { keys.withLock { $0.next } }

  /// Makes the key that is to follow.
  public func makeNextKey() -> ArchiveKey {
    keys.withLock { keys in
      let next = keys.next ?? ArchiveKey()
      keys.next = next
      return next
    }
  }

  /// Makes the next key the key.
  public func advanceToNextKey() {
    keys.withLock { keys in if let next = keys.next { keys = (next, nil) } }
  }

  /// Forgets all keys.
  public func destroyKeys() { keys.withLock { $0 = (nil, nil) } }
}
