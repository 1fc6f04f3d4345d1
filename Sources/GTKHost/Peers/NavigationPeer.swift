// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK
  import GTKSupport
  import ViewControllers

  /// Draws a navigation controller: the page on top of its stack, a bar above and a bar below.
  @MainActor final class NavigationPeer: TypedPeer<NavigationView> {
    private let canvas = Canvas()
    private let stack: WidgetPointer
    /// The bar above.
    let bar: NavigationBar

    private let toolbar: Toolbar
    private var pages: [NavigationPage] = []
    private var shown: NavigationPage?
    private var isSliding = false

    /// Creates the peer of a navigation view.
    init(_ view: NavigationView, host: GTKHost) {
      stack = gtk_stack_new()
      bar = NavigationBar()
      toolbar = Toolbar()
      super.init(view, widget: canvas.widget, host: host)
      gtk_stack_set_hhomogeneous(stack.opaque, 0)
      gtk_stack_set_vhomogeneous(stack.opaque, 0)
      for child in [stack, bar.widget, toolbar.widget] { gtk_widget_set_parent(child, widget) }
      canvas.onMeasure = { [weak self] in self?.measure($0, $1) ?? Extent() }
      canvas.onAllocate = { [weak self] in self?.allocate($0, $1) }
      bar.onBack = { [weak self] in self?.goBack() }
      connect(stack, "notify::transition-running") { [weak self] _ in self?.slidingDidChange() }
      let keys = gtk_event_controller_key_new()
      if let keys {
        connect(UnsafeMutableRawPointer(keys), "key-pressed") { [weak self] arguments in
          let hasAlt = arguments.flags(2) & GDK_ALT_MASK.rawValue != 0
          guard hasAlt, Int32(bitPattern: arguments.unsigned(0)) == GDK_KEY_Left else { return }
          arguments.answer(self?.goBack() ?? false)
        }
      }
      gtk_widget_add_controller(widget, keys)
    }

    isolated deinit { if isSliding { host.settling.end() } }

    override var childPeers: [Peer] { pages.map(\.peer) }

    /// The widget of the page that is shown or slides in; for tests.
    var shownPageWidget: WidgetPointer? { shown?.peer.widget }

    /// Whether the bars are on screen: above, below; for tests.
    var visibleBars: (top: Bool, bottom: Bool) { (bar.isShown, toolbar.isShown) }

    override func sync() {
      guard let controller = model?.navigationController else { return }
      showTop(of: controller)
      let top = controller.topViewController
      bar.show(
        title: top?.title ?? "", previousTitle: controller.backTitle,
        items: top?.rightBarButtonItems ?? [], search: top?.searchController,
        hasWindowButtons: isAtRootOfWindow(controller))
      toolbar.show(items: top?.toolbarItems ?? [])
      bar.isShown = !controller.isNavigationBarHidden
      toolbar.isShown = !controller.isToolbarHidden && !toolbar.isEmpty
      let isOver = top.map { $0.view.extendsUnderBars } ?? false
      bar.widget.setStyle("osd", isOver)
      toolbar.widget.setStyle("osd", isOver)
      for page in pages { gtk_widget_queue_allocate(page.canvas.widget) }
      gtk_widget_queue_resize(widget)
    }

    private func isAtRootOfWindow(_ controller: NavigationController) -> Bool {
      controller.window?.rootViewController === controller
    }

    // MARK: Pages

    private func showTop(of controller: NavigationController) {
      guard let top = controller.topViewController, shown?.controller !== top else {
        if controller.topViewController == nil { shown = nil }
        shown?.takeBack()
        return removeOutdatedPages()
      }
      let isPop = shown.map { old in !controller.viewControllers.contains { $0 === old.controller }
      }
      let page = pages.first { $0.controller === top } ?? addPage(for: top)
      let slides = controller.isTransitionAnimated && gtk_widget_get_mapped(stack) != 0
      let slide =
        isPop == true
        ? GTK_STACK_TRANSITION_TYPE_SLIDE_RIGHT : GTK_STACK_TRANSITION_TYPE_SLIDE_LEFT
      gtk_stack_set_transition_type(
        stack.opaque, slides ? slide : GTK_STACK_TRANSITION_TYPE_NONE)
      shown = page
      host.moveFocus { gtk_stack_set_visible_child(stack.opaque, page.canvas.widget) }
      removeOutdatedPages()
      if gtk_widget_get_mapped(stack) != 0 {
        host.moveFocus { gtk_widget_child_focus(page.canvas.widget, GTK_DIR_TAB_FORWARD) }
      }
    }

    private func addPage(for controller: ViewController) -> NavigationPage {
      let page = NavigationPage(controller, peer: host.peer(for: controller.view))
      page.onAllocate = { [weak self, weak page] width, height in
        guard let self, let page else { return }
        place(page, width, height)
      }
      gtk_stack_add_child(stack.opaque, page.canvas.widget)
      pages.append(page)
      return page
    }

    private func removeOutdatedPages() {
      guard !isSliding, let controller = model?.navigationController else { return }
      for page in pages
      where !controller.viewControllers.contains(where: { $0 === page.controller }) {
        page.remove(from: stack)
      }
      pages.removeAll { gtk_widget_get_parent($0.canvas.widget) == nil }
    }

    private func slidingDidChange() {
      let slides = gtk_stack_get_transition_running(stack.opaque) != 0
      guard slides != isSliding else { return }
      isSliding = slides
      if slides { return host.settling.begin() }
      host.settling.end()
      gtk_widget_queue_draw(widget)
      removeOutdatedPages()
    }

    @discardableResult
    private func goBack() -> Bool {
      model?.navigationController?.goBack(animated: true) ?? false
    }

    // MARK: Layout

    private func measure(_ orientation: GtkOrientation, _ size: Int32) -> Extent {
      var content = stack.measure(orientation, forSize: size)
      for extent in [bar.measure(orientation, size), toolbar.measure(orientation, size)] {
        if orientation == GTK_ORIENTATION_HORIZONTAL {
          content.formUnion(extent)
        } else {
          content.minimum += extent.minimum
          content.natural += extent.natural
        }
      }
      return content
    }

    private func allocate(_ width: Int32, _ height: Int32) {
      bar.allocate(y: 0, width: width)
      toolbar.allocate(bottom: height, width: width)
      stack.allocate(x: 0, y: 0, width: width, height: height)
      childrenWereAllocated()
    }

    private func place(_ page: NavigationPage, _ width: Int32, _ height: Int32) {
      let isOver = page.extendsUnderBars
      let top = isOver ? 0 : bar.height(forWidth: width)
      let bottom = isOver ? 0 : toolbar.height(forWidth: width)
      page.peer.frame.allocate(x: 0, y: top, width: width, height: height - top - bottom)
      host.layoutQueue.add { [weak page] in page?.peer.reportSize() }
    }
  }
#endif
