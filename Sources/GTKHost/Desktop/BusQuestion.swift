// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK

  /// Asks the desktop's programs and waits for the answer, on a thread that may wait.
  enum BusQuestion {
    /// Connects to a bus.
    ///
    /// - Parameter type: The bus of the session or that of the system.
    /// - Returns: The connection, which the caller gives back; `nil` where there is no such bus.
    static func connect(_ type: GBusType) -> OpaquePointer? {
      guard Bus.isThere(type), let connection = unsafe g_bus_get_sync(type, nil, nil) else {
        return nil
      }
      unsafe g_dbus_connection_set_exit_on_close(connection, 0)
      return unsafe connection
    }

    /// Calls a method.
    ///
    /// - Parameters:
    ///   - connection: The bus.
    ///   - object: The object.
    ///   - method: The method's name.
    ///   - arguments: A tuple.
    ///   - startsService: Whether a program that does not run may be started for it.
    ///   - patience: How long the answer may take, in milliseconds.
    /// - Returns: The answer, a tuple; `nil` when there was none.
    static func call(
      _ connection: OpaquePointer, _ object: BusObject, _ method: String,
      _ arguments: Variant? = nil, startsService: Bool = false, patience: gint
    ) -> Variant? {
      unsafe Variant(
        g_dbus_connection_call_sync(
          connection, object.name, object.path, object.interface, method, arguments?.pointer, nil,
          startsService ? G_DBUS_CALL_FLAGS_NONE : G_DBUS_CALL_FLAGS_NO_AUTO_START, patience, nil,
          nil))
    }
  }
#endif
