// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK
  import GTKSupport
  import ViewControllers

  /// The bar below a navigation stack, with the top controller's buttons.
  @safe @MainActor final class Toolbar {
    /// The action bar; owned by this object and its parent.
    let widget: WidgetPointer

    private let box: WidgetPointer
    private var buttons: [BarButton] = []

    /// Creates an empty toolbar.
    init() {
      unsafe widget = unsafe gtk_action_bar_new()
      unsafe g_object_ref_sink(widget)
      unsafe widget.setStyle("navigation-toolbar", true)
      unsafe box = unsafe gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 8)
      unsafe gtk_action_bar_set_center_widget(widget.opaque, box)
    }

    isolated deinit { unsafe g_object_unref(widget) }

    /// Whether there are no buttons.
    var isEmpty: Bool { buttons.isEmpty }

    /// Whether the bar takes part in layout and drawing.
    var isShown: Bool {
      get { unsafe gtk_widget_get_visible(widget) != 0 }
      set { unsafe gtk_widget_set_visible(widget, newValue.gboolean) }
    }

    /// Shows other buttons.
    ///
    /// - Parameter items: The buttons, left to right.
    func show(items: [BarButtonItem]) {
      guard !items.elementsEqual(buttons.map(\.item), by: ===) else { return }
      for button in buttons { unsafe gtk_box_remove(box.cast(), button.widget) }
      buttons = items.map { BarButton($0) }
      for button in buttons { unsafe gtk_box_append(box.cast(), button.widget) }
    }

    /// Returns the room that the bar takes; none while hidden.
    func measure(_ orientation: GtkOrientation, _ size: Int32) -> Extent {
      unsafe isShown ? widget.measure(orientation, forSize: size) : Extent()
    }

    /// Returns the height of the bar; 0 while hidden.
    func height(forWidth width: Int32) -> Int32 {
      measure(GTK_ORIENTATION_VERTICAL, width).natural
    }

    /// Places the bar, with its bottom edge at `bottom`.
    func allocate(bottom: Int32, width: Int32) {
      guard isShown else { return }
      let height = height(forWidth: width)
      unsafe widget.allocate(x: 0, y: bottom - height, width: width, height: height)
    }
  }
#endif
