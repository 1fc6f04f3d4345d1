// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import RestorationArchive
import Synchronization

/// The keys of a program's sessions, the same on all its nodes.
///
/// Each session gets a key of its own, derived from these, so that one session's bytes never open
/// as another's.
public struct SessionKeys: Sendable {
  /// Derives the names under which the store knows sessions.
  ///
  /// Never replaced: without it no session is found.
  public var naming: ArchiveKey
  /// The key that seals writes.
  public var sealing: ArchiveKey
  /// The former sealing keys, which open older writes.
  public var former: [ArchiveKey]

  /// Makes a set of keys.
  ///
  /// - Parameters:
  ///   - naming: Derives the names of sessions.
  ///   - sealing: Seals writes.
  ///   - former: The former sealing keys, which open older writes.
  public init(naming: ArchiveKey, sealing: ArchiveKey, former: [ArchiveKey] = []) {
    (self.naming, self.sealing, self.former) = (naming, sealing, former)
  }

  /// Makes new keys.
  public init() { self.init(naming: ArchiveKey(), sealing: ArchiveKey()) }

  /// Returns these keys with the sealing key replaced.
  ///
  /// Bytes sealed with a former key are sealed with the new one when their session is next written.
  /// All nodes that share the keys must know the new key before one of them seals with it; a host
  /// that meets an unknown key asks its provider again.
  ///
  /// - Parameter key: Seals from now on; a new one by default.
  /// - Returns: The keys to use from now on.
  public func replacingSealingKey(by key: ArchiveKey = ArchiveKey()) -> SessionKeys {
    SessionKeys(naming: naming, sealing: key, former: [sealing] + former)
  }
}

/// A source of session keys.
public protocol SessionKeyProvider: Sendable {
  /// Returns the current keys.
  ///
  /// Called whenever a session is woken or saved; a provider that reads a file should cache its
  /// content.
  ///
  /// - Parameter refreshing: Whether to look again, since a session was sealed with an unknown key.
  /// - Returns: The keys.
  /// - Throws: `ArchiveError` when the keys are unavailable.
  func keys(refreshing: Bool) throws(ArchiveError) -> SessionKeys
}

extension SessionKeyProvider {
  /// Returns a session's name in the store.
  ///
  /// - Parameter identifier: The session's identifier in the program.
  /// - Returns: The name.
  /// - Throws: `ArchiveError` when the keys are unavailable.
  public func name(of identifier: String) throws(ArchiveError) -> SessionName {
    SessionName(bytes: try keys(refreshing: false).naming.name(ofSession: identifier))
  }
}

/// Keys in memory, new for each process or supplied by the program.
public final class MemorySessionKeys: SessionKeyProvider {
  private let current: Mutex<SessionKeys>

  /// Makes a provider.
  ///
  /// - Parameter keys: The keys; new ones by default.
  public init(_ keys: SessionKeys = SessionKeys()) { current = Mutex(keys) }

  /// Returns the keys.
  public func keys(refreshing: Bool = false) -> SessionKeys { current.withLock { $0 } }

  /// Replaces the sealing key while hosts run.
  ///
  /// - Parameter key: Seals from now on; a new one by default.
  public func rotate(to key: ArchiveKey = ArchiveKey()) {
    current.withLock { $0 = $0.replacingSealingKey(by: key) }
  }
}
