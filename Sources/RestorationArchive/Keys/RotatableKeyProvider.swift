// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

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
