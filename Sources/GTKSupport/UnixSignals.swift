// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK

  #if canImport(Glibc)
    import Glibc
  #endif

  /// Hears the signals that ask the process to end.
  @MainActor package final class UnixSignals {
    private static let signals = [SIGHUP, SIGINT, SIGTERM]
    private var sources: [guint] = []

    /// Calls a closure on the main actor with each signal that arrives.
    package init(_ action: @escaping @MainActor (Int32) -> Void) {
      for signal in Self.signals where signal != SIGHUP || !Self.outlivesTerminal {
        let handler = Unmanaged.passRetained(SignalAction(signal, action)).toOpaque()
        sources.append(
          g_unix_signal_add_full(
            G_PRIORITY_HIGH, signal,
            { data in
              guard let data else { return 0 }
              let handler = Unmanaged<SignalAction>.fromOpaque(data).takeUnretainedValue()
              MainActor.assumeIsolated { handler.body(handler.signal) }
              return 1
            }, handler,
            { data in
              if let data { Unmanaged<SignalAction>.fromOpaque(data).release() }
            }))
      }
    }

    /// Whether whoever started the process wants it to live on without its terminal, as `nohup` does.
    private static var outlivesTerminal: Bool {
      var action = sigaction()
      guard sigaction(SIGHUP, nil, &action) == 0 else { return false }
      return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
        == unsafeBitCast(SIG_IGN, to: Int.self)
    }

    /// Gives the signals back to the system.
    package func remove() {
      for source in sources { g_source_remove(source) }
      sources = []
    }
  }

  private final class SignalAction: Sendable {
    let signal: Int32
    let body: @MainActor (Int32) -> Void

    init(_ signal: Int32, _ body: @escaping @MainActor (Int32) -> Void) {
      (self.signal, self.body) = (signal, body)
    }
  }
#endif
