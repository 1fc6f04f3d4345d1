// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if SecretService
  import CSecret
  import RestorationArchive

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
#endif
