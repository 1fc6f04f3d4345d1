// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK

  /// Questions to the desktop's programs, on a thread that may block.
  enum BusQuestion {
    /// Connects to a bus.
    ///
    /// - Parameter type: The session's or the system's bus.
    /// - Returns: The connection, which the caller releases; `nil` if there is no such bus.
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
    ///   - startsService: Whether the program may be started if it is not running.
    ///   - patience: The longest time for an answer, in milliseconds.
    /// - Returns: The answer, a tuple; `nil` when there was none.
    static func call(
      _ connection: OpaquePointer, _ object: BusObject, _ method: String,
      _ arguments: Variant? = nil, startsService: Bool = false, patience: gint
    ) -> Variant? {
      unsafe Variant(
        g_dbus_connection_call_sync(
          connection, object.name, object.path, object.interface, method, arguments?.pointer, nil,
          startsService ? cgtk_dbus_call_none : cgtk_dbus_call_no_auto_start, patience, nil,
          nil))
    }
  }
#endif
