// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if SecretService
import CSecret
import RestorationArchive

/// Requests to the keyring, on its thread; none prompts the user.
@safe struct KeyringSession {
  private let connection: OpaquePointer
  private let cancellation: Cancellation

  init(_ connection: KeyringConnection, _ cancellation: Cancellation) throws(ArchiveError) {
    unsafe self.connection = unsafe try connection.open(cancellation)
    self.cancellation = cancellation
  }

  /// Whether the caller no longer waits for an answer.
  ///
  /// A failure then says nothing about the keyring.
  var isCancelled: Bool { cancellation.isCancelled }

  /// A key in an unlocked collection.
  struct Item {
    /// The key's place in the order of the application's keys.
    ///
    /// The lowest number is the present key; the next one will replace it.
    let number: UInt64
    let key: ArchiveKey
    fileprivate let created: UInt64
    fileprivate let path: String
  }

  /// The present and the next key of an application.
  struct Successive {
    /// The present key; `nil` when there is none yet.
    let first: Item?
    /// The next key, if a replacement is in progress.
    let next: Item?

    init(_ items: [Item]) {
      let first = items.first
      self.first = first
      next = first.flatMap { first in items.first { $0.number > first.number } }
    }
  }

  /// Returns whether an application's keys can be fetched or created now.
  ///
  /// Keys under all its identifiers count.
  func isUnlocked(for identifiers: [String]) throws(ArchiveError) -> Bool {
    for identifier in identifiers {
      var (unlocked, locked, error): (Int32, Int32, UnsafeMutablePointer<GError>?) = (0, 0, nil)
      guard
        unsafe csecret_count_items(
          connection, identifier, &unlocked, &locked, cancellation.pointer, &error) != 0
      else { throw unsafe KeyringFailure.error(taking: error, "The keyring cannot be searched") }
      if unlocked > 0 || locked > 0 { return unlocked > 0 }
    }
    // A keyring that was never unlocked reports that it is empty.
    return try unlockedDefaultCollection() != nil
  }

  /// Returns the keys of the first identifier that has any.
  ///
  /// - Parameter identifiers: All present and former identifiers, in the order in which they are
  ///   tried.
  /// - Returns: That identifier and its keys, with the key to use in first place. Without any
  ///   keys, the first identifier and an empty array.
  /// - Throws: ``ArchiveError/Code/keyLocked`` when a key may exist behind a lock.
  func found(_ identifiers: [String]) throws(ArchiveError) -> (identifier: String, items: [Item]) {
    for identifier in identifiers {
      let items = try items(of: identifier)
      if !items.isEmpty { return (identifier, items) }
    }
    return (identifiers[0], [])
  }

  /// Returns one identifier's keys, with the key to use in first place.
  ///
  /// - Throws: ``ArchiveError/Code/keyLocked`` when a key may exist behind a lock.
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
    // The order must be equal in every process, independent of the keyring's answer.
    return items.sorted {
      ($0.number, $0.created, $0.path) < ($1.number, $1.created, $1.path)
    }
  }

  /// - Returns: `nil` for an item whose secret is locked.
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
    // libsecret copies the bytes into memory that is not paged out, and clears it later.
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

  /// Removes a key permanently.
  func delete(_ item: Item) throws(ArchiveError) {
    var error: UnsafeMutablePointer<GError>?
    guard unsafe csecret_delete_item(connection, item.path, cancellation.pointer, &error) != 0
    else {
      throw unsafe KeyringFailure.error(taking: error, "The key could not be removed")
    }
  }

  /// Returns whether a keyring runs, or would be started on request.
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

  /// Returns the path of the default collection; `nil` while it is locked.
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

/// libsecret's service object.
///
/// It is a session in which secrets are encrypted on the bus.
@safe final class KeyringService {
  let pointer: UnsafeMutablePointer<SecretService>
  private let shared: OpaquePointer
  private let endsProcess: gboolean

  /// Opens a session, which ends with this object.
  init(_ cancellation: Cancellation) throws(ArchiveError) {
    var error: UnsafeMutablePointer<GError>?
    guard let shared = unsafe g_bus_get_sync(G_BUS_TYPE_SESSION, cancellation.pointer, &error)
    else {
      throw unsafe KeyringFailure.error(taking: error, "The session bus cannot be reached")
    }
    // If the bus closes now, a process that has no other use for it must not end.
    endsProcess = unsafe g_dbus_connection_get_exit_on_close(shared)
    unsafe g_dbus_connection_set_exit_on_close(shared, 0)
    guard let opened = unsafe csecret_open_service(cancellation.pointer, &error) else {
      unsafe g_dbus_connection_set_exit_on_close(shared, endsProcess)
      unsafe g_object_unref(UnsafeMutableRawPointer(shared))
      throw unsafe KeyringFailure.error(taking: error, "The keyring cannot be reached")
    }
    unsafe (self.shared, pointer) = unsafe (shared, opened)
  }

  deinit {
    unsafe g_object_unref(pointer)
    // Other code in the process may share the connection and rely on exiting when it closes.
    unsafe g_dbus_connection_set_exit_on_close(shared, endsProcess)
    unsafe g_object_unref(UnsafeMutableRawPointer(shared))
  }
}

/// The connection to the session bus, opened on first use.
///
/// It is used only on the keyring's thread.
@safe final class KeyringConnection: @unchecked Sendable {
  private let onSignal: @Sendable () -> Void
  private var pointer: OpaquePointer?

  init(onSignal: @escaping @Sendable () -> Void) { self.onSignal = onSignal }

  /// Returns the connection, or a new one if the bus closed it.
  func open(_ cancellation: Cancellation) throws(ArchiveError) -> OpaquePointer {
    if let pointer = unsafe pointer {
      guard unsafe g_dbus_connection_is_closed(pointer) != 0 else { return unsafe pointer }
      close()
    }
    var error: UnsafeMutablePointer<GError>?
    guard let made = unsafe csecret_connect(cancellation.pointer, &error) else {
      throw unsafe KeyringFailure.error(
        taking: error, "There is no session bus to reach the keyring; \(advice)")
    }
    // Unretained: the thread retains this object as long as its loop makes calls.
    let data = unsafe Unmanaged.passUnretained(self).toOpaque()
    unsafe csecret_watch(
      made,
      { _, _, _, _, _, _, data in
        guard let data = unsafe data else { return }
        unsafe Unmanaged<KeyringConnection>.fromOpaque(data).takeUnretainedValue().onSignal()
      }, unsafe data)
    unsafe pointer = unsafe made
    return unsafe made
  }

  /// Closes the connection; signals received before may still be delivered.
  func close() {
    guard let pointer = unsafe pointer else { return }
    unsafe csecret_disconnect(pointer)
    unsafe self.pointer = nil
  }
}

/// Advice for a user without a keyring.
let advice = "start one, or let the application keep its key in a file"

/// Converts GLib errors to archive errors.
enum KeyringFailure {
  /// Converts a GLib error and frees it.
  ///
  /// The reason describes the failed operation, if the error does not.
  static func error(taking error: UnsafeMutablePointer<GError>?, _ reason: String)
    -> ArchiveError
  {
    defer { if let error = unsafe error { unsafe g_error_free(error) } }
    guard let error = unsafe error else { return ArchiveError(.keyUnavailable, reason) }
    if unsafe csecret_is_locked_error(error) != 0 { return .locked }
    if unsafe csecret_is_absence(error) != 0 {
      return ArchiveError(
        .keyUnavailable, "No keyring (Secret Service) is on the session bus; \(advice)")
    }
    let message = unsafe error.pointee.message.map { unsafe String(cString: $0) } ?? "unknown"
    return ArchiveError(.keyUnavailable, "\(reason) (\(message))")
  }
}

extension ArchiveError {
  static var locked: ArchiveError {
    ArchiveError(.keyLocked, "The keyring is locked")
  }
}
#endif
