// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import GTKSupport
import ViewControllers

/// The peer that draws a label.
@MainActor final class LabelPeer: TypedPeer<Label> {
  /// Creates the peer of a label.
  init(_ view: Label, host: GTKHost) {
    unsafe super.init(view, widget: gtk_label_new(nil), host: host)
  }

  override func sync() {
    guard let model else { return }
    unsafe gtk_label_set_text(widget.opaque, model.text)
    describeCell()
    unsafe gtk_label_set_ellipsize(
      widget.opaque, model.truncates ? PANGO_ELLIPSIZE_END : PANGO_ELLIPSIZE_NONE)
    unsafe gtk_label_set_wrap(widget.opaque, (!model.truncates).gboolean)
    let (place, lines): (Float, GtkJustification) =
      switch model.layout.horizontal {
      case .fill, .start: (0, GTK_JUSTIFY_LEFT)
      case .center: (0.5, GTK_JUSTIFY_CENTER)
      case .end: (1, GTK_JUSTIFY_RIGHT)
      }
    unsafe gtk_label_set_xalign(widget.opaque, place)
    unsafe gtk_label_set_justify(widget.opaque, lines)
  }
}

/// The peer that draws a progress view as a bar.
@MainActor final class ProgressPeer: TypedPeer<ProgressView> {
  /// Creates the peer of a progress view.
  init(_ view: ProgressView, host: GTKHost) {
    unsafe super.init(view, widget: gtk_progress_bar_new(), host: host)
  }

  override func sync() {
    guard let model else { return }
    centerInsteadOfStretching()
    let progress = model.progress.isFinite ? model.progress : 0
    unsafe gtk_progress_bar_set_fraction(widget.opaque, min(max(progress, 0), 1))
  }
}

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
    centerInsteadOfStretching()
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
    unsafe model.hostDidPick(gtk_range_get_value(widget.cast()), then: model.onChange)
  }
}

/// The peer that draws a stepper as a spin button.
///
/// The user can also type the number.
@MainActor final class StepperPeer: TypedPeer<Stepper> {
  private var isSyncing = false

  /// Creates the peer of a stepper.
  init(_ view: Stepper, host: GTKHost) {
    unsafe super.init(view, widget: gtk_spin_button_new(nil, 1, 0), host: host)
    unsafe gtk_spin_button_set_numeric(widget.opaque, 1)
    unsafe withoutUndo(widget.opaque) {}  // the user did not type its first number
    unsafe connect(widget, "value-changed") { [weak self] _ in self?.userDidChange() }
  }

  override func sync() {
    guard let model, !isSyncing else { return }
    isSyncing = true
    defer { isSyncing = false }
    centerInsteadOfStretching()
    let digits = decimals(of: model.stepValue)
    let isShown =
      unsafe gtk_spin_button_get_value(widget.opaque) == model.value
      && gtk_spin_button_get_digits(widget.opaque) == digits
    let show = {
      unsafe gtk_spin_button_set_digits(self.widget.opaque, digits)
      unsafe gtk_adjustment_configure(
        gtk_spin_button_get_adjustment(self.widget.opaque), model.value, model.minimumValue,
        max(model.minimumValue, model.maximumValue), model.stepValue, model.stepValue * 10, 0)
    }
    unsafe isShown ? show() : withoutUndo(widget.opaque, show)
  }

  /// Returns the number of decimal places, six at most.
  private func decimals(of number: Double) -> guint {
    var (rest, count): (Double, guint) = (abs(number), 0)
    while count < 6, abs(rest - rest.rounded()) > 1e-6 {
      rest *= 10
      count += 1
    }
    return count
  }

  private func userDidChange() {
    guard !isSyncing, let model else { return }
    unsafe model.hostDidPick(gtk_spin_button_get_value(widget.opaque), then: model.onChange)
  }
}
#endif
