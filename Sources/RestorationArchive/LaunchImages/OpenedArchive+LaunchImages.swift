// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

extension OpenedArchive.State {
  /// Returns the launch images, if they show exactly this state.
  ///
  /// - Parameters:
  ///   - file: The sealed launch image file, from beside the archives.
  ///   - key: The application's key.
  /// - Returns: `nil` when they belong to another save.
  /// - Throws: ``ArchiveError`` when the file cannot be opened.
  package func launchImages(in file: StoredBytes, key: ArchiveKey) throws(ArchiveError)
    -> [LaunchImage]?
  {
    let read = try LaunchImageFile(ArchiveSeal.open(file, with: key, as: .launchImage).body)
    return read.save == SaveIdentity(sequenceNumber: sequenceNumber, tag: lastTag)
      ? read.images : nil
  }
}
