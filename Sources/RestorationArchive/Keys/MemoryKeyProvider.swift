// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A key that lives as long as the process, for tests; it can be locked like a keyring's.
public final class MemoryKeyProvider: KeyProvider {
  /// What the provider claims to promise; the archiver treats the key by it.
  public let protection: KeyProtection

  /// The key, and the one that is to follow it.
  let keys: Mutex<(key: ArchiveKey, next: ArchiveKey?)>
  private let lock: Mutex<Lock>

  private struct Lock {
    var isLocked: Bool
    var observers: [@Sendable (Bool) -> Void] = []
  }

  /// Makes a provider.
  ///
  /// - Parameters:
  ///   - key: The key to give; a new one by default.
  ///   - protection: When it is to be had; at any level it can be locked with ``setLocked(_:)``.
  ///   - isLocked: Whether it is locked at first, as before the first unlock after boot.
  public init(
    key: ArchiveKey = ArchiveKey(), protection: KeyProtection = .none, isLocked: Bool = false
  ) {
    keys = Mutex((key, nil))
    self.protection = protection
    lock = Mutex(Lock(isLocked: isLocked))
  }

  /// Locks or unlocks the key, and tells the observers of a change before it returns.
  ///
  /// - Parameter isLocked: Whether it is locked from now on.
  public func setLocked(_ isLocked: Bool) {
    let observers = lock.withLock { lock in
      defer { lock.isLocked = isLocked }
      return lock.isLocked == isLocked ? [] : lock.observers
    }
    observers.forEach { $0(!isLocked) }
  }

  /// The key.
  ///
  /// - Throws: ``ArchiveError`` with the code ``ArchiveError/Code/keyLocked`` while it is locked.
  public func key() throws(ArchiveError) -> ArchiveKey {
    guard isKeyAvailable else { throw ArchiveError(.keyLocked, "The key is locked") }
    return keys.withLock { $0.key }
  }

  /// Whether it is not locked.
  public var isKeyAvailable: Bool { !lock.withLock { $0.isLocked } }

  /// Keeps an observer for later locks and unlocks.
  ///
  /// - Parameter onChange: Called by ``setLocked(_:)``, on its thread.
  public func observeKeyAvailability(_ onChange: @escaping @Sendable (Bool) -> Void) {
    lock.withLock { $0.observers.append(onChange) }
  }
}
