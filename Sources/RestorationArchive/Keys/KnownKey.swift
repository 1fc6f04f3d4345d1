// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import PosixSupport
import Synchronization

/// Caches the key of a file while the file is unchanged.
///
/// At each save this avoids three of the four system calls for reading the key. If the file is too
/// new to trust its status, it is read, and only the derivation from its bytes is avoided.
final class KnownKey: Sendable {
  private let known = Mutex<Known?>(nil)

  private final class Known: Sendable {
    let key: ArchiveKey
    let status: FileStatus
    /// Whether the status is old enough to reveal any later change.
    let isSettled: Bool

    init(_ key: ArchiveKey, _ status: FileStatus) {
      (self.key, self.status, isSettled) = (key, status, status.isSettled)
    }
  }

  func key(ofFile status: FileStatus?) -> ArchiveKey? {
    known.withLock { known in
      if known?.status != status { known = nil }
      return known.flatMap { $0.isSettled ? $0.key : nil }
    }
  }

  /// Returns the key for a file's bytes, from the cache if equal.
  func key(of bytes: [UInt8]) -> ArchiveKey? {
    known.withLock { known in
      if let key = known?.key, key.bytes.elementsEqual(bytes) { return key }
      return ArchiveKey(bytes: bytes)
    }
  }

  /// Caches a key that was read.
  func keep(_ key: ArchiveKey, ofFile status: FileStatus?) {
    guard let status else { return }
    known.withLock { $0 = Known(key, status) }
  }

  func forget() { known.withLock { $0 = nil } }
}
