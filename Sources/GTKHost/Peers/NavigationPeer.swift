// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import GTKSupport
import ViewControllers

/// The peer that draws a navigation controller.
///
/// It shows the top page of the stack, with a bar above and a bar below.
@MainActor final class NavigationPeer: TypedPeer<NavigationView> {
  private let canvas = Canvas()
  private let stack: ControllerStack
  /// The bar above.
  let bar: NavigationBar

  private let toolbar: Toolbar

  /// The swipe that goes back.
  private(set) var backSwipe: BackSwipe?

  /// Creates the peer of a navigation view.
  init(_ view: NavigationView, host: GTKHost) {
    stack = ControllerStack(host: host)
    bar = NavigationBar()
    toolbar = Toolbar()
    unsafe super.init(view, widget: canvas.widget, host: host)
    unsafe [stack.widget, bar.widget, toolbar.widget].forEach { child in
      unsafe gtk_widget_set_parent(child, widget)
    }
    canvas.onMeasure = { [weak self] in self?.measure($0, $1) ?? Extent() }
    canvas.onAllocate = { [weak self] in self?.allocate($0, $1) }
    bar.onBack = { [weak self] in self?.model?.navigationController?.goBack(animated: true) }
    stack.bars = { [weak self] in self?.bars(over: $0, width: $1) ?? (0, 0) }
    backSwipe = BackSwipe(of: self, in: stack)
  }

  override var childPeers: [Peer] { stack.pages.map(\.peer) }

  /// The widget of the current or incoming page; for tests.
  var shownPageWidget: WidgetPointer? { unsafe stack.shown?.peer.widget }

  /// Whether the upper and the lower bar are shown; for tests.
  var visibleBars: (top: Bool, bottom: Bool) { (bar.isShown, toolbar.isShown) }

  override func sync() {
    guard let controller = model?.navigationController else { return }
    showTop(of: controller)
    let top = controller.topViewController
    bar.show(
      title: top?.title ?? "", previousTitle: controller.backTitle, of: top,
      hasWindowButtons: isAtRootOfWindow(controller))
    if isAtRootOfWindow(controller) {
      unsafe (controller.window?.peer as? GTKWindowPeer)?.menu.move(to: bar.menuSlot)
    }
    toolbar.show(items: top?.toolbarItems ?? [])
    bar.isShown = !controller.isNavigationBarHidden
    toolbar.isShown = !controller.isToolbarHidden && !toolbar.isEmpty
    let isOver = top.map { $0.view.extendsUnderBars } ?? false
    unsafe bar.widget.setStyle("osd", isOver)
    unsafe toolbar.widget.setStyle("osd", isOver)
    for page in stack.pages { unsafe gtk_widget_queue_allocate(page.canvas.widget) }
    unsafe gtk_widget_queue_resize(widget)
  }

  private func isAtRootOfWindow(_ controller: NavigationController) -> Bool {
    controller.window?.rootViewController === controller
  }

  private func showTop(of controller: NavigationController) {
    let (old, new) = (stack.shown?.controller, controller.topViewController)
    let isPop = old.map { old in !controller.viewControllers.contains { $0 === old } } ?? false
    stack.show(
      new, of: controller.viewControllers,
      slide: controller.isTransitionAnimated ? (isPop ? .back : .forward) : nil)
    // A list next to this controller, in a split view, keeps the focus.
    guard let page = stack.shown, page.controller !== old,
      unsafe gtk_widget_get_mapped(widget) != 0,
      !page.canvas.containsFocus, isWithoutFocus
    else { return }
    host.moveFocus { unsafe gtk_widget_child_focus(page.canvas.widget, GTK_DIR_TAB_FORWARD) }
  }

  private var isWithoutFocus: Bool {
    unsafe gtk_widget_get_root(widget).map { unsafe gtk_root_get_focus($0) == nil } ?? true
  }

  // MARK: Layout

  private func measure(_ orientation: GtkOrientation, _ size: Int32) -> Extent {
    var content = unsafe stack.widget.measure(orientation, forSize: size)
    for bar in [bar.measure(orientation, size), toolbar.measure(orientation, size)] {
      content.stack(bar, orientation)
    }
    return content
  }

  private func allocate(_ width: Int32, _ height: Int32) {
    bar.allocate(y: 0, width: width)
    toolbar.allocate(bottom: height, width: width)
    unsafe stack.widget.allocate(x: 0, y: 0, width: width, height: height)
    childrenWereAllocated()
  }

  private func bars(over page: ControllerPage, width: Int32) -> (top: Int32, bottom: Int32) {
    page.extendsUnderBars
      ? (0, 0) : (bar.height(forWidth: width), toolbar.height(forWidth: width))
  }
}

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
