// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// A key that lives as long as the process, for tests.
public final class MemoryKeyProvider: KeyProvider {
  /// Never locked.
  public let protection = KeyProtection.none

  private let stored: ArchiveKey

  /// Makes a provider.
  ///
  /// - Parameter key: The key to give; a new one by default.
  public init(key: ArchiveKey = ArchiveKey()) { stored = key }

  /// The key.
  public func key() -> ArchiveKey { stored }
}
