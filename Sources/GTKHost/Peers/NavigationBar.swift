// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK
  import GTKSupport
  import ViewControllers

  /// The bar above a navigation stack.
  ///
  /// It has the back button, the title, and buttons at both sides.
  @safe @MainActor final class NavigationBar {
    /// The header bar; owned by this object and its parent.
    let widget: WidgetPointer

    /// Called when the back button is clicked.
    var onBack: (@MainActor () -> Void)?

    /// The search button.
    let searchToggle = SearchToggle()

    /// The place of the window's menu, if the bar is topmost.
    let menuSlot: WidgetPointer = unsafe gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)

    private let backButton: WidgetPointer
    private let titleLabel: WidgetPointer
    private var (left, right): ([BarButton], [BarButton]) = ([], [])

    /// Creates an empty bar.
    init() {
      unsafe widget = unsafe gtk_header_bar_new()
      unsafe g_object_ref_sink(widget)
      unsafe widget.setStyle("navigation-bar", true)
      unsafe backButton = unsafe gtk_button_new_from_icon_name("go-previous-symbolic")
      unsafe backButton.setStyle("back", true)
      unsafe gtk_header_bar_pack_start(widget.opaque, backButton)
      unsafe titleLabel = unsafe gtk_label_new(nil)
      unsafe titleLabel.setStyle("title", true)
      unsafe gtk_label_set_ellipsize(titleLabel.opaque, PANGO_ELLIPSIZE_END)
      unsafe gtk_header_bar_set_title_widget(widget.opaque, titleLabel)
      unsafe gtk_header_bar_pack_end(widget.opaque, menuSlot)
      unsafe gtk_header_bar_pack_end(widget.opaque, searchToggle.widget)
      unsafe connect(backButton, "clicked") { [weak self] _ in self?.onBack?() }
    }

    isolated deinit { unsafe g_object_unref(widget) }

    /// Whether the bar takes part in layout and drawing.
    var isShown: Bool {
      get { unsafe gtk_widget_get_visible(widget) != 0 }
      set { unsafe gtk_widget_set_visible(widget, newValue.gboolean) }
    }

    /// Shows other content.
    ///
    /// - Parameters:
    ///   - title: The title in the middle.
    ///   - previousTitle: The title of the previous page, or `nil` if there is none.
    ///   - controller: The controller with the buttons and the search.
    ///   - hasWindowButtons: Whether the bar has the window's buttons.
    func show(
      title: String, previousTitle: String?, of controller: ViewController?, hasWindowButtons: Bool
    ) {
      let leftItems = controller?.leftBarButtonItems ?? []
      let rightItems = controller?.rightBarButtonItems ?? []
      let hidesBack = !leftItems.isEmpty && controller?.leftItemsSupplementBackButton != true
      unsafe gtk_label_set_text(titleLabel.opaque, title)
      unsafe gtk_widget_set_visible(backButton, (previousTitle != nil && !hidesBack).gboolean)
      if let previousTitle {
        let label =
          previousTitle.isEmpty
          ? ChromeString.back.localized : ChromeString.backTo.localized(previousTitle)
        unsafe gtk_widget_set_tooltip_text(backButton, label)
        unsafe cgtk_accessible_set_label(backButton, label)
      }
      searchToggle.show(controller?.searchController)
      unsafe gtk_header_bar_set_show_title_buttons(widget.opaque, hasWindowButtons.gboolean)
      unsafe replace(&left, with: leftItems) { unsafe gtk_header_bar_pack_start($0, $1.widget) }
      // GTK puts the first button packed at the end next to the edge.
      unsafe replace(&right, with: rightItems.reversed()) {
        unsafe gtk_header_bar_pack_end($0, $1.widget)
      }
    }

    private func replace(
      _ buttons: inout [BarButton], with items: [BarButtonItem],
      pack: (OpaquePointer, BarButton) -> Void
    ) {
      guard !items.elementsEqual(buttons.map(\.item), by: ===) else { return }
      for button in buttons { unsafe gtk_header_bar_remove(widget.opaque, button.widget) }
      buttons = items.map { BarButton($0) }
      for button in buttons { unsafe pack(widget.opaque, button) }
    }

    /// Returns the room that the bar takes; none while hidden.
    func measure(_ orientation: GtkOrientation, _ size: Int32) -> Extent {
      unsafe isShown ? widget.measure(orientation, forSize: size) : Extent()
    }

    /// Returns the height of the bar; 0 while hidden.
    func height(forWidth width: Int32) -> Int32 {
      measure(GTK_ORIENTATION_VERTICAL, width).natural
    }

    /// Places the bar, with its top edge at `y`.
    func allocate(y: Int32, width: Int32) {
      guard isShown else { return }
      unsafe widget.allocate(x: 0, y: y, width: width, height: height(forWidth: width))
    }
  }
#endif
