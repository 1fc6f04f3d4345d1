// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if SecretService
public import RestorationArchive
import Synchronization

/// Rotation by a second keyring item with a higher number.
///
/// Deleting the item before is the single step that replaces the key.
extension SecretServiceKeyProvider: RotatableKeyProvider {
  /// Returns the present and the next key without creating any.
  ///
  /// For tools.
  ///
  /// - Returns: An empty array when the keyring has no key of the application.
  /// - Throws: ``/RestorationArchive/ArchiveError`` when the keyring is locked or unavailable.
  package func existingKeys() throws(ArchiveError) -> [ArchiveKey] {
    try ask { [identifiers] session throws(ArchiveError) in
      try session.found(identifiers).items.map(\.key)
    }
  }

  /// Returns the next key, as of the last fetch.
  ///
  /// - Returns: `nil` unless a replacement was started and not finished.
  /// - Throws: ``/RestorationArchive/ArchiveError`` when the keyring is locked or unavailable.
  public func nextKey() throws(ArchiveError) -> ArchiveKey? {
    _ = try key()
    return state.withLock { $0.next }
  }

  /// Creates the next key, or returns the existing one.
  ///
  /// - Returns: The next key.
  /// - Throws: ``/RestorationArchive/ArchiveError`` when the keyring is locked or unavailable.
  public func makeNextKey() throws(ArchiveError) -> ArchiveKey {
    let next = try ask { [identifiers, label, lock] session throws(ArchiveError) in
      try lock.withLock { () throws(ArchiveError) in
        let found = try session.found(identifiers)
        let items = KeyringSession.Successive(found.items)
        if let next = items.next { return next.key }
        try session.store(
          ArchiveKey(), number: (items.first?.number ?? 0) + 1, of: found.identifier, label: label
        )
        let stored = KeyringSession.Successive(try session.items(of: found.identifier))
        guard let next = stored.next else {
          throw ArchiveError(.keyUnavailable, "The keyring did not keep the key")
        }
        return next.key
      }
    }
    state.withLock { $0.next = next }
    return next
  }

  /// Deletes the present key, so that the next one replaces it.
  ///
  /// - Throws: ``/RestorationArchive/ArchiveError``; then both keys usually still exist. After a
  ///   timeout, the keyring may have deleted the present key.
  public func advanceToNextKey() throws(ArchiveError) {
    let key: ArchiveKey?
    do throws(ArchiveError) {
      key = try ask { [identifiers, lock] session throws(ArchiveError) -> ArchiveKey? in
        try lock.withLock { () throws(ArchiveError) -> ArchiveKey? in
          let items = try session.found(identifiers).items
          guard let next = KeyringSession.Successive(items).next else { return nil }
          for item in items where item.number < next.number { try session.delete(item) }
          return next.key
        }
      }
    } catch {
      // The keyring may have deleted the present key without answering in time: ask it again.
      state.withLock { ($0.key, $0.next) = (nil, nil) }
      throw error
    }
    guard let key else { return }
    state.withLock { ($0.key, $0.next) = (key, nil) }
  }

  /// Deletes all the application's keys from keyring and memory.
  ///
  /// - Throws: ``/RestorationArchive/ArchiveError`` when the keyring is locked or unavailable.
  public func destroyKeys() throws(ArchiveError) {
    forgetKey()
    try ask { [identifiers, lock] session throws(ArchiveError) in
      try lock.withLock { () throws(ArchiveError) in
        for identifier in identifiers {
          for item in try session.items(of: identifier) { try session.delete(item) }
        }
      }
    }
  }
}
#endif
