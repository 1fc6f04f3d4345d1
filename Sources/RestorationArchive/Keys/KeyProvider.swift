// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// Provides the application's key, and reports when it is available.
///
/// The key is fetched off the main actor, or at launch before there is a window, never in a pass. A
/// provider never prompts the user. A locked key is an ordinary error, distinct from a key that
/// does not exist.
public protocol KeyProvider: Sendable {
  /// The availability that the application may rely on.
  var protection: KeyProtection { get }

  /// Returns the application's key, and creates it on first use.
  ///
  /// - Returns: The same key in every launch.
  /// - Throws: ``ArchiveError`` with the code ``ArchiveError/Code/keyLocked`` when a key exists, or
  ///   may exist, behind a lock; ``ArchiveError/Code/keyUnavailable`` for anything else.
  func key() throws(ArchiveError) -> ArchiveKey

  /// Whether ``key()`` would return a key now; by default `true`.
  ///
  /// Read on any thread, including the main thread, so the answer must be immediate.
  var isKeyAvailable: Bool { get }

  /// Registers an observer of ``isKeyAvailable``; by default it never changes.
  ///
  /// - Parameter onChange: Retained as long as the provider lives. Called on any thread with the
  ///   new value of ``isKeyAvailable``.
  func observeKeyAvailability(_ onChange: @escaping @Sendable (Bool) -> Void)

  /// Drops the key from memory; by default does nothing.
  ///
  /// The next ``key()`` fetches it again, or throws while it is locked.
  func forgetKey()

  /// This provider, if its key can be replaced; by default `nil`.
  ///
  /// Adopters do not implement it: ``RotatableKeyProvider`` does.
  ///
  /// Each launch reads this property. A cast to the protocol would take longer than reading a key.
  var rotatable: (any RotatableKeyProvider)? { get }
}

extension KeyProvider {
  /// `true`.
  public var isKeyAvailable: Bool { true }

  /// Does nothing, since availability never changes.
  ///
  /// - Parameter onChange: Never called.
  public func observeKeyAvailability(_ onChange: @escaping @Sendable (Bool) -> Void) {}

  /// Does nothing.
  public func forgetKey() {}

  /// `nil`.
  public var rotatable: (any RotatableKeyProvider)? { nil }
}

/// A provider whose key can be replaced and destroyed.
///
/// During a replacement there are two keys: the present one and the next one. Both are stored
/// durably until every archive has been sealed again. So no archive becomes unreadable, no matter
/// when the process ends. ``Archiver/rotateKey()`` and ``Archiver/destroyKey()`` make the calls.
public protocol RotatableKeyProvider: KeyProvider {
  /// Returns the key that is to replace ``KeyProvider/key()``.
  ///
  /// - Returns: `nil` unless a replacement was started and not finished.
  /// - Throws: ``ArchiveError`` when it is not available.
  func nextKey() throws(ArchiveError) -> ArchiveKey?

  /// Creates and durably stores the next key, or returns the existing one.
  ///
  /// - Returns: The next key.
  /// - Throws: ``ArchiveError`` when it could not be stored.
  func makeNextKey() throws(ArchiveError) -> ArchiveKey

  /// Replaces the present key by the next one in one step.
  ///
  /// The key before is removed permanently.
  ///
  /// - Throws: ``ArchiveError`` when the step failed, or is possibly not durable. One of the two
  ///   keys is the present one then.
  func advanceToNextKey() throws(ArchiveError)

  /// Removes all keys permanently, also from memory.
  ///
  /// The next ``KeyProvider/key()`` creates a new one.
  ///
  /// - Throws: ``ArchiveError`` when one could not be removed.
  func destroyKeys() throws(ArchiveError)
}

extension RotatableKeyProvider {
  /// This provider.
  public var rotatable: (any RotatableKeyProvider)? { self }
}

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
