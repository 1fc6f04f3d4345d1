// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
package import CGTK

/// The arguments of an emitted signal; valid only during the handler.
@safe package struct SignalArguments {
  package let values: UnsafeBufferPointer<GValue>
  package let result: UnsafeMutablePointer<GValue>?

  /// Returns an argument of type `double`.
  ///
  /// Index 0 is the first argument after the object.
  package func double(_ index: Int) -> Double { unsafe withPointer(index, g_value_get_double) }

  /// Returns an argument of type `guint`.
  package func unsigned(_ index: Int) -> UInt32 { unsafe withPointer(index, g_value_get_uint) }

  /// Returns an argument of a flags type.
  package func flags(_ index: Int) -> UInt32 { unsafe withPointer(index, g_value_get_flags) }

  /// Returns an argument of an enumeration type.
  package func enumeration(_ index: Int) -> Int32 { unsafe withPointer(index, g_value_get_enum) }

  /// Returns an argument that is a `GObject`; the emission owns it.
  package func object(_ index: Int) -> UnsafeMutableRawPointer? {
    unsafe withPointer(index, g_value_get_object)
  }

  /// Returns an argument of a boxed type; what emits the signal owns it.
  package func boxed<Value>(_ index: Int) -> UnsafeMutablePointer<Value>? {
    unsafe withPointer(index, g_value_get_boxed)?.assumingMemoryBound(to: Value.self)
  }

  /// Sets the result of a signal that asks whether it was handled.
  package func answer(_ isHandled: Bool) {
    if let result = unsafe result { unsafe g_value_set_boolean(result, isHandled.gboolean) }
  }

  private func withPointer<Value>(
    _ index: Int, _ read: (UnsafePointer<GValue>?) -> Value
  ) -> Value {
    unsafe read(values.baseAddress?.advanced(by: index + 1))
  }
}

/// A handler, kept alive as long as its object.
private final class SignalHandler: Sendable {
  let body: @MainActor (SignalArguments) -> Void

  init(_ body: @escaping @MainActor (SignalArguments) -> Void) { self.body = body }
}

/// Calls a Swift closure whenever an object emits a signal.
///
/// The object owns the closure until it is destroyed, or until `owner` is, if one is given.
/// Capture weakly what owns the object.
@MainActor @discardableResult
package func connect(
  _ object: UnsafeMutableRawPointer, _ signal: String, after: Bool = false,
  whileAlive owner: WidgetPointer? = nil,
  _ body: @escaping @MainActor (SignalArguments) -> Void
) -> gulong {
  let handler = unsafe Unmanaged.passRetained(SignalHandler(body)).toOpaque()
  guard let closure = unsafe g_closure_new_simple(guint(MemoryLayout<GClosure>.size), handler)
  else {
    return 0
  }
  unsafe g_closure_set_marshal(closure) { closure, result, count, values, _, _ in
    guard let data = unsafe closure?.pointee.data else { return }
    let handler = unsafe Unmanaged<SignalHandler>.fromOpaque(data).takeUnretainedValue()
    nonisolated(unsafe) let arguments = unsafe SignalArguments(
      values: UnsafeBufferPointer(start: values, count: Int(count)), result: result)
    MainActor.assumeIsolated { unsafe handler.body(arguments) }
  }
  // GLib overwrites the closure's data while it runs this notifier, so the handler is passed
  // again.
  unsafe g_closure_add_finalize_notifier(closure, handler) { handler, _ in
    if let handler = unsafe handler {
      unsafe Unmanaged<SignalHandler>.fromOpaque(handler).release()
    }
  }
  if let owner = unsafe owner { unsafe g_object_watch_closure(owner.cast(), closure) }
  return unsafe g_signal_connect_closure(object, signal, closure, after.gboolean)
}

/// Calls a Swift closure whenever a widget emits a signal.
@MainActor @discardableResult
package func connect(
  _ widget: WidgetPointer, _ signal: String,
  _ body: @escaping @MainActor (SignalArguments) -> Void
) -> gulong {
  unsafe connect(widget.raw, signal, body)
}

/// Calls a closure with each key that is pressed in a widget.
///
/// - Parameters:
///   - widget: The widget, which owns the closure.
///   - phase: When the widget gets the key; by default after the widgets inside, unless they used it.
///   - body: Gets the key and the modifiers; returns whether it has used them.
@MainActor package func onKeyPress(
  in widget: WidgetPointer, _ phase: GtkPropagationPhase = GTK_PHASE_BUBBLE,
  _ body: @escaping @MainActor (UInt32, UInt32) -> Bool
) {
  guard let keys = unsafe gtk_event_controller_key_new() else { return }
  unsafe gtk_event_controller_set_propagation_phase(keys, phase)
  unsafe connect(UnsafeMutableRawPointer(keys), "key-pressed") { arguments in
    arguments.answer(body(arguments.unsigned(0), arguments.flags(2)))
  }
  unsafe gtk_widget_add_controller(widget, keys)
}

/// An object that a widget shows for a time, with signal handlers.
///
/// A list's model is an example. Retains the object, so that no other object can get its address.
/// The handlers are disconnected when this object or the widget goes away.
@safe @MainActor package final class ObservedObject {
  package let pointer: UnsafeMutableRawPointer
  private let widget: WidgetPointer
  private var handlers: [gulong] = []

  /// Retains an object; ``connect(_:after:_:)`` adds handlers.
  ///
  /// - Parameters:
  ///   - pointer: A `GObject`.
  ///   - widget: The widget that shows it.
  package init(_ pointer: UnsafeMutableRawPointer, of widget: WidgetPointer) {
    unsafe (self.pointer, self.widget) = unsafe (pointer, widget)
    unsafe g_object_ref(pointer)
  }

  /// Observes the object in a widget's property; `nil` when it is empty.
  package convenience init?(_ property: String, of widget: WidgetPointer) {
    guard let object = unsafe cgtk_object_dup_object(widget.raw, property) else { return nil }
    unsafe self.init(object, of: widget)
    unsafe g_object_unref(object)
  }

  isolated deinit {
    for handler in handlers where unsafe g_signal_handler_is_connected(pointer, handler) != 0 {
      unsafe g_signal_handler_disconnect(pointer, handler)
    }
    unsafe g_object_unref(pointer)
  }

  /// Calls a closure whenever the object emits a signal.
  package func connect(
    _ signal: String, after: Bool = false, _ body: @escaping @MainActor () -> Void
  ) {
    connect(signal, after: after) { _ in body() }
  }

  /// Calls a closure with the arguments whenever the object emits a signal.
  package func connect(
    _ signal: String, after: Bool = false,
    _ body: @escaping @MainActor (SignalArguments) -> Void
  ) {
    unsafe handlers.append(
      GTKSupport.connect(pointer, signal, after: after, whileAlive: widget, body))
  }
}
#endif
