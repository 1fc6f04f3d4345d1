// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK
  import PosixSupport

  /// A GLib source that runs the main dispatch queue.
  ///
  /// The main actor runs on that queue, so its tasks run in the loop, too.
  @MainActor package enum MainQueueSource {
    private static var isInstalled = false

    /// Adds the source to GLib's default context; later calls do nothing.
    package static func install() {
      guard !isInstalled else { return }
      isInstalled = true
      let descriptor = _dispatch_get_main_queue_handle_4CF()
      unsafe g_unix_fd_add_full(
        G_PRIORITY_DEFAULT, descriptor, cgtk_io_in,
        { descriptor, _, _ in
          OpenFile.resetEvents(descriptor)  // else the loop would never sleep again
          _dispatch_main_queue_callback_4CF(nil)
          return 1
        }, nil, nil)
    }
  }
#endif
