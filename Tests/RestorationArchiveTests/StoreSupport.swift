// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import Logging
import RestorationArchive
import Synchronization

/// A folder of its own for one test, removed with it.
final class TemporaryFolder: Sendable {
  let path: String

  init() {
    path = NSTemporaryDirectory() + "restoration-\(UUID().uuidString)"
    _ = mkdir(path, 0o700)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The permission bits of a file or folder below.
  func mode(_ name: String) -> mode_t? {
    var status = stat()
    return stat("\(path)/\(name)", &status) == 0 ? status.st_mode & 0o7777 : nil
  }

  func bytes(_ name: String) -> [UInt8]? {
    FileManager.default.contents(atPath: "\(path)/\(name)").map { Array($0) }
  }

  func write(_ bytes: [UInt8], _ name: String) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: "\(path)/\(name)"))
  }

  var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }
}

/// Both stores, for tests that hold for either.
enum StoreKind: CaseIterable, Sendable {
  case file
  case memory

  func make(in folder: TemporaryFolder) -> any ArchiveStore {
    switch self {
    case .file: FileStore(folder: folder.path + "/state")
    case .memory: MemoryStore()
    }
  }
}

extension ArchiveStore {
  /// A damaged archive that was set aside; no part of the protocol, since no program needs it.
  func damaged(_ age: Int) -> [UInt8]? {
    switch self {
    case let store as FileStore:
      FileManager.default.contents(atPath: "\(store.folder)/damaged-\(age).archive")
        .map { Array($0) }
    case let store as MemoryStore: store.damaged(age: age)
    default: nil
    }
  }
}

/// The real file system until the n-th operation, which fails or is the last before the power goes.
final class FaultyFileSystem: FileSystem {
  enum Fault: Sendable {
    /// The n-th operation throws; those after it work again.
    case error
    /// The n-th operation and all after it throw.
    case deadDisk
    /// The n-th operation does half of what it should, and nothing after it happens at all.
    case powerCut
  }

  private let real = PosixFileSystem()
  private let fault: Fault
  private let moment: Int
  private let cut: Int?
  private let count = Mutex(0)

  /// Breaks at the n-th operation; if that is an append, so many of its bytes are written before.
  init(_ fault: Fault, at moment: Int, cut: Int? = nil) {
    (self.fault, self.moment, self.cut) = (fault, moment, cut)
  }

  var operations: Int { count.withLock { $0 } }

  private enum Turn { case normal, faulty, ignored }

  private func turn() throws(ArchiveError) -> Turn {
    let number = count.withLock { count in
      defer { count += 1 }
      return count
    }
    switch fault {
    case .error where number == moment, .deadDisk where number >= moment:
      throw ArchiveError(.inputOutput, "The disk failed in a test")
    case .powerCut where number == moment: return .faulty
    case .powerCut where number > moment: return .ignored
    default: return .normal
    }
  }

  func read(_ path: String, limit: Int) throws(ArchiveError) -> [UInt8]? {
    try real.read(path, limit: limit)
  }

  func exists(_ path: String) -> Bool { real.exists(path) }

  func createFolder(_ path: String) throws(ArchiveError) {
    if try turn() == .normal { try real.createFolder(path) }
  }

  func write(_ bytes: [UInt8], to path: String) throws(ArchiveError) {
    switch try turn() {
    case .normal: try real.write(bytes, to: path)
    case .faulty: try real.write(Array(bytes.prefix(bytes.count / 2)), to: path)
    case .ignored: break
    }
  }

  func open(_ path: String, after end: ArchiveEnd) throws(ArchiveError) -> (any AppendableFile)? {
    switch try turn() {
    case .normal, .faulty: try real.open(path, after: end).map { File(base: $0, system: self) }
    case .ignored: nil
    }
  }

  /// Two further operations: the write, of which a fault may leave a part, and the sync.
  private final class File: AppendableFile {
    let base: any AppendableFile
    let system: FaultyFileSystem

    init(base: any AppendableFile, system: FaultyFileSystem) {
      (self.base, self.system) = (base, system)
    }

    func append(_ bytes: [UInt8]) throws(ArchiveError) {
      do throws(ArchiveError) {
        switch try system.turn() {
        case .normal: try base.append(bytes)
        case .faulty: try base.append(Array(bytes.prefix(system.cut ?? bytes.count / 2)))
        case .ignored: break
        }
      } catch {
        try base.append(Array(bytes.prefix(system.cut ?? 0)))
        throw error
      }
    }

    func sync() throws(ArchiveError) {
      if try system.turn() == .normal { try base.sync() }
    }
  }

  func rename(_ path: String, to newPath: String) throws(ArchiveError) {
    if try turn() == .normal { try real.rename(path, to: newPath) }
  }

  func link(_ path: String, to newPath: String) throws(ArchiveError) -> Bool {
    try turn() == .normal ? try real.link(path, to: newPath) : true
  }

  func remove(_ path: String) throws(ArchiveError) {
    if try turn() == .normal { try real.remove(path) }
  }

  func syncFolder(_ path: String) throws(ArchiveError) {
    if try turn() == .normal { try real.syncFolder(path) }
  }
}

/// Keeps log lines.
final class LogLines: Sendable {
  private let lines = Mutex<[(level: Logger.Level, text: String)]>([])

  var all: [String] { lines.withLock { $0.map { "\($0.level): \($0.text)" } } }

  var logger: Logger { Logger(label: "test") { _ in Handler(lines: self) } }

  private struct Handler: LogHandler {
    let lines: LogLines
    var metadata: Logger.Metadata = [:]
    var metadataProvider: Logger.MetadataProvider?
    var logLevel = Logger.Level.trace

    init(lines: LogLines) { self.lines = lines }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
      lines.lines.withLock { $0.append((event.level, event.message.description)) }
    }
  }
}
