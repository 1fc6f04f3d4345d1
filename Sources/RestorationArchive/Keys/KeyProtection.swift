// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// When an application's key can be had, weakest last; the levels are those of UIKit's files (R120).
public enum KeyProtection: Hashable, Sendable, CaseIterable {
  /// Only while neither screen nor keyring is locked; the key is wiped from memory at a lock.
  case complete
  /// From the first unlock on, as long as the process lives, whatever is locked later.
  case completeUntilFirstUserAuthentication
  /// Always: the key is as well protected as the file that it lies in.
  case none
}
