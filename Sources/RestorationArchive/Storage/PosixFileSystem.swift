// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

package import PosixSupport

/// The real file system.
package struct PosixFileSystem: FileSystem {
  private let hasHardLinks: Bool
  private let locks: ProcessLocks

  /// Creates the file system.
  ///
  /// - Parameters:
  ///   - hasHardLinks: `false` creates no hard links, as on file systems that lack them.
  ///   - locks: The locks of this process.
  package init(hasHardLinks: Bool = true, locks: ProcessLocks = .shared) {
    (self.hasHardLinks, self.locks) = (hasHardLinks, locks)
  }

  package func open(_ path: String, limit: Int) throws(ArchiveError) -> StoredBytes? {
    guard let file = try openExisting(path, for: .reading) else { return nil }
    let status = try attempt(file.status(), "Looking at the file", path)
    guard status.isRegularFile else {
      throw ArchiveError(.damaged, "This is not a regular file", file: path)
    }
    guard status.size <= limit else {
      throw ArchiveError(.limitExceeded, "The file is larger than \(limit) bytes", file: path)
    }
    return StoredBytes(count: status.size) { count, offset throws(ArchiveError) in
      try attempt(file.bytes(count, at: offset), "Reading the file", path)
    }
  }

  /// Opens a file; `nil` when it does not exist.
  private func openExisting(_ path: String, for purpose: OpenFile.Purpose) throws(ArchiveError)
    -> OpenFile?
  {
    do throws(ArchiveError) {
      return try attempt(OpenFile(path, for: purpose), "Opening the file", path)
    } catch  where error.cause == .missing { return nil }
  }

  package func createFolder(_ path: String) throws(ArchiveError) {
    let above = Self.folder(above: path)
    func make() throws(ArchiveError) -> Bool {
      try attempt(FileNames.makeFolder(path), "Making the folder", path)
    }
    do throws(ArchiveError) {
      guard try make() else { return }
    } catch {
      guard error.cause == .missing, let above else { throw error }
      try createFolder(above)
      guard try make() else { return }
    }
    // Makes the new name durable, if the parent folder may be opened.
    if let above { try? syncFolder(above) }
  }

  package func write(_ bytes: [UInt8], to path: String) throws(ArchiveError) {
    try make(path) { file throws(ArchiveError) in
      try attempt(file.append(bytes, at: 0), "Writing the file", path)
    }
  }

  package func copy(_ path: String, to newPath: String) throws(ArchiveError) {
    guard let bytes = try open(path, limit: .max) else {
      throw ArchiveError(.missing, "Copying the file", path)
    }
    try make(newPath) { file throws(ArchiveError) in
      var position = 0
      while case let piece = try bytes.bytes(512 << 10, at: position), !piece.isEmpty {
        try attempt(file.append(piece, at: position), "Writing the file", newPath)
        position += piece.count
      }
    }
  }

  /// Creates a file, writes it, and waits until it is on disk.
  private func make(_ path: String, _ write: (OpenFile) throws(ArchiveError) -> Void)
    throws(ArchiveError)
  {
    let file = try attempt(openNew(path), "Making the file", path)
    do throws(ArchiveError) {
      try write(file)
      try attempt(file.sync(), "Syncing the file", path)
    } catch {
      try? remove(path)  // frees space on a full disk
      throw error
    }
  }

  private func openNew(_ path: String) throws(SystemError) -> OpenFile {
    do throws(SystemError) {
      return try OpenFile(path, for: .making)
    } catch  where error == .exists {
      try FileNames.remove(path)  // left by a process that died while writing
      return try OpenFile(path, for: .making)
    }
  }

  package func open(_ path: String, after end: ArchiveEnd) throws(ArchiveError)
    -> (any AppendableFile)?
  {
    guard let file = try openExisting(path, for: .appending) else { return nil }
    let status = try attempt(file.status(), "Looking at the file", path)
    let appendable = PosixAppendableFile(file, status, path: path)
    return appendable.isStill(endingIn: end) ? appendable : nil
  }

  package func status(of path: String) -> FileStatus? { FileStatus(path: path) }

  package func openMarker(_ path: String, size: Int) throws(ArchiveError) -> (any MarkerFile)? {
    let (file, _) = try openShared(path, "Opening the file")
    // A larger file is not a marker of this store; reading one more byte detects it.
    let bytes = try attempt(file.bytes(size + 1, at: 0), "Reading the file", path)
    if bytes.count != size { try? file.truncate() }
    return PosixMarkerFile(contents: bytes, file)
  }

  /// Opens a regular file that several processes may write.
  ///
  /// The file is created if it does not exist.
  func openShared(_ path: String, _ action: String) throws(ArchiveError)
    -> (file: OpenFile, status: FileStatus)
  {
    let file = try attempt(OpenFile(path, for: .updatingOrMaking), action, path)
    guard let status = try? file.status(), status.isRegularFile else {
      throw ArchiveError(.inputOutput, "This is not a regular file", file: path)
    }
    return (file, status)
  }

  package func rename(_ path: String, to newPath: String) throws(ArchiveError) {
    try attempt(FileNames.move(path, to: newPath), "Renaming the file", path)
  }

  package func link(_ path: String, to newPath: String) throws(ArchiveError) -> Bool {
    guard hasHardLinks else { throw ArchiveError(.notPermitted, "Linking the file", path) }
    return try attempt(FileNames.add(newPath, to: path), "Linking the file", path)
  }

  package func moveToNew(_ path: String, to newPath: String) throws(ArchiveError) -> Bool {
    do throws(ArchiveError) {
      guard try link(path, to: newPath) else { return false }
      try remove(path)
      return true
    } catch  where error.cause.saysThatLinksAreMissing {
      return try moveWhileLocked(path, to: newPath)
    }
  }

  /// Renames a file under a lock, unless the new name is taken.
  ///
  /// This is for systems that can only rename and replace. One process at a time checks and
  /// renames. The lock file stays, because another process may be about to lock it.
  private func moveWhileLocked(_ path: String, to newPath: String) throws(ArchiveError) -> Bool {
    let lock = try self.lock(newPath + ".lock")
    defer { extendLifetime(lock) }
    guard status(of: newPath) == nil else { return false }
    try rename(path, to: newPath)
    return true
  }

  /// Locks a file until it is closed, creating it if needed.
  ///
  /// Waits while another process holds the lock.
  package func lock(_ path: String) throws(ArchiveError) -> OpenFile {
    let file = try attempt(OpenFile(path, for: .updatingOrMaking), "Opening the lock file", path)
    try attempt(file.lock(), "Locking the file", path)
    return file
  }

  package func remove(_ path: String) throws(ArchiveError) {
    _ = try attempt(FileNames.remove(path), "Removing the file", path)
  }

  /// Whether a file may exist.
  ///
  /// A file that cannot be inspected may exist.
  package func exists(_ path: String) -> Bool { FileNames.mayExist(path) }

  package func names(in folder: String) throws(ArchiveError) -> [String] {
    guard let opened = try openExisting(folder, for: .folder) else { return [] }
    return try attempt(opened.names(), "Listing the folder", folder)
  }

  package func syncFolder(_ path: String) throws(ArchiveError) {
    let folder = try attempt(OpenFile(path, for: .folder), "Opening the folder", path)
    do throws(ArchiveError) {
      try attempt(folder.sync(), "Syncing the folder", path)
    } catch  where error.cause.saysThatSyncIsMissing {}  // nothing more can be done there
  }

  package func claim(_ path: String) throws(ArchiveError) -> Bool {
    try locks.claim(path)
  }

  package func release(_ path: String) { locks.release(path) }

  /// Returns the process that has claimed a file.
  ///
  /// `nil` when no process has, or when it cannot be determined. Do not ask about a file that this
  /// process has claimed: the call would drop the claim.
  package func holder(_ path: String) -> Int32? {
    (try? OpenFile(path, for: .updating))?.claimant
  }

  /// Returns the parent folder of a path; `nil` without one.
  static func folder(above path: String) -> String? {
    path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) }
  }
}

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

final class PosixMarkerFile: MarkerFile {
  let contents: [UInt8]
  private let file: OpenFile

  init(contents: [UInt8], _ file: OpenFile) { (self.contents, self.file) = (contents, file) }

  var descriptor: Int32? { file.descriptor }

  func write(_ bytes: [UInt8], at offset: Int) { try? file.overwrite(bytes, at: offset) }
}
