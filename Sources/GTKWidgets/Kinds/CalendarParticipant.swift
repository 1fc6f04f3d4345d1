// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK
  import GTKSupport
  import RestorationArchive

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
#endif
