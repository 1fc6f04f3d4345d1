// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import FoundationEssentials

/// Choice of the identifier that names an application's state and key.
extension ApplicationDescription {
  /// Returns the identifiers in the order of the key search.
  ///
  /// The first one is the identifier whose folder has state.
  ///
  /// State is used in place, under whichever identifier it was saved. Nothing is moved, because a
  /// program with the former name may be using it. Processes of both names know of each other.
  ///
  /// - Parameters:
  ///   - environment: Supplies the XDG variables and `HOME`.
  ///   - fileSystem: Holds the folders.
  /// - Returns: At least one identifier. Without any state, the present one is the first.
  /// - Throws: ``ArchiveError`` when one of them cannot name a folder.
  package func identifiersInUse(
    _ environment: [String: String], fileSystem: any FileSystem = PosixFileSystem()
  ) throws(ArchiveError) -> [String] {
    let all = [identifier] + formerIdentifiers
    var inUse: String?
    for name in all {
      let folder = try StateFolders(name, environment).archives
      if inUse == nil, FileStore(folder: folder, fileSystem: fileSystem).holdsState { inUse = name }
    }
    guard let inUse else { return all }
    return [inUse] + all.filter { $0 != inUse }
  }
}

extension FileStore {
  /// Creates a store in the folder of an application's identifier.
  ///
  /// The folder is that of a former identifier if there is state only under that one. State under
  /// the other identifiers is removed when state is retired.
  ///
  /// - Parameters:
  ///   - application: Supplies the identifiers, which name folders.
  ///   - environment: Supplies `XDG_STATE_HOME` and `HOME`.
  /// - Throws: ``ArchiveError`` when an identifier cannot name a folder.
  public init(
    for application: ApplicationDescription,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws(ArchiveError) {
    try self.init(for: application, environment, fileSystem: PosixFileSystem())
  }

  package init(
    for application: ApplicationDescription, _ environment: [String: String],
    fileSystem: any FileSystem
  ) throws(ArchiveError) {
    var folders: [String] = []
    for name in try application.identifiersInUse(environment, fileSystem: fileSystem) {
      folders.append(try StateFolders(name, environment).archives)
    }
    self.init(folder: folders.removeFirst(), fileSystem: fileSystem)
    others = folders.map { FileStore(folder: $0, fileSystem: fileSystem) }
  }

  /// Whether there is saved state that was not retired.
  fileprivate var holdsState: Bool {
    let kept =
      ArchiveGeneration.allCases.map { StoredFile(.archive($0)) } + [StoredFile(.damaged(1))]
    return kept.contains { fileSystem.exists(folder + "/" + $0.name) }
  }
}

extension KeyFile {
  /// Creates the key provider for an application's key file.
  ///
  /// The file is that of the identifier whose state is used, if it exists. Otherwise it is the
  /// first key file that exists.
  ///
  /// - Parameters:
  ///   - application: Supplies the identifiers, which name folders.
  ///   - environment: Supplies `XDG_STATE_HOME`, `XDG_DATA_HOME` and `HOME`.
  /// - Throws: ``ArchiveError`` when an identifier cannot name a folder.
  public init(
    for application: ApplicationDescription,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws(ArchiveError) {
    let names = try application.identifiersInUse(environment)
    var used = names[0]
    for name in names
    where try KeyFile(applicationIdentifier: name, environment: environment).isStored {
      used = name
      break
    }
    try self.init(applicationIdentifier: used, environment: environment)
  }
}
