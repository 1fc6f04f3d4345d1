// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Dispatch
public import FoundationEssentials
public import Logging
import PosixSupport
import Synchronization

/// A store that keeps archives as files in a folder.
///
/// Archives are replaced atomically or appended to, and are durable either way. Comments in the
/// code state what is true on disk after each step of a save. A power cut at any step leaves a
/// whole archive under the current name, with the old state or the new one.
public struct FileStore: ArchiveStore {
  /// The folder, readable by the owner alone.
  public let folder: String
  /// Receives a warning about each repair; set it before the first use.
  ///
  /// A repair closes something to other users, or moves away something that is not a file.
  public var logger = Logger(label: "restoration.archive")
  let fileSystem: any FileSystem
  /// Folders of the application's other identifiers, which hold nothing in use.
  var others: [FileStore] = []
  /// Shared by all copies of this value.
  private let keptFiles = KeptFiles()
  private let care = FolderCare()

  /// Creates a store in the application's XDG state folder.
  ///
  /// - Parameters:
  ///   - applicationIdentifier: The name of the application's folder.
  ///   - environment: The variables in which `XDG_STATE_HOME` and `HOME` are looked up.
  /// - Throws: ``ArchiveError`` when the identifier cannot name a folder.
  public init(
    applicationIdentifier: String,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws(ArchiveError) {
    self.init(folder: try StateFolders(applicationIdentifier, environment).archives)
  }

  /// Creates a store in any folder.
  ///
  /// - Parameter folder: The folder. It and its parents are created on the first save. A relative
  ///   path begins at the present working directory, also if that changes later.
  public init(folder: String) {
    self.init(folder: URL(fileURLWithPath: folder).path, fileSystem: PosixFileSystem())
  }

  package init(folder: String, fileSystem: any FileSystem) {
    (self.folder, self.fileSystem) = (folder, fileSystem)
  }

  /// Returns the path of a generation's file.
  ///
  /// - Parameters:
  ///   - generation: The generation.
  ///   - slot: The slot's name; `nil` is the application's own.
  /// - Returns: The path; the file need not exist.
  public func path(of generation: ArchiveGeneration, slot: String? = nil) -> String {
    path(generation.rawValue, slot)
  }

  func path(_ name: String, _ slot: String?) -> String { file(name + ".archive", slot) }

  /// Returns the path of a slot's file.
  ///
  /// The string is allocated once, because a save needs three paths.
  func file(_ name: String, _ slot: String?) -> String {
    var path = ""
    path.reserveCapacity(folder.utf8.count + 64)
    path += folder
    path += "/"
    if let slot { path += "\(slot)." }
    path += name
    return path
  }

  // MARK: The folder

  /// Whether a file in the folder is the store's, by its name.
  package static func isOwn(_ name: String) -> Bool {
    [".archive", "lock", "launch.marker", "launch-image.sealed", "launch-image.new"]
      .contains { name.hasSuffix($0) }
  }

  /// Secures the folder, and then performs an action in it.
  ///
  /// If the action fails because of something in the folder that can be repaired, it is performed
  /// once more.
  func inFolder<Value>(_ action: () throws(ArchiveError) -> Value) throws(ArchiveError) -> Value {
    try secureOnce()
    do throws(ArchiveError) {
      return try action()
    } catch {
      care.forget()
      guard try secureOnce() else { throw error }
      return try action()
    }
  }

  @discardableResult
  private func secureOnce() throws(ArchiveError) -> Bool {
    try care.secureOnce(logger) { () throws(ArchiveError) in
      try fileSystem.secure(folder, .store) { name in
        guard Self.isOwn(name) else { return false }
        // It is about to be moved away. What it replaced belongs into the report.
        if fileSystem.status(of: "\(folder)/\(name)")?.isRegularFile == false {
          care.noteForeign(name)
        }
        return true
      }
    }
  }

  // MARK: Generations

  /// Opens a generation's file.
  public func storedBytes(_ generation: ArchiveGeneration, slot: String?) throws(ArchiveError)
    -> StoredBytes?
  {
    let path = path(of: generation, slot: slot)
    let file = try inFolder { () throws(ArchiveError) in
      try fileSystem.open(path, limit: ArchiveLimits.fileSize)
    }
    if file == nil, care.takeForeign(String(path.dropFirst(folder.count + 1))) {
      throw ArchiveError(
        .damaged, "A link or another entry that is no file had the archive's name", file: path)
    }
    return file
  }

  /// Writes a new current archive; the old one becomes the previous.
  public func replace(with bytes: [UInt8], slot: String?) throws(ArchiveError) {
    let new = path("new", slot)
    let current = path(of: .current, slot: slot)
    let previous = path(of: .previous, slot: slot)
    keptFiles.close(ofSlot: slot)
    try inFolder { () throws(ArchiveError) in
      // True now: current and previous are as the last save left them.
      try write(bytes, to: new)
      // True now: the new archive is on disk under a name that no one loads.
      try giveSecondName(current, previous, slot)
      // True now: current and previous are both the old state, if there was one.
      try fileSystem.rename(new, to: current)
      try fileSystem.syncFolder(folder)
      // True now: current is the new state, previous the one before, whatever happens next.
    }
  }

  /// Writes a new file.
  ///
  /// If that fails because the folder is missing, it is created, and the file is written again. So
  /// most saves need no check.
  private func write(_ bytes: [UInt8], to file: String) throws(ArchiveError) {
    do throws(ArchiveError) {
      try fileSystem.write(bytes, to: file)
    } catch  where error.cause == .missing {
      try fileSystem.createFolder(folder)
      try fileSystem.write(bytes, to: file)
    }
  }

  /// `true`: the current file can grow.
  public var canAppend: Bool { true }

  /// Appends to the current file, unless it has a second name.
  ///
  /// The previous archive, the candidate and the last good archive are names of files that once
  /// were the current one. They would grow with it.
  public func append(_ bytes: [UInt8], after end: ArchiveEnd, slot: String?) throws(ArchiveError)
    -> Bool
  {
    guard fileSystem.exists(path(of: .previous, slot: slot)),
      let file = try appendableFile(slot, after: end)
    else { return false }
    // True now: this process wrote all of the file, and synced each append to it.
    try file.append(bytes)
    // True now: the file holds the old state, and maybe the new one, whole or torn.
    try file.sync()
    // True now: the file holds the new state, whatever happens next.
    return true
  }

  /// Closes the file kept open for a slot's next append.
  package func closeKeptFile(ofSlot slot: String?) { keptFiles.close(ofSlot: slot) }

  /// Returns the current file, kept open or opened again.
  private func appendableFile(_ slot: String?, after end: ArchiveEnd) throws(ArchiveError)
    -> (any AppendableFile)?
  {
    if let file = keptFiles.file(ofSlot: slot), file.isStill(endingIn: end) { return file }
    keptFiles.close(ofSlot: slot)
    let file = try fileSystem.open(path(of: .current, slot: slot), after: end)
    if let file { keptFiles.keep(file, ofSlot: slot) }
    return file
  }

  /// Writes a new file, and gives it the generation's name.
  ///
  /// Other names keep the old file.
  public func rewrite(_ generation: ArchiveGeneration, with bytes: [UInt8], slot: String?)
    throws(ArchiveError)
  {
    try writeAnew(bytes, to: path(of: generation, slot: slot), through: path("new", slot))
  }

  /// Replaces a file, or creates it.
  func writeAnew(_ bytes: [UInt8], to file: String, through temporary: String)
    throws(ArchiveError)
  {
    try inFolder { () throws(ArchiveError) in
      try write(bytes, to: temporary)
      // True now: the file is as before, and the new bytes are on disk under a name that no one
      // loads.
      try fileSystem.rename(temporary, to: file)
      try fileSystem.syncFolder(folder)
      // True now: the file has the new bytes, whatever happens next.
    }
  }

  /// Links a file to a second name, and replaces any file there.
  ///
  /// The replacement is atomic. Where files have one name only, the second name gets a copy. If the
  /// file does not exist, nothing happens.
  func giveSecondName(_ file: String, _ name: String, _ slot: String?)
    throws(ArchiveError)
  {
    let link = path("link", slot)
    do throws(ArchiveError) {
      try double(file, as: link)
    } catch  where error.cause == .missing { return }
    // True now: the new contents for the name are on disk.
    try fileSystem.rename(link, to: name)
    // Renaming one name of a file to another does nothing; then the link still exists.
    try fileSystem.remove(link)
  }

  private func double(_ file: String, as link: String) throws(ArchiveError) {
    do throws(ArchiveError) {
      if try fileSystem.link(file, to: link) { return }
      try fileSystem.remove(link)  // left by a process that died here
      _ = try fileSystem.link(file, to: link)
    } catch  where error.cause.saysThatLinksAreMissing {
      try fileSystem.copy(file, to: link)
    }
  }

  /// Keeps the file under the candidate's name, despite later saves.
  public func nominate(_ generation: ArchiveGeneration, slot: String?) throws(ArchiveError) {
    let (file, nominee) = (path(of: generation, slot: slot), path("nominee", slot))
    try inFolder { () throws(ArchiveError) in
      guard fileSystem.exists(file) else { return try fileSystem.remove(nominee) }
      // After a launch that saved nothing, it is the candidate already.
      if isOneFile(file, nominee) { return }
      try giveSecondName(file, nominee, slot)
    }
  }

  private func isOneFile(_ path: String, _ other: String) -> Bool {
    guard let status = fileSystem.status(of: path) else { return false }
    return status == fileSystem.status(of: other)
  }

  /// Gives the candidate the name of the last good archive.
  public func promoteNominee(slot: String?) throws(ArchiveError) {
    let nominee = path("nominee", slot)
    try inFolder { () throws(ArchiveError) in
      guard fileSystem.exists(nominee) else { return }
      try fileSystem.rename(nominee, to: path(of: .lastGood, slot: slot))
      try fileSystem.remove(nominee)
      try fileSystem.syncFolder(folder)
    }
  }

  private func markerPath(_ slot: String?) -> String { file("launch.marker", slot) }

  /// Opens the slot's marker file, readable by the owner alone.
  public func openMarker(slot: String?) throws(ArchiveError) -> (any MarkerFile)? {
    try inFolder { () throws(ArchiveError) in
      try fileSystem.openMarker(markerPath(slot), size: ArchiveLimits.markerSize)
    }
  }

  /// Removes the files, the current archive last.
  ///
  /// While the current archive exists, nothing older comes back.
  public func removeAll(slot: String?) throws(ArchiveError) {
    keptFiles.close(ofSlot: slot)
    try inFolder { () throws(ArchiveError) in try removeFiles(slot: slot) }
  }

  private func removeFiles(slot: String?) throws(ArchiveError) {
    guard fileSystem.exists(folder) else { return }
    try removeLaunchImage(slot: slot)
    try fileSystem.remove(markerPath(slot))
    let damaged = (1...Self.keptDamaged).map { "damaged-\($0)" }
    let older = ArchiveGeneration.allCases.filter { $0 != .current }.map(\.rawValue)
    for number in 1...Self.keptPassedOver {
      let kept = passedOverPath(number, slot)
      if fileSystem.exists(kept) { try fileSystem.remove(kept) }
    }
    for name in damaged + ["nominee", "new", "link"] + older {
      try fileSystem.remove(path(name, slot))
    }
    try fileSystem.syncFolder(folder)
    // True now: only the current archive is left, whatever happens next.
    try fileSystem.remove(path(of: .current, slot: slot))
    try fileSystem.syncFolder(folder)
  }

  /// Locks a file next to the archives.
  ///
  /// The system releases the lock when the process dies.
  public func claim(slot: String?) throws(ArchiveError) -> Bool {
    try inFolder { () throws(ArchiveError) in
      do throws(ArchiveError) {
        return try fileSystem.claim(lockPath(slot))
      } catch  where error.cause == .missing {
        try fileSystem.createFolder(folder)
        return try fileSystem.claim(lockPath(slot))
      }
    }
  }

  /// Unlocks the file, and keeps it.
  ///
  /// Another process may be about to lock it.
  public func release(slot: String?) { fileSystem.release(lockPath(slot)) }

  private func lockPath(_ slot: String?) -> String { file("lock", slot) }
}

/// Keeps damaged archives for later inspection.
extension FileStore {
  /// The largest number of damaged archives that are kept.
  static let keptDamaged = 3

  /// Gives the file a name that is not loaded.
  public func setAside(
    _ generation: ArchiveGeneration, slot: String?, for reason: SetAsideReason, keepsPlace: Bool
  ) throws(ArchiveError) -> Bool {
    let file = path(of: generation, slot: slot)
    return try inFolder { () throws(ArchiveError) in
      guard fileSystem.exists(file) else { return false }
      switch reason {
      case .damage: try keepDamaged(file, slot, keepsPlace)
      case .failedLaunch: try keepFailed(file, slot, keepsPlace)
      }
      return true
    }
  }

  /// Gives the file the newest of three names for damaged archives.
  ///
  /// If it keeps its place, nothing happens if that archive is a copy of the file already.
  private func keepDamaged(_ file: String, _ slot: String?, _ keepsPlace: Bool)
    throws(ArchiveError)
  {
    let kept = damagedPath(1, slot)
    if keepsPlace, try isSame(file, kept) { return }
    try makeRoomForDamage(in: slot)
    if keepsPlace {
      try giveSecondName(file, kept, slot)
    } else {
      try fileSystem.rename(file, to: kept)
    }
    try fileSystem.syncFolder(folder)
  }

  /// The largest number of archives that are kept after crashes.
  ///
  /// Far more than a user will tolerate; a loop has to end somewhere.
  static let keptPassedOver = 999

  /// Gives the file a name that it keeps until state is removed.
  private func keepFailed(_ file: String, _ slot: String?, _ keepsPlace: Bool)
    throws(ArchiveError)
  {
    for number in 1...Self.keptPassedOver {
      let kept = passedOverPath(number, slot)
      if !fileSystem.exists(kept) {
        if keepsPlace {
          try giveSecondName(file, kept, slot)
        } else {
          try fileSystem.rename(file, to: kept)
        }
      } else if (try? isSame(file, kept)) ?? false {
        if !keepsPlace { try fileSystem.remove(file) }
      } else {
        continue
      }
      return try fileSystem.syncFolder(folder)
    }
    throw ArchiveError(.limitExceeded, "Too many archives are kept already", file: file)
  }

  func passedOverPath(_ number: Int, _ slot: String?) -> String {
    path(StoredFile.passedOverPrefix + "\(number)", slot)
  }

  private func damagedPath(_ age: Int, _ slot: String?) -> String {
    path("damaged-\(age)", slot)
  }

  private func makeRoomForDamage(in slot: String?) throws(ArchiveError) {
    for age in stride(from: Self.keptDamaged - 1, through: 1, by: -1)
    where fileSystem.exists(damagedPath(age, slot)) {
      try fileSystem.rename(damagedPath(age, slot), to: damagedPath(age + 1, slot))
    }
  }

  /// Whether a file is a copy of another.
  ///
  /// No two archives have both the same size and the same tag at the end.
  private func isSame(_ path: String, _ other: String) throws(ArchiveError) -> Bool {
    // An archive that was set aside for its size cannot be opened, and is no copy.
    let other = try? end(of: other)
    return try end(of: path) == other
  }

  private func end(of path: String) throws(ArchiveError) -> ArchiveEnd? {
    guard let file = try fileSystem.open(path, limit: ArchiveLimits.fileSize) else { return nil }
    let start = max(0, file.count - ArchiveEnd.tagSize)
    let tag = try file.bytes(ArchiveEnd.tagSize, at: start)
    return ArchiveEnd(size: file.count, tag: tag)
  }
}

/// Keeps the launch image of a slot.
extension FileStore {
  private func place(_ slot: String?) -> String { file("launch-image.sealed", slot) }

  /// Opens the file of the launch image.
  public func storedLaunchImage(slot: String?) throws(ArchiveError) -> StoredBytes? {
    try inFolder { () throws(ArchiveError) in
      try fileSystem.open(place(slot), limit: ArchiveLimits.launchImageFileSize)
    }
  }

  /// Replaces the file atomically, or removes it.
  ///
  /// A new file is written first, and then renamed over the old one.
  public func replaceLaunchImage(with bytes: [UInt8]?, slot: String?) throws(ArchiveError) {
    guard let bytes else {
      return try inFolder { () throws(ArchiveError) in
        guard fileSystem.exists(place(slot)) else { return }
        try fileSystem.remove(place(slot))
        try fileSystem.syncFolder(folder)
      }
    }
    try writeAnew(bytes, to: place(slot), through: file("launch-image.new", slot))
  }

  /// Removes the launch image and its unfinished file.
  func removeLaunchImage(slot: String?) throws(ArchiveError) {
    for name in ["launch-image.new", "launch-image.sealed"] {
      try fileSystem.remove(file(name, slot))
    }
  }
}

/// The files that a store keeps open for appending, by slot.
final class KeptFiles: Sendable {
  private let files = Mutex<[String?: any AppendableFile]>([:])

  func file(ofSlot slot: String?) -> (any AppendableFile)? { files.withLock { $0[slot] } }

  func keep(_ file: any AppendableFile, ofSlot slot: String?) {
    files.withLock { $0[slot] = file }
  }

  /// Releases a slot's file, which closes it unless it is in use.
  func close(ofSlot slot: String?) { files.withLock { $0[slot] = nil } }
}
