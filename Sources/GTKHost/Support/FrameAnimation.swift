// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import GTKSupport

/// A movement from 0 to 1 with a widget's frames, slowing down.
@safe @MainActor final class FrameAnimation {
  /// In microseconds, the unit of the frame clock.
  private let duration: Double
  private let widget: WidgetPointer
  private let settling: Settling
  private var step: (@MainActor (Double) -> Void)?
  private var completion: (@MainActor () -> Void)?
  private var callback: guint = 0
  private var start: gint64?

  /// Returns whether the user wants animations and the widget is visible.
  static func isPossible(on widget: WidgetPointer) -> Bool {
    unsafe gtk_widget_get_mapped(widget) != 0 && isWanted
  }

  /// Whether the user wants animations.
  static var isWanted: Bool {
    unsafe cgtk_object_get_boolean(
      UnsafeMutableRawPointer(gtk_settings_get_default()), "gtk-enable-animations") != 0
  }

  /// Starts an animation.
  ///
  /// - Parameters:
  ///   - widget: A widget on screen; its frames are counted.
  ///   - settling: Counts the animation as work in progress.
  ///   - duration: The length of the animation.
  ///   - step: Called for each frame with the progress, from 0 to 1.
  ///   - completion: Called once, at the end.
  init(
    on widget: WidgetPointer, settling: Settling, duration: Duration = .milliseconds(220),
    step: @escaping @MainActor (Double) -> Void,
    completion: @escaping @MainActor () -> Void = {}
  ) {
    unsafe self.widget = unsafe widget
    self.settling = settling
    self.duration = duration / .microseconds(1)
    self.step = step
    self.completion = completion
    settling.begin()
    step(0)
    callback = unsafe gtk_widget_add_tick_callback(
      widget,
      { _, clock, data in
        guard let data = unsafe data else { return 0 }
        let animation = unsafe Unmanaged<FrameAnimation>.fromOpaque(data).takeUnretainedValue()
        let time = unsafe gdk_frame_clock_get_frame_time(clock)
        return MainActor.assumeIsolated { animation.advance(to: time) }.gboolean
      }, unsafe Unmanaged.passRetained(self).toOpaque(),
      { data in
        if let data = unsafe data { unsafe Unmanaged<FrameAnimation>.fromOpaque(data).release() }
      })
  }

  /// Jumps to the end, unless the animation is over.
  func finish() {
    guard let step, let completion else { return }
    self.step = nil
    self.completion = nil
    step(1)
    settling.end()
    if callback != 0 { unsafe gtk_widget_remove_tick_callback(widget, callback) }
    callback = 0
    completion()
  }

  /// Moves to a frame's time; returns whether it needs another frame.
  private func advance(to time: gint64) -> Bool {
    let begin = start ?? time
    start = begin
    let part = Double(time - begin) / duration
    guard part < 1 else {
      callback = 0
      finish()
      return false
    }
    let rest = 1 - part
    step?(1 - rest * rest * rest)
    return true
  }
}
#endif
