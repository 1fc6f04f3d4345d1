// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
import CGTK
package import PosixSupport

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

/// An action that GLib's loop runs once, after a delay.
@MainActor package final class TimeoutAction {
  private var source: guint = 0
  private var action: (@MainActor () -> Void)?

  /// Schedules an action.
  ///
  /// - Parameters:
  ///   - delay: The least time to wait, to the millisecond.
  ///   - priority: GLib's priority; a greater number waits for those with a smaller one.
  ///   - action: Runs once, unless ``cancel()`` is called before.
  package init(
    after delay: Duration, priority: CInt = G_PRIORITY_DEFAULT,
    _ action: @escaping @MainActor () -> Void
  ) {
    self.action = action
    let (seconds, attoseconds) = delay.components
    let milliseconds = max(
      0, seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
    source = unsafe g_timeout_add_full(
      priority, guint(clamping: milliseconds),
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

/// The signals that ask the process to end.
@MainActor package final class UnixSignals {
  private var sources: [guint] = []

  /// Calls a closure on the main actor for each signal.
  package init(_ action: @escaping @MainActor (EndSignal) -> Void) {
    for signal in EndSignal.allCases where signal != .hangUp || !signal.isIgnored {
      let handler = unsafe Unmanaged.passRetained(SignalAction(signal, action)).toOpaque()
      unsafe sources.append(
        g_unix_signal_add_full(
          G_PRIORITY_HIGH, signal.number,
          { data in
            guard let data = unsafe data else { return 0 }
            let handler = unsafe Unmanaged<SignalAction>.fromOpaque(data).takeUnretainedValue()
            MainActor.assumeIsolated { handler.body(handler.signal) }
            return 1
          }, unsafe handler,
          { data in
            if let data = unsafe data {
              unsafe Unmanaged<SignalAction>.fromOpaque(data).release()
            }
          }))
    }
  }

  /// Restores the default action of the signals.
  package func remove() {
    for source in sources { g_source_remove(source) }
    sources = []
  }
}

private final class SignalAction: Sendable {
  let signal: EndSignal
  let body: @MainActor (EndSignal) -> Void

  init(_ signal: EndSignal, _ body: @escaping @MainActor (EndSignal) -> Void) {
    (self.signal, self.body) = (signal, body)
  }
}
#endif
