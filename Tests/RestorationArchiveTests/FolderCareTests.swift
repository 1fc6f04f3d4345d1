// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import RestorationArchive
import RestorationTesting
import Testing

/// Owners and permissions of folder and key, and obstacles in their place.
struct FolderCareTests {
  private let folder = TemporaryFolder()
  private let log = LogRecorder()
  private var state: String { folder.path + "/state" }
  private var key: String { folder.path + "/data/restoration.key" }

  private func archiver() -> Archiver {
    var store = FileStore(folder: state)
    var keys = KeyFile(
      folder: folder.path + "/data", name: "restoration.key", fileSystem: PosixFileSystem())
    (store.logger, keys.logger) = (log.logger, log.logger)
    return Archiver(store: store, keys: keys, logger: log.logger)
  }

  private func save(_ marker: Int, _ archiver: Archiver) throws {
    _ = try archiver.saveAndWait(smallSnapshot(marker: marker))
  }

  private static let files = [
    "state/current.archive", "state/previous.archive", "state/lastGood.archive", "state/lock",
    "state/launch.marker", "state/launch-image.sealed", "data/restoration.key",
  ]

  /// Makes all files of a program that ran well.
  private func makeAll() throws {
    let archiver = archiver()
    for marker in 1...3 { try save(marker, archiver) }
    let store = FileStore(folder: state)
    try store.nominate(.previous, slot: nil)
    try store.promoteNominee(slot: nil)
    try store.replaceLaunchImage(with: [1], slot: nil)
    _ = try store.openMarker(slot: nil)
    for file in Self.files { #expect(folder.mode(file) == 0o600, "\(file)") }
  }

  @Test("R202: files and folders open to other users are closed once, with one log line each")
  func openFilesAreClosed() throws {
    try makeAll()
    for file in Self.files { #expect(chmod(folder.path + "/" + file, 0o666) == 0) }
    for name in ["state", "data"] { #expect(chmod(folder.path + "/" + name, 0o777) == 0) }
    #expect(archiver().load().sequenceNumber == 3)
    for file in Self.files { #expect(folder.mode(file) == 0o600, "\(file)") }
    for name in ["state", "data"] { #expect(folder.mode(name) == 0o700) }
    #expect(log.lines.count { $0.contains("is closed now") } == Self.files.count + 2)
    #expect(
      log.lines.contains(
        "warning: restoration.key is open to other users: its mode is 0666; it is closed now"))
    let lines = log.lines.count
    #expect(archiver().load().sequenceNumber == 3)
    #expect(log.lines.count == lines)
  }

  @Test("R202: a save without a load closes open files, too")
  func savingClosesThem() throws {
    try makeAll()
    #expect(chmod(key, 0o644) == 0 && chmod(state, 0o755) == 0)
    try save(4, archiver())
    #expect(folder.mode("data/restoration.key") == 0o600 && folder.mode("state") == 0o700)
    #expect(log.lines.count { $0.contains("is closed now") } == 2)
  }

  @Test("R202: files that do not belong to the store keep their permissions")
  func otherFilesStay() throws {
    try makeAll()
    for name in ["state/notes.txt", "data/documents.db"] {
      try folder.write([1], name)
      #expect(chmod(folder.path + "/" + name, 0o644) == 0)
    }
    _ = archiver().load()
    #expect(folder.mode("state/notes.txt") == 0o644 && folder.mode("data/documents.db") == 0o644)
    #expect(log.lines.isEmpty)
  }

  @Test("R202: in a folder that is not the package's, only the key file is closed")
  func foreignFolderStays() throws {
    #expect(chmod(folder.path, 0o755) == 0)
    try folder.write([UInt8](repeating: 7, count: 32), "some.key")
    #expect(chmod(folder.path + "/some.key", 0o640) == 0)
    var keys = KeyFile(path: folder.path + "/some.key")
    keys.logger = log.logger
    for _ in 1...2 { _ = try keys.key() }
    #expect(folder.mode("some.key") == 0o600 && folder.mode(".") == 0o755)
    #expect(log.lines.count == 1)
  }

  @Test(
    "R202: another user's file or folder is refused with a reason, and nothing is written",
    .enabled(if: geteuid() == 0, "only root can give files away"),
    arguments: ["state", "data", "state/current.archive", "data/restoration.key"])
  func foreignFilesAreRefused(name: String) throws {
    try makeAll()
    let before = try FileManager.default.contentsOfDirectory(atPath: state).sorted()
    #expect(chown("\(folder.path)/\(name)", 65_534, 65_534) == 0)
    let archiver = archiver()
    let load = archiver.load()
    #expect(load.snapshot == nil && log.lines.contains { $0.contains("another user") })
    #expect {
      try save(9, archiver)
    } throws: { error in
      (error as? ArchiveError)?.reason.contains("belongs to another user") ?? false
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: state).sorted() == before)
    #expect(chown("\(folder.path)/\(name)", 0, 0) == 0)
    #expect(!archiver.load().isLocked)
    try save(10, archiver)
    #expect(try Life.marker(self.archiver().load()) == 10)
  }

  @Test(
    "R202: root creates nothing in another user's folder",
    .enabled(if: geteuid() == 0, "only root can give files away"))
  func rootKeepsOut() throws {
    #expect(chown(folder.path, 65_534, 65_534) == 0)
    let archiver = archiver()
    #expect(throws: ArchiveError.self) { try save(1, archiver) }
    #expect(folder.names.isEmpty)
  }

  // MARK: Objects that are not regular files

  /// Actions that each create something other than a regular file.
  private static let noFiles: [@Sendable (String) throws -> Void] = [
    {
      try FileManager.default.createDirectory(atPath: $0 + "/in", withIntermediateDirectories: true)
    },
    { #expect(mkfifo($0, 0o600) == 0) },
    { try FileManager.default.createSymbolicLink(atPath: $0, withDestinationPath: "/nowhere") },
    { try FileManager.default.createSymbolicLink(atPath: $0, withDestinationPath: "/etc/passwd") },
  ]

  @Test("R127: an archive replaced by a link is reported, and the older one is restored")
  func linkIsReported() throws {
    try makeAll()
    let path = state + "/current.archive"
    let elsewhere = folder.path + "/elsewhere"
    try FileManager.default.moveItem(atPath: path, toPath: elsewhere)
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: elsewhere)
    let load = archiver().load()
    #expect(load.source == .previous)
    #expect(load.incidents.map(\.generation) == [.current])
    #expect(load.incidents.map(\.error.code) == [.damaged])
    #expect(load.incidents.first?.error.file == path)
    #expect(FileManager.default.fileExists(atPath: elsewhere))
  }

  @Test(
    "R48: a folder, pipe or link with any of the store's file names is moved, and saves succeed",
    arguments: [
      "current.archive", "previous.archive", "lastGood.archive", "nominee.archive", "new.archive",
      "link.archive", "damaged-1.archive", "damaged-2.archive", "launch.marker", "lock",
      "launch-image.sealed", "launch-image.new",
    ])
  func noFileStopsSaving(name: String) throws {
    for (number, make) in Self.noFiles.enumerated() {
      try? FileManager.default.removeItem(atPath: state)
      try makeAll()
      let path = "\(state)/\(name)"
      // While the program runs, then before the next one starts.
      for isRunning in [true, false] {
        let archiver = archiver()
        if isRunning { try save(4, archiver) }
        try? FileManager.default.removeItem(atPath: path)
        try make(path)
        if !isRunning { #expect(archiver.load().snapshot != nil) }
        let store = FileStore(folder: state)
        for marker in 5...8 { try save(marker, archiver) }
        try store.nominate(.current, slot: nil)
        try store.promoteNominee(slot: nil)
        try store.replaceLaunchImage(with: [2], slot: nil)
        #expect(try store.openMarker(slot: nil) != nil)
        #expect(try Life.marker(self.archiver().load()) == 8, "\(name), \(number), \(isRunning)")
        try store.setAside(.previous, slot: nil)
        #expect(try store.setAside(.current, slot: nil, for: .damage, keepsPlace: true))
        try store.removeAll(slot: nil)
        for marker in 1...2 { try save(marker, self.archiver()) }
      }
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: state)
          .contains { $0.hasPrefix(name + ".not-a-file-") })
    }
  }
}
