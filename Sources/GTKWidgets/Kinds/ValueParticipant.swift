// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK
  import GTKSupport
  import RestorationArchive

  /// A number between two others, as an adjustment holds it.
  class ValueParticipant: WidgetParticipant {
    private var pending: Double?

    /// What holds the number.
    var adjustment: UnsafeMutablePointer<GtkAdjustment>? { nil }

    override func observe() {
      guard let adjustment else { return }
      invalidate(on: "value-changed", of: UnsafeMutableRawPointer(adjustment))
    }

    override func encodeRestorableState(with coder: RestorationEncoder) {
      guard let adjustment else { return }
      coder.encode(pending ?? gtk_adjustment_get_value(adjustment), forKey: "value")
    }

    override func decodeRestorableState(with coder: RestorationDecoder) {
      pending = coder.decode(Double.self, forKey: "value")
    }

    override func apply() {
      guard let value = pending, let adjustment else { return }
      pending = nil
      guard value.isFinite else { return }
      applying { set(value, of: adjustment) }
    }

    /// Sets the number, within the bounds.
    func set(_ value: Double, of adjustment: UnsafeMutablePointer<GtkAdjustment>) {
      gtk_adjustment_set_value(adjustment, value)
    }
  }

  final class SpinButtonParticipant: ValueParticipant {
    /// The number is a text, too, whose change could be undone (R211).
    override func set(_ value: Double, of adjustment: UnsafeMutablePointer<GtkAdjustment>) {
      withoutUndo(widget.opaque) { super.set(value, of: adjustment) }
    }

    override var adjustment: UnsafeMutablePointer<GtkAdjustment>? {
      gtk_spin_button_get_adjustment(widget.opaque)
    }
  }

  final class RangeParticipant: ValueParticipant {
    override var adjustment: UnsafeMutablePointer<GtkAdjustment>? {
      gtk_range_get_adjustment(widget.cast())
    }
  }

  final class ScaleButtonParticipant: ValueParticipant {
    override var adjustment: UnsafeMutablePointer<GtkAdjustment>? {
      gtk_scale_button_get_adjustment(widget.cast())
    }
  }
#endif
