// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK
  import GTKSupport

  /// A widget of our own whose size, layout and picture are closures in Swift.
  ///
  /// The canvas owns its widget; the widget knows its canvas as long as that lives and falls back to
  /// plain behaviour afterwards: as large as the largest child, each child over the whole.
  @safe @MainActor final class Canvas {
    /// The widget; its children are given with `gtk_widget_set_parent` and unparented when it goes.
    let widget: WidgetPointer

    /// How large the widget wants to be, given its size along the other axis or -1.
    var onMeasure: (@MainActor (GtkOrientation, Int32) -> Extent)?

    /// Places the children in a given width and height.
    var onAllocate: (@MainActor (Int32, Int32) -> Void)?

    /// Moves the focus inside in a direction, instead of what GTK does; answers whether it has,
    /// `nil` to let GTK do it.
    var onFocus: (@MainActor (GtkDirectionType) -> Bool?)?

    /// Draws beneath the children.
    var onSnapshot: (@MainActor (OpaquePointer) -> Void)?

    /// Told that assistive technology activates a canvas that is a cell.
    var onActivate: (@MainActor () -> Void)?

    /// Told when a scrolled window gives or takes the adjustments of a scrollable canvas.
    var onAdjustmentsChange: (@MainActor () -> Void)?

    /// The horizontal adjustment of a scrollable canvas; owned by the scrolled window.
    var horizontalAdjustment: UnsafeMutablePointer<GtkAdjustment>?

    /// The vertical adjustment of a scrollable canvas; owned by the scrolled window.
    var verticalAdjustment: UnsafeMutablePointer<GtkAdjustment>?

    /// What a canvas can do besides.
    enum Kind {
      /// Nothing.
      case plain
      /// Scroll in a `GtkScrolledWindow`.
      case scrollable
      /// Be activated by assistive technology.
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

    /// As large as the largest child.
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

    /// Each child over the whole; alignment and margins are the children's own.
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
