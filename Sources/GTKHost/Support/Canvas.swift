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
#endif
