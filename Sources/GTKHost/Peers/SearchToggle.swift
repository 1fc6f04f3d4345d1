// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK
  import GTKSupport
  import ViewControllers

  /// The button in a header bar that opens and leaves a search.
  ///
  /// It is down while the search is active.
  @safe @MainActor final class SearchToggle {
    /// The button; owned by this object and its parent.
    let widget: WidgetPointer

    private weak var search: SearchController?
    private var isSyncing = false

    /// Creates a button, hidden until it has a search.
    init() {
      unsafe widget = unsafe gtk_toggle_button_new()
      unsafe g_object_ref_sink(widget)
      unsafe gtk_button_set_icon_name(widget.cast(), "edit-find-symbolic")
      let label = ChromeString.search.localized
      unsafe gtk_widget_set_tooltip_text(widget, label)
      unsafe cgtk_accessible_set_label(widget, label)
      unsafe gtk_widget_set_visible(widget, 0)
      // The focus goes to the search bar, and later back to its former place.
      unsafe gtk_widget_set_focus_on_click(widget, 0)
      unsafe connect(widget, "toggled") { [weak self] _ in self?.userDidToggle() }
    }

    isolated deinit { unsafe g_object_unref(widget) }

    /// Shows whether a search is active.
    ///
    /// - Parameter search: The search; `nil` hides the button.
    func show(_ search: SearchController?) {
      isSyncing = true
      defer { isSyncing = false }
      self.search = search
      unsafe gtk_widget_set_visible(widget, (search != nil).gboolean)
      unsafe gtk_toggle_button_set_active(widget.cast(), (search?.isActive ?? false).gboolean)
    }

    private func userDidToggle() {
      guard !isSyncing else { return }
      search?.isActive = unsafe gtk_toggle_button_get_active(widget.cast()) != 0
    }
  }
#endif
