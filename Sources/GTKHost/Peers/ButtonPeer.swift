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
#endif
