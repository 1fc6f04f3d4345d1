// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import FoundationEssentials

/// Which of an application's identifiers names its state and its key (R205).
extension ApplicationDescription {
  /// The identifiers in the order in which a key is looked for: the one whose folder has state first.
  ///
  /// State is used where it lies, under whatever name: nothing is moved that a program of the former
  /// name may be using, and processes of both names know of each other (R156).
  ///
  /// - Parameters:
  ///   - environment: Where the XDG variables and `HOME` are looked up.
  ///   - fileSystem: Where folders lie.
  /// - Returns: At least one; the present identifier is the first where there is no state at all.
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
  /// Names the folder of an application that may have had other identifiers (R50).
  ///
  /// The folder is that of a former identifier if there is state only under that one. What lies under
  /// the others is removed with the state that is given up.
  ///
  /// - Parameters:
  ///   - application: Its identifiers name folders.
  ///   - environment: Where `XDG_STATE_HOME` and `HOME` are looked up.
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

  /// Whether state was saved here that was not given up.
  fileprivate var holdsState: Bool {
    let kept =
      ArchiveGeneration.allCases.map { StoredFile(.archive($0)) } + [StoredFile(.damaged(1))]
    return kept.contains { fileSystem.exists(folder + "/" + $0.name) }
  }
}

extension KeyFile {
  /// Names the key file of an application that may have had other identifiers.
  ///
  /// It is that of the identifier whose state is used, if there is one; else the first that there is.
  ///
  /// - Parameters:
  ///   - application: Its identifiers name folders.
  ///   - environment: Where `XDG_STATE_HOME`, `XDG_DATA_HOME` and `HOME` are looked up.
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
