// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import RestorationArchive
import Testing

struct FileStoreTests {
  private let folder = TemporaryFolder()
  private var store: FileStore { FileStore(folder: folder.path + "/deep/er/state") }

  @Test("R50: files are born 0600 in a 0700 folder")
  func filesAreTheOwnersAlone() throws {
    try store.replace(with: [1], slot: nil)
    try store.replace(with: [2], slot: nil)
    try store.nominate(.current, slot: nil)
    try store.promoteNominee(slot: nil)
    try store.setAside(.previous, slot: nil)
    for name in ["deep", "deep/er", "deep/er/state"] { #expect(folder.mode(name) == 0o700) }
    for name in ["current", "lastGood", "damaged-1"] {
      #expect(folder.mode("deep/er/state/\(name).archive") == 0o600)
    }
  }

  @Test("A save leaves no temporary names behind")
  func noTemporaryNamesAreLeft() throws {
    for value in 0..<4 as Range<UInt8> {
      try store.replace(with: [value], slot: nil)
      try store.nominate(.current, slot: nil)
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: store.folder).sorted()
    #expect(names == ["current.archive", "nominee.archive", "previous.archive"])
    #expect(store.path(of: .current) == store.folder + "/current.archive")
    #expect(store.path(of: .lastGood, slot: "s") == store.folder + "/s.lastGood.archive")
  }

  @Test("R50: the folder follows the XDG rules")
  func folderFollowsTheXDGRules() throws {
    func folder(_ environment: [String: String]) throws -> String {
      try FileStore(applicationIdentifier: "org.example.App", environment: environment).folder
    }
    #expect(try folder(["XDG_STATE_HOME": "/x", "HOME": "/h"]) == "/x/org.example.App/restoration")
    #expect(try folder(["HOME": "/h"]) == "/h/.local/state/org.example.App/restoration")
    #expect(
      try folder(["XDG_STATE_HOME": "relative", "HOME": "/h"])
        == "/h/.local/state/org.example.App/restoration")
    #expect(
      try folder(["XDG_STATE_HOME": "", "HOME": "/h"])
        == "/h/.local/state/org.example.App/restoration")
    #expect(try folder([:]) == "/.local/state/org.example.App/restoration")
    #expect(
      try StateFolders("a", ["XDG_DATA_HOME": "/d", "HOME": "/h"]).keys == "/d/a")
    #expect(try StateFolders("a", ["HOME": "/h"]).keys == "/h/.local/share/a")
  }

  @Test(
    "R50: an identifier that names no folder is refused",
    arguments: ["", ".", "..", ".hidden", "a/b", "/", "a\0b", String(repeating: "x", count: 201)])
  func impossibleFoldersAreRefused(identifier: String) {
    #expect {
      try StateFolders(identifier, ["HOME": "/h"])
    } throws: { error in
      (error as? ArchiveError)?.code == .invalidIdentifier
    }
  }

  @Test("A symbolic link, a folder and a pipe in an archive's place are errors, not archives")
  func onlyRegularFilesAreRead() throws {
    try store.replace(with: [1], slot: nil)
    let place = store.path(of: .previous)
    func fails() -> Bool {
      defer { try? FileManager.default.removeItem(atPath: place) }
      do throws(ArchiveError) {
        _ = try store.load(.previous, slot: nil)
        return false
      } catch { return error.code == .inputOutput && error.file == place }
    }
    try FileManager.default.createSymbolicLink(
      atPath: place, withDestinationPath: store.path(of: .current))
    #expect(fails())
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: false)
    #expect(fails())
    #expect(mkfifo(place, 0o600) == 0)
    #expect(fails())
    #expect(try store.load(.previous, slot: nil) == nil)
  }

  @Test("A larger file than is read is an exceeded limit, and is not read")
  func largeFileExceedsTheLimit() throws {
    try folder.write([1, 2, 3], "three")
    #expect(try PosixFileSystem().read(folder.path + "/three", limit: 3) == [1, 2, 3])
    do throws(ArchiveError) {
      _ = try PosixFileSystem().read(folder.path + "/three", limit: 2)
      Issue.record("read")
    } catch { #expect(error.code == .limitExceeded) }
  }

  private func loadable(_ store: FileStore) throws -> [UInt8]? {
    let key = fixedKey(3)
    for generation in ArchiveGeneration.allCases {
      guard let bytes = try store.load(generation, slot: nil) else { continue }
      if let opened = try? ArchiveSeal.open(bytes, with: key) { return opened.body }
    }
    return nil
  }

  @Test(
    "R152: whichever operation of a save fails or is the last, an archive is there whole",
    arguments: [FaultyFileSystem.Fault.error, .deadDisk, .powerCut], [0, 1, 2])
  func everyFaultLeavesAWholeArchive(fault: FaultyFileSystem.Fault, savesBefore: Int) throws {
    let key = fixedKey(3)
    let new = [UInt8](repeating: 0xEE, count: 3_000)
    var moment = 0
    var results: [[UInt8]?] = []
    while true {
      let folder = TemporaryFolder()
      let place = folder.path + "/state"
      var old: [UInt8]?
      for value in 0..<savesBefore {
        old = [UInt8](repeating: UInt8(value), count: 2_000)
        try FileStore(folder: place).replace(
          with: try ArchiveSeal.seal(old!, with: key, generation: UInt64(value)), slot: nil)
      }
      let faulty = FaultyFileSystem(fault, at: moment)
      let sealed = try ArchiveSeal.seal(new, with: key, generation: 100)
      let saved = Result {
        try FileStore(folder: place, fileSystem: faulty).replace(with: sealed, slot: nil)
      }
      let reopened = FileStore(folder: place)
      let found = try loadable(reopened)
      #expect(found == old || found == new, "operation \(moment)")
      if old != nil { #expect(try reopened.load(.current, slot: nil) != nil) }
      results.append(found)
      if faulty.operations <= moment {  // the fault lies past the save's end
        #expect(found == new)
        break
      }
      // A save that says it succeeded is there, but for the power that went before it said so.
      if case .success = saved, case .error = fault { #expect(found == new) }
      // Whatever was left behind, the next save works, and its predecessor stays whole.
      let next = [UInt8](repeating: 0xDD, count: 10)
      try reopened.replace(
        with: try ArchiveSeal.seal(next, with: key, generation: 101), slot: nil)
      #expect(try loadable(reopened) == next)
      if found != nil {
        let previous = try #require(try reopened.load(.previous, slot: nil))
        #expect(try ArchiveSeal.open(previous, with: key).body == found)
      }
      moment += 1
    }
    #expect(moment >= 4)
    #expect(results.contains(new))
    #expect(results.first! != new)
  }

  @Test(
    "R152: whichever operation of keeping or setting aside fails, no archive is lost",
    arguments: [FaultyFileSystem.Fault.error, .deadDisk, .powerCut])
  func otherFaultsLoseNothing(fault: FaultyFileSystem.Fault) throws {
    let actions: [(String, (FileStore) throws -> Void)] = [
      ("nominate", { try $0.nominate(.current, slot: nil) }),
      ("promote", { try $0.promoteNominee(slot: nil) }),
    ]
    for (name, action) in actions {
      for moment in 0..<8 {
        let folder = TemporaryFolder()
        let store = FileStore(folder: folder.path)
        for value in 1...3 as ClosedRange<UInt8> {
          try store.replace(with: [value], slot: nil)
          try store.nominate(.current, slot: nil)
          if value == 1 { try store.promoteNominee(slot: nil) }
        }
        let faulty = FileStore(
          folder: folder.path, fileSystem: FaultyFileSystem(fault, at: moment))
        try? action(faulty)
        #expect(try store.load(.current, slot: nil) == [3], "\(name) \(moment)")
        #expect(try store.load(.previous, slot: nil) == [2], "\(name) \(moment)")
        let lastGood = try store.load(.lastGood, slot: nil)
        #expect(lastGood == [1] || (name == "promote" && lastGood == [3]), "\(name) \(moment)")
      }
    }
  }
}
