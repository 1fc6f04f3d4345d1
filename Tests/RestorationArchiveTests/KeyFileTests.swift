// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import PosixSupport
import RestorationArchive
import Synchronization
import Testing

struct KeyFileTests {
  private let folder = TemporaryFolder()
  private var keys: KeyFile { KeyFile(path: folder.path + "/data/app/restoration.key") }

  private func bytes(_ key: ArchiveKey) -> [UInt8] { key.withUnsafeBytes { Array($0) } }

  @Test("R120: a key file is created once, with mode 0600 in a 0700 folder, and alone there")
  func keyFileIsMadeOnce() throws {
    #expect(try keys.existingKey() == nil)
    #expect(folder.names.isEmpty)
    let first = bytes(try keys.key())
    #expect(folder.bytes("data/app/restoration.key") == first)
    #expect(folder.mode("data/app/restoration.key") == 0o600)
    #expect(folder.mode("data") == 0o700 && folder.mode("data/app") == 0o700)
    #expect(bytes(try keys.key()) == first)
    #expect(try keys.existingKey().map(bytes) == first)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/data/app")
    #expect(names == ["restoration.key"])
  }

  @Test(
    "A malformed key file is a clear error and is never overwritten",
    arguments: [0, 1, 31, 33, 4_097])
  func malformedKeyFileIsLeftAlone(size: Int) throws {
    let path = folder.path + "/key"
    let malformed = [UInt8](repeating: 5, count: size)
    try folder.write(malformed, "key")
    for makesKey in [true, false] {
      let file = KeyFile(path: path)
      #expect {
        _ = makesKey ? try file.key() : try file.existingKey()
      } throws: { error in
        guard let error = error as? ArchiveError else { return false }
        return error.code == .keyUnavailable && error.file == path
          && error.reason.hasPrefix("The key file does not hold a key of 32 bytes")
      }
    }
    #expect(folder.bytes("key") == malformed)
    #expect(folder.names == ["key"])
  }

  @Test("An unreadable key file makes the key unavailable")
  func unreadableKeyFileIsTold() throws {
    try FileManager.default.createDirectory(
      atPath: folder.path + "/key", withIntermediateDirectories: false)
    expectError(.keyUnavailable) { _ = try KeyFile(path: folder.path + "/key").key() }
  }

  @Test("R120: a relative path begins where the program was when it named the file")
  func relativePath() {
    let here = FileManager.default.currentDirectoryPath
    #expect(KeyFile(path: "data/app.key").path == here + "/data/app.key")
    #expect(KeyFile(path: "app.key").path == here + "/app.key")
    #expect(FileStore(folder: "state").folder == here + "/state")
    #expect(KeyFile(path: "/data/app.key").path == "/data/app.key")
  }

  @Test("R120: a key file may lie in the root folder")
  func keyFileInTheRootFolder() throws {
    let path = "/restoration-test-\(UUID().uuidString).key"
    let file = KeyFile(path: path)
    #expect(file.path == path)
    defer { unlink(path) }
    do {
      let key = bytes(try file.key())
      #expect(try KeyFile(path: path).existingKey().map(bytes) == key)
    } catch {
      // Most users may not write there.
      #expect([EACCES, EPERM, EROFS].contains(error.systemError), "\(error)")
    }
  }

  @Test("R120: a cached key is read again only if its file may have changed")
  func keyIsKeptWithItsFile() throws {
    let files = OneFile(Array(0..<32))
    let keys = KeyFile(folder: "/", name: "key", fileSystem: files)
    func reads(_ change: (inout OneFile.State) -> Void = { _ in }) throws -> Int {
      files.state.withLock {
        $0.reads = 0
        change(&$0)
      }
      let key = bytes(try keys.key())
      let state = files.state.withLock { $0 }
      #expect(key == state.bytes)
      return state.reads
    }
    #expect(try reads() == 1)
    #expect(try reads() == 0)
    // Other bytes come with another status; any part of it may differ.
    for change: (inout FileStatus) -> Void in [
      { $0.inode += 1 }, { $0.device += 1 }, { $0.size += 1 }, { $0.modified.nanoseconds += 1 },
      { $0.changed.nanoseconds += 1 }, { $0.changed.seconds += 1 },
    ] {
      #expect(
        try reads {
          $0.bytes[0] += 1
          if var status = $0.status { change(&status); $0.status = status }
        } == 1)
      #expect(try reads() == 0)
    }
    keys.forgetKey()
    #expect(try reads() == 1)
    // The file is read each time if the file system gives no status, or if the file has just
    // changed.
    let settled = files.state.withLock { $0.status }
    for _ in 0..<2 { #expect(try reads { $0.status = nil } == 1) }
    for _ in 0..<2 {
      #expect(
        try reads {
          $0.status = settled
          $0.status?.changed.seconds = time(nil)
          $0.bytes[1] += 1  // the status of a file this new does not show the change
        } == 1)
    }
  }

  @Test("R120: a provider notices that a key file it has read was replaced or removed")
  func replacedKeyFileIsNoticed() throws {
    let keys = keys
    let first = bytes(try keys.key())
    for change: UInt8 in 1...3 {
      let other = [UInt8](repeating: change, count: 32)
      try folder.write(other, "data/app/new")
      #expect(rename(folder.path + "/data/app/new", keys.path) == 0)
      #expect(bytes(try keys.key()) == other)
      try folder.write(first, "data/app/restoration.key")
      #expect(bytes(try keys.key()) == first)
    }
    #expect(unlink(keys.path) == 0)
    #expect(bytes(try keys.key()) != first)
  }
}

/// A file with a given status that counts its reads.
private final class OneFile: UnchangeableFileSystem {
  struct State {
    var bytes: [UInt8]
    var status: FileStatus? = FileStatus()
    var reads = 0
  }
  let state: Mutex<State>

  init(_ bytes: [UInt8]) { state = Mutex(State(bytes: bytes)) }

  func open(_ path: String, limit: Int) throws(ArchiveError) -> StoredBytes? {
    state.withLock {
      $0.reads += 1
      return StoredBytes($0.bytes)
    }
  }

  func status(of path: String) -> FileStatus? { state.withLock { $0.status } }

  func exists(_ path: String) -> Bool { true }

  func names(in folder: String) throws(ArchiveError) -> [String] { [] }
}

struct SystemVersionTests {
  @Test(
    "R170: the system version is VERSION_ID of os-release, if there is one",
    arguments: [
      ("NAME=\"Debian\"\nVERSION_ID=\"12\"\n", "12"), ("VERSION_ID=24.04", "24.04"),
      ("A=1\r\nVERSION_ID='39' \r\nB=2\r\n", "39"), ("VERSION_ID=\"a b\"", "a b"), ("", nil),
      ("NAME=Arch\n", nil), ("VERSION_ID=", nil), ("VERSION_ID=\"\"", nil),
      ("#VERSION_ID=1", nil), ("XVERSION_ID=1", nil), ("VERSION=1", nil),
    ] as [(String, String?)])
  func versionIsFound(text: String, version: String?) {
    #expect(SystemVersion.versionID(inOSRelease: text) == version)
  }
}
