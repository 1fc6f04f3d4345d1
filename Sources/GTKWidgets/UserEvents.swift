// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import GTKSupport

/// The user's events, to tell what the user does from what the program does.
///
/// GTK asks a window to close in the same way, whoever closes it, and does not say who moves the
/// focus. A program that does so while it handles a click does what the user asked for.
@MainActor enum UserEvents {
  /// Whether GTK handles an event of the user in this turn of the loop.
  static var isHandled: Bool { count > 0 }
  private static var count = 0
  /// Grows with each key, click or request to close; the end of a key or a click does not count.
  ///
  /// The end may be that of the key with which the user has started the program.
  private(set) static var acts = 0
  private static var isObserving = false

  /// Begins to look at events; later calls do nothing.
  ///
  /// It goes on for the whole process, because GTK's signals do.
  static func observe() {
    guard !isObserving else { return }
    isObserving = true
    unsafe g_type_class_unref(g_type_class_ref(gdk_surface_get_type()))  // registers the signal
    unsafe g_signal_add_emission_hook(
      g_signal_lookup("event", gdk_surface_get_type()), 0,
      { _, _, values, _ in
        // A surface that the program has destroyed gets a last event, as if the user closed it.
        guard let values = unsafe values, let surface = unsafe g_value_peek_pointer(values),
          unsafe gdk_surface_is_destroyed(OpaquePointer(surface)) == 0,
          let event = unsafe g_value_peek_pointer(values + 1)
        else { return 1 }
        let type = unsafe gdk_event_get_event_type(OpaquePointer(event))
        if UserEvents.types.contains(type.rawValue) {
          MainActor.assumeIsolated {
            UserEvents.willHandle(isEnd: UserEvents.endTypes.contains(type.rawValue))
          }
        }
        return 1
      }, nil, nil)
  }

  /// The events with which a user closes a window: a request of the window manager, a key, a click.
  ///
  /// The user also moves the focus with them.
  private nonisolated static let types = endTypes.union(
    [GDK_DELETE, GDK_KEY_PRESS, GDK_BUTTON_PRESS, GDK_TOUCH_END].map(\.rawValue))

  private nonisolated static let endTypes = Set(
    [GDK_KEY_RELEASE, GDK_BUTTON_RELEASE].map(\.rawValue))

  private static func willHandle(isEnd: Bool) {
    count += 1
    if !isEnd { acts += 1 }
    _ = TimeoutAction(after: .zero) { count -= 1 }
  }
}
#endif
