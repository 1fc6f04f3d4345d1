// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RestorationArchive
import SessionFixtures
import Sessions
import SessionsTesting
import Testing

/// Requirements on session stores.
@Suite struct StoreTests {
  @Test(arguments: SessionStoreConformance.checks)
  func memoryStoreConforms(check: SessionStoreConformance.Check) async {
    await check.run(on: SessionStoreUnderTest { MemorySessionStore(clock: $0) })
  }

  @Test(arguments: SessionStoreConformance.checks)
  func folderStoreConforms(check: SessionStoreConformance.Check) async throws {
    let folder = try TemporaryFolder()
    await check.run(
      on: SessionStoreUnderTest { [path = folder.path] in
        try FolderSessionStore(folder: path, clock: $0)
      })
  }

  @Test("R218: sessions in a folder outlive their process, and removed ones leave no file")
  func folder() async throws {
    let folder = try TemporaryFolder()
    let keys = SessionKeyFile(path: folder.path + "/keys")
    do {
      let server = Server(
        store: try FolderSessionStore(folder: folder.path + "/sessions"), keys: keys)
      let host = server.host()
      for line in ["one", "two", "three"] {
        try await host.with("visitor") { $0.lines.append(line) }
      }
      try await host.with("other") { $0.title = "Other" }
    }
    let server = Server(
      store: try FolderSessionStore(folder: folder.path + "/sessions"),
      keys: SessionKeyFile(path: folder.path + "/keys"))
    let host = server.host("b")
    #expect(try await host.with("visitor") { $0.lines } == ["one", "two", "three"])
    try await host.remove("visitor")
    try await host.remove("other")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/sessions")
    #expect(files.filter { $0.hasSuffix(".archive") } == [])
  }

  @Test("R218: a session that is only read is in use, and stays")
  func readingIsUse() async throws {
    let folder = try TemporaryFolder()
    let keys = MemorySessionKeys()
    do {
      let host = Server(store: try FolderSessionStore(folder: folder.path), keys: keys).host()
      try await host.with("visitor") { $0.title = "Kept" }
    }
    let file = "\(folder.path)/\(try keys.name(of: "visitor").text).current.archive"
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -86_400)], ofItemAtPath: file)
    do {
      let host = Server(store: try FolderSessionStore(folder: folder.path), keys: keys).host("b")
      #expect(try await host.with("visitor") { $0.title } == "Kept")
    }
    let store = try FolderSessionStore(folder: folder.path)
    #expect(try await store.removeUnused(for: .seconds(3_600)) == 0)
    #expect(FileManager.default.fileExists(atPath: file))
  }

  @Test("R156: only one process can open a folder of sessions")
  func folderIsOneProcess() async throws {
    let folder = try TemporaryFolder()
    let store = try FolderSessionStore(folder: folder.path)
    #expect(throws: ArchiveError.self) { try FolderSessionStore(folder: folder.path) }
    withExtendedLifetime(store) {}
  }

  @Test("R199: a torn append is ignored, and the changes before it are there")
  func tornAppend() async throws {
    let folder = try TemporaryFolder()
    let keys = MemorySessionKeys()
    do {
      let host = Server(store: try FolderSessionStore(folder: folder.path), keys: keys).host()
      for line in ["one", "two", "three"] {
        try await host.with("visitor") { $0.lines.append(line) }
      }
    }
    let name = try keys.name(of: "visitor")
    let file = URL(fileURLWithPath: "\(folder.path)/\(name.text).current.archive")
    try Data(contentsOf: file).dropLast(5).write(to: file)
    let next = Server(store: try FolderSessionStore(folder: folder.path), keys: keys).host("b")
    #expect(try await next.with("visitor") { $0.lines } == ["one", "two"])
  }

  @Test("R120: a key file is private, is read again, and its errors show no key")
  func keyFile() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/keys"
    let made = try SessionKeyFile(path: path).keys(refreshing: false)
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    let name = try SessionKeyFile(path: path).name(of: "visitor")
    #expect(name.bytes == SessionName(text: name.text)?.bytes)
    withExtendedLifetime(made) {}
    let key = String(repeating: "ab", count: 32)
    for text in ["seal \(key)\n", "name \(key)\nseal \(key)\nseal \(key)\n", "name x\nseal y", ""] {
      try text.write(toFile: path, atomically: true, encoding: .utf8)
      #expect {
        try SessionKeyFile(path: path).keys(refreshing: false)
      } throws: {
        ($0 as? ArchiveError)?.code == .keyUnavailable && !"\($0)".contains("abab")
      }
    }
    try "# comment\nname \(key)\nseal \(key)\nopen \(key)\n".write(
      toFile: path, atomically: true, encoding: .utf8)
    #expect(try SessionKeyFile(path: path).keys(refreshing: true).former.count == 1)
  }
}

/// A temporary folder, removed with this object.
final class TemporaryFolder {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "sessions-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}
