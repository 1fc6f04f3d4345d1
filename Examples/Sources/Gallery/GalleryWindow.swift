// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if Adwaita
import CAdwaita
import GTKWidgets

/// A window with a list of pages beside the chosen page.
@MainActor final class GalleryWindow {
  let widget: Widget
  private let leaflet: Widget = adw_leaflet_new()
  private let sidebar: Widget = gtk_list_box_new()
  private let stack: Widget = gtk_stack_new()
  private let title: Widget = adw_window_title_new("", "")

  init(_ application: UnsafeMutablePointer<AdwApplication>?) {
    widget = adw_application_window_new(UnsafeMutablePointer(OpaquePointer(application)))
    gtk_window_set_default_size(widget.cast(), 860, 620)
    gtk_window_set_title(widget.cast(), "Gallery")
    adw_leaflet_set_can_navigate_back(leaflet.opaque, 1)
    add(makeSidebar(), "sidebar", isNavigatable: true)
    add(gtk_separator_new(GTK_ORIENTATION_VERTICAL), "separator", isNavigatable: false)
    add(makeContent(), "page", isNavigatable: true)
    adw_application_window_set_content(widget.cast(), leaflet)
    widget.restorationIdentifier = "Gallery"
    leaflet.restorationIdentifier = "Leaflet"
    sidebar.restorationIdentifier = "Sidebar"
    stack.restorationIdentifier = "Pages"
    gtk_list_box_select_row(sidebar.opaque, gtk_list_box_get_row_at_index(sidebar.opaque, 0))
  }

  /// Returns the widget that contains a page's widgets.
  func content(of page: Page) -> Widget? { gtk_stack_get_child_by_name(stack.opaque, page.name) }

  /// Shows a page, as a click on its row does.
  func show(_ page: Page) {
    guard let index = Page.all.firstIndex(where: { $0.name == page.name }),
      let row = gtk_list_box_get_row_at_index(sidebar.opaque, Int32(index))
    else { return }
    gtk_widget_grab_focus(OpaquePointer(row).widget)
    gtk_list_box_select_row(sidebar.opaque, row)
    adw_leaflet_navigate(leaflet.opaque, ADW_NAVIGATION_DIRECTION_FORWARD)
  }

  private func add(_ child: Widget, _ name: String, isNavigatable: Bool) {
    let page = adw_leaflet_append(leaflet.opaque, child)
    adw_leaflet_page_set_name(page, name)
    adw_leaflet_page_set_navigatable(page, isNavigatable ? 1 : 0)
  }

  // MARK: The list

  private func makeSidebar() -> Widget {
    gtk_widget_add_css_class(sidebar, "navigation-sidebar")
    gtk_list_box_set_selection_mode(sidebar.opaque, GTK_SELECTION_BROWSE)
    for page in Page.all { gtk_list_box_append(sidebar.opaque, makeRow(page)) }
    connect(sidebar.opaque, "row-selected") { [weak self] in self?.showSelected($0) }
    connect(sidebar.opaque, "row-activated") { [weak self] (_: UnsafeMutableRawPointer?) in
      guard let self else { return }
      adw_leaflet_navigate(leaflet.opaque, ADW_NAVIGATION_DIRECTION_FORWARD)
    }
    let bar: Widget = adw_header_bar_new()
    let menu: Widget = gtk_menu_button_new()
    menu.restorationIdentifier = "Menu"
    gtk_menu_button_set_icon_name(menu.opaque, "open-menu-symbolic")
    gtk_menu_button_set_primary(menu.opaque, 1)
    gtk_menu_button_set_menu_model(menu.opaque, makeMenu())
    adw_header_bar_pack_end(bar.opaque, menu)
    bind(leaflet, "folded", to: bar, "show-end-title-buttons")
    let list = scrolled(sidebar)
    gtk_scrolled_window_set_policy(list.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
    let side = column(bar, list)
    gtk_widget_set_size_request(side, 230, -1)
    gtk_widget_set_hexpand(side, 0)
    return side
  }

  private func makeRow(_ page: Page) -> Widget {
    let name: Widget = gtk_label_new(page.title)
    gtk_label_set_xalign(name.opaque, 0)
    gtk_label_set_ellipsize(name.opaque, PANGO_ELLIPSIZE_END)
    let row: Widget = gtk_list_box_row_new()
    row.restorationIdentifier = page.name
    let content = line(spacing: 12, gtk_image_new_from_icon_name(page.icon), name)
    gtk_list_box_row_set_child(row.cast(), content)
    return row
  }

  private func makeMenu() -> UnsafeMutablePointer<GMenuModel> {
    let menu: OpaquePointer = g_menu_new()
    g_menu_append(menu, "_Preferences", "app.preferences")
    g_menu_append(menu, "_Quit", "app.quit")
    return UnsafeMutablePointer(menu)
  }

  private func showSelected(_ row: UnsafeMutableRawPointer?) {
    guard let row else { return }
    let index = gtk_list_box_row_get_index(row.assumingMemoryBound(to: GtkListBoxRow.self))
    let page = Page.all[Int(index)]
    gtk_stack_set_visible_child_name(stack.opaque, page.name)
    adw_window_title_set_title(title.opaque, page.title)
  }

  // MARK: The page

  private func makeContent() -> Widget {
    for page in Page.all { gtk_stack_add_named(stack.opaque, page.make(), page.name) }
    gtk_stack_set_transition_type(stack.opaque, GTK_STACK_TRANSITION_TYPE_CROSSFADE)
    gtk_widget_set_vexpand(stack, 1)
    let bar: Widget = adw_header_bar_new()
    let back: Widget = gtk_button_new_from_icon_name("go-previous-symbolic")
    gtk_widget_set_tooltip_text(back, "Back")
    connect(back.opaque, "clicked") { [weak self] in
      guard let self else { return }
      adw_leaflet_navigate(leaflet.opaque, ADW_NAVIGATION_DIRECTION_BACK)
    }
    bind(leaflet, "folded", to: back, "visible")
    adw_header_bar_pack_start(bar.opaque, back)
    adw_header_bar_set_title_widget(bar.opaque, title)
    let content = column(bar, stack)
    gtk_widget_set_hexpand(content, 1)
    return content
  }
}
#endif
