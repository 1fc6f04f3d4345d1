// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import GTKSupport
import ViewControllers

/// The peer that draws a button.
@MainActor final class ButtonPeer: TypedPeer<Button> {
  private var face: ButtonFace?

  /// Creates the peer of a button.
  init(_ view: Button, host: GTKHost) {
    unsafe super.init(view, widget: gtk_button_new(), host: host)
    unsafe connect(widget, "clicked") { [weak self] _ in self?.model?.action?() }
  }

  override func sync() {
    guard let model else { return }
    unsafe gtk_widget_set_sensitive(widget, model.isEnabled.gboolean)
    unsafe ButtonFace(
      title: model.title, iconName: model.iconName,
      showsTitleBesideIcon: model.showsTitleBesideIcon,
      accessibilityLabel: model.accessibilityLabel
    ).apply(to: widget, replacing: &face)
  }
}

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

/// The content of a button: an icon, a title, or both.
///
/// It is the icon if the theme has it, else the title, or both in a row.
struct ButtonFace: Equatable {
  /// The title, which is also the tooltip of an icon.
  var title: String
  /// The name of the icon.
  var iconName: String?
  /// Whether both are shown, as in a row of a list.
  var showsTitleBesideIcon = false
  /// The text for screen readers; by default the title.
  var accessibilityLabel: String?

  /// Puts this content on a button, unless it is already there.
  @MainActor func apply(to button: WidgetPointer, replacing current: inout ButtonFace?) {
    guard self != current else { return }
    current = self
    let theme = unsafe gtk_icon_theme_get_for_display(gtk_widget_get_display(button))
    let hasIcon = iconName.map { unsafe gtk_icon_theme_has_icon(theme, $0) != 0 } ?? false
    if showsTitleBesideIcon {
      unsafe gtk_button_set_child(button.cast(), row(hasIcon: hasIcon))
    } else if let iconName, hasIcon {
      unsafe gtk_button_set_icon_name(button.cast(), iconName)
      unsafe gtk_widget_set_tooltip_text(button, title)
    } else {
      unsafe gtk_button_set_label(button.cast(), title)
      unsafe gtk_widget_set_tooltip_text(button, nil)
    }
    unsafe cgtk_accessible_set_label(button, accessibilityLabel ?? title)
  }

  @MainActor private func row(hasIcon: Bool) -> WidgetPointer {
    let row: WidgetPointer = unsafe gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12)
    if hasIcon { unsafe gtk_box_append(row.cast(), gtk_image_new_from_icon_name(iconName)) }
    unsafe gtk_box_append(row.cast(), gtk_label_new(title))
    return unsafe row
  }
}
#endif
