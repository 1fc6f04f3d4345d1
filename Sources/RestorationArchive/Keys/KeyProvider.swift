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
