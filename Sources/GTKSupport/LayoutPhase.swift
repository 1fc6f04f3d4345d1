// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK

/// Tells the changes that a layout makes in a widget from those of user and program.
///
/// GTK lays widgets out within a frame, and handles events before it.
@safe @MainActor package final class LayoutPhase {
  /// Whether a frame of the widget's window is being laid out or painted.
  package private(set) var isRunning = false

  private let widget: WidgetPointer
  private let didLayOut: @MainActor () -> Void
  private var clock: ObservedObject?

  /// Observes the frames of a widget, in whatever window it is.
  ///
  /// - Parameters:
  ///   - widget: A widget that outlives this object.
  ///   - didLayOut: Called after each layout, in time for the same frame.
  package init(of widget: WidgetPointer, didLayOut: @escaping @MainActor () -> Void = {}) {
    unsafe self.widget = unsafe widget
    self.didLayOut = didLayOut
    unsafe connect(widget, "realize") { [weak self] _ in self?.observeClock() }
    observeClock()
  }

  private func observeClock() {
    isRunning = false
    clock = unsafe gtk_widget_get_frame_clock(widget).map {
      unsafe ObservedObject(UnsafeMutableRawPointer($0), of: widget)
    }
    clock?.connect("before-paint") { [weak self] in self?.isRunning = true }
    clock?.connect("layout", after: true) { [weak self] in self?.didLayOut() }
    clock?.connect("after-paint") { [weak self] in self?.isRunning = false }
  }
}
#endif
