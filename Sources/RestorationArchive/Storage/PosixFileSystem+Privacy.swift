// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import PosixSupport

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
    return try flaws(opened, folder, care, of: ThisProcess.user, isConcerned).map {
      flaw throws(ArchiveError) in
      let path = flaw.name.map { "\(folder)/\($0)" } ?? folder
      switch flaw.kind {
      case .ofAnotherUser:
        throw ArchiveError(
          .inputOutput,
          "\(flaw.description): state and key are neither read nor kept beside it", file: path,
          systemError: SystemError.accessDenied.number)
      case .open:
        let isClosed = (try? opened.closeToOthers(flaw.name)) != nil
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
    // Root looks at what is another user's, who should own all of it.
    let user = ThisProcess.user
    let owner = user == 0 ? (try? opened.status())?.owner : nil
    return try flaws(opened, folder, care, of: owner ?? user, isConcerned)
  }

  /// Opens a folder, so that what is looked at is what is changed; `nil` when there is none.
  ///
  /// Where there is none, what is made there must not be root's in another user's home.
  private func openFolder(_ path: String) throws(ArchiveError) -> OpenFile? {
    do throws(ArchiveError) {
      return try attempt(OpenFile(path, for: .folder), "Opening the folder", path)
    } catch {
      guard error.cause == .missing else { throw error }
    }
    guard ThisProcess.user == 0 else { return nil }
    var path = path
    while let above = Self.folder(above: path), above != "/" {
      path = above
      guard let owner = try? OpenFile(above, for: .folder).status().owner else { continue }
      guard owner == 0 else {
        throw ArchiveError(
          .inputOutput, "The folder belongs to another user: root keeps no state there",
          file: above, systemError: SystemError.accessDenied.number)
      }
      break
    }
    return nil
  }

  private func flaws(
    _ opened: OpenFile, _ folder: String, _ care: FolderCare.Kind, of owner: UInt32,
    _ isConcerned: (String) -> Bool
  ) throws(ArchiveError) -> [Flaw] {
    let status = try attempt(opened.status(), "Looking at the folder", folder)
    var flaws: [Flaw] = []
    if care != .foreign {
      if status.owner != owner { return [Flaw(name: nil, kind: .ofAnotherUser)] }
      if status.isOpenToOthers {
        flaws.append(Flaw(name: nil, kind: .open(mode: status.permissions)))
      }
    }
    let names = try attempt(opened.names(), "Listing the folder", folder)
    for name in names.sorted() where isConcerned(name) {
      guard let status = opened.status(of: name) else { continue }
      if !status.isRegularFile {
        if care == .store { flaws.append(Flaw(name: name, kind: .notAFile)) }
      } else if status.owner != owner {
        flaws.append(Flaw(name: name, kind: .ofAnotherUser))
      } else if status.isOpenToOthers {
        flaws.append(Flaw(name: name, kind: .open(mode: status.permissions)))
      }
    }
    return flaws
  }

  private func moveAway(_ name: String, in opened: OpenFile, _ path: String) throws(ArchiveError)
    -> String
  {
    for number in 1...99 {
      let free = "\(name).not-a-file-\(number)"
      guard opened.status(of: free) == nil else { continue }
      try attempt(opened.rename(name, to: free), "Renaming what is no file", path)
      return free
    }
    throw ArchiveError(.inputOutput, "This is not a regular file", file: path)
  }
}

private func octal(_ mode: UInt32) -> String { "0" + String(mode, radix: 8) }
