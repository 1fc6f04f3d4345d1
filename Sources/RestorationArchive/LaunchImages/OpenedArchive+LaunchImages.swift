// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

extension OpenedArchive.State {
  /// The pictures in the file beside the archives, if they show this very state (R191).
  ///
  /// - Parameters:
  ///   - file: The sealed file.
  ///   - key: The application's key.
  /// - Returns: `nil` when they belong to another save.
  /// - Throws: ``ArchiveError`` when the file cannot be opened.
  package func launchImages(in file: StoredBytes, key: ArchiveKey) throws(ArchiveError)
    -> [LaunchImage]?
  {
    let read = try LaunchImageFile(ArchiveSeal.open(file, with: key, as: .launchImage).body)
    return read.save == SaveIdentity(generation: generation, tag: lastTag) ? read.images : nil
  }
}
