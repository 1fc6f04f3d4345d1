// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK
  import GTKSupport
  import ViewControllers

  /// The peer that draws a switch.
  @MainActor final class SwitchPeer: TypedPeer<Switch> {
    private var isSyncing = false

    /// Creates the peer of a switch.
    init(_ view: Switch, host: GTKHost) {
      unsafe super.init(view, widget: gtk_switch_new(), host: host)
      unsafe connect(widget, "notify::active") { [weak self] _ in self?.userDidChange() }
    }

    override func sync() {
      guard let model, !isSyncing else { return }
      // A switch has one height; stretched over a whole row, it would look broken.
      if model.layout.vertical == .fill { unsafe gtk_widget_set_valign(widget, GTK_ALIGN_CENTER) }
      isSyncing = true
      defer { isSyncing = false }
      unsafe gtk_switch_set_active(widget.opaque, model.isOn.gboolean)
    }

    private func userDidChange() {
      guard !isSyncing, let model else { return }
      let isOn = unsafe gtk_switch_get_active(widget.opaque) != 0
      guard isOn != model.isOn else { return }
      model.isOn = isOn
      model.onChange?(isOn)
    }
  }
#endif
