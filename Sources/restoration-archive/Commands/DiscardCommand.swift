// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if Tool
import ArgumentParser
import Foundation
import RestorationArchive

/// Removes an application's saved state.
struct DiscardCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "discard",
    abstract: "Removes the state of an application, so that it starts afresh.",
    discussion: """
      Removes every archive of the application, those of processes that ran beside others and those \
      that were set aside included, with launch images and markers; and no other file. What is \
      removed cannot be brought back. The key stays, unless --with-key is given: then copies of the \
      archives cannot be opened any more, either.

      Refuses while the application runs. Asks first; without a terminal to ask on, --yes is needed.

      EXAMPLES
        restoration-archive discard org.example.PhotoViewer --dry-run
        restoration-archive discard org.example.PhotoViewer
        restoration-archive discard org.example.PhotoViewer --yes --with-key

      \(ToolFailure.exitStatuses)
      """)

  @Argument(
    help: ArgumentHelp(
      "An application's identifier, or a state folder.", valueName: "application"),
    completion: .applications)
  var application: String

  @Flag(name: .long, help: "Do not ask.")
  var yes = false

  @Flag(name: .long, help: "Say what would be removed, and remove nothing.")
  var dryRun = false

  @Flag(name: .long, help: "Destroy the application's key, too.")
  var withKey = false

  @Flag(name: .long, help: "The key to be destroyed is in the desktop's keyring.")
  var keyring = false

  func validate() throws {
    if keyring, !withKey { throw ValidationError("--keyring goes with --with-key.") }
  }

  func execute() throws {
    let environment = ProcessInfo.processInfo.environment
    guard let folder = try ArchiveLocation.folder(application, environment) else {
      throw ToolFailure(
        .wrongUse, "\(application) is one file; name the application whose state to discard.")
    }
    let removal = try StateRemoval(folder, withKey: withKey, keyring: keyring, environment)
    if dryRun { return print(removal.text(isDone: false), terminator: "") }
    if !yes {
      print(removal.text(isDone: false), terminator: "")
      try confirm("This cannot be undone. Discard it?")
    }
    try removal.run()
    print(removal.text(isDone: true), terminator: "")
  }
}

/// The files and keys to remove when an application's state is discarded.
struct StateRemoval {
  private let folder: StateFolder
  private let files: [StoredFile]
  private let keyFile: KeyFile?
  private let keyringApplication: String?

  /// Plans a removal.
  ///
  /// - Parameters:
  ///   - folder: The folder of the state.
  ///   - withKey: Whether the key is removed, too.
  ///   - keyring: Whether the key is in the desktop's keyring.
  ///   - environment: The environment with the XDG variables.
  /// - Throws: ``ToolFailure`` when a key is to be removed, but it is unclear which, there is none,
  ///   or it belongs to another folder.
  init(_ folder: StateFolder, withKey: Bool, keyring: Bool, _ environment: [String: String])
    throws
  {
    self.folder = folder
    files = folder.files
    guard withKey else {
      (keyFile, keyringApplication) = (nil, nil)
      return
    }
    guard let application = folder.application,
      let file = try? KeyFile(applicationIdentifier: application, environment: environment)
    else {
      throw ToolFailure(.notFound, "\(folder.path) names no application, so its key is unknown.")
    }
    // A copy carries the name of the application, but the key belongs to the application's own
    // folder.
    let own = try StateFolder(application: application, environment: environment)
    guard own.resolvedPath == folder.resolvedPath else {
      throw ToolFailure(
        .wrongUse,
        """
        The key of \(application) opens \(own.path), not only this copy; \
        discard it with the application's name.
        """)
    }
    (keyFile, keyringApplication) = keyring ? (nil, application) : (file, nil)
    if keyring {
      _ = try ArchiveKeys(inKeyringOf: application)
    } else if !file.isStored {
      throw ToolFailure(
        .notFound, "There is no key file \(file.path); use --keyring if the desktop keeps the key.")
    }
  }

  /// The name of the key to remove; `nil` when it stays.
  private var keyName: String? {
    keyFile?.path ?? keyringApplication.map { "\($0) in the keyring" }
  }

  /// Returns a description of the removal; each line ends in a break.
  func text(isDone: Bool) -> String {
    var text = "\(isDone ? "Removed from" : "To be removed from") \(printable(folder.path)):\n"
    for file in files { text += "  \(file.name)\n" }
    guard let keyName else { return text }
    return text + "\(isDone ? "Destroyed" : "To be destroyed"): \(printable(keyName))\n"
  }

  /// Removes everything: current archives last, then the key, then the locks.
  ///
  /// - Throws: ``ToolFailure`` when the application runs; nothing has changed then. `ArchiveError`
  ///   when something could not be removed.
  func run() throws {
    try folder.requireNobodyRuns()
    let store = FileStore(folder: folder.path)
    let instances = Set(files.map(\.instance)).union([1]).sorted()
    var claimed: [Int] = []
    defer {
      for instance in claimed { store.release(slot: StoredFile.slot(ofInstance: instance)) }
    }
    for instance in instances {
      guard try store.claim(slot: StoredFile.slot(ofInstance: instance)) else {
        throw ToolFailure(
          .inUse, "The application has just been started; end it first.")
      }
      claimed.append(instance)
    }
    var slots: [String?] = []
    for file in files where !slots.contains(file.slot) { slots.append(file.slot) }
    for slot in slots { try store.removeAll(slot: slot) }
    // Once the locks are gone, an application may start; it must not save with a key that is about
    // to be removed.
    try keyFile?.destroyKeys()
    if let keyringApplication { try Keyring.destroyKeys(of: keyringApplication) }
    for instance in instances {
      // A process that waits for the lock checks afterwards whether the file still exists.
      let lock = StoredFile(.lock, slot: StoredFile.slot(ofInstance: instance))
      try PosixFileSystem().remove(folder.path(of: lock))
    }
    removeEmptyFolders()
  }

  /// Removes the two folders that a store makes, if they are empty.
  private func removeEmptyFolders() {
    guard unsafe rmdir(folder.path) == 0, folder.path.hasSuffix("/restoration") else { return }
    unsafe rmdir((folder.path as NSString).deletingLastPathComponent)
  }
}
#endif
