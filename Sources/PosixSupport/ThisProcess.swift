// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

// `stdout` is shared by threads, and locks itself.
#if canImport(Glibc)
@unsafe @preconcurrency import Glibc
#elseif canImport(Musl)
@unsafe @preconcurrency import Musl
#elseif canImport(Android)
@unsafe @preconcurrency import Android
#else
@unsafe @preconcurrency import Darwin
#endif

/// This process, as the system sees it.
package enum ThisProcess {
  package static var identifier: Int32 { getpid() }

  /// The effective user of the process.
  package static var user: UInt32 { geteuid() }

  /// Returns one environment variable, without copying all of them.
  package static func variable(_ name: String) -> String? {
    unsafe getenv(name).map { unsafe String(cString: $0) }
  }

  /// Ends another process immediately with `SIGKILL`.
  package static func end(_ process: Int32) { kill(process, SIGKILL) }

  /// Returns the home folder in the user database; `nil` if none.
  package static func homeOfAccount() -> String? {
    var buffer = [CChar](repeating: 0, count: 16 << 10)
    return unsafe buffer.withUnsafeMutableBufferPointer { buffer in
      var (entry, found): (passwd, UnsafeMutablePointer<passwd>?) = unsafe (passwd(), nil)
      guard let start = buffer.baseAddress,
        unsafe getpwuid_r(user, &entry, start, buffer.count, &found) == 0,
        unsafe found != nil, let home = unsafe entry.pw_dir
      else { return nil }
      return unsafe String(cString: home)
    }
  }
}

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

/// A standard stream of the process.
package enum StandardStream: Int32 {
  case input, output, error

  package var isTerminal: Bool { isatty(rawValue) == 1 }

  /// Flushes buffered output to the system.
  ///
  /// - Returns: Whether this output and all earlier output could be written.
  @discardableResult package static func flushOutput() -> Bool {
    unsafe fflush(stdout) == 0 && ferror(stdout) == 0
  }
}
