// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if Adwaita
import CAdwaita
import GTKWidgets

extension Page {
  static let stacks = Page(
    "Stacks", "Stacks and Notebooks", icon: "view-paged-symbolic",
    kept: "The page that is in front comes back, by its name if it has one."
  ) {
    [
      group("Notebook", "GtkNotebook", makeNotebook()), group("Stack", "GtkStack", makeStack()),
      group("Views", "AdwViewStack with an AdwViewSwitcher", makeViews()),
    ]
  }

  private static func makeNotebook() -> Widget {
    let notebook: Widget = gtk_notebook_new()
    notebook.restorationIdentifier = "Notebook"
    for name in ["Letters", "Bills", "Drafts"] {
      let page = filler("\(name) are on this page")
      page.restorationIdentifier = name
      gtk_notebook_append_page(notebook.opaque, page, gtk_label_new(name))
      gtk_notebook_set_tab_reorderable(notebook.opaque, page, 1)
    }
    return card(height: 140, notebook)
  }

  private static func makeStack() -> Widget {
    let stack: Widget = gtk_stack_new()
    stack.restorationIdentifier = "Stack"
    for name in ["Day", "Week", "Month"] {
      gtk_stack_add_titled(stack.opaque, filler("The \(name.lowercased())"), name, name)
    }
    let switcher: Widget = gtk_stack_switcher_new()
    gtk_stack_switcher_set_stack(switcher.opaque, stack.opaque)
    gtk_widget_set_halign(switcher, GTK_ALIGN_CENTER)
    return card(height: 140, column(switcher.with(margin: 9), stack))
  }

  private static func makeViews() -> Widget {
    let views: Widget = adw_view_stack_new()
    views.restorationIdentifier = "Views"
    for (name, icon) in [
      ("World", "preferences-desktop-locale-symbolic"),
      ("Alarms", "preferences-system-time-symbolic"),
      ("Timer", "document-open-recent-symbolic"),
    ] {
      adw_view_stack_add_titled_with_icon(views.opaque, filler(name), name, name, icon)
    }
    let switcher: Widget = adw_view_switcher_new()
    adw_view_switcher_set_stack(switcher.opaque, views.opaque)
    adw_view_switcher_set_policy(switcher.opaque, ADW_VIEW_SWITCHER_POLICY_WIDE)
    gtk_widget_set_halign(switcher, GTK_ALIGN_CENTER)
    gtk_widget_set_size_request(switcher, -1, 46)
    gtk_widget_set_vexpand(views, 1)
    return card(height: 140, column(switcher, views))
  }
}
#endif
