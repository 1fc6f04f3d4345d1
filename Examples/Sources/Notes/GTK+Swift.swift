// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import GTKWidgets

/// A widget of any class.
typealias Widget = UnsafeMutablePointer<GtkWidget>

extension UnsafeMutablePointer where Pointee == GtkWidget {
  /// The widget for functions of final classes, imported without a type.
  var opaque: OpaquePointer { OpaquePointer(self) }

  /// The widget for functions of another of its classes.
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

/// Calls a closure with the argument of a signal.
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

/// Calls a closure when a key is pressed in a widget.
///
/// In a window, it works wherever the focus is.
@MainActor func addShortcut(
  _ key: Int32, _ modifiers: GdkModifierType, to widget: Widget,
  _ body: @escaping @MainActor () -> Void
) {
  let call: GtkShortcutFunc = { _, _, handler in
    Handler.call(handler) { $0.body(nil) }
    return 1
  }
  let action = gtk_callback_action_new(
    call, Unmanaged.passRetained(Handler { _ in body() }).toOpaque(), Handler.release)
  let shortcut = gtk_shortcut_new(gtk_keyval_trigger_new(guint(key), modifiers), action)
  let controller = gtk_shortcut_controller_new()
  gtk_shortcut_controller_add_shortcut(controller, shortcut)
  gtk_widget_add_controller(widget, controller)
}

/// Calls a closure after some seconds.
///
/// It returns the number of the source, which can be removed before.
@MainActor func callLater(seconds: UInt32, _ body: @escaping @MainActor () -> Void) -> guint {
  let call: GSourceFunc = { handler in
    Handler.call(handler) { $0.body(nil) }
    return 0
  }
  return g_timeout_add_seconds_full(
    G_PRIORITY_DEFAULT, seconds, call,
    Unmanaged.passRetained(Handler { _ in body() }).toOpaque(), Handler.release)
}

/// Keeps a closure alive until its signal connection ends.
private final class Handler: Sendable {
  let body: @MainActor (UnsafeMutableRawPointer?) -> Void

  init(_ body: @escaping @MainActor (UnsafeMutableRawPointer?) -> Void) { self.body = body }

  func connect(_ object: OpaquePointer?, _ signal: String, _ callback: GCallback) {
    g_signal_connect_data(
      object.map { UnsafeMutableRawPointer($0) }, signal, callback,
      Unmanaged.passRetained(self).toOpaque(),
      { handler, _ in if let handler { Unmanaged<Handler>.fromOpaque(handler).release() } },
      GConnectFlags(rawValue: 0))
  }

  static let release: GDestroyNotify = { handler in
    if let handler { Unmanaged<Handler>.fromOpaque(handler).release() }
  }

  static func call(_ data: UnsafeMutableRawPointer?, _ body: @MainActor (Handler) -> Void) {
    guard let data else { return }
    let handler = Unmanaged<Handler>.fromOpaque(data).takeUnretainedValue()
    MainActor.assumeIsolated { body(handler) }
  }
}
