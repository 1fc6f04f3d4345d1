// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK
  import GTKSupport
  import RestorationArchive

  /// Restores widgets that come into a window, without a call.
  extension WidgetRestoration {
    /// Restores new widgets once the program's current turn has ended.
    ///
    /// A window is built piece by piece. Everything that is added in one turn of the loop is
    /// restored together, before the next frame.
    func restoreArrivalsSoon() {
      guard !isRestoringSoon else { return }
      isRestoringSoon = true
      _ = TimeoutAction(after: .zero) { [weak self] in self?.restoreArrivals() }
    }

    private func restoreArrivals() {
      isRestoringSoon = false
      guard restoresArrivals else { return }
      let windows = unsafe gtk_window_get_toplevels()  // owned by GTK
      let all = unsafe (0..<g_list_model_get_n_items(windows)).compactMap {
        unsafe g_list_model_get_item(windows, $0)
      }
      defer { unsafe all.forEach { unsafe g_object_unref($0) } }
      unsafe all.map { unsafe WidgetPointer(OpaquePointer($0)) }.forEach { window in
        // A hidden window may never be shown, and would count as open.
        if unsafe gtk_widget_get_visible(window) != 0, unsafe hasArrival(window, below: nil) {
          unsafe restore(window)
        }
      }
    }

    /// Returns whether a widget or a descendant must be taken in.
    ///
    /// That is one with an identifier that is not taken in, or not at this place: the user may have
    /// dragged a tab to another window.
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
    /// Reports when the widget comes into a window, or is shown itself.
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
