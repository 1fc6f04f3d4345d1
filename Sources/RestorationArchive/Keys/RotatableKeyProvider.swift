// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// A provider whose key can be replaced and destroyed.
///
/// While a key is being replaced there are two: the key, and the next one. Both are kept durably until
/// every archive was sealed anew, so that a process that dies at any moment leaves nothing that
/// cannot be opened. ``Archiver/rotateKey()`` and ``Archiver/destroyKey()`` make the calls.
public protocol RotatableKeyProvider: KeyProvider {
  /// The key that is to follow ``KeyProvider/key()``.
  ///
  /// - Returns: `nil` unless a replacement was begun and not finished.
  /// - Throws: ``ArchiveError`` when it cannot be had.
  func nextKey() throws(ArchiveError) -> ArchiveKey?

  /// Makes the next key and keeps it durably; the one there is when there is one.
  ///
  /// - Returns: The next key.
  /// - Throws: ``ArchiveError`` when it could not be kept.
  func makeNextKey() throws(ArchiveError) -> ArchiveKey

  /// Makes the next key the key, in one step, and removes the one before for good.
  ///
  /// - Throws: ``ArchiveError`` when it could not be done, or is not durable for certain: one of the two
  ///   is the key then.
  func advanceToNextKey() throws(ArchiveError)

  /// Removes all keys for good, from memory too; the next ``KeyProvider/key()`` makes a new one.
  ///
  /// - Throws: ``ArchiveError`` when one could not be removed.
  func destroyKeys() throws(ArchiveError)
}

extension RotatableKeyProvider {
  /// This provider.
  public var rotatable: (any RotatableKeyProvider)? { self }
}
