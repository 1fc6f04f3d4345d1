// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

/// The keys that an application's archives may be sealed with: two while one replaces the other.
struct OpeningKeys {
  let key: ArchiveKey
  var next: ArchiveKey?

  /// Opens a file with the key it was sealed with.
  func open(_ file: [UInt8]) throws(ArchiveError) -> OpenedArchive {
    do throws(ArchiveError) {
      return try ArchiveSeal.open(file, with: key)
    } catch {
      guard error.code == .wrongKey, let next else { throw error }
      return try ArchiveSeal.open(file, with: next)
    }
  }

  /// Whether a file was sealed with one of them, or is so damaged that it says nothing.
  func own(_ file: [UInt8]) -> Bool {
    do throws(ArchiveError) {
      let identifier = try ArchiveSeal.keyIdentifier(of: file)
      return identifier == key.identifier || identifier == next?.identifier
    } catch {
      return error.code == .damaged
    }
  }
}
