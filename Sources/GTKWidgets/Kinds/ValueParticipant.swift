// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import GTKSupport
import RestorationArchive
import StateRestoration

/// A number within bounds, held by an adjustment.
///
/// A restored number is kept until user or program set another. Meanwhile the widget shows the
/// nearest one within the bounds, because the program may set the bounds later.
class ValueParticipant: WidgetParticipant {
  private let choice = ChosenValue<Double>()
  private var restored: Double?
  /// The number at the last signal, or after the last ``show()``.
  private var shown: Double?
  private var observed: ObservedObject?

  /// The adjustment that holds the number.
  var adjustment: UnsafeMutablePointer<GtkAdjustment>? { nil }

  override var ownChoice: (any OfferableValue)? { choice }

  /// How the number goes back.
  var rule: ValueRestoration { unsafe widget.valueRestoration }

  override func observe() {
    unsafe connect(widget, "notify::adjustment") { [weak self] _ in self?.adjustmentDidChange() }
    adjustmentDidChange()
  }

  override func succeed(_ former: WidgetParticipant) {
    super.succeed(former)
    guard let former = former as? ValueParticipant else { return }
    (restored, shown) = (former.restored, former.shown)
  }

  override func encode(with coder: RestorationEncoder) {
    choice.encode(restored ?? value, forKey: "value", with: coder, rule) {
      coder.encode($0, forKey: $1)
    }
  }

  override func decode(with coder: RestorationDecoder) {
    restored = nil
    choice.decode(forKey: "value", with: coder) {
      coder.decode(Double.self, forKey: $0).flatMap { $0.isFinite ? $0 : nil }
    }
  }

  override func apply() {
    guard unsafe adjustment != nil,
      let value = choice.valueToPutBack(rule)
    else { return }
    choice.didPutBack()
    restored = value
    show()
  }

  private func show() {
    guard let restored, let adjustment = unsafe adjustment else { return }
    applying { unsafe set(restored, of: adjustment) }
    shown = value
  }

  /// Sets the number, cut to the bounds.
  func set(_ value: Double, of adjustment: UnsafeMutablePointer<GtkAdjustment>) {
    unsafe gtk_adjustment_set_value(adjustment, value)
  }

  private var value: Double? { unsafe adjustment.map { unsafe gtk_adjustment_get_value($0) } }

  /// Observes a new adjustment; its number is the program's, unless a restored one replaces it.
  private func adjustmentDidChange() {
    let current = unsafe adjustment.map { UnsafeMutableRawPointer($0) }
    guard unsafe current != observed?.pointer else { return }
    observed = unsafe current.map { unsafe ObservedObject($0, of: widget) }
    for signal in ["value-changed", "changed"] {
      observed?.connect(signal) { [weak self] in self?.valueOrBoundsDidChange() }
    }
    if restored == nil { choice.didChange(to: value, by: .program) }
    shown = value
    show()
    valueDidChange(choice)
  }

  /// Handles a new value or new bounds.
  ///
  /// A value is the program's or the user's if it is neither the last one shown nor the nearest
  /// one to the restored one that GTK chooses within new bounds.
  private func valueOrBoundsDidChange() {
    guard isChange, let adjustment = unsafe adjustment, let value else { return }
    didChange()
    if let restored {
      let last =
        unsafe gtk_adjustment_get_upper(adjustment) - gtk_adjustment_get_page_size(adjustment)
      let nearest = unsafe max(gtk_adjustment_get_lower(adjustment), min(restored, last))
      if [shown, nearest].contains(value) { return show() }
    }
    guard value != shown else { return }
    (shown, restored) = (value, nil)
    guard let author else { return }
    noteShown()
    choice.didChange(to: value, by: author)
    valueDidChange(choice)
  }
}

/// The number of a spin button, and what the user is typing into it.
///
/// Serves an `AdwSpinRow`, which has a spin button inside, too.
final class SpinButtonParticipant: ValueParticipant {
  private var typed: HalfTypedNumber?

  override func observe() {
    super.observe()
    typed = unsafe button.map {
      unsafe HalfTypedNumber(in: $0) { [weak self] in self?.didChange() }
    }
    guard let typed else { return }
    unsafe onSelectingAll(in: typed.text.opaque) { [weak typed] in typed?.putCursorBehind() }
  }

  override func encode(with coder: RestorationEncoder) {
    super.encode(with: coder)
    typed?.encode(with: coder)
  }

  override func decode(with coder: RestorationDecoder) {
    super.decode(with: coder)
    typed?.decode(with: coder)
  }

  override func apply() {
    super.apply()
    applying { typed?.apply() }
  }

  override func grabFocus() -> Bool { typed?.grabFocus() ?? super.grabFocus() }

  /// Sets the number without an undo step for its text.
  override func set(_ value: Double, of adjustment: UnsafeMutablePointer<GtkAdjustment>) {
    guard let button = unsafe button else { return }
    unsafe withoutUndo(button.opaque) { unsafe super.set(value, of: adjustment) }
  }

  override var adjustment: UnsafeMutablePointer<GtkAdjustment>? {
    unsafe button.flatMap { unsafe gtk_spin_button_get_adjustment($0.opaque) }
  }

  private var button: WidgetPointer? { unsafe widget.part(gtk_spin_button_get_type()) }
}

final class RangeParticipant: ValueParticipant {
  override var adjustment: UnsafeMutablePointer<GtkAdjustment>? {
    unsafe gtk_range_get_adjustment(widget.cast())
  }
}

/// The position of a scrollbar that the program does not have in a scrolled window.
final class ScrollbarParticipant: ValueParticipant {
  override var adjustment: UnsafeMutablePointer<GtkAdjustment>? {
    unsafe gtk_scrollbar_get_adjustment(widget.opaque)
  }

  /// A position is a place, not a value.
  override var rule: ValueRestoration { .overAnyValue }
}

final class ScaleButtonParticipant: ValueParticipant {
  override var adjustment: UnsafeMutablePointer<GtkAdjustment>? {
    unsafe gtk_scale_button_get_adjustment(widget.cast())
  }
}

/// The selected day of a calendar.
///
/// A calendar shows the day of the launch on its own, which is nobody's choice.
/// Year, month and day are properties, too, but setting them one after the other would lose a
/// 31st on the way.
final class CalendarParticipant: WidgetParticipant {
  /// Returns the current day in the form `2026-05-31`.
  static var today: @MainActor () -> String = {
    guard let date = unsafe g_date_time_new_now_local() else { return "" }
    defer { unsafe g_date_time_unref(date) }
    return unsafe CalendarParticipant.text(of: date)
  }

  private let choice = ChosenValue<String>()

  override var ownChoice: (any OfferableValue)? { choice }

  override func observe() {
    for signal in ["day-selected", "notify::day", "notify::month", "notify::year"] {
      unsafe connect(widget, signal) { [weak self] _ in self?.dayDidChange() }
    }
    record(by: .program)
  }

  private func dayDidChange() {
    guard let author else { return }
    noteShown()
    record(by: author)
    valueDidChange(choice)
  }

  private func record(by author: ValueAuthor) {
    let isNobodys = author == .program && shown == Self.today()
    choice.didChange(to: shown, by: isNobodys ? .nobody : author)
  }

  override func encode(with coder: RestorationEncoder) {
    unsafe choice.encode(shown, forKey: "day", with: coder, widget.valueRestoration) {
      coder.encode($0, forKey: $1)
    }
  }

  override func decode(with coder: RestorationDecoder) {
    choice.decode(forKey: "day", with: coder) { coder.decodeString(forKey: $0) }
  }

  override func apply() {
    guard let day = unsafe choice.valueToPutBack(widget.valueRestoration) else { return }
    choice.didPutBack()
    guard day != shown else { return }
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
    return unsafe Self.text(of: date)
  }

  private static func text(of date: OpaquePointer) -> String {
    guard let text = unsafe g_date_time_format(date, "%Y-%m-%d") else { return "" }
    defer { unsafe g_free(text) }
    return unsafe String(cString: text)
  }
}
#endif
