// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// Keeps the launch image of a slot.
extension FileStore {
  private func place(_ slot: String?) -> String { file("launch-image.sealed", slot) }

  /// Opens the file of the launch image.
  public func storedLaunchImage(slot: String?) throws(ArchiveError) -> StoredBytes? {
    try inFolder { () throws(ArchiveError) in
      try fileSystem.open(place(slot), limit: ArchiveLimits.launchImageFileSize)
    }
  }

  /// Reads the file of the launch image.
  public func loadLaunchImage(slot: String?) throws(ArchiveError) -> [UInt8]? {
    try storedLaunchImage(slot: slot)?.all()
  }

  /// Replaces the file atomically, or removes it.
  ///
  /// A new file is written first, and then renamed over the old one.
  public func replaceLaunchImage(with bytes: [UInt8]?, slot: String?) throws(ArchiveError) {
    guard let bytes else {
      return try inFolder { () throws(ArchiveError) in
        guard fileSystem.exists(place(slot)) else { return }
        try fileSystem.remove(place(slot))
        try fileSystem.syncFolder(folder)
      }
    }
    try writeAnew(bytes, to: place(slot), through: file("launch-image.new", slot))
  }

  /// Removes the launch image and its unfinished file.
  func removeLaunchImage(slot: String?) throws(ArchiveError) {
    for name in ["launch-image.new", "launch-image.sealed"] {
      try fileSystem.remove(file(name, slot))
    }
  }
}
