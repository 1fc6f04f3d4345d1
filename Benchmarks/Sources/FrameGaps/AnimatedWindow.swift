// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CFrameWindow

  /// A window in which bars move with every frame.
  @MainActor final class AnimatedWindow {
    private var onFrame: (() -> Void)?
    private var step = 0.0

    /// Opens the window; it stays open, and this object must live as long.
    ///
    /// - Parameter onFrame: Called once a frame.
    func show(_ onFrame: @escaping () -> Void) {
      self.onFrame = onFrame
      let this = Unmanaged.passUnretained(self).toOpaque()
      guard let window = gtk_window_new(), let area = gtk_drawing_area_new() else { return }
      area.withMemoryRebound(to: GtkDrawingArea.self, capacity: 1) { area in
        gtk_drawing_area_set_draw_func(
          area,
          { _, context, width, height, data in
            guard let data, let context else { return }
            let window = Unmanaged<AnimatedWindow>.fromOpaque(data).takeUnretainedValue()
            nonisolated(unsafe) let cairo = context
            MainActor.assumeIsolated { window.draw(cairo, Double(width), Double(height)) }
          }, this, nil)
      }
      gtk_widget_add_tick_callback(
        area,
        { area, _, data in
          guard let data else { return 0 }
          gtk_widget_queue_draw(area)
          let window = Unmanaged<AnimatedWindow>.fromOpaque(data).takeUnretainedValue()
          MainActor.assumeIsolated { window.onFrame?() }
          return 1
        }, this, nil)
      window.withMemoryRebound(to: GtkWindow.self, capacity: 1) { window in
        gtk_window_set_default_size(window, 800, 600)
        gtk_window_set_child(window, area)
        gtk_window_present(window)
      }
    }

    private func draw(_ cairo: OpaquePointer, _ width: Double, _ height: Double) {
      step += 1
      cairo_set_source_rgb(cairo, 0.2, 0.4, 0.8)
      for bar in 0..<8 {
        let place = (step * Double(bar + 1)).truncatingRemainder(dividingBy: width)
        cairo_rectangle(cairo, place, Double(bar) * height / 8, 60, height / 10)
      }
      cairo_fill(cairo)
    }
  }
#endif
