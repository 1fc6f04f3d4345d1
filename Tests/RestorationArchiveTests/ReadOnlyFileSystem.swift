// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Glibc
import PosixSupport
import RestorationArchive

/// A file system that refuses every change.
protocol UnchangeableFileSystem: FileSystem {}

extension UnchangeableFileSystem {
  private var refusal: ArchiveError {
    ArchiveError(.inputOutput, "Nothing can be changed", systemError: EROFS)
  }

  func open(_ path: String, after end: ArchiveEnd) throws(ArchiveError) -> (any AppendableFile)? {
    throw refusal
  }

  func createFolder(_ path: String) throws(ArchiveError) { throw refusal }
  func write(_ bytes: [UInt8], to path: String) throws(ArchiveError) { throw refusal }
  func copy(_ path: String, to newPath: String) throws(ArchiveError) { throw refusal }
  func rename(_ path: String, to newPath: String) throws(ArchiveError) { throw refusal }
  func moveToNew(_ path: String, to newPath: String) throws(ArchiveError) -> Bool { throw refusal }
  func link(_ path: String, to newPath: String) throws(ArchiveError) -> Bool { throw refusal }
  func remove(_ path: String) throws(ArchiveError) { throw refusal }
  func syncFolder(_ path: String) throws(ArchiveError) { throw refusal }
  func claim(_ path: String) throws(ArchiveError) -> Bool { throw refusal }
  func release(_ path: String) {}
}

/// The real files on a file system that refuses every change.
struct ReadOnlyFileSystem: UnchangeableFileSystem {
  private let real = PosixFileSystem()

  func open(_ path: String, limit: Int) throws(ArchiveError) -> StoredBytes? {
    try real.open(path, limit: limit)
  }

  func exists(_ path: String) -> Bool { real.exists(path) }

  func names(in folder: String) throws(ArchiveError) -> [String] { try real.names(in: folder) }

  func status(of path: String) -> FileStatus? { real.status(of: path) }
}
