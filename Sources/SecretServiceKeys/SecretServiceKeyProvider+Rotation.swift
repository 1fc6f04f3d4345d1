// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if SecretService
  public import RestorationArchive
  import Synchronization

  /// The next key is an item with a higher number; deleting the one before it is the one step that
  /// replaces the key.
  extension SecretServiceKeyProvider: RotatableKeyProvider {
    /// The application's key and the one that is to follow it, without making one; for tools.
    ///
    /// - Returns: Nothing when the keyring has no key of the application.
    /// - Throws: ``/RestorationArchive/ArchiveError``: locked, or unavailable.
    package func existingKeys() throws(ArchiveError) -> [ArchiveKey] {
      try ask { [identifiers] session throws(ArchiveError) in
        try session.found(identifiers).items.map(\.key)
      }
    }

    /// The key that is to follow, as of when the key was fetched.
    ///
    /// - Returns: `nil` unless a replacement was begun and not finished.
    /// - Throws: ``/RestorationArchive/ArchiveError``: locked, or unavailable.
    public func nextKey() throws(ArchiveError) -> ArchiveKey? {
      _ = try key()
      return state.withLock { $0.next }
    }

    /// Makes the key that is to follow; the one there is when there is one.
    ///
    /// - Returns: The next key.
    /// - Throws: ``/RestorationArchive/ArchiveError``: locked, or unavailable.
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

    /// Deletes the key, so that the next one takes its place.
    ///
    /// - Throws: ``/RestorationArchive/ArchiveError``; both keys are there then.
    public func advanceToNextKey() throws(ArchiveError) {
      let key = try ask { [identifiers, lock] session throws(ArchiveError) -> ArchiveKey? in
        try lock.withLock { () throws(ArchiveError) -> ArchiveKey? in
          let items = try session.found(identifiers).items
          guard let next = KeyringSession.Successive(items).next else { return nil }
          for item in items where item.number < next.number { try session.delete(item) }
          return next.key
        }
      }
      guard let key else { return }
      state.withLock { ($0.key, $0.next) = (key, nil) }
    }

    /// Deletes all keys of the application from the keyring, and from memory.
    ///
    /// - Throws: ``/RestorationArchive/ArchiveError``: locked, or unavailable.
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
