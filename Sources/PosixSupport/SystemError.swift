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

/// The error number of a system call.
package struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
  package let number: Int32

  package init(_ number: Int32) { self.number = number }

  package static let accessDenied = Self(EACCES)
  package static let exists = Self(EEXIST)
  package static let fileTooLarge = Self(EFBIG)
  package static let missing = Self(ENOENT)
  package static let noLocks = Self(ENOLCK)
  package static let stale = Self(ESTALE)
  package static let notPermitted = Self(EPERM)

  /// Whether the error means that second names are not supported.
  package var saysThatLinksAreMissing: Bool {
    [EPERM, EOPNOTSUPP, ENOSYS, EMLINK, EXDEV].contains(number)
  }

  /// Whether the process lacks descriptors or memory.
  ///
  /// Such an error says nothing about the file.
  package var isShortage: Bool { [EMFILE, ENFILE, ENOMEM].contains(number) }

  /// Whether a folder cannot be synced.
  ///
  /// Some network file systems do not support it.
  package var saysThatSyncIsMissing: Bool { [EINVAL, EOPNOTSUPP].contains(number) }

  /// The C library's message.
  package var description: String { unsafe String(cString: strerror(number)) }
}

/// Makes a system call, and repeats it after an interrupting signal.
///
/// - Throws: ``SystemError`` when the call returns -1.
@discardableResult
func checked<Value: SignedInteger>(_ call: @autoclosure () -> Value) throws(SystemError) -> Value {
  while true {
    let value = call()
    if value != -1 { return value }
    let number = errno
    if number != EINTR { throw SystemError(number) }
  }
}
