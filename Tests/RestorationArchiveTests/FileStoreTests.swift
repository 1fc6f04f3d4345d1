// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import RestorationArchive
import Testing

struct FileStoreTests {
  private let folder = TemporaryFolder()
  private var store: FileStore { FileStore(folder: folder.path + "/deep/er/state") }

  @Test("R50: files are created with mode 0600 in a folder of mode 0700")
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

  @Test("R196: nominating the candidate again does not change the folder")
  func candidateIsNamedOnce() throws {
    let store = FileStore(folder: folder.path + "/state")
    let unchangeable = FileStore(folder: store.folder, fileSystem: ReadOnlyFileSystem())
    func candidate() throws -> [UInt8]? {
      try PosixFileSystem().read(store.folder + "/nominee.archive", limit: 1)
    }
    for value in 1...2 as ClosedRange<UInt8> { try store.replace(with: [value], slot: nil) }
    try store.nominate(.current, slot: nil)
    #expect(throws: Never.self) { try unchangeable.nominate(.current, slot: nil) }
    #expect(try candidate() == [2])
    try store.nominate(.previous, slot: nil)
    #expect(try candidate() == [1])
    try store.replace(with: [3], slot: nil)
    try store.nominate(.current, slot: nil)
    #expect(try candidate() == [3])
  }

  @Test("R152: the store closes replaced archives")
  func replacedArchivesAreClosed() async throws {
    let bytes = [UInt8](repeating: 1, count: 1 << 20)
    for _ in 0..<4 { try store.replace(with: bytes, slot: nil) }
    func openNames() throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap {
        try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/" + $0)
      }.filter { $0.hasPrefix(store.folder) }
    }
    let deadline = ContinuousClock.now + .seconds(30)
    while try !openNames().isEmpty, ContinuousClock.now < deadline { await Task.yield() }
    #expect(try openNames() == [])
  }

  @Test("R152: leftovers of a process killed during a save do not prevent the next save")
  func leftoversAreReplaced() throws {
    for value in 1...2 as ClosedRange<UInt8> { try store.replace(with: [value], slot: nil) }
    for leftover in ["link.archive", "new.archive"] {
      // First the leftover is a separate file, then a further name of the current one.
      try folder.write([9], "deep/er/state/\(leftover)")
      try store.replace(with: [3], slot: nil)
      #expect(link(store.path(of: .current), "\(store.folder)/\(leftover)") == 0)
      try store.replace(with: [4], slot: nil)
      #expect(try store.load(.current, slot: nil) == [4])
      #expect(try store.load(.previous, slot: nil) == [3])
    }
    // The process died before the new file got its name: both names belong to the old state.
    #expect(unlink(store.path(of: .previous)) == 0)
    #expect(link(store.path(of: .current), store.path(of: .previous)) == 0)
    try store.replace(with: [5], slot: nil)
    #expect(try store.load(.previous, slot: nil) == [4])
    let names = try FileManager.default.contentsOfDirectory(atPath: store.folder).sorted()
    #expect(names == ["current.archive", "previous.archive"])
  }

  @Test("The next save recreates a folder that was removed while the program runs")
  func removedFolderIsMadeAgain() throws {
    let store = store
    for value in 1...2 as ClosedRange<UInt8> { try store.replace(with: [value], slot: nil) }
    try FileManager.default.removeItem(atPath: store.folder)
    try store.replace(with: [3], slot: nil)
    #expect(try store.load(.current, slot: nil) == [3])
    #expect(folder.mode("deep/er/state") == 0o700)
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
    #expect(
      try StateFolders("a", ["XDG_DATA_HOME": "/d", "HOME": "/h"]).keys == "/d/a")
    #expect(try StateFolders("a", ["HOME": "/h"]).keys == "/h/.local/share/a")
  }

  @Test("R201: without HOME, the account's home counts; a relative or missing one is an error")
  func homeIsAbsolute() throws {
    let none = { nil as String? }
    func folders(_ environment: [String: String], account: String? = "/a") throws -> StateFolders {
      try StateFolders("x", environment, accountHome: { account })
    }
    for environment in [[:], ["HOME": ""]] {
      #expect(try folders(environment).archives == "/a/.local/state/x/restoration")
      #expect(try folders(environment).keys == "/a/.local/share/x")
    }
    for (environment, account) in [
      (["HOME": "here"], "/a"), (["HOME": "."], "/a"), ([:], none()), (["HOME": ""], "relative"),
    ] {
      let folders = try folders(environment, account: account)
      #expect(throws: ArchiveError.self) { try folders.archives }
      #expect(throws: ArchiveError.self) { try folders.keys }
    }
    // A home folder that is not needed is not checked.
    let elsewhere = try folders(["HOME": "here", "XDG_STATE_HOME": "/s"], account: nil)
    #expect(try elsewhere.archives == "/s/x/restoration")
    #expect(throws: ArchiveError.self) { try elsewhere.keys }
  }

  @Test("R201: store and key file take the account's home from the user database")
  func accountHasAHome() throws {
    let home = try #require(getpwuid(geteuid())?.pointee.pw_dir.map { String(cString: $0) })
    let store = try FileStore(applicationIdentifier: "x", environment: [:])
    #expect(store.folder == home + "/.local/state/x/restoration")
    let keys = try KeyFile(applicationIdentifier: "x", environment: ["HOME": ""])
    #expect(keys.path == home + "/.local/share/x/restoration.key")
    for environment in [["HOME": "tmp"], ["HOME": "../x"]] {
      #expect(throws: ArchiveError.self) {
        try FileStore(applicationIdentifier: "x", environment: environment)
      }
      #expect(throws: ArchiveError.self) {
        try KeyFile(applicationIdentifier: "x", environment: environment)
      }
    }
  }

  @Test(
    "R50: an identifier that cannot name a folder is rejected",
    arguments: ["", ".", "..", ".hidden", "a/b", "/", "a\0b", String(repeating: "x", count: 201)])
  func impossibleFoldersAreRefused(identifier: String) {
    expectError(.invalidIdentifier) { _ = try StateFolders(identifier, ["HOME": "/h"]) }
    #expect {
      _ = try StateFolders(identifier, ["HOME": "/h"])
    } throws: {
      ($0 as? ArchiveError)?.reason.contains("or have more than 200 bytes") == true
    }
  }

  @Test("A file above the size limit is not read and throws limitExceeded")
  func largeFileExceedsTheLimit() throws {
    try folder.write([1, 2, 3], "three")
    #expect(try PosixFileSystem().read(folder.path + "/three", limit: 3) == [1, 2, 3])
    expectError(.limitExceeded) {
      _ = try PosixFileSystem().read(folder.path + "/three", limit: 2)
    }
  }
}
