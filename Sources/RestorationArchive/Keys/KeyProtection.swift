// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// The availability of an application's key, weakest protection last.
///
/// The levels correspond to those of UIKit's files.
public enum KeyProtection: Hashable, Sendable, CaseIterable {
  /// Available only while neither screen nor keyring is locked.
  ///
  /// The key is wiped from memory at a lock.
  case complete
  /// Available from the first unlock until the process ends.
  ///
  /// Later locks do not matter.
  case completeUntilFirstUserAuthentication
  /// Always available; only the key file's mode protects the key.
  case none
}
