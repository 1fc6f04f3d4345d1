// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A store that lists its files, including those outside of the loading order.
///
/// A store without this can be discarded and sealed again only as far as its generations go.
package protocol ListedStore: ArchiveStore {
  /// Returns the files of all slots.
  func allFiles() throws(ArchiveError) -> [StoredFile]

  /// Returns an archive, to be read in pieces; `nil` when it does not exist.
  func storedBytes(_ file: StoredFile) throws(ArchiveError) -> StoredBytes?

  /// Replaces an archive's bytes, durably.
  func rewrite(_ file: StoredFile, with bytes: [UInt8]) throws(ArchiveError)

  /// Removes the state that no process uses under the application's other identifiers.
  func removeOthers() throws(ArchiveError)
}

extension FileStore: ListedStore {
  package func allFiles() throws(ArchiveError) -> [StoredFile] {
    let names = try inFolder { () throws(ArchiveError) in try fileSystem.names(in: folder) }
    return names.compactMap { StoredFile(name: $0) }
  }

  package func storedBytes(_ file: StoredFile) throws(ArchiveError) -> StoredBytes? {
    try inFolder { () throws(ArchiveError) in
      try fileSystem.open("\(folder)/\(file.name)", limit: ArchiveLimits.fileSize)
    }
  }

  package func rewrite(_ file: StoredFile, with bytes: [UInt8]) throws(ArchiveError) {
    try writeAnew(bytes, to: "\(folder)/\(file.name)", through: path("new", file.slot))
  }

  package func removeOthers() throws(ArchiveError) {
    for other in others {
      for slot in Set(try other.allFiles().filter(\.isState).map(\.slot)) {
        let instance = StoredFile.slot(ofInstance: StoredFile(.lock, slot: slot).instance)
        guard try other.claim(slot: instance) else { continue }
        defer { other.release(slot: instance) }
        try other.removeAll(slot: slot)
      }
    }
  }
}

extension MemoryStore: ListedStore {
  package func allFiles() -> [StoredFile] {
    files.withLock { files in
      files.keys.compactMap { StoredFile(name: String($0.drop { $0 == "." }) + ".archive") }
    }
  }

  package func storedBytes(_ file: StoredFile) -> StoredBytes? {
    files.withLock { $0[key(of: file)] }.map { StoredBytes($0) }
  }

  package func rewrite(_ file: StoredFile, with bytes: [UInt8]) {
    files.withLock { $0[key(of: file)] = bytes }
  }

  package func removeOthers() {}

  private func key(of file: StoredFile) -> String {
    name(String(StoredFile(file.content).name.dropLast(".archive".count)), file.slot)
  }
}
