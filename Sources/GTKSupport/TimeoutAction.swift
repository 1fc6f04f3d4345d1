// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK

  /// An action that GLib's loop runs once, after a delay.
  @MainActor package final class TimeoutAction {
    private var source: guint = 0
    private var action: (@MainActor () -> Void)?

    /// Schedules an action.
    ///
    /// - Parameters:
    ///   - delay: The least time to wait, to the millisecond.
    ///   - action: Runs once, unless ``cancel()`` is called before.
    package init(after delay: Duration, _ action: @escaping @MainActor () -> Void) {
      self.action = action
      let (seconds, attoseconds) = delay.components
      let milliseconds = max(
        0, seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
      source = unsafe g_timeout_add_full(
        G_PRIORITY_DEFAULT, guint(clamping: milliseconds),
        { data in
          guard let data = unsafe data else { return 0 }
          let timeout = unsafe Unmanaged<TimeoutAction>.fromOpaque(data).takeUnretainedValue()
          MainActor.assumeIsolated { timeout.fire() }
          return 0
        }, unsafe Unmanaged.passRetained(self).toOpaque(),
        { data in
          if let data = unsafe data { unsafe Unmanaged<TimeoutAction>.fromOpaque(data).release() }
        })
    }

    /// Cancels the action if it has not run.
    package func cancel() {
      guard source != 0 else { return }
      action = nil
      g_source_remove(source)
      source = 0
    }

    private func fire() {
      source = 0
      let action = action
      self.action = nil
      action?()
    }
  }
#endif
