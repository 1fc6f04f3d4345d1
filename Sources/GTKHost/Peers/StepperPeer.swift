// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK
  import GTKSupport
  import ViewControllers

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
      keepHeight()
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
      let value = unsafe gtk_spin_button_get_value(widget.opaque)
      guard value != model.value else { return }
      model.value = value
      model.onChange?(value)
    }
  }
#endif
