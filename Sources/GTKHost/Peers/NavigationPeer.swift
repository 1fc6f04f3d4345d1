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
#endif
