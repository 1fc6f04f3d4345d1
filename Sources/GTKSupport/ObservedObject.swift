// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK

  /// An object that a widget shows for a time, with signal handlers.
  ///
  /// A list's model is an example. Retains the object, so that no other object can get its address.
  /// The handlers are disconnected when this object or the widget goes away.
  /// widget.
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
      unsafe handlers.append(
        GTKSupport.connect(pointer, signal, after: after, whileAlive: widget) { _ in body() })
    }
  }
#endif
