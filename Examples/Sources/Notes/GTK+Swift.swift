// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import CGTK

/// A widget of any class.
typealias Widget = UnsafeMutablePointer<GtkWidget>

extension UnsafeMutablePointer where Pointee == GtkWidget {
  /// The same widget for functions of GTK's final classes, which are imported without a type.
  var opaque: OpaquePointer { OpaquePointer(self) }

  /// The same widget for functions of one of its other classes.
  func cast<Class>() -> UnsafeMutablePointer<Class> { UnsafeMutablePointer<Class>(opaque) }

  /// The text of an entry.
  @MainActor var text: String { gtk_editable_get_text(opaque).map { String(cString: $0) } ?? "" }

  /// The text of a text view.
  @MainActor var bufferText: String {
    let buffer = gtk_text_view_get_buffer(cast())
    var (start, end) = (GtkTextIter(), GtkTextIter())
    gtk_text_buffer_get_bounds(buffer, &start, &end)
    guard let text = gtk_text_buffer_get_text(buffer, &start, &end, 1) else { return "" }
    defer { g_free(text) }
    return String(cString: text)
  }
}

/// Calls a closure whenever an object emits a signal without arguments.
@MainActor func connect(
  _ object: OpaquePointer?, _ signal: String, _ body: @escaping @MainActor () -> Void
) {
  let call: @convention(c) (UnsafeRawPointer?, UnsafeMutableRawPointer?) -> Void = { _, data in
    Handler.call(data) { $0.body(nil) }
  }
  let handler = Handler { _ in body() }
  handler.connect(object, signal, unsafeBitCast(call, to: GCallback.self))
}

/// Calls a closure with the argument whenever an object emits a signal that has one.
@MainActor func connect(
  _ object: OpaquePointer?, _ signal: String,
  _ body: @escaping @MainActor (UnsafeMutableRawPointer) -> Void
) {
  let call:
    @convention(c) (UnsafeRawPointer?, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Void =
      { _, argument, data in
        nonisolated(unsafe) let argument = argument
        Handler.call(data) { $0.body(argument) }
      }
  let handler = Handler { if let argument = $0 { body(argument) } }
  handler.connect(object, signal, unsafeBitCast(call, to: GCallback.self))
}

/// Keeps a closure alive as long as the object that it is connected to.
private final class Handler: Sendable {
  let body: @MainActor (UnsafeMutableRawPointer?) -> Void

  init(_ body: @escaping @MainActor (UnsafeMutableRawPointer?) -> Void) { self.body = body }

  func connect(_ object: OpaquePointer?, _ signal: String, _ callback: GCallback) {
    g_signal_connect_data(
      object.map { UnsafeMutableRawPointer($0) }, signal, callback,
      Unmanaged.passRetained(self).toOpaque(),
      { handler, _ in if let handler { Unmanaged<Handler>.fromOpaque(handler).release() } },
      GConnectFlags(0))
  }

  static func call(_ data: UnsafeMutableRawPointer?, _ body: @MainActor (Handler) -> Void) {
    guard let data else { return }
    let handler = Unmanaged<Handler>.fromOpaque(data).takeUnretainedValue()
    MainActor.assumeIsolated { body(handler) }
  }
}
