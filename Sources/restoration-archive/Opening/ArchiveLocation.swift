// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RestorationArchive

/// The archive and the key that a command line means.
struct ArchiveLocation {
  var archive: String
  let key: KeyFile

  /// Finds both files.
  ///
  /// - Parameters:
  ///   - argument: An archive, a state folder, or an application's identifier, tried in this order.
  ///   - key: The key file, if one was named.
  ///   - environment: Where the XDG variables are looked up.
  /// - Throws: ``ToolFailure`` when there is no archive, or nothing tells which key it has.
  init(argument: String, key: String?, environment: [String: String]) throws(ToolFailure) {
    let (archive, identifier) = try Self.find(argument, environment)
    self.archive = Self.resolved(archive)
    if let key {
      self.key = KeyFile(path: Self.resolved(key))
      return
    }
    guard let identifier,
      let standard = try? KeyFile(applicationIdentifier: identifier, environment: environment)
    else {
      throw ToolFailure(
        .notFound, "Nothing tells whose archive \(archive) is; name its key file with --key.")
    }
    self.key = standard
  }

  private static func find(_ argument: String, _ environment: [String: String])
    throws(ToolFailure) -> (archive: String, identifier: String?)
  {
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: argument, isDirectory: &isFolder) {
      let place = resolved(argument)
      return isFolder.boolValue
        ? (try current(inFolder: place), application(ofFolder: place))
        : (place, application(ofFolder: (place as NSString).deletingLastPathComponent))
    }
    guard let store = try? FileStore(applicationIdentifier: argument, environment: environment)
    else { throw ToolFailure(.notFound, "There is no file or folder \(argument).") }
    let place = store.path(of: .current)
    guard FileManager.default.fileExists(atPath: place) else {
      throw ToolFailure(
        .notFound,
        "There is no file or folder \(argument), and no application of that name has saved state.")
    }
    return (place, argument)
  }

  private static func current(inFolder folder: String) throws(ToolFailure) -> String {
    let places = [folder, folder + "/restoration"].map { FileStore(folder: $0).path(of: .current) }
    guard let place = places.first(where: FileManager.default.fileExists(atPath:)) else {
      throw ToolFailure(.notFound, "The folder \(folder) holds no current archive.")
    }
    return place
  }

  /// The application whose state folder this is: the name of the folder around `restoration`.
  private static func application(ofFolder folder: String) -> String? {
    let parts = folder.split(separator: "/").map(String.init)
    return parts.last == "restoration" ? parts.dropLast().last : parts.last
  }

  private static func resolved(_ path: String) -> String {
    URL(fileURLWithPath: path).resolvingSymlinksInPath().path
  }

  /// Reads and opens the archive.
  ///
  /// - Returns: What the archive holds.
  /// - Throws: ``ToolFailure`` or `ArchiveError`.
  func open() throws -> OpenedArchive.State { try open(savesBefore: 0) }

  /// Reads and opens the archive as it was some appended saves ago.
  ///
  /// - Parameter count: How many of the newest appended saves are left out.
  /// - Returns: What the archive held.
  /// - Throws: ``ToolFailure`` or `ArchiveError`.
  func open(savesBefore count: Int) throws -> OpenedArchive.State {
    guard
      let bytes = try PosixFileSystem().read(archive, limit: ArchiveLimits.fileSize)
    else { throw ToolFailure(.notFound, "There is no file \(archive).") }
    guard let key = try key.existingKey() else {
      throw ToolFailure(
        .notFound, "There is no key file \(key.path); name the archive's key with --key.")
    }
    do {
      var opened = try ArchiveSeal.open(bytes, with: key)
      guard count <= opened.log.count else {
        throw ToolFailure(
          .notFound,
          "\(archive) has \(opened.log.count) appended saves, so there is no state \(count) before."
        )
      }
      if count > 0 {
        opened.log.removeLast(count)
        opened.tornAt = nil
      }
      return try opened.state()
    } catch let error as ArchiveError {
      throw ToolFailure(
        ToolFailure(error).status, "\(archive) cannot be shown: \(error).")
    }
  }
}
