// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK
  import GTKSupport
  import ViewControllers

  /// The peer that draws a slider as a scale.
  @MainActor final class SliderPeer: TypedPeer<Slider> {
    private var isSyncing = false

    /// Creates the peer of a slider.
    init(_ view: Slider, host: GTKHost) {
      unsafe super.init(view, widget: gtk_scale_new(GTK_ORIENTATION_HORIZONTAL, nil), host: host)
      unsafe gtk_scale_set_draw_value(widget.cast(), 0)
      unsafe gtk_range_set_round_digits(widget.cast(), -1)
      unsafe connect(widget, "value-changed") { [weak self] _ in self?.userDidChange() }
    }

    override func sync() {
      guard let model, !isSyncing else { return }
      isSyncing = true
      defer { isSyncing = false }
      let span = max(model.maximumValue - model.minimumValue, .ulpOfOne)
      let adjustment = unsafe gtk_range_get_adjustment(widget.cast())
      unsafe gtk_adjustment_configure(
        adjustment, model.value, model.minimumValue, model.minimumValue + span, span / 100,
        span / 10, 0)
    }

    private func userDidChange() {
      guard !isSyncing, let model else { return }
      let value = unsafe gtk_range_get_value(widget.cast())
      guard value != model.value else { return }
      model.value = value
      model.onChange?(value)
    }
  }
#endif
