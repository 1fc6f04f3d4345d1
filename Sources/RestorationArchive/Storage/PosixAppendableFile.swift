// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import PosixSupport

final class PosixAppendableFile: AppendableFile {
  private let file: OpenFile
  private let opened: FileStatus
  private let path: String

  init(_ file: OpenFile, _ status: FileStatus, path: String) {
    (self.file, opened, self.path) = (file, status, path)
  }

  /// Whether its path is its only name and it has this end.
  ///
  /// One look at the path is enough: while the file is open, no other file gets its inode number.
  func isStill(endingIn end: ArchiveEnd) -> Bool {
    guard let status = FileStatus(path: path), status.isSameFile(as: opened),
      status.isRegularFile, status.linkCount == 1,
      status.size == end.size, end.tag.count <= end.size
    else { return false }
    return (try? file.bytes(end.tag.count, at: end.size - end.tag.count)) == end.tag
  }

  func append(_ bytes: [UInt8]) throws(ArchiveError) {
    let status = try attempt(file.status(), "Looking at the file", path)
    try attempt(file.append(bytes, at: status.size), "Writing the file", path)
  }

  func sync() throws(ArchiveError) { try attempt(file.syncBytes(), "Syncing the file", path) }
}
