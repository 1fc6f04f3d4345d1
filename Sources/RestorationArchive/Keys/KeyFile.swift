// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import FoundationEssentials
public import Logging
import PosixSupport
import Synchronization

/// The default key provider: a file that only its owner can read.
///
/// The file is only as safe as its mode. It protects against other users and against a copy of the
/// state folder alone. It does not protect against a copy of the whole home folder, or against
/// programs of the same user. The file is created with mode 0600 in a folder with mode 0700. It is
/// in the XDG data folder, so it is never beside the archive.
public struct KeyFile: KeyProvider {
  /// Receives a warning about each repair; set it before the first use.
  ///
  /// A repair closes something to other users, or moves away something that is not a file.
  public var logger = Logger(label: "restoration.archive")
  let folder: String
  private let name: String
  private let file: String
  let fileSystem: any FileSystem
  private let folderKind: FolderCare.Kind
  private let known = KnownKey()
  private let care = FolderCare()

  /// Creates the key provider for an application's key file.
  ///
  /// - Parameters:
  ///   - applicationIdentifier: The name of the application's folder.
  ///   - environment: Supplies `XDG_DATA_HOME` and `HOME`.
  /// - Throws: ``ArchiveError`` when the identifier cannot name a folder.
  public init(
    applicationIdentifier: String,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws(ArchiveError) {
    self.init(
      folder: try StateFolders(applicationIdentifier, environment).keys,
      name: "restoration.key", folderKind: .application, fileSystem: PosixFileSystem())
  }

  /// Creates the key provider for a key file at any path.
  ///
  /// - Parameter path: The path of the file, which need not exist. A relative path begins at the
  ///   present working directory, also if that changes later.
  public init(path: String) {
    let file = URL(fileURLWithPath: path)
    self.init(
      folder: file.deletingLastPathComponent().path, name: file.lastPathComponent,
      folderKind: .foreign, fileSystem: PosixFileSystem())
  }

  package init(
    folder: String, name: String, folderKind: FolderCare.Kind = .application,
    fileSystem: any FileSystem
  ) {
    (self.folder, self.name, self.fileSystem) = (folder, name, fileSystem)
    (file, self.folderKind) = ((folder == "/" ? "" : folder) + "/" + name, folderKind)
  }

  /// Always `none`: anyone who can read the file has the key.
  public var protection: KeyProtection { .none }

  /// The file's path.
  public var path: String { file }

  /// Reads the key, or creates and stores one.
  ///
  /// - Returns: The key.
  /// - Throws: ``ArchiveError`` when the file cannot be read, is not a key, or cannot be written.
  public func key() throws(ArchiveError) -> ArchiveKey {
    // Taken before the bytes are read: later bytes have a different status.
    let status = fileSystem.status(of: path)
    if let key = known.key(ofFile: status) { return key }
    try secureOnce()
    let key: ArchiveKey
    do throws(ArchiveError) { key = try self.key(at: path) } catch {
      care.forget()
      throw error
    }
    known.keep(key, ofFile: status)
    return key
  }

  private func isOwn(_ name: String) -> Bool { name == self.name || name == self.name + ".next" }

  /// Returns deviations from the expected permissions; changes nothing.
  ///
  /// The file and the application's folder are checked.
  package func flaws() throws(ArchiveError) -> [PosixFileSystem.Flaw] {
    try PosixFileSystem().flaws(of: folder, folderKind, isOwn)
  }

  /// Restricts the file and the application's folder to their owner.
  ///
  /// Throws if one of them belongs to another user.
  private func secureOnce() throws(ArchiveError) {
    _ = try care.secureOnce(logger) { () throws(ArchiveError) in
      do throws(ArchiveError) {
        return try fileSystem.secure(folder, folderKind, isOwn)
      } catch {
        throw ArchiveError(
          .keyUnavailable, error.reason, file: error.file, systemError: error.systemError)
      }
    }
  }

  /// Drops the cached key.
  public func forgetKey() { known.forget() }

  func key(at path: String) throws(ArchiveError) -> ArchiveKey {
    if let stored = try storedKey(at: path) { return stored }
    let made = ArchiveKey()
    let temporary = path + ".new-\(UInt32.random(in: 0...UInt32.max))"
    try fileSystem.createFolder(folder)
    try fileSystem.write(made.bytes, to: temporary)
    // If two processes create a key at the same time, both use the first one.
    let isFirst: Bool
    do throws(ArchiveError) {
      isFirst = try fileSystem.moveToNew(temporary, to: path)
      if !isFirst { try fileSystem.remove(temporary) }
    } catch {
      try? fileSystem.remove(temporary)
      throw error
    }
    do throws(ArchiveError) { try fileSystem.syncFolder(folder) } catch {
      // Nothing may be sealed with a key that a power failure could remove.
      if isFirst { try? fileSystem.remove(path) }
      throw error
    }
    if isFirst { return made }
    guard let stored = try storedKey(at: path) else {
      throw ArchiveError(
        .keyUnavailable, "The key file disappeared while it was being created", file: path)
    }
    return stored
  }

  /// Reads the key without creating one.
  ///
  /// - Returns: `nil` when there is no key file.
  /// - Throws: ``ArchiveError`` when the file cannot be read or is not a key.
  public func existingKey() throws(ArchiveError) -> ArchiveKey? { try storedKey(at: path) }

  func storedKey(at path: String) throws(ArchiveError) -> ArchiveKey? {
    let bytes: [UInt8]?
    do throws(ArchiveError) {
      bytes = try fileSystem.read(path, limit: ArchiveKey.byteCount)
    } catch  where error.code == .limitExceeded {
      bytes = []
    } catch {
      throw ArchiveError(
        .keyUnavailable, "The key file cannot be read: \(error.reason)", file: path,
        systemError: error.systemError)
    }
    guard let bytes else { return nil }
    guard let key = known.key(of: bytes) else {
      throw ArchiveError(
        .keyUnavailable,
        "The key file does not hold a key of \(ArchiveKey.byteCount) bytes; "
          + "restore it from a backup, or remove it to begin with an empty state", file: path)
    }
    return key
  }
}

/// Rotation by a second key file beside the first.
///
/// Renaming the next key's file is the single step that replaces the key.
extension KeyFile: RotatableKeyProvider {
  private var nextPath: String { path + ".next" }

  /// Whether ``destroyKeys()`` would destroy anything.
  package var isStored: Bool { fileSystem.exists(path) || fileSystem.exists(nextPath) }

  /// Reads the next key.
  public func nextKey() throws(ArchiveError) -> ArchiveKey? { try storedKey(at: nextPath) }

  /// Reads the next key, or creates and stores one.
  public func makeNextKey() throws(ArchiveError) -> ArchiveKey { try key(at: nextPath) }

  /// Renames the next key's file to the present key's name.
  ///
  /// The bytes of the old file are freed; a disk may still hold freed bytes.
  public func advanceToNextKey() throws(ArchiveError) {
    guard fileSystem.exists(nextPath) else { return }
    forgetKey()
    try fileSystem.rename(nextPath, to: path)
    try fileSystem.syncFolder(folder)
  }

  /// Removes the key files; a disk may still hold the freed bytes.
  public func destroyKeys() throws(ArchiveError) {
    forgetKey()
    // The present key first: the next key alone opens only what a rotation has re-sealed.
    try fileSystem.remove(path)
    try fileSystem.remove(nextPath)
    if fileSystem.exists(folder) { try fileSystem.syncFolder(folder) }
  }
}

/// Caches the key of a file while the file is unchanged.
///
/// At each save this avoids three of the four system calls for reading the key. If the file is too
/// new to trust its status, it is read, and only the derivation from its bytes is avoided.
final class KnownKey: Sendable {
  private let known = Mutex<Known?>(nil)

  private final class Known: Sendable {
    let key: ArchiveKey
    let status: FileStatus
    /// Whether the status is old enough to reveal any later change.
    let isSettled: Bool

    init(_ key: ArchiveKey, _ status: FileStatus) {
      (self.key, self.status, isSettled) = (key, status, status.isSettled)
    }
  }

  func key(ofFile status: FileStatus?) -> ArchiveKey? {
    known.withLock { known in
      if known?.status != status { known = nil }
      return known.flatMap { $0.isSettled ? $0.key : nil }
    }
  }

  /// Returns the key for a file's bytes, from the cache if equal.
  func key(of bytes: [UInt8]) -> ArchiveKey? {
    known.withLock { known in
      if let key = known?.key, key.bytes.elementsEqual(bytes) { return key }
      return ArchiveKey(bytes: bytes)
    }
  }

  /// Caches a key that was read.
  func keep(_ key: ArchiveKey, ofFile status: FileStatus?) {
    guard let status else { return }
    known.withLock { $0 = Known(key, status) }
  }

  func forget() { known.withLock { $0 = nil } }
}
