// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
import GTKSupport

/// The user's events, to tell a window that the user closes from one that the program closes.
///
/// GTK asks a window in the same way, whoever closes it. A program that closes a window while it
/// handles a click does what the user asked for.
@MainActor enum UserEvents {
  /// Whether GTK handles an event of the user in this turn of the loop.
  static var isHandled: Bool { count > 0 }
  private static var count = 0
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
        // The surface, and the event.
        guard let event = unsafe values.flatMap({ unsafe g_value_peek_pointer($0 + 1) }) else {
          return 1
        }
        let type = unsafe gdk_event_get_event_type(OpaquePointer(event))
        if UserEvents.closingTypes.contains(type.rawValue) {
          MainActor.assumeIsolated { UserEvents.willHandle() }
        }
        return 1
      }, nil, nil)
  }

  /// The events with which a user closes a window: a request of the window manager, a key, a click.
  private nonisolated static let closingTypes = Set(
    [
      GDK_DELETE, GDK_KEY_PRESS, GDK_KEY_RELEASE, GDK_BUTTON_PRESS, GDK_BUTTON_RELEASE,
      GDK_TOUCH_END,
    ].map(\.rawValue))

  private static func willHandle() {
    count += 1
    _ = TimeoutAction(after: .zero) { count -= 1 }
  }
}
#endif
