// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import RestorationArchive
import RestorationTesting
import SessionFixtures
import Sessions
import SessionsTesting
import Testing

/// Requirements on session stores.
@Suite struct StoreTests {
  private let folder: TemporaryFolder
  private let sessions: String
  private let keyPath: String

  init() throws {
    folder = try TemporaryFolder()
    sessions = folder.path + "/sessions"
    keyPath = folder.path + "/keys"
  }

  /// Returns a host as a new process makes it, from the folder and the key file.
  private func host(_ name: String = "a") throws -> SessionHost<Form> {
    let store = try FolderSessionStore(folder: sessions)
    return Server(store: store, keys: SessionKeyFile(path: keyPath)).host(name)
  }

  /// The file of the visitor's session.
  private var file: URL {
    get throws {
      let name = try SessionKeyFile(path: keyPath).name(of: "visitor")
      return URL(fileURLWithPath: "\(sessions)/\(name.text).current.archive")
    }
  }

  @Test(arguments: SessionStoreConformance.checks)
  func memoryStoreConforms(check: SessionStoreConformance.Check) async {
    await check.run(on: SessionStoreUnderTest { MemorySessionStore(clock: $0) })
  }

  @Test(arguments: SessionStoreConformance.checks)
  func folderStoreConforms(check: SessionStoreConformance.Check) async {
    let clock = FixedClock()
    await check.run(
      on: SessionStoreUnderTest(
        letPass: { [sessions] duration in
          clock.advance(by: duration)
          try? letPass(duration, in: sessions)
        },
        make: { [sessions] _ in try FolderSessionStore(folder: sessions, clock: clock.timer) }))
  }

  @Test("R218: sessions in a folder outlive their process, and removed ones leave nothing")
  func sessionsInAFolder() async throws {
    do {
      let host = try host()
      for line in ["one", "two", "three"] {
        try await host.with("visitor") { $0.lines.append(line) }
      }
      try await host.with("other") { $0.title = "Other" }
    }
    let next = try host("b")
    #expect(try await next.with("visitor") { $0.lines } == ["one", "two", "three"])
    for name in ["visitor", "other", "nobody"] { try await next.remove(name) }
    let files = try FileManager.default.contentsOfDirectory(atPath: sessions)
    #expect(files.filter { $0.hasSuffix(".archive") } == [])
    #expect(try await next.with("visitor") { $0.lines } == [])
  }

  @Test("R218: nothing is appended to a file that was removed, or replaced by an older one")
  func replacedFile() async throws {
    let host = try host()
    for line in ["one", "two"] { try await host.with("visitor") { $0.lines.append(line) } }
    let backup = try Data(contentsOf: file)
    for line in ["three", "four"] { try await host.with("visitor") { $0.lines.append(line) } }
    try backup.write(to: file)
    let restored = try await host.with("visitor") { form in
      form.lines.append("five")
      return form.lines
    }
    #expect(restored == ["one", "two", "five"])
    try await host.with("visitor") { $0.lines.append("six") }
    try FileManager.default.removeItem(at: file)
    try await host.with("visitor") { $0.lines.append("seven") }
    await host.drain()
    let store = MemorySessionStore()
    store.overwrite(
      try SessionKeyFile(path: keyPath).name(of: "visitor"), with: Array(try Data(contentsOf: file))
    )
    let next = Server(store: store, keys: SessionKeyFile(path: keyPath)).host("b")
    #expect(try await next.with("visitor") { $0.lines } == ["seven"])
  }

  @Test("R217: what a failed append has left is cut off before the append is repeated")
  func repeatedAppend() async throws {
    let store = try FolderSessionStore(folder: sessions)
    let (node, name) = (
      SessionNode(name: "a"), SessionName(bytes: [UInt8](repeating: 1, count: 32))
    )
    _ = try store.renew(node, lease: nil, for: .seconds(3_600))
    guard case .taken(var held, _, _) = try await store.take(name, for: node, marking: nil) else {
      Issue.record("Nobody else has the session")
      return
    }
    let parts = (1...3).map { [UInt8](repeating: $0, count: 100) }
    for write in [SessionWrite.replace(parts[0]), .append(parts[1])] {
      #expect(try await store.write(write, as: held, releasing: false))
      held.version += 1
    }
    let file = try FileHandle(
      forWritingTo: URL(fileURLWithPath: "\(sessions)/\(name.text).current.archive"))
    try file.seekToEnd()
    try file.write(contentsOf: Data(parts[2].prefix(30)))
    #expect(try await store.write(.append(parts[2]), as: held, releasing: false))
    let taken = try await store.take(name, for: node, marking: nil)
    guard case .taken(_, let archive, _) = taken else {
      Issue.record("The node has lost its session")
      return
    }
    #expect(archive == Array(parts.joined()))
  }

  @Test("R156: a folder that is named by a relative path stays where it is")
  func relativeFolder() throws {
    let here = FileManager.default.currentDirectoryPath
    let up = String(repeating: "../", count: here.split(separator: "/").count)
    let relative = up + sessions.dropFirst()
    let store = try FolderSessionStore(folder: relative)
    // The error names the folder as the store uses it.
    let error = #expect(throws: ArchiveError.self) { try FolderSessionStore(folder: relative) }
    #expect(error?.file?.hasPrefix("/") == true)
    #expect(FileManager.default.fileExists(atPath: sessions))
    withExtendedLifetime(store) {}
  }

  @Test("R218: a session that is only read is in use, and stays; an unused one is removed")
  func readingIsUse() async throws {
    do {
      let host = try host()
      for name in ["visitor", "other"] { try await host.with(name) { $0.title = "Kept" } }
    }
    try letPass(.seconds(86_400), in: sessions)
    var time = SeenTime()
    for quarters in 0..<120 {
      _ = time.look(
        at: Date(timeIntervalSinceNow: 900 * Double(quarters - 120)), for: .seconds(3_600))
    }
    try JSONEncoder().encode(time).write(to: URL(fileURLWithPath: sessions + "/time"))
    do {
      let host = try host("b")
      #expect(try await host.with("visitor") { $0.title } == "Kept")
    }
    let store = try FolderSessionStore(folder: sessions)
    #expect(try await store.removeUnused(for: .seconds(3_600)) == 1)
    #expect(try FileManager.default.fileExists(atPath: file.path))
  }

  @Test("R204: a process that starts with a clock far ahead removes no session from its folder")
  func startWithAWrongClock() async throws {
    do {
      let host = try host()
      try await host.with("visitor") { $0.title = "Kept" }
    }
    try letPass(.seconds(91 * 86_400), in: sessions)
    let store = try FolderSessionStore(folder: sessions)
    for _ in 0..<3 { #expect(try await store.removeUnused(for: .seconds(90 * 86_400)) == 0) }
    #expect(try FileManager.default.fileExists(atPath: file.path))
  }

  @Test("R204: sessions grow old by time that was seen to pass, and by no jump of the clock")
  func seenTime() {
    let (day, age) = (86_400.0, Duration.seconds(90 * 86_400))
    var (time, now) = (SeenTime(), Date(timeIntervalSince1970: 1_800_000_000))
    func look(after days: Double) -> Date? {
      now += days * day
      return time.look(at: now, for: age)
    }
    let lastUse = now
    #expect(look(after: 0) == nil)
    // The clock jumps, is right again, and so on.
    for _ in 0..<100 { for days in [91.0, -91] { #expect(look(after: days) == nil) } }
    for _ in 0..<89 * 144 { #expect(look(after: 1 / 144) == nil) }
    _ = look(after: 1)
    #expect(look(after: 1).map { lastUse...(lastUse + 2 * day) ~= $0 } == true)
    // Years in which no process looked are a day.
    #expect(look(after: 1_000).map { lastUse...(lastUse + 3 * day) ~= $0 } == true)
  }

  @Test("R156: only one process can open a folder of sessions")
  func folderIsOneProcess() throws {
    let store = try FolderSessionStore(folder: sessions)
    #expect(throws: ArchiveError.self) { try FolderSessionStore(folder: sessions) }
    withExtendedLifetime(store) {}
  }

  @Test("R156: a store that is refused leaves the folder to the one that has it")
  func refusedStore() throws {
    let disk = SimulatedDisk()
    let folder = "/\(UUID().uuidString)"
    let store = try FolderSessionStore(disk.store(folder: folder), clock: ContinuousClock())
    let other = disk.store(folder: folder, process: 2)
    for _ in 0..<3 {
      #expect(throws: ArchiveError.self) {
        try FolderSessionStore(disk.store(folder: folder), clock: ContinuousClock())
      }
      #expect(try !other.claim(slot: nil))
    }
    withExtendedLifetime(store) {}
  }

  @Test("R156: a process that has lost its folder to another one writes and reads nothing there")
  func lostFolder() async throws {
    let disk = SimulatedDisk()
    let lock = "/\(UUID().uuidString)"
    let store = try FolderSessionStore(disk.store(folder: lock), clock: ContinuousClock())
    let (node, name) = (
      SessionNode(name: "a"), SessionName(bytes: [UInt8](repeating: 1, count: 32))
    )
    _ = try store.renew(node, lease: nil, for: .seconds(3_600))
    guard case .taken(let held, _, _) = try await store.take(name, for: node, marking: nil) else {
      Issue.record("Nobody else has the session")
      return
    }
    // As when the program closes a copy of the lock file, and another process is quick.
    disk.store(folder: lock).release(slot: nil)
    let other = disk.store(folder: lock, process: 2)
    #expect(try other.claim(slot: nil))
    let bytes = [UInt8](repeating: 7, count: 100)
    for _ in 0..<2 {
      await #expect(throws: SessionStoreError.self) {
        try await store.write(.replace(bytes), as: held, releasing: false)
      }
      await #expect(throws: SessionStoreError.self) {
        try await store.take(name, for: node, marking: nil)
      }
      #expect(throws: SessionStoreError.self) {
        try store.renew(node, lease: nil, for: .seconds(3_600))
      }
    }
    #expect(try other.load(.current, slot: name.text) == nil)
    other.release(slot: nil)
    #expect(try await store.write(.replace(bytes), as: held, releasing: false))
  }

  @Test("R199: a torn append is ignored, and the changes before it are there")
  func tornAppend() async throws {
    do {
      let host = try host()
      for line in ["one", "two", "three"] {
        try await host.with("visitor") { $0.lines.append(line) }
      }
    }
    try Data(contentsOf: file).dropLast(5).write(to: file)
    let next = try host("b")
    #expect(try await next.with("visitor") { $0.lines } == ["one", "two"])
  }

  @Test("R120: a key file that becomes unusable is logged once, and the keys stay")
  func unusableKeyFile() throws {
    let (log, clock) = (LogRecorder(), FixedClock())
    let file = SessionKeyFile(
      path: keyPath, makesMissing: true, logger: log.logger, clock: clock.timer)
    let name = try file.name(of: "visitor")
    let text = try String(contentsOfFile: keyPath, encoding: .utf8)
    for (broken, count) in [("seal x", 1), ("", 2), (nil, 3)] as [(String?, Int)] {
      if let broken {
        try broken.write(toFile: keyPath, atomically: true, encoding: .utf8)
      } else {
        try FileManager.default.removeItem(atPath: keyPath)
      }
      for _ in 0..<3 {
        clock.advance(by: .seconds(2))
        #expect(try file.name(of: "visitor") == name)
      }
      #expect(log.lines.count { $0.hasPrefix("error") } == count)
    }
    try text.write(toFile: keyPath, atomically: true, encoding: .utf8)
    clock.advance(by: .seconds(2))
    #expect(try file.name(of: "visitor") == name)
    #expect(!log.lines.contains { $0.contains(String(text.suffix(60))) })
  }

  @Test("R120: a key file is private, is read again, and its errors show no key")
  func keyFile() throws {
    let made = try SessionKeyFile(path: keyPath).keys(refreshing: false)
    let attributes = try FileManager.default.attributesOfItem(atPath: keyPath)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    let name = try SessionKeyFile(path: keyPath).name(of: "visitor")
    #expect(name.bytes == SessionName(text: name.text)?.bytes)
    withExtendedLifetime(made) {}
    let key = String(repeating: "ab", count: 32)
    for text in ["seal \(key)\n", "name \(key)\nseal \(key)\nseal \(key)\n", "name x\nseal y", ""] {
      try text.write(toFile: keyPath, atomically: true, encoding: .utf8)
      #expect {
        try SessionKeyFile(path: keyPath).keys(refreshing: false)
      } throws: {
        ($0 as? ArchiveError)?.code == .keyUnavailable && !"\($0)".contains("abab")
      }
    }
    try "# comment\nname \(key)\nseal \(key)\nopen \(key)\n".write(
      toFile: keyPath, atomically: true, encoding: .utf8)
    #expect(try SessionKeyFile(path: keyPath).keys(refreshing: true).former.count == 1)
  }

  @Test("R120: empty lines and comments are left out of a key file, and a wrong line is numbered")
  func keyFileLines() throws {
    let key = String(repeating: "ab", count: 32)
    let lines = ["", " # keys", "name \(key)", " \t", "\tseal \(key) ", "#", "open \(key)", ""]
    for end in ["\n", "\r\n"] {
      try lines.joined(separator: end).write(toFile: keyPath, atomically: true, encoding: .utf8)
      #expect(try SessionKeyFile(path: keyPath).keys(refreshing: false).former.count == 1)
    }
    for (index, wrong) in [(3, "seal"), (5, "name \(key)"), (6, "open \(key) \(key)"), (7, "x")] {
      var lines = lines
      lines[index] = wrong
      try lines.joined(separator: "\n").write(toFile: keyPath, atomically: true, encoding: .utf8)
      #expect {
        try SessionKeyFile(path: keyPath).keys(refreshing: false)
      } throws: {
        "\($0)".contains("line \(index + 1) is wrong") && !"\($0)".contains("abab")
      }
    }
  }

  @Test("R120: a key file may lie in the root folder, and a relative path is made absolute at once")
  func keyFilePaths() throws {
    let here = FileManager.default.currentDirectoryPath
    #expect(SessionKeyFile(path: "keys").path == here + "/keys")
    let path = "/restoration-test-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: path) }
    do {
      let name = try SessionKeyFile(path: path).name(of: "visitor")
      #expect(try SessionKeyFile(path: path).name(of: "visitor") == name)
    } catch {
      // Most users may not write there.
      #expect([EACCES, EPERM, EROFS].contains(error.systemError), "\(error)")
    }
  }
}

/// Moves the times in a folder of sessions back, as if time had passed.
private func letPass(_ duration: Duration, in sessions: String) throws {
  let seconds = duration / .seconds(1)
  for name in try FileManager.default.contentsOfDirectory(atPath: sessions) {
    let path = sessions + "/" + name
    let date = try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
    try FileManager.default.setAttributes(
      [.modificationDate: (date ?? Date()) - seconds], ofItemAtPath: path)
  }
  struct Looks: Codable {
    struct Look: Codable {
      var time: Date
      let passed: Double
    }
    var looks: [Look]
  }
  let file = URL(fileURLWithPath: sessions + "/time")
  guard let data = try? Data(contentsOf: file) else { return }
  var looks = try JSONDecoder().decode(Looks.self, from: data)
  for index in looks.looks.indices { looks.looks[index].time -= seconds }
  try JSONEncoder().encode(looks).write(to: file)
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
