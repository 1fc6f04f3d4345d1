// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK
  import GTKSupport
  import RestorationArchive

  /// How far the content is scrolled, along both axes.
  ///
  /// A position is applied when the content is laid out and long enough for it. Until then, and
  /// unless the user scrolls, it is saved again as it was (R41).
  final class ScrolledWindowParticipant: WidgetParticipant {
    private var pending: [Axis: Double] = [:]
    /// Whether the end of the next layout is waited for.
    private var isScheduled = false
    private var layoutHandler: gulong = 0

    private enum Axis: String, CaseIterable { case horizontal, vertical }

    override var stage: Stage { .place }

    override func observe() {
      for axis in Axis.allCases {
        guard let adjustment = adjustment(axis) else { continue }
        connect(UnsafeMutableRawPointer(adjustment), "value-changed") { [weak self] _ in
          guard let self, isChange else { return }
          if isUserChange, !isScheduled { pending[axis] = nil }
          didChange()
        }
        connect(UnsafeMutableRawPointer(adjustment), "changed") { [weak self] _ in
          self?.didLayOut(axis)
        }
      }
    }

    override func encodeRestorableState(with coder: RestorationEncoder) {
      for axis in Axis.allCases {
        guard let adjustment = adjustment(axis) else { continue }
        coder.encode(pending[axis] ?? gtk_adjustment_get_value(adjustment), forKey: axis.rawValue)
      }
    }

    override func decodeRestorableState(with coder: RestorationDecoder) {
      for axis in Axis.allCases {
        pending[axis] = coder.decode(Double.self, forKey: axis.rawValue).flatMap {
          $0.isFinite && $0 > 0 ? $0 : nil
        }
      }
    }

    override func apply() { Axis.allCases.forEach(scroll) }

    private func adjustment(_ axis: Axis) -> UnsafeMutablePointer<GtkAdjustment>? {
      switch axis {
      case .horizontal: gtk_scrolled_window_get_hadjustment(widget.opaque)
      case .vertical: gtk_scrolled_window_get_vadjustment(widget.opaque)
      }
    }

    /// The content has another size, or another part of it is laid out.
    ///
    /// A list that is scrolled during its layout forgets where. What is done right after the layout
    /// has another one follow in the same frame.
    private func didLayOut(_ axis: Axis) {
      guard pending[axis] != nil, !isScheduled, let clock = gtk_widget_get_frame_clock(widget)
      else {
        return
      }
      isScheduled = true
      let object = UnsafeMutableRawPointer(clock)
      layoutHandler = connect(object, "layout", after: true) { [weak self] _ in
        guard let self, isScheduled else { return }
        isScheduled = false
        g_signal_handler_disconnect(object, layoutHandler)
        applyLate()
      }
      gdk_frame_clock_request_phase(clock, GDK_FRAME_CLOCK_PHASE_LAYOUT)
    }

    private func scroll(_ axis: Axis) {
      guard let value = pending[axis], let adjustment = adjustment(axis),
        gtk_adjustment_get_page_size(adjustment) > 0,
        gtk_adjustment_get_upper(adjustment) - gtk_adjustment_get_page_size(adjustment) >= value
      else { return }
      pending[axis] = nil
      applying { gtk_adjustment_set_value(adjustment, value) }
    }
  }
#endif
