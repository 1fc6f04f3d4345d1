// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK
  import GTKSupport

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
