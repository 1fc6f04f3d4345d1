// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK
  import GTKSupport

  /// Widgets with an identifier that come into a window are restored without a call.
  extension WidgetRestoration {
    /// Restores what has come into a window, once the program has had its turn.
    ///
    /// A window is put together piece by piece; all that comes in one turn of the loop is restored
    /// together, before the next frame.
    func willRestore(_ widget: WidgetPointer) {
      guard restoresArrivals, unsafe widget.participant == nil, unsafe !isInRow(widget) else {
        return
      }
      unsafe arrivals.append(ArrivedWidget(widget))
      guard arrivals.count == 1 else { return }
      _ = TimeoutAction(after: .zero) { [weak self] in self?.restoreArrivals() }
    }

    /// Whether a list makes the widget, again and again as it is scrolled.
    private func isInRow(_ widget: WidgetPointer) -> Bool {
      var next = unsafe gtk_widget_get_parent(widget)
      while let parent = unsafe next {
        if unsafe WidgetKinds.makesItsOwnRows(parent) { return true }
        unsafe next = unsafe gtk_widget_get_parent(parent)
      }
      return false
    }

    private func restoreArrivals() {
      let arrived = arrivals
      arrivals = []
      for arrival in arrived {
        // Who restored it by itself meanwhile has chosen the moment.
        guard restoresArrivals, unsafe arrival.widget.participant == nil,
          let root = unsafe gtk_widget_get_root(arrival.widget)
        else { continue }
        unsafe restore(WidgetPointer(root))
      }
    }

    /// Looks for windows that were there before this.
    func lookForWindows() {
      let windows = unsafe gtk_window_get_toplevels()  // GTK's own
      for index in unsafe 0..<g_list_model_get_n_items(windows) {
        guard let window = unsafe g_list_model_get_item(windows, index) else { continue }
        unsafe lookForIdentifiers(WidgetPointer(OpaquePointer(window)))
        unsafe g_object_unref(window)
      }
    }

    private func lookForIdentifiers(_ widget: WidgetPointer) {
      if unsafe widget.restorationIdentifier != nil { return unsafe willRestore(widget) }
      unsafe widget.children.forEach { child in unsafe lookForIdentifiers(child) }
    }
  }

  extension UnsafeMutablePointer where Pointee == GtkWidget {
    /// Tells when the widget is in a window, now and whenever it comes into another.
    @MainActor func announceArrival() {
      if unsafe g_object_get_data(cast(), arrivalKey) == nil {
        unsafe g_object_set_data(cast(), arrivalKey, raw)
        unsafe connect(self, "notify::root") { [widget = unsafe self] _ in
          unsafe widget.announceArrival()
        }
      }
      guard unsafe gtk_widget_get_root(self) != nil else { return }
      unsafe WidgetRestoration.current?.willRestore(self)
    }
  }

  private let arrivalKey = "restoration-announces-arrival"

  /// A widget that has come into a window, kept until it is its turn.
  @safe @MainActor final class ArrivedWidget {
    let widget: WidgetPointer

    init(_ widget: WidgetPointer) {
      unsafe self.widget = unsafe widget
      unsafe g_object_ref(widget.raw)
    }

    isolated deinit { unsafe g_object_unref(widget.raw) }
  }
#endif
