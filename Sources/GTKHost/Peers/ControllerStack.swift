// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK
  import GTKSupport
  import ViewControllers

  /// Controllers in one place, of which one is shown.
  ///
  /// Each gets a page when it is shown for the first time, and keeps it for as long as it is
  /// one of those that may be shown.
  @MainActor final class ControllerStack {
    /// GTK's stack; owned by this object and its parent.
    let widget: WidgetPointer

    /// The pages made so far.
    private(set) var pages: [ControllerPage] = []

    /// The page that is shown or moves in.
    private(set) var shown: ControllerPage?

    /// How much room bars take of a page that is this wide; none unless set.
    var bars: @MainActor (ControllerPage, _ width: Int32) -> (top: Int32, bottom: Int32) = { _, _ in
      (0, 0)
    }

    private let host: GTKHost
    private var isMoving = false
    private var wanted: [ViewController] = []

    /// Creates an empty stack.
    init(host: GTKHost) {
      self.host = host
      widget = gtk_stack_new()
      g_object_ref_sink(widget)
      gtk_stack_set_hhomogeneous(widget.opaque, 0)
      gtk_stack_set_vhomogeneous(widget.opaque, 0)
      connect(widget, "notify::transition-running") { [weak self] _ in self?.movingDidChange() }
    }

    isolated deinit {
      if isMoving { host.settling.end() }
      g_object_unref(widget)
    }

    /// Shows a controller.
    ///
    /// - Parameters:
    ///   - controller: The controller; its view is loaded.
    ///   - controllers: Those that keep their pages.
    ///   - transition: How it comes in, once the stack is on screen.
    func show(
      _ controller: ViewController?, of controllers: [ViewController],
      transition: GtkStackTransitionType = GTK_STACK_TRANSITION_TYPE_NONE
    ) {
      wanted = controllers
      if let controller, shown?.controller !== controller {
        let isMapped = gtk_widget_get_mapped(widget) != 0
        let page = pages.first { $0.controller === controller } ?? addPage(for: controller)
        shown = page
        gtk_stack_set_transition_type(
          widget.opaque, isMapped ? transition : GTK_STACK_TRANSITION_TYPE_NONE)
        host.moveFocus { gtk_stack_set_visible_child(widget.opaque, page.canvas.widget) }
      }
      if let shown, shown.controller === controller { shown.takeBack() }
      removeOutdatedPages()
    }

    private func addPage(for controller: ViewController) -> ControllerPage {
      let page = ControllerPage(controller, peer: host.peer(for: controller.view))
      page.onAllocate = { [weak self, weak page] width, height in
        guard let self, let page else { return }
        let (top, bottom) = bars(page, width)
        page.peer.frame.allocate(x: 0, y: top, width: width, height: height - top - bottom)
        host.layoutQueue.add { [weak page] in page?.peer.reportSize() }
      }
      gtk_stack_add_child(widget.opaque, page.canvas.widget)
      pages.append(page)
      return page
    }

    private func removeOutdatedPages() {
      guard !isMoving else { return }
      for page in pages where !wanted.contains(where: { $0 === page.controller }) {
        if page === shown { shown = nil }
        page.remove(from: widget)
      }
      pages.removeAll { gtk_widget_get_parent($0.canvas.widget) == nil }
    }

    private func movingDidChange() {
      let moves = gtk_stack_get_transition_running(widget.opaque) != 0
      guard moves != isMoving else { return }
      isMoving = moves
      if moves { return host.settling.begin() }
      host.settling.end()
      removeOutdatedPages()
    }
  }
#endif
