// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import GTKSupport

/// A widget whose size, layout and drawing are Swift closures.
///
/// The canvas owns its widget. The widget refers to its canvas as long as that lives. After that
/// it is as large as its largest child, and each child fills it.
@safe @MainActor final class Canvas {
  /// The widget.
  ///
  /// Add children with `gtk_widget_set_parent`; they are unparented with the widget.
  let widget: WidgetPointer

  /// Returns the wanted size along one axis.
  ///
  /// The second argument is the size along the other axis, or -1 for any.
  var onMeasure: (@MainActor (GtkOrientation, Int32) -> Extent)?

  /// Places the children; called with the width and the height.
  var onAllocate: (@MainActor (Int32, Int32) -> Void)?

  /// Moves the focus inside in a direction, instead of GTK.
  ///
  /// Returns whether it has; `nil` lets GTK do it.
  var onFocus: (@MainActor (GtkDirectionType) -> Bool?)?

  /// Draws below the children.
  var onSnapshot: (@MainActor (OpaquePointer) -> Void)?

  /// Called when assistive technology activates a cell.
  var onActivate: (@MainActor () -> Void)?

  /// Called when a scrolled window sets or removes the adjustments.
  var onAdjustmentsChange: (@MainActor () -> Void)?

  /// The horizontal adjustment of a scrollable canvas; owned by the scrolled window.
  var horizontalAdjustment: UnsafeMutablePointer<GtkAdjustment>?

  /// The vertical adjustment of a scrollable canvas; owned by the scrolled window.
  var verticalAdjustment: UnsafeMutablePointer<GtkAdjustment>?

  /// Further abilities of a canvas.
  enum Kind {
    /// No further abilities.
    case plain
    /// It can scroll in a `GtkScrolledWindow`.
    case scrollable
    /// Assistive technology can activate it.
    case cell
  }

  /// Creates a canvas without children.
  init(role: GtkAccessibleRole = GTK_ACCESSIBLE_ROLE_GROUP, kind: Kind = .plain) {
    unsafe widget = unsafe cgtk_widget_new(kind.type, role)
    unsafe g_object_ref_sink(widget)
    unsafe g_object_set_data(
      widget.cast(), CanvasClass.key, Unmanaged.passUnretained(self).toOpaque())
  }

  isolated deinit {
    unsafe g_object_set_data(widget.cast(), CanvasClass.key, nil)
    unsafe g_object_unref(widget)
  }

  /// Whether the focus is on the widget or in it.
  var containsFocus: Bool { unsafe widget.containsFocus }

  /// Returns the size of the largest child.
  static func measureChildren(
    of widget: WidgetPointer, _ orientation: GtkOrientation, _ size: Int32
  ) -> Extent {
    var extent = Extent()
    unsafe widget.children.forEach { child in
      guard unsafe gtk_widget_get_visible(child) != 0 else { return }
      unsafe extent.formUnion(child.measure(orientation, forSize: size))
    }
    return extent
  }

  /// Gives each child the whole area; children keep their own alignment.
  static func allocateChildren(of widget: WidgetPointer, _ width: Int32, _ height: Int32) {
    unsafe widget.children.forEach { child in
      guard unsafe gtk_widget_get_visible(child) != 0 else { return }
      unsafe child.allocate(x: 0, y: 0, width: width, height: height)
    }
  }
}

extension Canvas.Kind {
  fileprivate var type: GType {
    switch self {
    case .plain: CanvasClass.plain
    case .scrollable: CanvasClass.scrollable
    case .cell: CanvasClass.cell
    }
  }
}

/// The widget classes behind ``Canvas``: plain, scrollable and cell.
enum CanvasClass {
  /// The key under which a widget stores its canvas, unowned.
  static let key = "state-restoration-canvas"

  /// The plain class.
  static let plain = unsafe register("StateRestorationCanvas")

  /// The class that `GtkScrolledWindow` accepts without a viewport.
  static let scrollable: GType = {
    let type = unsafe register("StateRestorationScrollableCanvas") { widgetClass, _ in
      unsafe overrideProperties(widgetClass)
    }
    var interface = unsafe GInterfaceInfo()
    unsafe g_type_add_interface_static(type, gtk_scrollable_get_type(), &interface)
    return type
  }()

  /// The class that assistive technology can activate.
  static let cell = unsafe register("StateRestorationCell") { widgetClass, _ in
    unsafe overrideMethods(widgetClass)
    guard let widgetClass = unsafe widgetClass?.assumingMemoryBound(to: GtkWidgetClass.self)
    else {
      return
    }
    unsafe gtk_widget_class_install_action(widgetClass, "cell.activate", nil) { widget, _, _ in
      guard let widget = unsafe widget else { return }
      unsafe withCanvas(of: widget) { canvas, _ in canvas?.onActivate?() }
    }
  }

  private static func register(
    _ name: String,
    classInit: @escaping @convention(c) (gpointer?, gpointer?) -> Void = {
      widgetClass, _ in unsafe overrideMethods(widgetClass)
    }
  ) -> GType {
    var query = unsafe GTypeQuery()
    unsafe g_type_query(gtk_widget_get_type(), &query)
    var info = unsafe GTypeInfo()
    unsafe info.class_size = unsafe guint16(query.class_size)
    unsafe info.instance_size = unsafe guint16(query.instance_size)
    unsafe info.class_init = unsafe classInit
    return unsafe g_type_register_static(
      gtk_widget_get_type(), name, &info, GTypeFlags(rawValue: 0))
  }

  private static func overrideMethods(_ pointer: gpointer?) {
    guard let pointer = unsafe pointer else { return }
    let widgetClass = unsafe pointer.assumingMemoryBound(to: GtkWidgetClass.self)
    unsafe widgetClass.pointee.measure = { widget, orientation, size, minimum, natural, _, _ in
      guard let widget = unsafe widget else { return }
      let extent = unsafe withCanvas(of: widget) { canvas, widget in
        unsafe canvas?.onMeasure?(orientation, size)
          ?? Canvas.measureChildren(of: widget, orientation, size)
      }
      unsafe minimum?.pointee = extent.minimum
      unsafe natural?.pointee = max(extent.minimum, extent.natural)
    }
    unsafe widgetClass.pointee.size_allocate = { widget, width, height, _ in
      guard let widget = unsafe widget else { return }
      unsafe withCanvas(of: widget) { canvas, widget in
        if let allocate = canvas?.onAllocate { return allocate(width, height) }
        unsafe Canvas.allocateChildren(of: widget, width, height)
      }
    }
    unsafe widgetClass.pointee.snapshot = { widget, snapshot in
      guard let widget = unsafe widget, let snapshot = unsafe snapshot else { return }
      nonisolated(unsafe) let target = unsafe snapshot
      unsafe withCanvas(of: widget) { canvas, widget in
        unsafe canvas?.onSnapshot?(target)
        unsafe widget.children.forEach { child in
          unsafe gtk_widget_snapshot_child(widget, child, target)
        }
      }
    }
    unsafe widgetClass.pointee.focus = { widget, direction in
      guard let widget = unsafe widget else { return 0 }
      if let moved = unsafe withCanvas(of: widget, { canvas, _ in canvas?.onFocus?(direction) }) {
        return moved.gboolean
      }
      let parent = unsafe g_type_class_peek(gtk_widget_get_type())
      return unsafe parent?.assumingMemoryBound(to: GtkWidgetClass.self).pointee.focus(
        widget, direction)
        ?? 0
    }
    unsafe widgetClass.pointee.get_request_mode = { _ in GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH }
    let objectClass = unsafe pointer.assumingMemoryBound(to: GObjectClass.self)
    unsafe objectClass.pointee.dispose = { object in
      guard let object = unsafe object else { return }
      let widget = unsafe UnsafeMutableRawPointer(object).assumingMemoryBound(to: GtkWidget.self)
      while let child = unsafe gtk_widget_get_first_child(widget) {
        unsafe gtk_widget_unparent(child)
      }
      let parent = unsafe g_type_class_peek(gtk_widget_get_type())
      unsafe parent?.assumingMemoryBound(to: GObjectClass.self).pointee.dispose(object)
    }
  }

  private static func overrideProperties(_ pointer: gpointer?) {
    unsafe overrideMethods(pointer)
    guard let objectClass = unsafe pointer?.assumingMemoryBound(to: GObjectClass.self) else {
      return
    }
    unsafe objectClass.pointee.set_property = { object, property, value, _ in
      guard let object = unsafe object, let value = unsafe value else { return }
      let widget = unsafe UnsafeMutableRawPointer(object).assumingMemoryBound(to: GtkWidget.self)
      let adjustment = unsafe property <= 2 ? g_value_get_object(value) : nil
      nonisolated(unsafe) let given = unsafe adjustment?.assumingMemoryBound(
        to: GtkAdjustment.self)
      unsafe withCanvas(of: widget) { canvas, _ in
        if property == 1 { unsafe canvas?.horizontalAdjustment = unsafe given }
        if property == 2 { unsafe canvas?.verticalAdjustment = unsafe given }
        if property <= 2 { canvas?.onAdjustmentsChange?() }
      }
    }
    unsafe objectClass.pointee.get_property = { object, property, value, _ in
      guard let object = unsafe object, let value = unsafe value else { return }
      let widget = unsafe UnsafeMutableRawPointer(object).assumingMemoryBound(to: GtkWidget.self)
      nonisolated(unsafe) let result = unsafe value
      unsafe withCanvas(of: widget) { canvas, _ in
        if property == 1 { unsafe g_value_set_object(result, canvas?.horizontalAdjustment) }
        if property == 2 { unsafe g_value_set_object(result, canvas?.verticalAdjustment) }
      }
    }
    let names = ["hadjustment", "vadjustment", "hscroll-policy", "vscroll-policy"]
    for (index, name) in names.enumerated() {
      unsafe g_object_class_override_property(objectClass, guint(index + 1), name)
    }
  }
}

/// Runs a closure with a widget's canvas on the main actor.
///
/// GTK calls its widgets only on the main thread, where the main actor runs.
private func withCanvas<Result: Sendable>(
  of widget: WidgetPointer, _ body: @MainActor (Canvas?, WidgetPointer) -> Result
) -> Result {
  nonisolated(unsafe) let widget = unsafe widget
  return MainActor.assumeIsolated {
    let data = unsafe g_object_get_data(widget.cast(), CanvasClass.key)
    let canvas = unsafe data.map { unsafe Unmanaged<Canvas>.fromOpaque($0).takeUnretainedValue() }
    return unsafe body(canvas, widget)
  }
}
#endif
