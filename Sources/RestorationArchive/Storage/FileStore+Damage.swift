// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// Keeps damaged archives for later inspection.
extension FileStore {
  /// The largest number of damaged archives that are kept.
  static let keptDamaged = 3

  /// Gives the file the newest of three names for damaged archives.
  public func setAside(_ generation: ArchiveGeneration, slot: String?) throws(ArchiveError) {
    try inFolder { () throws(ArchiveError) in
      guard fileSystem.exists(path(of: generation, slot: slot)) else { return }
      try makeRoomForDamage(in: slot)
      try fileSystem.rename(path(of: generation, slot: slot), to: damagedPath(1, slot))
      try fileSystem.syncFolder(folder)
    }
  }

  /// Gives the file a second name, as the newest damaged archive.
  ///
  /// Nothing happens if that archive is a copy of the file already.
  public func keepAside(_ generation: ArchiveGeneration, slot: String?) throws(ArchiveError) -> Bool
  {
    let (file, kept) = (path(of: generation, slot: slot), damagedPath(1, slot))
    return try inFolder { () throws(ArchiveError) in
      guard fileSystem.exists(file) else { return false }
      if try isSame(file, kept) { return true }
      try makeRoomForDamage(in: slot)
      try giveSecondName(file, kept, slot)
      try fileSystem.syncFolder(folder)
      return true
    }
  }

  /// The largest number of archives that are kept after crashes.
  ///
  /// Far more than a user will tolerate; a loop has to end somewhere.
  static let keptPassedOver = 999

  /// Gives the file a name that it keeps until state is removed.
  public func passOver(_ generation: ArchiveGeneration, slot: String?, keepsPlace: Bool)
    throws(ArchiveError)
  {
    let file = path(of: generation, slot: slot)
    try inFolder { () throws(ArchiveError) in
      guard fileSystem.exists(file) else { return }
      for number in 1...Self.keptPassedOver {
        let kept = passedOverPath(number, slot)
        if !fileSystem.exists(kept) {
          if keepsPlace {
            try giveSecondName(file, kept, slot)
          } else {
            try fileSystem.rename(file, to: kept)
          }
        } else if (try? isSame(file, kept)) ?? false {
          if !keepsPlace { try fileSystem.remove(file) }
        } else {
          continue
        }
        return try fileSystem.syncFolder(folder)
      }
      throw ArchiveError(.limitExceeded, "Too many archives are kept already", file: file)
    }
  }

  func passedOverPath(_ number: Int, _ slot: String?) -> String {
    path(StoredFile.passedOverPrefix + "\(number)", slot)
  }

  private func damagedPath(_ age: Int, _ slot: String?) -> String {
    path("damaged-\(age)", slot)
  }

  private func makeRoomForDamage(in slot: String?) throws(ArchiveError) {
    for age in stride(from: Self.keptDamaged - 1, through: 1, by: -1)
    where fileSystem.exists(damagedPath(age, slot)) {
      try fileSystem.rename(damagedPath(age, slot), to: damagedPath(age + 1, slot))
    }
  }

  /// Whether a file is a copy of another.
  ///
  /// No two archives have both the same size and the same tag at the end.
  private func isSame(_ path: String, _ other: String) throws(ArchiveError) -> Bool {
    // An archive that was set aside for its size cannot be opened, and is no copy.
    let other = try? end(of: other)
    return try end(of: path) == other
  }

  private func end(of path: String) throws(ArchiveError) -> ArchiveEnd? {
    guard let file = try fileSystem.open(path, limit: ArchiveLimits.fileSize) else { return nil }
    let start = max(0, file.count - ArchiveEnd.tagSize)
    let tag = try file.bytes(ArchiveEnd.tagSize, at: start)
    return ArchiveEnd(size: file.count, tag: tag)
  }
}
