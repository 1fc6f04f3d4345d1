// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK
  import GTKSupport
  import ViewControllers

  /// Draws a split view controller: two columns with a divider that the user drags, or one of them.
  @MainActor final class SplitPeer: TypedPeer<SplitView> {
    /// GTK's paned widget; owned by this peer's widget.
    let paned: WidgetPointer

    /// The two columns.
    let (primary, secondary): (SplitColumn, SplitColumn)

    private let canvas = Canvas()
    private var isOurChange = false
    private var allocatedWidth: Int32 = 0

    /// Creates the peer of a split view.
    init(_ view: SplitView, host: GTKHost) {
      paned = gtk_paned_new(GTK_ORIENTATION_HORIZONTAL)
      primary = SplitColumn(host: host)
      secondary = SplitColumn(host: host)
      super.init(view, widget: canvas.widget, host: host)
      gtk_paned_set_start_child(paned.opaque, primary.canvas.widget)
      gtk_paned_set_end_child(paned.opaque, secondary.canvas.widget)
      gtk_paned_set_resize_start_child(paned.opaque, 0)
      gtk_paned_set_shrink_start_child(paned.opaque, 0)
      gtk_paned_set_shrink_end_child(paned.opaque, 0)
      gtk_widget_set_parent(paned, widget)
      canvas.onMeasure = { [weak self] in self?.measure($0, $1) ?? Extent() }
      canvas.onAllocate = { [weak self] in self?.allocate($0, $1) }
      secondary.bar.onBack = { [weak self] in self?.goBack() }
      connect(paned, "notify::position") { [weak self] _ in self?.dividerDidMove() }
      onKeyPress { [weak self] key, modifiers in
        guard key == GDK_KEY_Left, modifiers & GDK_ALT_MASK.rawValue != 0 else { return false }
        return self?.goBack() ?? false
      }
    }

    override var childPeers: [Peer] { [primary.peer, secondary.peer].compactMap(\.self) }

    override func sync() {
      guard let controller = model?.splitViewController else { return }
      show(.primary, in: primary, of: controller)
      show(.secondary, in: secondary, of: controller)
      let second = controller.secondaryViewController
      let isOver =
        controller.isCollapsed && secondary.isShown && controller.primaryViewController != nil
      secondary.bar.isShown = isOver && second != nil && !(second is NavigationController)
      secondary.bar.show(
        title: second?.title ?? "", previousTitle: controller.title(of: .primary), of: second,
        hasWindowButtons: false)
      applyPosition()
      gtk_widget_queue_resize(widget)
    }

    /// A column that is out of sight keeps what it shows, and loads nothing.
    private func show(
      _ place: SplitViewController.Column, in column: SplitColumn, of split: SplitViewController
    ) {
      let controller = split.controller(in: place)
      let isVisible = split.visibleColumns.contains(place)
      if isVisible || controller.map({ !$0.isViewLoaded || $0.view.peer !== column.peer }) ?? true {
        column.show(isVisible ? controller : nil)
      }
      let hadFocus = !isVisible && gtk_widget_get_focus_child(paned) == column.canvas.widget
      column.isShown = isVisible
      if hadFocus { host.moveFocus { gtk_widget_child_focus(paned, GTK_DIR_TAB_FORWARD) } }
    }

    @discardableResult
    private func goBack() -> Bool {
      guard let controller = model?.splitViewController, controller.isCollapsed,
        controller.visibleColumns == [.secondary], controller.primaryViewController != nil
      else { return false }
      controller.show(.primary, animated: true)
      return true
    }

    // MARK: Divider

    private func applyPosition() {
      guard let wanted = model?.splitViewController?.dividerPosition else { return }
      let position = Int32(min(wanted, 100_000).rounded())
      guard gtk_paned_get_position(paned.opaque) != position else { return }
      ourChange { gtk_paned_set_position(paned.opaque, position) }
    }

    /// What the layout does to the position, where there is too little room, is not the user's.
    private func dividerDidMove() {
      guard !isOurChange, primary.isShown, secondary.isShown else { return }
      let position = gtk_paned_get_position(paned.opaque)
      model?.splitViewController?.dividerPosition = Double(position)
    }

    private func ourChange(_ change: () -> Void) {
      let wasOurChange = isOurChange
      isOurChange = true
      change()
      isOurChange = wasOurChange
    }

    // MARK: Layout

    /// As narrow as one column, so that the window can become so.
    private func measure(_ orientation: GtkOrientation, _ size: Int32) -> Extent {
      var extent = paned.measure(orientation, forSize: size)
      guard orientation == GTK_ORIENTATION_HORIZONTAL else { return extent }
      extent.minimum = 0
      for column in [primary, secondary] where column.isShown {
        let needed = column.canvas.widget.measure(orientation, forSize: size).minimum
        extent.minimum = max(extent.minimum, needed)
      }
      return extent
    }

    private func allocate(_ width: Int32, _ height: Int32) {
      ourChange { paned.allocate(x: 0, y: 0, width: width, height: height) }
      guard width != allocatedWidth else { return }
      allocatedWidth = width
      // With more room than before, the divider may go where it belongs.
      host.layoutQueue.add { [weak self] in self?.applyPosition() }
    }
  }
#endif
