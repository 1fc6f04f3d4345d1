// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import Foundation
import GTKSupport
import PosixSupport

/// The address of an object on a bus, with an interface.
struct BusObject {
  /// The well-known name of the program.
  let name: String
  /// The object's path.
  var path: String
  /// The interface.
  let interface: String
}

/// A connection to one of the desktop's message buses.
///
/// No call here blocks. If the bus goes away, the process continues, and no more messages arrive.
/// ``close()`` ends all subscriptions.
@safe @MainActor final class Bus {
  /// The longest time for an answer, in milliseconds.
  private static let patience: gint = 5000

  private let connection: OpaquePointer
  private var subscriptions: [guint] = []
  private var watches: [guint] = []

  private init(_ connection: OpaquePointer) { unsafe self.connection = unsafe connection }

  isolated deinit { unsafe g_object_unref(UnsafeMutableRawPointer(connection)) }

  /// Connects, if there is such a bus.
  ///
  /// - Parameters:
  ///   - type: The session's or the system's bus.
  ///   - action: Called later with the bus; never if there is none.
  static func connect(_ type: GBusType, _ action: @escaping @MainActor (Bus) -> Void) {
    guard isThere(type) else { return }
    unsafe g_bus_get(
      type, nil, finish,
      retained { result in
        guard let connection = unsafe g_bus_get_finish(result, nil) else { return }
        unsafe g_dbus_connection_set_exit_on_close(connection, 0)
        // GLib gives out a closed connection again as long as anything holds it.
        let bus = unsafe Bus(connection)
        if !bus.isClosed { action(bus) }
      })
  }

  /// Connects to the bus at an address, synchronously; for tests.
  init?(address: String) {
    guard
      let connection = unsafe g_dbus_connection_new_for_address_sync(
        address, cgtk_dbus_connection_client, nil, nil, nil)
    else { return nil }
    unsafe self.connection = unsafe connection
    unsafe g_dbus_connection_set_exit_on_close(connection, 0)
  }

  /// Returns whether there may be a bus.
  ///
  /// Without this check, asking GLib for a session's bus would start one.
  nonisolated static func isThere(_ type: GBusType) -> Bool {
    guard type == G_BUS_TYPE_SESSION,
      ProcessInfo.processInfo.environment["DBUS_SESSION_BUS_ADDRESS"] == nil
    else { return true }
    return unsafe FileManager.default.fileExists(
      atPath: String(cString: g_get_user_runtime_dir()) + "/bus")
  }

  /// Whether the bus has gone away.
  var isClosed: Bool { unsafe g_dbus_connection_is_closed(connection) != 0 }

  /// The connection's unique name; empty when the bus is gone.
  var uniqueName: String {
    unsafe g_dbus_connection_get_unique_name(connection).map { unsafe String(cString: $0) } ?? ""
  }

  /// Calls a method of a program that is already running.
  ///
  /// - Parameters:
  ///   - object: The object.
  ///   - method: The method's name.
  ///   - arguments: A tuple.
  ///   - action: Called later with the answer, a tuple; with `nil` when there was none.
  func call(
    _ object: BusObject, _ method: String, _ arguments: Variant? = nil,
    _ action: @escaping @MainActor (Variant?) -> Void = { _ in }
  ) {
    unsafe g_dbus_connection_call(
      connection, object.name, object.path, object.interface, method, arguments?.pointer, nil,
      cgtk_dbus_call_no_auto_start, Self.patience, nil, finish,
      retained { [connection = unsafe connection] result in
        unsafe action(Variant(g_dbus_connection_call_finish(connection, result, nil)))
      })
  }

  /// Calls a method that answers with a file descriptor.
  ///
  /// - Parameters:
  ///   - object: The object.
  ///   - method: The method's name.
  ///   - arguments: A tuple.
  ///   - action: Called later with the descriptor; with `nil` when there was none.
  func callForDescriptor(
    _ object: BusObject, _ method: String, _ arguments: Variant?,
    _ action: @escaping @MainActor (OpenFile?) -> Void
  ) {
    unsafe g_dbus_connection_call_with_unix_fd_list(
      connection, object.name, object.path, object.interface, method, arguments?.pointer, nil,
      cgtk_dbus_call_no_auto_start, Self.patience, nil, nil, finish,
      retained { [connection = unsafe connection] result in
        var descriptors: UnsafeMutablePointer<GUnixFDList>?
        let answer = unsafe Variant(
          g_dbus_connection_call_with_unix_fd_list_finish(
            connection, &descriptors, result, nil))
        guard let descriptors = unsafe descriptors else { return action(nil) }
        defer { unsafe g_object_unref(descriptors) }
        let index = answer?[0]?.handle ?? -1
        guard index >= 0, unsafe index < g_unix_fd_list_get_length(descriptors) else {
          return action(nil)
        }
        let descriptor = unsafe g_unix_fd_list_get(descriptors, index, nil)
        action(descriptor >= 0 ? OpenFile(taking: descriptor) : nil)
      })
  }

  /// Subscribes to a signal of all objects of a program.
  ///
  /// - Parameters:
  ///   - name: The program; signals of other programs are ignored.
  ///   - interface: The interface.
  ///   - member: The signal's name.
  ///   - action: Called with the object's path and the arguments, a tuple.
  func subscribe(
    _ name: String, _ interface: String, _ member: String,
    _ action: @escaping @MainActor (_ path: String, _ arguments: Variant) -> Void
  ) {
    guard !isClosed else { return }
    let handler = unsafe Unmanaged.passRetained(Handler<(String, Variant)>(action)).toOpaque()
    unsafe subscriptions.append(
      g_dbus_connection_signal_subscribe(
        connection, name, interface, member, nil, nil, cgtk_dbus_signal_none,
        { _, _, path, _, _, arguments, data in
          guard let path = unsafe path, let data = unsafe data,
            let arguments = unsafe arguments.flatMap({ unsafe Variant(g_variant_ref($0)) })
          else { return }
          let handler = unsafe Unmanaged<Handler<(String, Variant)>>.fromOpaque(data)
            .takeUnretainedValue()
          nonisolated(unsafe) let message = unsafe (String(cString: path), arguments)
          MainActor.assumeIsolated { unsafe handler.body(message) }
        }, unsafe handler,
        { data in
          if let data = unsafe data {
            unsafe Unmanaged<Handler<(String, Variant)>>.fromOpaque(data).release()
          }
        }))
  }

  /// Watches a program as it starts and ends.
  ///
  /// - Parameters:
  ///   - name: The program's well-known name.
  ///   - action: Called with `true` when the program starts or is running already, and with
  ///     `false` when it is not there.
  func watch(_ name: String, _ action: @escaping @MainActor (_ isThere: Bool) -> Void) {
    guard !isClosed else { return }
    let handler = unsafe Unmanaged.passRetained(Handler<Bool>(action)).toOpaque()
    unsafe watches.append(
      g_bus_watch_name_on_connection(
        connection, name, cgtk_bus_name_watcher_none,
        { _, _, _, data in unsafe Handler<Bool>.call(data, true) },
        { _, _, data in unsafe Handler<Bool>.call(data, false) }, unsafe handler,
        { data in
          if let data = unsafe data { unsafe Unmanaged<Handler<Bool>>.fromOpaque(data).release() }
        }))
  }

  /// Ends all subscriptions and watches, after sending pending messages.
  func close() {
    subscriptions.forEach { unsafe g_dbus_connection_signal_unsubscribe(connection, $0) }
    watches.forEach { g_bus_unwatch_name($0) }
    (subscriptions, watches) = ([], [])
    unsafe g_dbus_connection_flush_sync(connection, nil, nil)
  }
}

/// A handler, kept alive as long as GLib may call it.
private final class Handler<Message>: Sendable {
  let body: @MainActor (Message) -> Void

  init(_ body: @escaping @MainActor (Message) -> Void) { self.body = body }

  static func call(_ data: gpointer?, _ message: sending Message) {
    guard let data = unsafe data else { return }
    let handler = unsafe Unmanaged<Handler>.fromOpaque(data).takeUnretainedValue()
    nonisolated(unsafe) let message = message
    MainActor.assumeIsolated { unsafe handler.body(message) }
  }
}

/// Wraps a closure as the data that ``finish`` expects.
private func retained(_ body: @escaping @MainActor (OpaquePointer) -> Void) -> gpointer {
  unsafe Unmanaged.passRetained(Handler<OpaquePointer>(body)).toOpaque()
}

/// Passes the end of an asynchronous call to its closure.
private let finish: GAsyncReadyCallback = { _, result, data in
  guard let data = unsafe data, let result = unsafe result else { return }
  nonisolated(unsafe) let end = unsafe result
  unsafe Handler<OpaquePointer>.call(data, end)
  unsafe Unmanaged<Handler<OpaquePointer>>.fromOpaque(data).release()
}

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
