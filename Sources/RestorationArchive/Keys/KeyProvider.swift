// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// Where the application's key comes from, and when it can be had.
///
/// Asked for the key off the main actor, or at launch before there is a window; never in a pass. A
/// provider never asks the user for anything: a key that is locked away is an error like any other,
/// told from one that does not exist (R120).
public protocol KeyProvider: Sendable {
  /// When the key can be had; says what the application may rely on (R120).
  var protection: KeyProtection { get }

  /// The application's key, made on first use.
  ///
  /// - Returns: The same key in every launch.
  /// - Throws: ``ArchiveError`` with the code ``ArchiveError/Code/keyLocked`` when there is one, or
  ///   may be one, behind a lock; ``ArchiveError/Code/keyUnavailable`` for anything else.
  func key() throws(ArchiveError) -> ArchiveKey

  /// Whether ``key()`` would give a key now; by default `true`.
  ///
  /// Asked on any thread, the main one included, and so answered at once.
  var isKeyAvailable: Bool { get }

  /// Has changes of ``isKeyAvailable`` reported; by default there are none.
  ///
  /// - Parameter onChange: Kept as long as the provider lives, and called on any thread with what
  ///   ``isKeyAvailable`` is now.
  func observeKeyAvailability(_ onChange: @escaping @Sendable (Bool) -> Void)

  /// Drops the key from this process's memory; by default nothing is kept that could be dropped.
  ///
  /// The next ``key()`` fetches it anew, or throws while it is locked.
  func forgetKey()

  /// What the provider has put right by itself since it was asked last, such as a key file that was
  /// open to other users; by default nothing.
  ///
  /// - Returns: A part of a sentence for each, for the log.
  func takeRemarks() -> [String]

  /// This provider where its key can be replaced; by default `nil`, and no adopter says otherwise:
  /// ``RotatableKeyProvider`` does.
  ///
  /// Each launch asks, and to search the program for a protocol takes longer than to read a key.
  var rotatable: (any RotatableKeyProvider)? { get }
}

extension KeyProvider {
  /// `true`.
  public var isKeyAvailable: Bool { true }

  /// Does nothing: availability never changes.
  ///
  /// - Parameter onChange: Never called.
  public func observeKeyAvailability(_ onChange: @escaping @Sendable (Bool) -> Void) {}

  /// Does nothing.
  public func forgetKey() {}

  /// Nothing.
  public func takeRemarks() -> [String] { [] }

  /// `nil`.
  public var rotatable: (any RotatableKeyProvider)? { nil }
}
