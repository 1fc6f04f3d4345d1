// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK
  import GTKSupport
  import ViewControllers

  /// A button in a bar, kept in step with its item.
  @safe @MainActor final class BarButton {
    /// The item that it shows.
    let item: BarButtonItem

    /// The button; owned by the bar that contains it.
    let widget: WidgetPointer

    private var face: ButtonFace?

    /// Creates the button of an item.
    init(_ item: BarButtonItem) {
      self.item = item
      unsafe widget = unsafe gtk_button_new()
      unsafe g_object_ref_sink(widget)
      unsafe connect(widget, "clicked") { [weak self] _ in self?.item.action() }
      item.peer = self
      item.onUpdate = { [weak self] in self?.sync() }
      sync()
    }

    isolated deinit { unsafe g_object_unref(widget) }

    private func sync() {
      unsafe gtk_widget_set_sensitive(widget, item.isEnabled.gboolean)
      unsafe ButtonFace(title: item.title, iconName: item.iconName).apply(
        to: widget, replacing: &face)
    }
  }
#endif
