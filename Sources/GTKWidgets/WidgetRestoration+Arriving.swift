// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK
  import GTKSupport
  import RestorationArchive

  /// Widgets with an identifier that come into a window are restored without a call.
  extension WidgetRestoration {
    /// Restores what has come into windows, once the program has had its turn.
    ///
    /// A window is put together piece by piece; all that comes in one turn of the loop is restored
    /// together, before the next frame.
    func restoreArrivalsSoon() {
      guard !isRestoringSoon else { return }
      isRestoringSoon = true
      _ = TimeoutAction(after: .zero) { [weak self] in self?.restoreArrivals() }
    }

    private func restoreArrivals() {
      isRestoringSoon = false
      guard restoresArrivals else { return }
      let windows = unsafe gtk_window_get_toplevels()  // GTK's own
      let all = unsafe (0..<g_list_model_get_n_items(windows)).compactMap {
        unsafe g_list_model_get_item(windows, $0)
      }
      defer { unsafe all.forEach { unsafe g_object_unref($0) } }
      unsafe all.map { unsafe WidgetPointer(OpaquePointer($0)) }.forEach { window in
        // One that is not shown may never be, and would count as open.
        if unsafe gtk_widget_get_visible(window) != 0, unsafe hasArrival(window, below: nil) {
          unsafe restore(window)
        }
      }
    }

    /// Whether a widget, or one below it, has an identifier and is not taken in, or not at this place: the
    /// user may have dragged a tab to another window.
    private func hasArrival(_ widget: WidgetPointer, below parent: WidgetParticipant?) -> Bool {
      let own = unsafe widget.participant
      if own == nil || own?.parent !== parent,
        unsafe widget.restorationIdentifier.flatMap({ RestorationIdentifier($0) }) != nil
      {
        return true
      }
      guard unsafe !WidgetKinds.makesItsOwnRows(widget) else { return false }
      return unsafe widget.children.contains { unsafe hasArrival($0, below: own ?? parent) }
    }
  }

  extension UnsafeMutablePointer where Pointee == GtkWidget {
    /// Tells when the widget comes into a window, or is one that is shown.
    @MainActor func announceArrivals() {
      if unsafe g_object_get_data(cast(), arrivalKey) == nil {
        unsafe g_object_set_data(cast(), arrivalKey, raw)
        let signal = unsafe isA(gtk_window_get_type()) ? "notify::visible" : "notify::root"
        unsafe connect(self, signal) { _ in WidgetRestoration.current?.restoreArrivalsSoon() }
      }
      WidgetRestoration.current?.restoreArrivalsSoon()
    }
  }

  private let arrivalKey = "restoration-announces-arrival"
#endif
