// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK
  import GTKSupport

  /// The monitor that warns when the machine runs out of memory.
  @safe @MainActor final class MemoryMonitor {
    private let monitor: OpaquePointer?
    private var connection: gulong = 0

    /// Listens until ``close()``.
    ///
    /// - Parameter action: Called for each warning, however urgent.
    init(_ action: @escaping @MainActor () -> Void) {
      unsafe monitor = unsafe g_memory_monitor_dup_default()
      guard let monitor = unsafe monitor else { return }
      connection = unsafe connect(UnsafeMutableRawPointer(monitor), "low-memory-warning") { _ in
        action()
      }
    }

    isolated deinit {
      if let monitor = unsafe monitor { unsafe g_object_unref(UnsafeMutableRawPointer(monitor)) }
    }

    /// Stops listening.
    func close() {
      guard let monitor = unsafe monitor, connection != 0 else { return }
      unsafe g_signal_handler_disconnect(UnsafeMutableRawPointer(monitor), connection)
      connection = 0
    }
  }
#endif
