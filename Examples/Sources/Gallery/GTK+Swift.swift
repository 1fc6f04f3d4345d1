// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if Adwaita
import CAdwaita
import GTKWidgets

/// A widget of any class.
typealias Widget = UnsafeMutablePointer<GtkWidget>

extension UnsafeMutablePointer where Pointee == GtkWidget {
  /// The widget for functions of final classes, imported without a type.
  var opaque: OpaquePointer { OpaquePointer(self) }

  /// The widget for functions of another of its classes.
  func cast<Class>() -> UnsafeMutablePointer<Class> { UnsafeMutablePointer<Class>(opaque) }
}

extension OpaquePointer {
  /// The object as a widget.
  var widget: Widget { Widget(self) }
}

/// Binds a property to another one, in both directions if mutual.
///
/// A mutual binding is for two properties that the user can set.
@MainActor func bind(
  _ source: Widget, _ property: String, to target: Widget, _ other: String, isMutual: Bool = false
) {
  g_object_bind_property(
    source, property, target, other, isMutual ? cgtk_binding_both_ways : cgtk_binding_one_way)
}

/// Calls a closure whenever an object emits a signal without arguments.
@MainActor func connect(
  _ object: OpaquePointer?, _ signal: String, _ body: @escaping @MainActor () -> Void
) {
  let call: @convention(c) (UnsafeRawPointer?, UnsafeMutableRawPointer?) -> Void = { _, data in
    Handler.call(data) { $0.body(nil) }
  }
  Handler { _ in body() }.connect(object, signal, unsafeBitCast(call, to: GCallback.self))
}

/// Calls a closure with the argument of a signal.
@MainActor func connect(
  _ object: OpaquePointer?, _ signal: String,
  _ body: @escaping @MainActor (UnsafeMutableRawPointer?) -> Void
) {
  let call:
    @convention(c) (UnsafeRawPointer?, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Void =
      { _, argument, data in
        nonisolated(unsafe) let argument = argument
        Handler.call(data) { $0.body(argument) }
      }
  Handler(body).connect(object, signal, unsafeBitCast(call, to: GCallback.self))
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

  static func call(_ data: UnsafeMutableRawPointer?, _ body: @MainActor (Handler) -> Void) {
    guard let data else { return }
    let handler = Unmanaged<Handler>.fromOpaque(data).takeUnretainedValue()
    MainActor.assumeIsolated { body(handler) }
  }
}
#endif
