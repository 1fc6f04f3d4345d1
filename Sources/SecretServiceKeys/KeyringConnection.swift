// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if SecretService
  import CSecret
  import RestorationArchive

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
