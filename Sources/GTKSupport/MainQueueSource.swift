// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK
  import PosixSupport

  /// Lets the main dispatch queue, and with it the main actor, run inside GLib's loop.
  @MainActor package enum MainQueueSource {
    private static var isInstalled = false

    /// Adds the source to GLib's default context; once is enough.
    package static func install() {
      guard !isInstalled else { return }
      isInstalled = true
      let descriptor = _dispatch_get_main_queue_handle_4CF()
      unsafe g_unix_fd_add_full(
        G_PRIORITY_DEFAULT, descriptor, G_IO_IN,
        { descriptor, _, _ in
          OpenFile.resetEvents(descriptor)  // without it the loop would never sleep again
          _dispatch_main_queue_callback_4CF(nil)
          return 1
        }, nil, nil)
    }
  }
#endif
