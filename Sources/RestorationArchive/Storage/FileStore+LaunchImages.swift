// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// The picture beside the archives of a slot.
extension FileStore {
  private func place(_ slot: String?) -> String { file("launch-image.sealed", slot) }

  /// Opens the file.
  public func storedLaunchImage(slot: String?) throws(ArchiveError) -> StoredBytes? {
    try inFolder { () throws(ArchiveError) in
      try fileSystem.open(place(slot), limit: ArchiveLimits.launchImageFileSize)
    }
  }

  /// Reads the file.
  public func loadLaunchImage(slot: String?) throws(ArchiveError) -> [UInt8]? {
    try storedLaunchImage(slot: slot)?.all()
  }

  /// Writes a new file and renames it over the old one, or removes that.
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

  /// Removes both files.
  func removeLaunchImage(slot: String?) throws(ArchiveError) {
    for name in ["launch-image.new", "launch-image.sealed"] {
      try fileSystem.remove(file(name, slot))
    }
  }
}
