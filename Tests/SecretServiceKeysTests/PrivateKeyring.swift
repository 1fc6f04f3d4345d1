// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if SecretService
import CSecret
import Foundation
import RestorationArchive
import SecretServiceKeys
import Synchronization
import Testing

/// The tests of this target, run serially on one bus and keyring.
@Suite(.serialized) struct KeyringTests {}

/// A real gnome-keyring on a private bus; it ends with this object.
///
/// It has its own files. The bus starts no services, so nothing can prompt: a call that tries to
/// prompt fails.
final class PrivateKeyring: Sendable {
  let folder: String
  private let daemon = Mutex<Program?>(nil)
  private static let password = "a password"

  /// Starts a keyring unlocked by a login.
  init(startsKeyring: Bool = true) throws {
    PrivateBus.start()
    folder = NSTemporaryDirectory() + "keyring-\(UUID().uuidString)"
    try FileManager.default.createDirectory(
      atPath: folder + "/runtime", withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    if startsKeyring {
      try start(unlocks: true)
      try wait("the login keyring") { [self] in isLocked == false }
    }
  }

  deinit {
    stopKeyring()
    try? FileManager.default.removeItem(atPath: folder)
  }

  var environment: [String: String] {
    [
      "HOME": folder, "XDG_DATA_HOME": folder + "/data", "XDG_RUNTIME_DIR": folder + "/runtime",
      "XDG_STATE_HOME": folder + "/state", "LANG": "C.UTF-8",
      "DBUS_SESSION_BUS_ADDRESS": PrivateBus.address,
    ]
  }

  /// Returns a provider like that of another process of the application.
  func provider(
    _ identifier: String = "org.example.App", formerIdentifiers: [String] = [],
    name: String? = nil,
    _ protection: KeyProtection = .completeUntilFirstUserAuthentication,
    timeout: Duration = .seconds(10)
  ) throws -> SecretServiceKeyProvider {
    try SecretServiceKeyProvider(
      for: ApplicationDescription(
        identifier: identifier, version: "1", formerIdentifiers: formerIdentifiers), name: name,
      protection: protection, timeout: timeout, environment: environment)
  }

  // MARK: The keyring's process

  /// Starts the keyring.
  ///
  /// It is locked, or unlocked as by a login with a password.
  func start(unlocks: Bool) throws {
    let options = ["--foreground", "--components=secrets"] + (unlocks ? ["--unlock"] : [])
    let program = try Program(
      "/usr/bin/gnome-keyring-daemon", options, environment: environment,
      input: unlocks ? Self.password : "")
    daemon.withLock { $0 = program }
    try wait("the keyring") {
      SecretServiceKeyProvider.isServicePresent(timeout: .seconds(10))
    }
  }

  func stopKeyring() {
    daemon.withLock { daemon in
      daemon?.end()
      daemon = nil
    }
    try? wait("the keyring's end") {
      !SecretServiceKeyProvider.isServicePresent(timeout: .seconds(10))
    }
  }

  /// Suspends the keyring, so that it answers nothing, or resumes it.
  func hang(_ hangs: Bool) {
    daemon.withLock {
      _ = $0.map { kill($0.process.processIdentifier, hangs ? SIGSTOP : SIGCONT) }
    }
  }

  // MARK: Locking, as other programs do it

  var isLocked: Bool? {
    let connection = Connection()
    let path = csecret_default_collection(connection.pointer, nil, nil)
    defer { g_free(path) }
    guard let path, String(cString: path) != "/" else { return nil }
    return csecret_is_locked(connection.pointer, path, nil, nil) != 0
  }

  /// Locks the keyring, and retries until it is locked.
  ///
  /// Sometimes the keyring reports success without locking.
  func lock() throws {
    try wait("the lock") {
      let reply = try Connection().call(
        CSECRET_PATH, "org.freedesktop.Secret.Service", "Lock",
        [.array([.path(login)])])
      g_variant_unref(reply)
      return isLocked == true
    }
  }

  /// Unlocks as GNOME's login does, through a call reserved for tests.
  func unlock() throws {
    let service = try #require(csecret_open_service(nil, nil))
    defer { g_object_unref(service) }
    let value = try #require(secret_value_new(Self.password, -1, "text/plain"))
    defer { secret_value_unref(UnsafeMutableRawPointer(value)) }
    let secret = try #require(secret_service_encode_dbus_secret(service, value))
    let reply = try Connection(of: service).call(
      CSECRET_PATH, "org.gnome.keyring.InternalUnsupportedGuiltRiddenInterface",
      "UnlockWithMasterPassword", [.path(login), .variant(secret)])
    g_variant_unref(reply)
    try wait("the unlocking") { isLocked == false }
  }

  /// Stores an invalid key under an application's name.
  func storeNonsense(for application: String) throws {
    let service = try #require(csecret_open_service(nil, nil))
    defer { g_object_unref(service) }
    let value = try #require(secret_value_new("short", -1, "text/plain"))
    defer { secret_value_unref(UnsafeMutableRawPointer(value)) }
    #expect(
      csecret_create_item(service, login, application, 1, "nonsense", value, nil, nil) != 0)
  }

  private var login: String { "/org/freedesktop/secrets/collection/login" }

  /// Returns the labels of an application's items.
  func labels(of application: String = "org.example.App") throws -> [String] {
    let service = try #require(csecret_open_service(nil, nil))
    defer { g_object_unref(service) }
    let items = csecret_find_items(service, application, nil, nil)
    defer { g_list_free_full(items, g_object_unref) }
    var (labels, next): ([String], UnsafeMutablePointer<GList>?) = ([], items)
    while let node = next {
      next = node.pointee.next
      let label = secret_item_get_label(
        node.pointee.data.assumingMemoryBound(to: SecretItem.self))
      labels.append(label.map { String(cString: $0) } ?? "")
      g_free(label)
    }
    return labels
  }

  /// The bus names of all connections except this call's own.
  ///
  /// A connection that was closed just now may still be included. The bus never uses a name
  /// twice.
  var connections: Set<String> {
    get throws {
      let connection = Connection()
      let reply = try connection.call(
        "/org/freedesktop/DBus", "org.freedesktop.DBus", "ListNames", [],
        on: "org.freedesktop.DBus")
      defer { g_variant_unref(reply) }
      let list = g_variant_get_child_value(reply, 0)
      defer { g_variant_unref(list) }
      let names = (0..<g_variant_n_children(list)).compactMap { index in
        let name = g_variant_get_child_value(list, index)
        defer { g_variant_unref(name) }
        return g_variant_get_string(name, nil).map { String(cString: $0) }
      }
      let own = g_dbus_connection_get_unique_name(connection.pointer).map { String(cString: $0) }
      return Set(names.filter { $0.hasPrefix(":") && $0 != own })
    }
  }
}

/// Waits for another process to meet a condition; fails after ten seconds.
func wait(_ what: String, until condition: () throws -> Bool) throws {
  let deadline = ContinuousClock.now + .seconds(10)
  while try !condition() {
    try #require(ContinuousClock.now < deadline, "\(what) did not come within ten seconds")
    usleep(2_000)
  }
}
#endif
