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
