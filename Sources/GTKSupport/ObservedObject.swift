// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK

  /// Something that a widget shows for a time, such as its model, and the handlers that hear of it.
  ///
  /// Owns it meanwhile, so that nothing else can be taken for it. The handlers go with this, or with the
  /// widget.
  @safe @MainActor package final class ObservedObject {
    package let pointer: UnsafeMutableRawPointer
    private let widget: WidgetPointer
    private var handlers: [gulong] = []

    /// - Parameters:
    ///   - pointer: An object of GLib's.
    ///   - widget: What shows it.
    package init(_ pointer: UnsafeMutableRawPointer, of widget: WidgetPointer) {
      unsafe (self.pointer, self.widget) = unsafe (pointer, widget)
      unsafe g_object_ref(pointer)
    }

    /// Observes the object that a property of a widget has; `nil` when it has none.
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
