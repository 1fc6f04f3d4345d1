// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Whose a folder and its files are, and who may read them (R202).
extension PosixFileSystem {
  /// What is not as a store or key file makes it.
  package struct Flaw: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
      /// Others may read it, or change what is in it.
      case open(mode: UInt32)
      case ofAnotherUser
      /// A folder, a link or the like has the name of a file.
      case notAFile
    }

    /// The file in the folder; `nil` for the folder itself.
    package let name: String?
    package let kind: Kind

    /// A part of a sentence.
    package var description: String {
      let subject = name.map { "\($0)" } ?? "The folder"
      return switch kind {
      case .open(let mode): "\(subject) is open to other users: its mode is \(octal(mode))"
      case .ofAnotherUser: "\(subject) belongs to another user"
      case .notAFile: "\(subject) is no file"
      }
    }
  }

  package func secure(_ folder: String, _ care: FolderCare.Kind, _ isConcerned: (String) -> Bool)
    throws(ArchiveError) -> [String]
  {
    guard let opened = try openFolder(folder) else { return [] }
    defer { close(opened) }
    return try flaws(opened, folder, care, of: geteuid(), isConcerned).map {
      flaw throws(ArchiveError) in
      let path = flaw.name.map { "\(folder)/\($0)" } ?? folder
      switch flaw.kind {
      case .ofAnotherUser:
        throw ArchiveError(
          .inputOutput,
          "\(flaw.description): state and key are neither read nor kept beside it", file: path,
          systemError: EACCES)
      case .open:
        let isClosed =
          if let name = flaw.name { fchmodat(opened, name, 0o600, 0) == 0 } else {
            fchmod(opened, 0o700) == 0
          }
        return flaw.description + (isClosed ? "; it is closed now" : ", and cannot be closed")
      case .notAFile:
        let moved = try moveAway(flaw.name ?? "", in: opened, path)
        return "\(flaw.description); it is called \(moved) now"
      }
    }
  }

  /// What is wrong with a folder and its files; changes nothing.
  ///
  /// - Parameters:
  ///   - folder: The folder.
  ///   - care: Whose folder it is.
  ///   - isConcerned: Which of its files to look at, by their names.
  /// - Returns: The flaws; none when there is no such folder.
  /// - Throws: ``ArchiveError`` when the folder cannot be looked at.
  package func flaws(
    of folder: String, _ care: FolderCare.Kind, _ isConcerned: (String) -> Bool
  ) throws(ArchiveError) -> [Flaw] {
    guard let opened = try openFolder(folder) else { return [] }
    defer { close(opened) }
    var status = stat()
    // Root looks at what is another user's, who should own all of it.
    let owner = geteuid() == 0 && fstat(opened, &status) == 0 ? status.st_uid : geteuid()
    return try flaws(opened, folder, care, of: owner, isConcerned)
  }

  /// Opens a folder, so that what is looked at is what is changed; `nil` when there is none.
  ///
  /// Where there is none, what is made there must not be root's in another user's home.
  private func openFolder(_ path: String) throws(ArchiveError) -> Int32? {
    let descriptor = Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NONBLOCK)
    if descriptor >= 0 { return descriptor }
    guard errno == ENOENT else { throw .systemFailure("Opening the folder", path) }
    guard geteuid() == 0 else { return nil }
    var (above, status) = (path, stat())
    while let slash = above.lastIndex(of: "/"), slash != above.startIndex {
      above = String(above[..<slash])
      guard stat(above, &status) == 0 else { continue }
      guard status.st_uid == 0 else {
        throw ArchiveError(
          .inputOutput, "The folder belongs to another user: root keeps no state there",
          file: above, systemError: EACCES)
      }
      break
    }
    return nil
  }

  private func flaws(
    _ opened: Int32, _ folder: String, _ care: FolderCare.Kind, of owner: uid_t,
    _ isConcerned: (String) -> Bool
  ) throws(ArchiveError) -> [Flaw] {
    var status = stat()
    guard fstat(opened, &status) == 0 else { throw .systemFailure("Looking at the folder", folder) }
    var flaws: [Flaw] = []
    if care != .foreign {
      if status.st_uid != owner { return [Flaw(name: nil, kind: .ofAnotherUser)] }
      if let mode = openMode(status) { flaws.append(Flaw(name: nil, kind: .open(mode: mode))) }
    }
    for name in try names(in: opened, folder).sorted() where isConcerned(name) {
      guard fstatat(opened, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { continue }
      if status.st_mode & S_IFMT != S_IFREG {
        if care == .store { flaws.append(Flaw(name: name, kind: .notAFile)) }
      } else if status.st_uid != owner {
        flaws.append(Flaw(name: name, kind: .ofAnotherUser))
      } else if let mode = openMode(status) {
        flaws.append(Flaw(name: name, kind: .open(mode: mode)))
      }
    }
    return flaws
  }

  private func openMode(_ status: stat) -> UInt32? {
    status.st_mode & 0o077 == 0 ? nil : status.st_mode & 0o7777
  }

  /// Never opens a file: closing it would let go of a lock that this process has on it.
  private func names(in opened: Int32, _ folder: String) throws(ArchiveError) -> [String] {
    let copy = fcntl(opened, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0, let list = fdopendir(copy) else {
      let error = ArchiveError.systemFailure("Listing the folder", folder)
      if copy >= 0 { close(copy) }
      throw error
    }
    defer { closedir(list) }
    rewinddir(list)
    var names: [String] = []
    while let entry = readdir(list) {
      names.append(
        withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        })
    }
    return names
  }

  private func moveAway(_ name: String, in opened: Int32, _ path: String) throws(ArchiveError)
    -> String
  {
    var status = stat()
    for number in 1...99 {
      let free = "\(name).not-a-file-\(number)"
      if fstatat(opened, free, &status, AT_SYMLINK_NOFOLLOW) == 0 { continue }
      if renameat(opened, name, opened, free) == 0 { return free }
      throw .systemFailure("Renaming what is no file", path)
    }
    throw ArchiveError(.inputOutput, "This is not a regular file", file: path)
  }
}

private func octal(_ mode: UInt32) -> String { "0" + String(mode, radix: 8) }
