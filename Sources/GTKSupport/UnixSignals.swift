// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK
  package import PosixSupport

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
