// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The key that a file was found to hold, as long as it is the same file.
///
/// Saves the three calls besides the look at its name that reading it takes at each save.
final class KnownKey: Sendable {
  private let known = Mutex<(key: ArchiveKey, identity: FileIdentity)?>(nil)

  func key(ofFile identity: FileIdentity?) -> ArchiveKey? {
    known.withLock { known in
      if known?.identity != identity { known = nil }
      return known?.key
    }
  }

  /// Keeps what was read, unless the file is so new that its identity proves nothing.
  func keep(_ key: ArchiveKey, ofFile identity: FileIdentity?) {
    guard let identity, identity.isSettled else { return }
    known.withLock { $0 = (key, identity) }
  }

  func forget() { known.withLock { $0 = nil } }
}
