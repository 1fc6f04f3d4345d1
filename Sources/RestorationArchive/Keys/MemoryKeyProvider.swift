// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A key provider for tests that keeps its key in memory.
///
/// The key can be locked like a keyring's.
public final class MemoryKeyProvider: KeyProvider {
  /// The protection that the provider claims; the archiver relies on it.
  public let protection: KeyProtection

  /// The present key and the next one.
  let keys: Mutex<(key: ArchiveKey, next: ArchiveKey?)>
  private let lock: Mutex<Lock>

  private struct Lock {
    var isLocked: Bool
    var observers: [@Sendable (Bool) -> Void] = []
  }

  /// Creates a provider.
  ///
  /// - Parameters:
  ///   - key: The key to return; a new one by default.
  ///   - protection: The claimed protection. At any level the key can be locked with
  ///     ``setLocked(_:)``.
  ///   - isLocked: Whether it is locked initially, as before the first unlock after boot.
  public init(
    key: ArchiveKey = ArchiveKey(), protection: KeyProtection = .none, isLocked: Bool = false
  ) {
    keys = Mutex((key, nil))
    self.protection = protection
    lock = Mutex(Lock(isLocked: isLocked))
  }

  /// Locks or unlocks the key, and calls observers before it returns.
  ///
  /// - Parameter isLocked: Whether it is locked from now on.
  public func setLocked(_ isLocked: Bool) {
    let observers = lock.withLock { lock in
      defer { lock.isLocked = isLocked }
      return lock.isLocked == isLocked ? [] : lock.observers
    }
    observers.forEach { $0(!isLocked) }
  }

  /// Returns the key.
  ///
  /// - Throws: ``ArchiveError`` with the code ``ArchiveError/Code/keyLocked`` while it is locked.
  public func key() throws(ArchiveError) -> ArchiveKey {
    guard isKeyAvailable else { throw ArchiveError(.keyLocked, "The key is locked") }
    return keys.withLock { $0.key }
  }

  /// Whether it is not locked.
  public var isKeyAvailable: Bool { !lock.withLock { $0.isLocked } }

  /// Registers an observer of later locks and unlocks.
  ///
  /// - Parameter onChange: Called by ``setLocked(_:)``, on its thread.
  public func observeKeyAvailability(_ onChange: @escaping @Sendable (Bool) -> Void) {
    lock.withLock { $0.observers.append(onChange) }
  }
}

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
