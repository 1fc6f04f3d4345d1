// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import RestorationArchive
import Synchronization

/// The keys of a program's sessions, the same on all its nodes.
///
/// From them each session gets a key of its own, so that what is one session's never opens as another's.
public struct SessionKeys: Sendable {
  /// Gives sessions the names that the store knows them by.
  ///
  /// Never replaced: without it no session is found.
  public var naming: ArchiveKey
  /// Seals what is written.
  public var sealing: ArchiveKey
  /// Open what was written before the sealing key was replaced.
  public var former: [ArchiveKey]

  /// Joins keys.
  ///
  /// - Parameters:
  ///   - naming: Gives sessions their names.
  ///   - sealing: Seals what is written.
  ///   - former: Open what was sealed before.
  public init(naming: ArchiveKey, sealing: ArchiveKey, former: [ArchiveKey] = []) {
    (self.naming, self.sealing, self.former) = (naming, sealing, former)
  }

  /// New keys.
  public init() { self.init(naming: ArchiveKey(), sealing: ArchiveKey()) }

  /// These keys after the sealing key was replaced.
  ///
  /// What was sealed with a former key is sealed anew when its session is written next. Nodes that share
  /// the keys must all know the new one before one of them seals with it; a host that meets an unknown key asks
  /// its provider once more.
  ///
  /// - Parameter key: Seals from now on; a new one by default.
  /// - Returns: The keys to use from now on.
  public func replacingSealingKey(by key: ArchiveKey = ArchiveKey()) -> SessionKeys {
    SessionKeys(naming: naming, sealing: key, former: [sealing] + former)
  }
}

/// Where the keys of sessions come from.
public protocol SessionKeyProvider: Sendable {
  /// The keys as they are now.
  ///
  /// Asked for whenever a session is woken or saved; a provider that reads a file remembers what it read.
  ///
  /// - Parameter refreshing: Whether to look again, since a session was sealed with a key that is not known.
  /// - Returns: The keys.
  /// - Throws: `ArchiveError` when they cannot be had.
  func keys(refreshing: Bool) throws(ArchiveError) -> SessionKeys
}

extension SessionKeyProvider {
  /// What a store calls a session.
  ///
  /// - Parameter identifier: What the program calls it.
  /// - Returns: The name.
  /// - Throws: `ArchiveError` when the keys cannot be had.
  public func name(of identifier: String) throws(ArchiveError) -> SessionName {
    SessionName(bytes: try keys(refreshing: false).naming.name(ofSession: identifier))
  }
}

/// Keys that live as long as the process, or that the program brings itself.
public final class MemorySessionKeys: SessionKeyProvider {
  private let current: Mutex<SessionKeys>

  /// Makes a provider.
  ///
  /// - Parameter keys: The keys; new ones by default.
  public init(_ keys: SessionKeys = SessionKeys()) { current = Mutex(keys) }

  /// The keys.
  public func keys(refreshing: Bool = false) -> SessionKeys { current.withLock { $0 } }

  /// Replaces the sealing key while hosts run.
  ///
  /// - Parameter key: Seals from now on; a new one by default.
  public func rotate(to key: ArchiveKey = ArchiveKey()) {
    current.withLock { $0 = $0.replacingSealingKey(by: key) }
  }
}
