// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if SecretService
  import CSecret
  import RestorationArchive

  /// Questions to the keyring on its thread; none of them ever prompts the user (R120).
  @safe struct KeyringSession {
    private let connection: OpaquePointer
    private let cancellation: Cancellation

    init(_ connection: KeyringConnection, _ cancellation: Cancellation) throws(ArchiveError) {
      unsafe self.connection = unsafe try connection.open(cancellation)
      self.cancellation = cancellation
    }

    /// Whether nobody waits for an answer any more, so that a failure says nothing of the keyring.
    var isCancelled: Bool { cancellation.isCancelled }

    /// A key in an unlocked collection.
    struct Item {
      /// Which of the application's keys it is: the lowest number is the key, the next one is to
      /// follow it.
      let number: UInt64
      let key: ArchiveKey
      fileprivate let created: UInt64
      fileprivate let path: String
    }

    /// An application's keys in their order.
    struct Successive {
      /// The key; `nil` when there is none yet.
      let first: Item?
      /// The key that is to follow it, if it is being replaced.
      let next: Item?

      init(_ items: [Item]) {
        let first = items.first
        self.first = first
        next = first.flatMap { first in items.first { $0.number > first.number } }
      }
    }

    /// Whether keys of an application, under any of its identifiers, can be had or made now.
    func isUnlocked(for identifiers: [String]) throws(ArchiveError) -> Bool {
      for identifier in identifiers {
        var (unlocked, locked, error): (Int32, Int32, UnsafeMutablePointer<GError>?) = (0, 0, nil)
        guard
          unsafe csecret_count_items(
            connection, identifier, &unlocked, &locked, cancellation.pointer, &error) != 0
        else { throw unsafe KeyringFailure.error(taking: error, "The keyring cannot be searched") }
        if unlocked > 0 || locked > 0 { return unlocked > 0 }
      }
      // A keyring that was never unlocked says that it is empty.
      return try unlockedDefaultCollection() != nil
    }

    /// The keys under the first of an application's identifiers that has any.
    ///
    /// - Parameter identifiers: All that it has or had, in the order in which they are tried.
    /// - Returns: That identifier, or the first without keys; and the keys, the one to use first.
    /// - Throws: ``ArchiveError/Code/keyLocked`` when there may be one behind a lock.
    func found(_ identifiers: [String]) throws(ArchiveError) -> (identifier: String, items: [Item])
    {
      for identifier in identifiers {
        let items = try items(of: identifier)
        if !items.isEmpty { return (identifier, items) }
      }
      return (identifiers[0], [])
    }

    /// The keys under one identifier, the one to use first.
    ///
    /// - Throws: ``ArchiveError/Code/keyLocked`` when there may be one behind a lock.
    func items(of application: String) throws(ArchiveError) -> [Item] {
      let service = try KeyringService(cancellation)
      var error: UnsafeMutablePointer<GError>?
      let list = unsafe csecret_find_items(
        service.pointer, application, cancellation.pointer, &error)
      defer { unsafe g_list_free_full(list, g_object_unref) }
      if unsafe error != nil {
        throw unsafe KeyringFailure.error(taking: error, "The keyring cannot be searched")
      }
      var (items, hasLocked): ([Item], Bool) = ([], false)
      var next = unsafe list
      while let node = unsafe next {
        unsafe next = unsafe node.pointee.next
        guard let found = unsafe node.pointee.data?.assumingMemoryBound(to: SecretItem.self) else {
          continue
        }
        if let item = unsafe try item(found) { items.append(item) } else { hasLocked = true }
      }
      if items.isEmpty {
        guard !hasLocked, try unlockedDefaultCollection() != nil else { throw .locked }
      }
      // The same order in every process, whatever the keyring answers first.
      return items.sorted {
        ($0.number, $0.created, $0.path) < ($1.number, $1.created, $1.path)
      }
    }

    /// - Returns: `nil` for an item whose secret is locked away.
    private func item(_ found: UnsafeMutablePointer<SecretItem>) throws(ArchiveError) -> Item? {
      guard unsafe secret_item_get_locked(found) == 0,
        let value = unsafe secret_item_get_secret(found)
      else {
        return nil
      }
      defer { unsafe secret_value_unref(UnsafeMutableRawPointer(value)) }
      var size = gsize(0)
      let bytes = unsafe UnsafeRawBufferPointer(
        start: secret_value_get(value, &size), count: Int(size))
      guard let key = unsafe ArchiveKey(bytes: bytes) else {
        throw ArchiveError(
          .keyUnavailable,
          "The keyring's item does not hold a key of \(ArchiveKey.byteCount) bytes; "
            + "remove it to begin with an empty state")
      }
      return unsafe Item(
        number: UInt64(csecret_item_number(found)), key: key,
        created: UInt64(secret_item_get_created(found)),
        path: csecret_item_path(found).map { unsafe String(cString: $0) } ?? "")
    }

    /// Stores a key in the default collection.
    func store(_ key: ArchiveKey, number: UInt64, of application: String, label: String)
      throws(ArchiveError)
    {
      guard let collection = try unlockedDefaultCollection() else { throw .locked }
      let service = try KeyringService(cancellation)
      // libsecret copies the bytes into memory that is not paged out, and clears it at the end.
      guard
        let value = unsafe key.withUnsafeBytes({ bytes in
          unsafe secret_value_new(
            bytes.bindMemory(to: CChar.self).baseAddress, gssize(bytes.count), type)
        })
      else { throw ArchiveError(.keyUnavailable, "The key could not be handed to the keyring") }
      defer { unsafe secret_value_unref(UnsafeMutableRawPointer(value)) }
      var error: UnsafeMutablePointer<GError>?
      guard
        unsafe csecret_create_item(
          service.pointer, collection, application, guint64(number), label, value,
          cancellation.pointer, &error) != 0
      else { throw unsafe KeyringFailure.error(taking: error, "The key could not be stored") }
    }

    private var type: String { "application/octet-stream" }

    /// Removes a key for good.
    func delete(_ item: Item) throws(ArchiveError) {
      var error: UnsafeMutablePointer<GError>?
      guard unsafe csecret_delete_item(connection, item.path, cancellation.pointer, &error) != 0
      else {
        throw unsafe KeyringFailure.error(taking: error, "The key could not be removed")
      }
    }

    /// Whether a keyring runs, or is started when it is asked.
    func isServicePresent() throws(ArchiveError) -> Bool {
      for list in ["ListNames", "ListActivatableNames"] {
        var error: UnsafeMutablePointer<GError>?
        if unsafe csecret_is_listed(connection, list, cancellation.pointer, &error) != 0 {
          return true
        }
        if unsafe error != nil {
          throw unsafe KeyringFailure.error(taking: error, "The session bus does not answer")
        }
      }
      return false
    }

    /// The path of the default collection; `nil` while it is locked.
    private func unlockedDefaultCollection() throws(ArchiveError) -> String? {
      var error: UnsafeMutablePointer<GError>?
      let found = unsafe csecret_default_collection(connection, cancellation.pointer, &error)
      defer { unsafe g_free(found) }
      guard let found = unsafe found else {
        throw unsafe KeyringFailure.error(taking: error, "The keyring does not answer")
      }
      guard unsafe String(cString: found) != "/" else {
        throw ArchiveError(
          .keyUnavailable,
          "There is no default keyring; make one in the desktop's password program, or log in "
            + "with a password")
      }
      switch unsafe csecret_is_locked(connection, found, cancellation.pointer, &error) {
      case 0: return unsafe String(cString: found)
      case 1: return nil
      default:
        throw unsafe KeyringFailure.error(taking: error, "The keyring does not say if it is locked")
      }
    }
  }
#endif
