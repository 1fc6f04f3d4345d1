// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// Replacing the key, and destroying it.
extension Archiver {
  /// Replaces the application's key without blocking the caller's actor.
  ///
  /// All archives are sealed again with the new key; their sequence numbers and contents stay the
  /// same. Then the old key is removed. If the process ends in between, there are two keys, and
  /// each archive opens with one of them; the next launch finishes the work.
  ///
  /// - Throws: ``ArchiveError``, and the old key stays. This also happens when the provider is not
  ///   a ``RotatableKeyProvider``, when there is an archive of a newer format, which only the newer
  ///   version can seal again, or when another process of the application runs
  ///   (``ArchiveError/Code/inUse``).
  public func rotateKey() async throws(ArchiveError) {
    try await inOrder { archive throws(ArchiveError) in try archive.rotateKey() }
  }

  /// Replaces the application's key and blocks the caller until done.
  ///
  /// See ``rotateKey()``.
  ///
  /// - Throws: ``ArchiveError``; then the old key stays.
  public func rotateKeyAndWait() throws(ArchiveError) {
    try inOrderAndWait { archive throws(ArchiveError) in try archive.rotateKey() }
  }

  /// Discards all saved state and destroys the key.
  ///
  /// After that, no copy of an archive can be opened. Does not block the caller's actor.
  ///
  /// Later saves are sealed with a new key. Archives of other keys are left alone.
  ///
  /// - Throws: ``ArchiveError`` when the key is locked and nothing has changed, or when something
  ///   could not be removed.
  public func destroyKey() async throws(ArchiveError) {
    try await inOrder { archive throws(ArchiveError) in try archive.destroyKey() }
  }

  /// Discards all state, destroys the key and blocks until done.
  ///
  /// See ``destroyKey()``.
  ///
  /// - Throws: ``ArchiveError``, as ``destroyKey()`` does.
  public func destroyKeyAndWait() throws(ArchiveError) {
    try inOrderAndWait { archive throws(ArchiveError) in try archive.destroyKey() }
  }
}
