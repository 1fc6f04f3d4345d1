// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import GTKSupport
public import ViewControllers

/// A view around any GTK widget that ViewControllers has no view for.
///
/// ```swift
/// final class CalendarView: NativeView {
///   init() { super.init { UnsafeMutableRawPointer(gtk_calendar_new()) } }
///
///   override func encodeRestorableState(with coder: RestorationEncoder) {
///     super.encodeRestorableState(with: coder)
///     coder.encode(day(of: widget), forKey: "day")
///   }
/// }
/// ```
///
/// Widgets are passed as raw pointers, so that any GTK 4 binding works. A subclass saves the
/// widget's state by overriding the encode and decode hooks. It calls
/// ``/ViewControllers/View/invalidateRestorableState()`` when the user has changed the state.
@safe @MainActor open class NativeView: View {
  private let make: @MainActor () -> UnsafeMutableRawPointer
  private var made: WidgetPointer?

  /// Creates a view.
  ///
  /// - Parameter make: Creates a widget that is in no container; called once, when the widget is
  ///   needed. The view owns the widget.
  public init(_ make: @escaping @MainActor () -> UnsafeMutableRawPointer) {
    unsafe self.make = unsafe make
    super.init()
  }

  isolated deinit { if let made = unsafe made { unsafe g_object_unref(made) } }

  /// The widget, a `GtkWidget`, created on first use.
  ///
  /// It needs a display: the application must be running, as it is when state is restored. Do not
  /// use it in a background launch without a display.
  public final var widget: UnsafeMutableRawPointer { unsafe pointer.raw }

  /// Called once, after the widget was created.
  ///
  /// Override it to connect to the widget's signals.
  open func widgetDidLoad() {}

  /// Whether the widget, or a widget inside, may get the focus: `true`.
  open override var canBecomeFirstResponder: Bool { true }

  /// The widget.
  final var pointer: WidgetPointer {
    if let made = unsafe made { return unsafe made }
    let widget = unsafe make().assumingMemoryBound(to: GtkWidget.self)
    unsafe g_object_ref_sink(widget)
    unsafe made = unsafe widget
    widgetDidLoad()
    return unsafe widget
  }
}

/// The peer of a native view: it shows the view's widget.
@MainActor final class NativePeer: TypedPeer<NativeView> {
  /// Creates the peer of a native view.
  init(_ view: NativeView, host: GTKHost) {
    unsafe super.init(view, widget: view.pointer, host: host)
  }
}
#else
/// A view around any GTK widget; unavailable without the trait `GTK`.
@available(
  *, unavailable,
  message: "NativeView needs this package's trait \"GTK\", like GTKHost."
)
@MainActor public final class NativeView {
  /// Cannot be called; see the message.
  public init(_ make: @escaping @MainActor () -> UnsafeMutableRawPointer) {}
}
#endif
