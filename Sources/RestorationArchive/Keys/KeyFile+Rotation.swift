// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// The next key lies in a file beside the key's; renaming it is the one step that replaces the key.
extension KeyFile: RotatableKeyProvider {
  private var nextPath: String { path + ".next" }

  /// Whether there is anything that ``destroyKeys()`` destroys.
  package var isStored: Bool { fileSystem.exists(path) || fileSystem.exists(nextPath) }

  /// Reads the key that is to follow.
  public func nextKey() throws(ArchiveError) -> ArchiveKey? { try storedKey(at: nextPath) }

  /// Reads the key that is to follow, or makes and stores one.
  public func makeNextKey() throws(ArchiveError) -> ArchiveKey { try key(at: nextPath) }

  /// Renames the next key's file to the key's; the bytes of the old file are freed, and a disk may
  /// keep what it has freed.
  public func advanceToNextKey() throws(ArchiveError) {
    guard fileSystem.exists(nextPath) else { return }
    forgetKey()
    try fileSystem.rename(nextPath, to: path)
    try fileSystem.syncFolder(folder)
  }

  /// Removes the files; a disk may keep what it has freed.
  public func destroyKeys() throws(ArchiveError) {
    forgetKey()
    // The key first: a next key alone opens nothing but what a rotation has sealed anew.
    try fileSystem.remove(path)
    try fileSystem.remove(nextPath)
    if fileSystem.exists(folder) { try fileSystem.syncFolder(folder) }
  }
}
