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
