// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#else
  import Darwin
#endif

/// A signal that asks a process to end.
package enum EndSignal: Sendable, CaseIterable {
  case hangUp, interrupt, terminate

  package var number: Int32 {
    switch self {
    case .hangUp: SIGHUP
    case .interrupt: SIGINT
    case .terminate: SIGTERM
    }
  }

  /// Whether the process was started with the signal ignored, as by `nohup`.
  package var isIgnored: Bool {
    var action = sigaction()
    guard unsafe sigaction(number, nil, &action) == 0 else { return false }
    #if canImport(Glibc)
      let handler = unsafe action.__sigaction_handler.sa_handler
    #elseif canImport(Musl)
      let handler = unsafe action.__sa_handler.sa_handler
    #elseif canImport(Android)
      let handler = unsafe action.sa_handler
    #else
      let handler = unsafe action.__sigaction_u.__sa_handler
    #endif
    // Functions cannot be compared, so their addresses are.
    return unsafe unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  /// Ends the process as the unhandled signal would.
  package func endProcess() {
    signal(number, SIG_DFL)
    raise(number)
  }
}
