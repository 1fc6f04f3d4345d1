// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if Adwaita
import CAdwaita
import GTKWidgets

/// A page for one family of widgets.
@MainActor struct Page {
  /// The page's name in saved state and for the tour.
  let name: String
  let title: String
  let icon: String
  /// A line that describes the kept state.
  let kept: String
  let content: @MainActor () -> [Widget]

  static let all = [
    rows, choices, values, lists, table, trees, panes, bars, stacks, tabs, carousel, text, menus,
  ]

  init(
    _ name: String, _ title: String, icon: String, kept: String,
    _ content: @escaping @MainActor () -> [Widget]
  ) {
    (self.name, self.title, self.icon, self.kept) = (name, title, icon, kept)
    self.content = content
  }

  /// Returns the page's content below that line.
  ///
  /// Its scroll position is kept, too.
  func make() -> Widget {
    let about: Widget = gtk_label_new(kept)
    gtk_label_set_xalign(about.opaque, 0)
    gtk_label_set_wrap(about.opaque, 1)
    gtk_widget_add_css_class(about, "dim-label")
    let column = column(spacing: 24, about)
    for widget in content() { gtk_box_append(column.cast(), widget) }
    let clamp: Widget = adw_clamp_new()
    adw_clamp_set_maximum_size(clamp.opaque, 640)
    adw_clamp_set_child(clamp.opaque, column)
    for set in [gtk_widget_set_margin_start, gtk_widget_set_margin_end] { set(clamp, 12) }
    for set in [gtk_widget_set_margin_top, gtk_widget_set_margin_bottom] { set(clamp, 24) }
    let page = scrolled(clamp)
    gtk_scrolled_window_set_policy(page.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
    page.restorationIdentifier = name
    return page
  }
}
#endif
