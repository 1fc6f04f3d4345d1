// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// Where the application's key comes from.
///
/// Asked off the main actor, once a process and never in a pass.
public protocol KeyProvider: Sendable {
  /// The application's key, made on first use.
  ///
  /// - Returns: The same key in every launch.
  /// - Throws: ``ArchiveError`` with the code ``ArchiveError/Code/keyUnavailable``.
  func key() throws(ArchiveError) -> ArchiveKey
}

/// A key that lives as long as the process, for tests.
public final class MemoryKeyProvider: KeyProvider {
  private let stored: ArchiveKey

  /// Makes a provider.
  ///
  /// - Parameter key: The key to give; a new one by default.
  public init(key: ArchiveKey = ArchiveKey()) { stored = key }

  /// The key.
  public func key() -> ArchiveKey { stored }
}
