// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if Adwaita
import CAdwaita
import GTKWidgets

extension Page {
  static let panes = Page(
    "Panes", "Panes", icon: "view-dual-symbolic",
    kept: "The handle comes back in its place, and open parts open."
  ) {
    let panes: Widget = gtk_paned_new(GTK_ORIENTATION_HORIZONTAL)
    panes.restorationIdentifier = "Panes"
    gtk_paned_set_start_child(panes.opaque, filler("Move the handle"))
    gtk_paned_set_end_child(panes.opaque, filler("It stays there"))
    gtk_paned_set_position(panes.opaque, 180)
    let flap: Widget = adw_flap_new()
    flap.restorationIdentifier = "Flap"
    return [
      group("Two Sides", "GtkPaned", card(height: 130, panes)),
      group(
        "A Flap", "AdwFlap", card(height: 130, fill(flap)), showing: flap, by: "reveal-flap"),
      group("More", "GtkExpander", makeExpander()), makeRevealer(),
    ]
  }

  private static func fill(_ flap: Widget) -> Widget {
    let side = filler("Flap")
    gtk_widget_set_hexpand(side, 0)
    gtk_widget_set_size_request(side, 150, -1)
    adw_flap_set_flap(flap.opaque, side)
    adw_flap_set_separator(flap.opaque, gtk_separator_new(GTK_ORIENTATION_VERTICAL))
    adw_flap_set_content(flap.opaque, filler("Content"))
    adw_flap_set_fold_policy(flap.opaque, ADW_FLAP_FOLD_POLICY_NEVER)
    return flap
  }

  private static func makeExpander() -> Widget {
    let expander: Widget = gtk_expander_new("Details")
    expander.restorationIdentifier = "Details"
    let details = filler("This text exists whether the expander is open or not.")
    gtk_expander_set_child(expander.opaque, details)
    return card(height: -1, expander.with(margin: 12))
  }

  private static func makeRevealer() -> Widget {
    let revealer: Widget = gtk_revealer_new()
    revealer.restorationIdentifier = "Hint"
    gtk_revealer_set_child(revealer.opaque, card(height: -1, filler("Here is the hint.")))
    return group("A Hint", "GtkRevealer", revealer, showing: revealer, by: "reveal-child")
  }
}
#endif
