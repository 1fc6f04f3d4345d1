// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import PosixSupport

/// Checks the owners and modes of folders and files.
extension PosixFileSystem {
  /// A flaw in the owner, mode or kind of a file.
  package struct Flaw: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
      /// Other users may read it, or change its contents.
      case open(mode: UInt32)
      case ofAnotherUser
      /// A folder, a link or the like has a file's name.
      case notAFile
    }

    /// The file in the folder; `nil` for the folder itself.
    package let name: String?
    package let kind: Kind

    /// A description, as part of a sentence.
    package var description: String {
      let subject = name.map { "\($0)" } ?? "The folder"
      return switch kind {
      case .open(let mode): "\(subject) is open to other users: its mode is \(octal(mode))"
      case .ofAnotherUser: "\(subject) belongs to another user"
      case .notAFile: "\(subject) is not a regular file"
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
          "\(flaw.description): state and key there are neither read nor written", file: path,
          systemError: SystemError.accessDenied.number)
      case .open:
        let isClosed = (try? opened.closeToOthers(flaw.name)) != nil
        return flaw.description + (isClosed ? "; it is closed now" : ", and cannot be closed")
      case .notAFile:
        let moved = try moveAway(flaw.name ?? "", in: opened, path)
        return "\(flaw.description); it was renamed to \(moved)"
      }
    }
  }

  /// Returns the flaws of a folder and its files, without changes.
  ///
  /// - Parameters:
  ///   - folder: The folder.
  ///   - care: The kind of folder.
  ///   - isConcerned: Selects the files to check, by name.
  /// - Returns: The flaws; none when the folder does not exist.
  /// - Throws: ``ArchiveError`` when the folder cannot be inspected.
  package func flaws(
    of folder: String, _ care: FolderCare.Kind, _ isConcerned: (String) -> Bool
  ) throws(ArchiveError) -> [Flaw] {
    guard let opened = try openFolder(folder) else { return [] }
    // Root may inspect the folder of another user, who should own all of it.
    let user = ThisProcess.user
    let owner = user == 0 ? (try? opened.status())?.owner : nil
    return try flaws(opened, folder, care, of: owner ?? user, isConcerned)
  }

  /// Opens a folder, so that checks and repairs see the same one.
  ///
  /// `nil` when the folder does not exist. Throws when root would create it in another user's home.
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
      try attempt(opened.rename(name, to: free), "Renaming the entry", path)
      return free
    }
    throw ArchiveError(.inputOutput, "This is not a regular file", file: path)
  }
}

private func octal(_ mode: UInt32) -> String { "0" + String(mode, radix: 8) }
