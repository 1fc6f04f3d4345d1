// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK
  import GTKSupport

  /// Registers the widget classes behind ``Canvas``: a plain one, one that can scroll, and a cell.
  enum CanvasClass {
    /// Under this name a widget keeps its canvas, unowned.
    static let key = "state-restoration-canvas"

    /// The plain class.
    static let plain = register("StateRestorationCanvas")

    /// The class that a `GtkScrolledWindow` takes as it is, without a viewport of its own.
    static let scrollable: GType = {
      let type = register("StateRestorationScrollableCanvas") { widgetClass, _ in
        overrideProperties(widgetClass)
      }
      var interface = GInterfaceInfo()
      g_type_add_interface_static(type, gtk_scrollable_get_type(), &interface)
      return type
    }()

    /// The class that assistive technology can activate.
    static let cell = register("StateRestorationCell") { widgetClass, _ in
      overrideMethods(widgetClass)
      guard let widgetClass = widgetClass?.assumingMemoryBound(to: GtkWidgetClass.self) else {
        return
      }
      gtk_widget_class_install_action(widgetClass, "cell.activate", nil) { widget, _, _ in
        guard let widget else { return }
        withCanvas(of: widget) { canvas, _ in canvas?.onActivate?() }
      }
    }

    private static func register(
      _ name: String,
      classInit: @escaping @convention(c) (gpointer?, gpointer?) -> Void = {
        widgetClass, _ in overrideMethods(widgetClass)
      }
    ) -> GType {
      var query = GTypeQuery()
      g_type_query(gtk_widget_get_type(), &query)
      var info = GTypeInfo()
      info.class_size = guint16(query.class_size)
      info.instance_size = guint16(query.instance_size)
      info.class_init = classInit
      return g_type_register_static(gtk_widget_get_type(), name, &info, GTypeFlags(rawValue: 0))
    }

    private static func overrideMethods(_ pointer: gpointer?) {
      guard let pointer else { return }
      let widgetClass = pointer.assumingMemoryBound(to: GtkWidgetClass.self)
      widgetClass.pointee.measure = { widget, orientation, size, minimum, natural, _, _ in
        guard let widget else { return }
        let extent = withCanvas(of: widget) { canvas, widget in
          canvas?.onMeasure?(orientation, size)
            ?? Canvas.measureChildren(of: widget, orientation, size)
        }
        minimum?.pointee = extent.minimum
        natural?.pointee = max(extent.minimum, extent.natural)
      }
      widgetClass.pointee.size_allocate = { widget, width, height, _ in
        guard let widget else { return }
        withCanvas(of: widget) { canvas, widget in
          if let allocate = canvas?.onAllocate { return allocate(width, height) }
          Canvas.allocateChildren(of: widget, width, height)
        }
      }
      widgetClass.pointee.snapshot = { widget, snapshot in
        guard let widget, let snapshot else { return }
        nonisolated(unsafe) let target = snapshot
        withCanvas(of: widget) { canvas, widget in
          canvas?.onSnapshot?(target)
          for child in widget.children { gtk_widget_snapshot_child(widget, child, target) }
        }
      }
      widgetClass.pointee.focus = { widget, direction in
        guard let widget else { return 0 }
        if let moved = withCanvas(of: widget, { canvas, _ in canvas?.onFocus?(direction) }) {
          return moved.gboolean
        }
        let parent = g_type_class_peek(gtk_widget_get_type())
        return parent?.assumingMemoryBound(to: GtkWidgetClass.self).pointee.focus(widget, direction)
          ?? 0
      }
      widgetClass.pointee.get_request_mode = { _ in GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH }
      let objectClass = pointer.assumingMemoryBound(to: GObjectClass.self)
      objectClass.pointee.dispose = { object in
        guard let object else { return }
        let widget = UnsafeMutableRawPointer(object).assumingMemoryBound(to: GtkWidget.self)
        while let child = gtk_widget_get_first_child(widget) { gtk_widget_unparent(child) }
        let parent = g_type_class_peek(gtk_widget_get_type())
        parent?.assumingMemoryBound(to: GObjectClass.self).pointee.dispose(object)
      }
    }

    private static func overrideProperties(_ pointer: gpointer?) {
      overrideMethods(pointer)
      guard let objectClass = pointer?.assumingMemoryBound(to: GObjectClass.self) else { return }
      objectClass.pointee.set_property = { object, property, value, _ in
        guard let object, let value else { return }
        let widget = UnsafeMutableRawPointer(object).assumingMemoryBound(to: GtkWidget.self)
        let adjustment = property <= 2 ? g_value_get_object(value) : nil
        nonisolated(unsafe) let given = adjustment?.assumingMemoryBound(to: GtkAdjustment.self)
        withCanvas(of: widget) { canvas, _ in
          if property == 1 { canvas?.horizontalAdjustment = given }
          if property == 2 { canvas?.verticalAdjustment = given }
          if property <= 2 { canvas?.onAdjustmentsChange?() }
        }
      }
      objectClass.pointee.get_property = { object, property, value, _ in
        guard let object, let value else { return }
        let widget = UnsafeMutableRawPointer(object).assumingMemoryBound(to: GtkWidget.self)
        nonisolated(unsafe) let result = value
        withCanvas(of: widget) { canvas, _ in
          if property == 1 { g_value_set_object(result, canvas?.horizontalAdjustment) }
          if property == 2 { g_value_set_object(result, canvas?.verticalAdjustment) }
        }
      }
      let names = ["hadjustment", "vadjustment", "hscroll-policy", "vscroll-policy"]
      for (index, name) in names.enumerated() {
        g_object_class_override_property(objectClass, guint(index + 1), name)
      }
    }
  }

  /// GTK calls its widgets on the main thread only, which is where the main actor runs.
  private func withCanvas<Result: Sendable>(
    of widget: WidgetPointer, _ body: @MainActor (Canvas?, WidgetPointer) -> Result
  ) -> Result {
    nonisolated(unsafe) let widget = widget
    return MainActor.assumeIsolated {
      let data = g_object_get_data(widget.cast(), CanvasClass.key)
      let canvas = data.map { Unmanaged<Canvas>.fromOpaque($0).takeUnretainedValue() }
      return body(canvas, widget)
    }
  }
#endif
