// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK
  import GTKSupport
  import ViewControllers

  /// The peer that draws a tab bar controller.
  ///
  /// The tabs are in a bar above the selected child. Alt with a digit selects a tab; Control with
  /// Page Up and Page Down selects a neighbour.
  @safe @MainActor final class TabBarPeer: TypedPeer<TabBarView> {
    /// The buttons in the bar.
    let switcher = TabSwitcher()

    /// The children that were shown.
    let stack: ControllerStack

    /// The button of the selected child's search.
    let searchToggle = SearchToggle()

    private let canvas = Canvas()
    private let bar: WidgetPointer
    private let menuSlot: WidgetPointer = unsafe gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)

    /// Creates the peer of a tab bar view.
    init(_ view: TabBarView, host: GTKHost) {
      stack = ControllerStack(host: host)
      unsafe bar = unsafe gtk_header_bar_new()
      unsafe super.init(view, widget: canvas.widget, host: host)
      unsafe bar.setStyle("navigation-bar", true)
      unsafe gtk_header_bar_set_title_widget(bar.opaque, switcher.widget)
      unsafe gtk_header_bar_pack_end(bar.opaque, menuSlot)
      unsafe gtk_header_bar_pack_end(bar.opaque, searchToggle.widget)
      unsafe [bar, stack.widget].forEach { child in unsafe gtk_widget_set_parent(child, widget) }
      canvas.onMeasure = { [weak self] in self?.measure($0, $1) ?? Extent() }
      canvas.onAllocate = { [weak self] in self?.allocate($0, $1) }
      switcher.onSelect = { [weak self] in self?.model?.tabBarController?.selectedIndex = $0 }
      onKeyPress { [weak self] in self?.userDidPress($0, modifiers: $1) ?? false }
    }

    override var childPeers: [Peer] { stack.pages.map(\.peer) }

    override func sync() {
      guard let controller = model?.tabBarController else { return }
      stack.show(controller.selectedViewController, of: controller.viewControllers)
      switcher.show(
        controller.viewControllers.map(controller.item(for:)), selected: controller.selectedIndex)
      searchToggle.show(controller.selectedViewController?.searchController)
      let isRoot = controller.window?.rootViewController === controller
      unsafe gtk_header_bar_set_show_title_buttons(bar.opaque, isRoot.gboolean)
      if isRoot { unsafe (controller.window?.peer as? GTKWindowPeer)?.menu.move(to: menuSlot) }
      unsafe gtk_widget_queue_resize(widget)
    }

    /// Selects a tab with a key; returns whether the key did so.
    func userDidPress(_ key: Int32, modifiers: UInt32) -> Bool {
      guard let controller = model?.tabBarController, let index = controller.selectedIndex else {
        return false
      }
      let hasAlt = modifiers & GDK_ALT_MASK.rawValue != 0
      let hasControl = modifiers & GDK_CONTROL_MASK.rawValue != 0
      let wanted: Int
      switch key {
      case GDK_KEY_1...GDK_KEY_9 where hasAlt: wanted = Int(key - GDK_KEY_1)
      case GDK_KEY_Page_Up where hasControl: wanted = index - 1
      case GDK_KEY_Page_Down where hasControl: wanted = index + 1
      default: return false
      }
      guard controller.viewControllers.indices.contains(wanted) else { return false }
      controller.selectedIndex = wanted
      return true
    }

    private func measure(_ orientation: GtkOrientation, _ size: Int32) -> Extent {
      let above = unsafe bar.measure(orientation, forSize: size)
      var extent = unsafe stack.widget.measure(orientation, forSize: size)
      extent.stack(above, orientation)
      return extent
    }

    private func allocate(_ width: Int32, _ height: Int32) {
      let top = unsafe bar.measure(GTK_ORIENTATION_VERTICAL, forSize: width).natural
      unsafe bar.allocate(x: 0, y: 0, width: width, height: top)
      unsafe stack.widget.allocate(x: 0, y: top, width: width, height: height - top)
      let lack = unsafe bar.measure(GTK_ORIENTATION_HORIZONTAL, forSize: -1).natural - width
      host.layoutQueue.add { [weak self] in self?.switcher.adapt(toLack: lack) }
    }
  }

  extension Peer {
    /// Listens to keys that no widget inside used.
    ///
    /// - Parameter action: Called with key and modifiers; returns whether it has used them.
    func onKeyPress(_ action: @escaping @MainActor (Int32, UInt32) -> Bool) {
      guard let keys = unsafe gtk_event_controller_key_new() else { return }
      unsafe connect(UnsafeMutableRawPointer(keys), "key-pressed") { arguments in
        arguments.answer(action(Int32(bitPattern: arguments.unsigned(0)), arguments.flags(2)))
      }
      unsafe gtk_widget_add_controller(widget, keys)
    }
  }
#endif
