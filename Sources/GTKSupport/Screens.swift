// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK

  /// The screens of the display at this moment.
  @MainActor package enum Screens {
    /// Shrinks a window size so that it fits on a screen.
    ///
    /// A size that fits on one of the screens stays as it is.
    ///
    /// - Parameters:
    ///   - width: In points.
    ///   - height: In points.
    /// - Returns: The size, cut to the screen that shows most of it.
    package static func fit(width: Double, height: Double) -> (width: Double, height: Double) {
      sizes.map { (width: min(width, $0.width), height: min(height, $0.height)) }
        .max { $0.width * $0.height < $1.width * $1.height } ?? (width, height)
    }

    private static var sizes: [(width: Double, height: Double)] {
      guard let monitors = unsafe gdk_display_get_monitors(gdk_display_get_default()) else {
        return []
      }
      return unsafe (0..<g_list_model_get_n_items(monitors)).compactMap { index in
        guard let monitor = unsafe g_list_model_get_item(monitors, index) else { return nil }
        defer { unsafe g_object_unref(monitor) }
        var area = GdkRectangle()
        unsafe gdk_monitor_get_geometry(OpaquePointer(monitor), &area)
        return area.width > 0 && area.height > 0 ? (Double(area.width), Double(area.height)) : nil
      }
    }
  }
#endif
