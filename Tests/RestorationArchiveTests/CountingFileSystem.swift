// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import PosixSupport
import RestorationArchive
import Synchronization

/// A real file system that counts changes and locks.
final class CountingFileSystem: FileSystem {
  private let real = PosixFileSystem()
  private let count = Mutex(0)

  var operations: Int { count.withLock { $0 } }

  private func next() {
    count.withLock { $0 += 1 }
  }

  func open(_ path: String, limit: Int) throws(ArchiveError) -> StoredBytes? {
    try real.open(path, limit: limit)
  }

  func exists(_ path: String) -> Bool { real.exists(path) }

  func status(of path: String) -> FileStatus? { real.status(of: path) }

  func createFolder(_ path: String) throws(ArchiveError) {
    next()
    try real.createFolder(path)
  }

  func write(_ bytes: [UInt8], to path: String) throws(ArchiveError) {
    next()
    try real.write(bytes, to: path)
  }

  func copy(_ path: String, to newPath: String) throws(ArchiveError) {
    next()
    try real.copy(path, to: newPath)
  }

  func open(_ path: String, after end: ArchiveEnd) throws(ArchiveError) -> (any AppendableFile)? {
    next()
    return try real.open(path, after: end).map { File(base: $0, system: self) }
  }

  private final class File: AppendableFile {
    let base: any AppendableFile
    let system: CountingFileSystem

    init(base: any AppendableFile, system: CountingFileSystem) {
      (self.base, self.system) = (base, system)
    }

    func append(_ bytes: [UInt8]) throws(ArchiveError) {
      system.next()
      try base.append(bytes)
    }

    func sync() throws(ArchiveError) {
      system.next()
      try base.sync()
    }
  }

  func rename(_ path: String, to newPath: String) throws(ArchiveError) {
    next()
    try real.rename(path, to: newPath)
  }

  func link(_ path: String, to newPath: String) throws(ArchiveError) -> Bool {
    next()
    return try real.link(path, to: newPath)
  }

  func moveToNew(_ path: String, to newPath: String) throws(ArchiveError) -> Bool {
    next()
    return try real.moveToNew(path, to: newPath)
  }

  func remove(_ path: String) throws(ArchiveError) {
    next()
    try real.remove(path)
  }

  func syncFolder(_ path: String) throws(ArchiveError) {
    next()
    try real.syncFolder(path)
  }

  func claim(_ path: String) throws(ArchiveError) -> Bool {
    next()
    return try real.claim(path)
  }

  func release(_ path: String) { real.release(path) }
}
