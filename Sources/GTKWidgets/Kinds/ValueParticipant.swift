// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import GTKSupport
import RestorationArchive

/// A number within bounds, held by an adjustment.
///
/// A restored number is kept until user or program set another. Meanwhile the widget shows the
/// nearest one within the bounds, because the program may set the bounds later.
class ValueParticipant: WidgetParticipant {
  private var restored: Double?
  /// The number set by the last ``apply()``; `nil` before it.
  private var shown: Double?
  private var observed: ObservedObject?

  /// The adjustment that holds the number.
  var adjustment: UnsafeMutablePointer<GtkAdjustment>? { nil }

  override func observe() {
    unsafe connect(widget, "notify::adjustment") { [weak self] _ in
      guard let self else { return }
      observeAdjustment()
      if shown != nil { apply() }
      didChange()
    }
    observeAdjustment()
  }

  override func encode(with coder: RestorationEncoder) {
    guard let adjustment = unsafe adjustment else { return }
    unsafe coder.encode(restored ?? gtk_adjustment_get_value(adjustment), forKey: "value")
  }

  override func decode(with coder: RestorationDecoder) {
    restored = coder.decode(Double.self, forKey: "value").flatMap { $0.isFinite ? $0 : nil }
    shown = nil
  }

  override func apply() {
    guard let restored, let adjustment = unsafe adjustment else { return }
    applying { unsafe set(restored, of: adjustment) }
    shown = unsafe gtk_adjustment_get_value(adjustment)
  }

  /// Sets the number, cut to the bounds.
  func set(_ value: Double, of adjustment: UnsafeMutablePointer<GtkAdjustment>) {
    unsafe gtk_adjustment_set_value(adjustment, value)
  }

  private func observeAdjustment() {
    let shown = unsafe adjustment.map { UnsafeMutableRawPointer($0) }
    guard unsafe shown != observed?.pointer else { return }
    observed = unsafe shown.map { unsafe ObservedObject($0, of: widget) }
    for signal in ["value-changed", "changed"] {
      observed?.connect(signal) { [weak self] in self?.valueOrBoundsDidChange() }
    }
  }

  /// Handles a new value or new bounds.
  ///
  /// A value is the program's or the user's if it is neither the last one set here nor the
  /// nearest one that GTK chooses within new bounds.
  private func valueOrBoundsDidChange() {
    guard isChange, let adjustment = unsafe adjustment else { return }
    didChange()
    guard let shown, let restored else { return }
    let last =
      unsafe gtk_adjustment_get_upper(adjustment) - gtk_adjustment_get_page_size(adjustment)
    let nearest = unsafe max(gtk_adjustment_get_lower(adjustment), min(restored, last))
    guard unsafe [shown, nearest].contains(gtk_adjustment_get_value(adjustment)) else {
      return self.restored = nil
    }
    apply()
  }
}

final class SpinButtonParticipant: ValueParticipant {
  /// Sets the number without an undo step for its text.
  override func set(_ value: Double, of adjustment: UnsafeMutablePointer<GtkAdjustment>) {
    unsafe withoutUndo(widget.opaque) { unsafe super.set(value, of: adjustment) }
  }

  override var adjustment: UnsafeMutablePointer<GtkAdjustment>? {
    unsafe gtk_spin_button_get_adjustment(widget.opaque)
  }
}

final class RangeParticipant: ValueParticipant {
  override var adjustment: UnsafeMutablePointer<GtkAdjustment>? {
    unsafe gtk_range_get_adjustment(widget.cast())
  }
}

final class ScaleButtonParticipant: ValueParticipant {
  override var adjustment: UnsafeMutablePointer<GtkAdjustment>? {
    unsafe gtk_scale_button_get_adjustment(widget.cast())
  }
}

/// The selected day of a calendar, once user or program selected one.
///
/// Until then the calendar shows the day of the launch, which must not be restored tomorrow.
/// Year, month and day are properties, too, but setting them one after the other would lose a
/// 31st on the way.
final class CalendarParticipant: WidgetParticipant {
  private var pending: String?
  private var isChosen = false

  override func observe() {
    for signal in ["day-selected", "notify::day", "notify::month", "notify::year"] {
      unsafe connect(widget, signal) { [weak self] _ in
        guard let self, isChange else { return }
        isChosen = true
        didChange()
      }
    }
  }

  override func encode(with coder: RestorationEncoder) {
    if let day = pending ?? (isChosen ? shown : nil) { coder.encode(day, forKey: "day") }
  }

  override func decode(with coder: RestorationDecoder) {
    pending = coder.decodeString(forKey: "day")
  }

  override func apply() {
    guard let day = pending else { return }
    (pending, isChosen) = (nil, true)
    let zone = unsafe g_time_zone_new_local()
    defer { unsafe g_time_zone_unref(zone) }
    guard let date = unsafe g_date_time_new_from_iso8601(day + "T00:00:00", zone) else { return }
    defer { unsafe g_date_time_unref(date) }
    applying { unsafe gtk_calendar_select_day(widget.opaque, date) }
  }

  /// The selected day in the form `2026-05-31`.
  private var shown: String {
    guard let date = unsafe gtk_calendar_get_date(widget.opaque) else { return "" }
    defer { unsafe g_date_time_unref(date) }
    guard let text = unsafe g_date_time_format(date, "%Y-%m-%d") else { return "" }
    defer { unsafe g_free(text) }
    return unsafe String(cString: text)
  }
}

/// The position of the handle between two panes, once it was moved.
final class PanedParticipant: WidgetParticipant {
  private var pending: Int?

  override func observe() { unsafe invalidate(on: "notify::position") }

  override func encode(with coder: RestorationEncoder) {
    if let pending { return coder.encode(pending, forKey: "position") }
    guard unsafe cgtk_object_get_boolean(widget.raw, "position-set") != 0 else { return }
    unsafe coder.encode(Int(gtk_paned_get_position(widget.opaque)), forKey: "position")
  }

  override func decode(with coder: RestorationDecoder) {
    pending = coder.decode(Int.self, forKey: "position")
  }

  override func apply() {
    guard let position = pending, let position = Int32(exactly: position), position >= 0 else {
      return pending = nil
    }
    pending = nil
    applying { unsafe gtk_paned_set_position(widget.opaque, position) }
  }
}
#endif
