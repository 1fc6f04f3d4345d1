// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// Rotation by a second key file beside the first.
///
/// Renaming the next key's file is the single step that replaces the key.
extension KeyFile: RotatableKeyProvider {
  private var nextPath: String { path + ".next" }

  /// Whether ``destroyKeys()`` would destroy anything.
  package var isStored: Bool { fileSystem.exists(path) || fileSystem.exists(nextPath) }

  /// Reads the next key.
  public func nextKey() throws(ArchiveError) -> ArchiveKey? { try storedKey(at: nextPath) }

  /// Reads the next key, or creates and stores one.
  public func makeNextKey() throws(ArchiveError) -> ArchiveKey { try key(at: nextPath) }

  /// Renames the next key's file to the present key's name.
  ///
  /// The bytes of the old file are freed; a disk may still hold freed bytes.
  public func advanceToNextKey() throws(ArchiveError) {
    guard fileSystem.exists(nextPath) else { return }
    forgetKey()
    try fileSystem.rename(nextPath, to: path)
    try fileSystem.syncFolder(folder)
  }

  /// Removes the key files; a disk may still hold the freed bytes.
  public func destroyKeys() throws(ArchiveError) {
    forgetKey()
    // The present key first: the next key alone opens only what a rotation has re-sealed.
    try fileSystem.remove(path)
    try fileSystem.remove(nextPath)
    if fileSystem.exists(folder) { try fileSystem.syncFolder(folder) }
  }
}
