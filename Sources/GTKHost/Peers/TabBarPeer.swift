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
    unsafe onKeyPress(in: widget) { [weak self] key, modifiers in
      self?.userDidPress(Int32(bitPattern: key), modifiers: modifiers) ?? false
    }
  }

  override var childPeers: [Peer] { stack.pages.map(\.peer) }

  override func sync() {
    guard let controller = model?.tabBarController else { return }
    stack.show(controller.selectedViewController, of: controller.viewControllers)
    switcher.show(
      controller.viewControllers.map(controller.item(for:)), selected: controller.selectedIndex)
    unsafe cgtk_accessible_set_label(
      switcher.widget, model?.accessibilityLabel ?? controller.title ?? controller.window?.title)
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

/// The buttons of a tab bar; one of them is down.
@safe @MainActor final class TabSwitcher {
  /// The row of buttons; owned by this object and its parent.
  let widget: WidgetPointer

  /// Called when the user selects another tab.
  var onSelect: (@MainActor (Int) -> Void)?

  /// The buttons, in the order of the tabs.
  private(set) var buttons: [WidgetPointer] = unsafe []

  private var items: [TabBarItem] = []
  private var icons: [WidgetPointer] = unsafe []
  private var isSyncing = false

  /// Creates a switcher without tabs.
  init() {
    unsafe widget = unsafe cgtk_widget_new(gtk_box_get_type(), GTK_ACCESSIBLE_ROLE_TAB_LIST)
    unsafe g_object_ref_sink(widget)
    unsafe widget.setStyle("linked", true)
    unsafe widget.setStyle("tab-switcher", true)
  }

  isolated deinit { unsafe g_object_unref(widget) }

  /// Hides icons and padding if the titles need their room.
  ///
  /// - Parameter lack: The missing room in points, compared with the present width; negative if
  ///   there is room to spare.
  func adapt(toLack lack: Int32) {
    let room =
      unsafe areIconsShown
      ? 0 : Self.iconWidth * Int32(icons.count) + Self.narrowGain * Int32(buttons.count)
    areIconsShown = lack + room <= 0
  }

  /// The width of an icon, with the space next to it.
  private static let iconWidth: Int32 = 16 + spacing
  private static let spacing: Int32 = 6
  /// The width that the stylesheet saves for a button without its icon.
  private static let narrowGain: Int32 = 16

  private var areIconsShown = true {
    didSet {
      guard areIconsShown != oldValue else { return }
      unsafe widget.setStyle("narrow", !areIconsShown)
      unsafe icons.forEach { icon in
        unsafe gtk_widget_set_visible(icon, areIconsShown.gboolean)
      }
    }
  }

  /// Shows tabs.
  ///
  /// - Parameters:
  ///   - items: The contents of the buttons.
  ///   - selected: The index of the button that is down.
  func show(_ items: [TabBarItem], selected: Int?) {
    isSyncing = true
    defer { isSyncing = false }
    if unsafe items.count != buttons.count { makeButtons(items.count) }
    if items != self.items {
      unsafe icons = unsafe []
      unsafe zip(buttons, items).forEach { (button, item) in unsafe fill(button, item) }
      self.items = items
    }
    unsafe buttons.enumerated().forEach { (index, button) in
      unsafe gtk_toggle_button_set_active(button.cast(), (index == selected).gboolean)
      unsafe cgtk_accessible_set_selected(button, (index == selected).gboolean)
    }
  }

  private func makeButtons(_ count: Int) {
    unsafe buttons.forEach { button in unsafe gtk_box_remove(widget.cast(), button) }
    items = []
    unsafe buttons = unsafe (0..<count).map { _ in
      unsafe cgtk_widget_new(gtk_toggle_button_get_type(), GTK_ACCESSIBLE_ROLE_TAB)
    }
    unsafe buttons.enumerated().forEach { (index, button) in
      if index > 0 { unsafe gtk_toggle_button_set_group(button.cast(), buttons[0].cast()) }
      unsafe gtk_box_append(widget.cast(), button)
      unsafe connect(button, "toggled") { [weak self] _ in
        guard let self, !isSyncing, unsafe gtk_toggle_button_get_active(button.cast()) != 0
        else { return }
        onSelect?(index)
      }
    }
  }

  /// Fills a button with a title and, if possible, an icon.
  ///
  /// The icon is shown if the theme has it. The title is shortened in a narrow window.
  private func fill(_ button: WidgetPointer, _ item: TabBarItem) {
    let box: WidgetPointer = unsafe gtk_box_new(GTK_ORIENTATION_HORIZONTAL, Self.spacing)
    let theme = unsafe gtk_icon_theme_get_for_display(gtk_widget_get_display(button))
    if let name = item.iconName, unsafe gtk_icon_theme_has_icon(theme, name) != 0 {
      let icon: WidgetPointer = unsafe gtk_image_new_from_icon_name(name)
      unsafe gtk_widget_set_visible(icon, areIconsShown.gboolean)
      unsafe gtk_box_append(box.cast(), icon)
      unsafe icons.append(icon)
    }
    let label: WidgetPointer = unsafe gtk_label_new(item.title)
    unsafe gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_END)
    unsafe gtk_box_append(box.cast(), label)
    unsafe gtk_button_set_child(button.cast(), box)
    unsafe cgtk_accessible_set_label(button, item.title)
  }
}
#endif
