// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK
  import GTKSupport
  import ViewControllers

  /// The bar above a navigation stack: back button, title, and buttons at both sides.
  @MainActor final class NavigationBar {
    /// The header bar; owned by this object and its parent.
    let widget: WidgetPointer

    /// Called when the back button is clicked.
    var onBack: (@MainActor () -> Void)?

    /// The button of the search.
    let searchToggle = SearchToggle()

    /// Holds the window's menu in the bar at its top.
    let menuSlot: WidgetPointer = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)

    private let backButton: WidgetPointer
    private let titleLabel: WidgetPointer
    private var (left, right): ([BarButton], [BarButton]) = ([], [])

    /// Creates an empty bar.
    init() {
      widget = gtk_header_bar_new()
      g_object_ref_sink(widget)
      widget.setStyle("navigation-bar", true)
      backButton = gtk_button_new_from_icon_name("go-previous-symbolic")
      backButton.setStyle("back", true)
      gtk_header_bar_pack_start(widget.opaque, backButton)
      titleLabel = gtk_label_new(nil)
      titleLabel.setStyle("title", true)
      gtk_label_set_ellipsize(titleLabel.opaque, PANGO_ELLIPSIZE_END)
      gtk_header_bar_set_title_widget(widget.opaque, titleLabel)
      gtk_header_bar_pack_end(widget.opaque, menuSlot)
      gtk_header_bar_pack_end(widget.opaque, searchToggle.widget)
      connect(backButton, "clicked") { [weak self] _ in self?.onBack?() }
    }

    isolated deinit { g_object_unref(widget) }

    /// Whether the bar takes part in layout and picture.
    var isShown: Bool {
      get { gtk_widget_get_visible(widget) != 0 }
      set { gtk_widget_set_visible(widget, newValue.gboolean) }
    }

    /// Shows other content.
    ///
    /// - Parameters:
    ///   - title: The title in the middle.
    ///   - previousTitle: The title of the page behind, or `nil` when there is none.
    ///   - controller: Its buttons and its search are shown.
    ///   - hasWindowButtons: Whether the bar stands for the window's own.
    func show(
      title: String, previousTitle: String?, of controller: ViewController?, hasWindowButtons: Bool
    ) {
      let leftItems = controller?.leftBarButtonItems ?? []
      let rightItems = controller?.rightBarButtonItems ?? []
      let hidesBack = !leftItems.isEmpty && controller?.leftItemsSupplementBackButton != true
      gtk_label_set_text(titleLabel.opaque, title)
      gtk_widget_set_visible(backButton, (previousTitle != nil && !hidesBack).gboolean)
      if let previousTitle {
        let label = previousTitle.isEmpty ? "Back" : "Back to \(previousTitle)"
        gtk_widget_set_tooltip_text(backButton, label)
        cgtk_accessible_set_label(backButton, label)
      }
      searchToggle.show(controller?.searchController)
      gtk_header_bar_set_show_title_buttons(widget.opaque, hasWindowButtons.gboolean)
      replace(&left, with: leftItems) { gtk_header_bar_pack_start($0, $1.widget) }
      // What is packed first at the end stands at the edge.
      replace(&right, with: rightItems.reversed()) { gtk_header_bar_pack_end($0, $1.widget) }
    }

    private func replace(
      _ buttons: inout [BarButton], with items: [BarButtonItem],
      pack: (OpaquePointer, BarButton) -> Void
    ) {
      guard !items.elementsEqual(buttons.map(\.item), by: ===) else { return }
      for button in buttons { gtk_header_bar_remove(widget.opaque, button.widget) }
      buttons = items.map { BarButton($0) }
      for button in buttons { pack(widget.opaque, button) }
    }

    /// The room the bar takes; none while hidden.
    func measure(_ orientation: GtkOrientation, _ size: Int32) -> Extent {
      isShown ? widget.measure(orientation, forSize: size) : Extent()
    }

    /// The height of the bar; 0 while hidden.
    func height(forWidth width: Int32) -> Int32 {
      measure(GTK_ORIENTATION_VERTICAL, width).natural
    }

    /// Places the bar below a line.
    func allocate(y: Int32, width: Int32) {
      guard isShown else { return }
      widget.allocate(x: 0, y: y, width: width, height: height(forWidth: width))
    }
  }
#endif
