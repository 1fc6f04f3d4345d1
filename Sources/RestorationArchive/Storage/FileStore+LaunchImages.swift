// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// The picture beside the archives of a slot.
extension FileStore {
  private func place(_ slot: String?) -> String { file("launch-image.sealed", slot) }

  /// Reads the file.
  public func loadLaunchImage(slot: String?) throws(ArchiveError) -> [UInt8]? {
    try fileSystem.read(place(slot), limit: ArchiveLimits.launchImageFileSize)
  }

  /// Writes a new file and renames it over the old one, or removes that.
  public func replaceLaunchImage(with bytes: [UInt8]?, slot: String?) throws(ArchiveError) {
    guard let bytes else {
      guard fileSystem.exists(place(slot)) else { return }
      try fileSystem.remove(place(slot))
      return try fileSystem.syncFolder(folder)
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
