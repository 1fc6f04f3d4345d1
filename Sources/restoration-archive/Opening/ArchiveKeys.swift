// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if Tool
import Foundation
import PosixSupport
import RestorationArchive

#if SecretService
import SecretServiceKeys
#endif

/// The keys that may open an application's archives.
///
/// These are the key and, while it is being replaced, its successor.
struct ArchiveKeys {
  let keys: [ArchiveKey]
  /// The flaws of the key file and its folder.
  let flaws: [PosixFileSystem.Flaw]

  /// Reads the keys in a file and in its replacement.
  ///
  /// A replacement in progress makes a second file beside the first.
  ///
  /// - Parameter file: The key file.
  /// - Throws: ``ToolFailure`` when there is no key, and errors of reading it. It never makes a
  ///   key.
  init(_ file: KeyFile) throws {
    keys = [try file.existingKey(), try file.nextKey()].compactMap(\.self)
    flaws = (try? file.flaws()) ?? []
    if keys.isEmpty {
      throw ToolFailure(
        .notFound,
        "There is no key file \(file.path); name the archive's key with --key, or use --keyring if "
          + "the desktop keeps it.")
    }
  }

  /// Reads an application's keys in the desktop's keyring.
  ///
  /// - Parameter application: Its identifier.
  /// - Throws: ``ToolFailure`` when there is no key, and errors of the keyring. It never prompts
  ///   the user.
  init(inKeyringOf application: String) throws {
    (keys, flaws) = (try Keyring.keys(of: application), [])
    if keys.isEmpty {
      throw ToolFailure(.notFound, "The keyring has no key of \(application).")
    }
  }

  /// Opens a file with the key that it was sealed with.
  ///
  /// - Parameter file: The file.
  /// - Returns: The content of the archive.
  /// - Throws: `ArchiveError`, which distinguishes damage, a wrong key and a newer format.
  func open(_ file: StoredBytes) throws(ArchiveError) -> OpenedArchive.State {
    try unseal(file).state()
  }

  /// Throws if an archive has another key or a newer format, and so another owner.
  ///
  /// Also throws if it cannot be read, and may be intact. A damaged or too large archive may be
  /// replaced, and so may a folder or a link, which the store moves out of the way.
  func requireOwner(of archives: [StoredFile], in folder: StateFolder) throws {
    for archive in archives {
      let path = folder.path(of: archive)
      guard FileStatus(path: path)?.isRegularFile == true else { continue }
      do throws(ArchiveError) {
        let opened = try PosixFileSystem().open(path, limit: ArchiveLimits.fileSize)
        if let opened { _ = try unseal(opened) }
      } catch  where error.code == .wrongKey || error.code == .newerFormat {
        throw ToolFailure(
          ToolFailure(error).status,
          "\(archive.name) would be replaced, but belongs to another key or version: \(error).")
      } catch {
        guard error.code == .damaged || error.code == .limitExceeded else { throw error }
      }
    }
  }

  private func unseal(_ file: StoredBytes) throws(ArchiveError) -> OpenedArchive {
    var wrong: ArchiveError?
    for key in keys {
      do throws(ArchiveError) {
        return try ArchiveSeal.open(file, with: key)
      } catch {
        guard error.code == .wrongKey else { throw error }
        wrong = error
      }
    }
    throw wrong ?? ArchiveError(.keyUnavailable, "There is no key")
  }

  /// Reads and opens a file.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - count: The number of newest appended saves to leave out.
  /// - Returns: The content of the archive, now or before those saves.
  /// - Throws: ``ToolFailure``.
  func open(_ path: String, savesBefore count: Int = 0) throws -> ArchiveReading {
    guard let file = try PosixFileSystem().open(path, limit: ArchiveLimits.fileSize) else {
      throw ToolFailure(.notFound, "There is no file \(path).")
    }
    do throws(ArchiveError) {
      var archive = try unseal(file)
      if count > 0, count <= archive.log.count {
        archive.removeLastSaves(count)
      } else if count > 0 {
        throw ArchiveError(
          .invalidIdentifier,
          "it has \(archive.log.count) appended saves, so there is no state \(count) before")
      }
      return ArchiveReading(try archive.state())
    } catch {
      throw ToolFailure(ToolFailure(error).status, "\(path) cannot be shown: \(error).")
    }
  }
}

/// A place to look for keys.
enum KeySource: Equatable {
  /// In the application's XDG data folder.
  case usual
  /// In a file.
  case file(String)
  /// In the desktop's keyring.
  case keyring

  /// Finds keys; see ``KeyOptions/keys(of:for:)``.
  func keys(of application: String?, for archive: String) throws -> ArchiveKeys {
    if case .file(let path) = self {
      let place = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
      return try ArchiveKeys(KeyFile(path: place))
    }
    let environment = ProcessInfo.processInfo.environment
    guard let application,
      let file = try? KeyFile(applicationIdentifier: application, environment: environment)
    else {
      throw ToolFailure(
        .notFound, "The application of \(archive) is unknown; name its key file with --key.")
    }
    return self == .keyring ? try ArchiveKeys(inKeyringOf: application) : try ArchiveKeys(file)
  }
}

/// The desktop's keyring, in a tool built with its trait.
enum Keyring {
  #if SecretService
  /// Returns an application's keys; makes none, and never prompts the user.
  static func keys(of application: String) throws -> [ArchiveKey] {
    try provider(application).existingKeys()
  }

  /// Destroys an application's keys.
  static func destroyKeys(of application: String) throws {
    try provider(application).destroyKeys()
  }

  private static func provider(_ application: String) throws -> SecretServiceKeyProvider {
    try SecretServiceKeyProvider(for: ApplicationDescription(identifier: application))
  }
  #else
  /// Always throws: this tool cannot read the keyring.
  static func keys(of application: String) throws -> [ArchiveKey] { throw unavailable }

  /// Always throws: this tool cannot read the keyring.
  static func destroyKeys(of application: String) throws { throw unavailable }

  private static var unavailable: ToolFailure {
    ToolFailure(
      .wrongUse,
      "This tool was built without the keyring; build it with `swift build --traits SecretService "
        + "--product restoration-archive`.")
  }
  #endif
}
#endif
