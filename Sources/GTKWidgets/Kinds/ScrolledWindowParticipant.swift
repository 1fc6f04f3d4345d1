// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import GTKSupport
import RestorationArchive
import StateRestoration

/// The scroll position along both axes; for text, the top line.
///
/// A position is applied when the content is laid out; in shorter content it is the end. If
/// content arrives in pieces, the position waits until the content is long enough, at most for
/// the time that a launch needs to count as good, or until the user scrolls. Meanwhile the
/// position is saved again unchanged.
final class ScrolledWindowParticipant: WidgetParticipant {
  private var pending: [Axis: Double] = [:]
  /// Whether the scroll position is applied after the current layout.
  private var isScheduled = false
  private var layoutHandler: gulong = 0
  /// The keeper of the place in a text without an identifier.
  private var textPlace: TextPlaceKeeper?
  private var pendingLine: TextPlace?

  private enum Axis: String { case horizontal, vertical }

  /// The axes whose positions are kept in points.
  private var axes: [Axis] { unsafe text == nil ? [.horizontal, .vertical] : [.horizontal] }

  override func observe() {
    unsafe connect(window, "notify::child") { [weak self] _ in self?.observeText() }
    observeText()
    for axis in [Axis.horizontal, .vertical] {
      guard let adjustment = unsafe adjustment(axis) else { continue }
      unsafe connect(UnsafeMutableRawPointer(adjustment), "value-changed") { [weak self] _ in
        guard let self, isChange, axes.contains(axis) else { return }
        if isUserChange, !isScheduled { pending[axis] = nil }
        didChange()
      }
      unsafe connect(UnsafeMutableRawPointer(adjustment), "changed") { [weak self] _ in
        self?.didLayOut(axis)
      }
    }
  }

  override func encode(with coder: RestorationEncoder) {
    (pendingLine ?? textPlace?.place)?.encode(with: coder)
    for axis in axes {
      guard let adjustment = unsafe adjustment(axis) else { continue }
      unsafe coder.encode(
        pending[axis] ?? gtk_adjustment_get_value(adjustment), forKey: axis.rawValue)
    }
  }

  override func decode(with coder: RestorationDecoder) {
    pendingLine = TextPlace(decoding: coder)
    for axis in [Axis.horizontal, .vertical] {
      pending[axis] = coder.decode(Double.self, forKey: axis.rawValue).flatMap {
        $0.isFinite && $0 > 0 ? $0 : nil
      }
    }
  }

  override func apply() {
    // Content that is not laid out yet scrolls by itself in its layout.
    if !isScheduled { axes.forEach(scroll) }
    guard let textPlace, let line = pendingLine else { return }
    pendingLine = nil
    textPlace.show(line)
  }

  /// The scrolled window itself, or the one that a page of libadwaita has inside.
  private var window: WidgetPointer {
    unsafe widget.part(gtk_scrolled_window_get_type()) ?? widget
  }

  /// The content, if it is a text view.
  private var text: WidgetPointer? {
    unsafe gtk_scrolled_window_get_child(window.opaque).flatMap {
      unsafe $0.isA(gtk_text_view_get_type()) ? $0 : nil
    }
  }

  private func observeText() {
    textPlace = unsafe text.flatMap { text in
      unsafe text.restorationIdentifier != nil
        ? nil : TextPlaceKeeper(text) { [weak self] in self?.didChange() }
    }
    if pendingLine != nil { applyLate() }
  }

  private func adjustment(_ axis: Axis) -> UnsafeMutablePointer<GtkAdjustment>? {
    switch axis {
    case .horizontal: unsafe gtk_scrolled_window_get_hadjustment(window.opaque)
    case .vertical: unsafe gtk_scrolled_window_get_vadjustment(window.opaque)
    }
  }

  /// Keeps the position although the content will scroll by itself in its next layout.
  func keepPlace() {
    for axis in axes where pending[axis] == nil {
      pending[axis] = unsafe adjustment(axis).map { unsafe gtk_adjustment_get_value($0) }
    }
    scrollAfterLayout()
  }

  /// Handles a new content size, or a layout of another part.
  private func didLayOut(_ axis: Axis) {
    if pending[axis] != nil { scrollAfterLayout() }
  }

  /// Applies the position after the current or next layout.
  ///
  /// A list that is scrolled during its layout forgets the position. Scrolling right after the
  /// layout causes another one in the same frame. The clock is the root's: libadwaita lays the
  /// content of a dialog out before it has a clock of its own.
  private func scrollAfterLayout() {
    guard !isScheduled, let root = unsafe gtk_widget_get_root(widget),
      let clock = unsafe gtk_widget_get_frame_clock(WidgetPointer(root))
    else { return }
    isScheduled = true
    let object = unsafe UnsafeMutableRawPointer(clock)
    layoutHandler = unsafe connect(object, "layout", after: true) { [weak self] _ in
      guard let self, isScheduled else { return }
      isScheduled = false
      unsafe g_signal_handler_disconnect(object, layoutHandler)
      applyLate()
    }
    unsafe gdk_frame_clock_request_phase(clock, GDK_FRAME_CLOCK_PHASE_LAYOUT)
  }

  private func scroll(_ axis: Axis) {
    guard let value = pending[axis], let adjustment = unsafe adjustment(axis),
      unsafe gtk_adjustment_get_page_size(adjustment) > 0
    else { return }
    let end =
      unsafe gtk_adjustment_get_upper(adjustment) - gtk_adjustment_get_page_size(adjustment)
    if end >= value {
      pending[axis] = nil
      if pending.isEmpty { endWaiting() }
    } else if !isWaitingPatiently {
      waitPatiently { [weak self] in self?.pending = [:] }
    }
    applying { unsafe gtk_adjustment_set_value(adjustment, min(value, end)) }
  }
}
#endif
