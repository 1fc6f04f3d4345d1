// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if Adwaita
  import CAdwaita
  import CGTK
  import GTKWidgets

  extension Page {
    static let panes = Page(
      "Panes", "Panes", icon: "view-dual-symbolic",
      kept: "Where the handle is, and what is unfolded, comes back."
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
        switched("A Flap", "AdwFlap", card(height: 130, fill(flap)), flap, "reveal-flap"),
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
      let details = filler("What is in it is there, whether it is open or not.")
      gtk_expander_set_child(expander.opaque, details)
      return card(height: -1, expander.with(margin: 12))
    }

    private static func makeRevealer() -> Widget {
      let revealer: Widget = gtk_revealer_new()
      revealer.restorationIdentifier = "Hint"
      gtk_revealer_set_child(revealer.opaque, card(height: -1, filler("Here is the hint.")))
      return switched("A Hint", "GtkRevealer", revealer, revealer, "reveal-child")
    }

    /// A group with a button at its top that shows and hides something in it.
    static func switched(
      _ title: String, _ about: String, _ content: Widget, _ target: Widget, _ property: String
    ) -> Widget {
      let button: Widget = gtk_toggle_button_new_with_label("Show")
      gtk_widget_set_valign(button, GTK_ALIGN_CENTER)
      bind(target, property, to: button, "active", isMutual: true)
      let group = group(title, about, content)
      adw_preferences_group_set_header_suffix(group.cast(), button)
      return group
    }
  }
#endif
