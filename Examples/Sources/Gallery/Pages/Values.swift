// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if Adwaita
import CAdwaita
import GTKWidgets

extension Page {
  static let values = Page(
    "Values", "Numbers, Colors, Dates", icon: "accessories-calculator-symbolic",
    kept: "Numbers, colors, fonts and the chosen day come back."
  ) {
    let copies: Widget = gtk_spin_button_new_with_range(1, 99, 1)
    copies.restorationIdentifier = "Copies"
    let brightness: Widget = gtk_scale_new_with_range(GTK_ORIENTATION_HORIZONTAL, 0, 100, 1)
    brightness.restorationIdentifier = "Brightness"
    gtk_range_set_value(brightness.cast(), 40)
    gtk_widget_set_size_request(brightness, 220, -1)
    let volume: Widget = gtk_volume_button_new()
    volume.restorationIdentifier = "Volume"
    gtk_scale_button_set_value(volume.cast(), 0.2)
    let color: Widget = gtk_color_button_new()
    color.restorationIdentifier = "Color"
    let font: Widget = gtk_font_button_new_with_font("Sans 11")
    font.restorationIdentifier = "Font"
    let day: Widget = gtk_calendar_new()
    day.restorationIdentifier = "Day"
    let departure = g_date_time_new_local(2026, 2, 14, 0, 0, 0)
    defer { g_date_time_unref(departure) }
    gtk_calendar_select_day(day.opaque, departure)
    gtk_widget_add_css_class(day, "card")
    return [
      group(
        "Numbers", nil, row("Copies", "GtkSpinButton", copies),
        row("Brightness", "GtkScale", brightness), row("Volume", "GtkVolumeButton", volume),
        row("Charge", "GtkLevelBar", makeCharge())),
      group(
        "Looks", nil, row("Color", "GtkColorButton", color), row("Font", "GtkFontButton", font)),
      group("Departure", "GtkCalendar", day),
    ]
  }

  /// Returns a level bar and a button that fills it.
  private static func makeCharge() -> Widget {
    let charge: Widget = gtk_level_bar_new()
    charge.restorationIdentifier = "Charge"
    gtk_level_bar_set_value(charge.opaque, 0.3)
    gtk_widget_set_size_request(charge, 180, -1)
    gtk_widget_set_valign(charge, GTK_ALIGN_CENTER)
    let more: Widget = gtk_button_new_from_icon_name("list-add-symbolic")
    gtk_widget_add_css_class(more, "flat")
    gtk_widget_set_tooltip_text(more, "Charge")
    connect(more.opaque, "clicked") {
      gtk_level_bar_set_value(charge.opaque, min(1, gtk_level_bar_get_value(charge.opaque) + 0.1))
    }
    return line(spacing: 6, charge, more)
  }
}
#endif
