// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if Adwaita
import CAdwaita
import GTKWidgets

extension Page {
  static let carousel = Page(
    "Carousel", "Carousel", icon: "view-continuous-symbolic",
    kept: "The page that is in front comes back."
  ) {
    let carousel: Widget = adw_carousel_new()
    carousel.restorationIdentifier = "Carousel"
    for (name, icon) in [
      ("Sunny", "weather-clear-symbolic"), ("Cloudy", "weather-few-clouds-symbolic"),
      ("Rainy", "weather-showers-symbolic"), ("Snowy", "weather-snow-symbolic"),
    ] {
      let page = statusPage(name, icon, "Swipe, or turn the wheel.")
      page.restorationIdentifier = name
      adw_carousel_append(carousel.opaque, page)
    }
    gtk_widget_set_vexpand(carousel, 1)
    let dots: Widget = adw_carousel_indicator_dots_new()
    adw_carousel_indicator_dots_set_carousel(dots.opaque, carousel.opaque)
    return [
      group("Weather", "AdwCarousel", card(column(carousel, dots.with(margin: 6)))).growing()
    ]
  }
}
#endif
