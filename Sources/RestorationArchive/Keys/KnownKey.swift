// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import PosixSupport
import Synchronization

/// The key that a file was found to hold, as long as it is the same file.
///
/// Saves the three calls besides the look at its name that reading it takes at each save; and where
/// the file has to be read, since it is too new, what is derived from its bytes.
final class KnownKey: Sendable {
  private let known = Mutex<Known?>(nil)

  private final class Known: Sendable {
    let key: ArchiveKey
    let status: FileStatus
    /// Whether the status was old enough to tell the file from any later one.
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

  /// The key that a file's bytes are, which is the one that is kept if they are the same.
  func key(of bytes: [UInt8]) -> ArchiveKey? {
    known.withLock { known in
      if let key = known?.key, key.bytes.elementsEqual(bytes) { return key }
      return ArchiveKey(bytes: bytes)
    }
  }

  /// Keeps what was read.
  func keep(_ key: ArchiveKey, ofFile status: FileStatus?) {
    guard let status else { return }
    known.withLock { $0 = Known(key, status) }
  }

  func forget() { known.withLock { $0 = nil } }
}
