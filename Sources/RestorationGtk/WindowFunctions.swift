// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK && compiler(>=6.3)
package import CGTK
package import CRestorationGtk
import GTKSupport
import GTKWidgets

// The functions of restoration-gtk.h that are about windows.

@c @implementation
package func restoration_gtk_set_window_maker(
  _ identifier: UnsafePointer<CChar>?, _ maker: RestorationGtkWindowMaker?,
  _ userData: gpointer?, _ destroy: GDestroyNotify?
) {
  let userData = unsafe UserData(userData, destroy)
  unsafe run((identifier, maker)) { identifier, maker in
    let restoration = try Program.current.restoration
    let identifier = try unsafe checked(identifier, "identifier")
    guard let maker = unsafe maker else { return restoration.unregisterWindows(identifier) }
    unsafe restoration.registerWindows(identifier) { [weak restoration] saved in
      let made = unsafe maker(saved.document, saved.parent?.cast(), userData.pointer)
      guard let window = unsafe checkedWindow(made) else { return nil }
      // With its names it finds its state, and the widgets in it get theirs.
      if unsafe window.restorationIdentifier == nil {
        unsafe window.restorationIdentifier = identifier
      }
      if unsafe window.windowDocument == nil { unsafe window.windowDocument = saved.document }
      // A handler of the program may destroy the window.
      unsafe g_object_ref(window.raw)
      defer { unsafe g_object_unref(window.raw) }
      unsafe restoration?.restoreEverything(in: window)
      return unsafe window.isToplevel ? window : nil
    }
  }
}

@c @implementation
package func restoration_gtk_set_window_document(
  _ window: UnsafeMutablePointer<GtkWindow>?, _ document: UnsafePointer<CChar>?
) {
  unsafe run((window, document)) { window, document in
    let window = try unsafe checked(
      UnsafeMutableRawPointer(window), gtk_window_get_type(), "window")
    unsafe WidgetPointer(OpaquePointer(window)).windowDocument = string(document)
  }
}

@c @implementation
package func restoration_gtk_restore_windows() -> gboolean {
  run((), otherwise: 0) {
    let restoration = try Program.current.restoration
    guard !restoration.isMakingWindow else { throw Misuse("a window maker has called it") }
    return restoration.restoreWindows().gboolean
  }
}

/// Returns what a function of the program has made, if it is a window.
private func checkedWindow(
  _ made: UnsafeMutablePointer<GtkWindow>?, _ function: String = #function
) -> WidgetPointer? {
  unsafe run(made, otherwise: nil, function) { made in
    guard let made = UnsafeMutableRawPointer(made) else { return nil }
    return try unsafe checked(made, gtk_window_get_type(), "window made")
      .assumingMemoryBound(to: GtkWidget.self)
  }
}
#endif
