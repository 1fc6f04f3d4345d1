// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
public import Logging
public import RestorationArchive
import Synchronization

/// The keys of a program's sessions, the same on all its nodes.
///
/// Each session gets a key of its own, derived from these, so that one session's bytes never open
/// as another's.
public struct SessionKeys: Sendable {
  /// Derives the names under which the store knows sessions.
  ///
  /// Never replaced: without it no session is found.
  public var naming: ArchiveKey { didSet { names = SessionNaming(naming) } }
  /// Derived once, not at each call.
  fileprivate private(set) var names: SessionNaming
  /// The key that seals writes.
  public var sealing: ArchiveKey
  /// The former sealing keys, which open older writes.
  public var former: [ArchiveKey]

  /// Makes a set of keys.
  ///
  /// - Parameters:
  ///   - naming: Derives the names of sessions.
  ///   - sealing: Seals writes.
  ///   - former: The former sealing keys, which open older writes.
  public init(naming: ArchiveKey, sealing: ArchiveKey, former: [ArchiveKey] = []) {
    (self.naming, self.sealing, self.former) = (naming, sealing, former)
    names = SessionNaming(naming)
  }

  /// Makes new keys.
  public init() { self.init(naming: ArchiveKey(), sealing: ArchiveKey()) }

  /// Returns these keys with the sealing key replaced.
  ///
  /// Bytes sealed with a former key are sealed with the new one when their session is next written.
  /// All nodes that share the keys must know the new key before one of them seals with it; a host
  /// that meets an unknown key asks its provider again.
  ///
  /// - Parameter key: Seals from now on; a new one by default.
  /// - Returns: The keys to use from now on.
  public func replacingSealingKey(by key: ArchiveKey = ArchiveKey()) -> SessionKeys {
    SessionKeys(naming: naming, sealing: key, former: [sealing] + former)
  }
}

/// A source of session keys.
public protocol SessionKeyProvider: Sendable {
  /// Returns the current keys.
  ///
  /// Called whenever a session is woken or saved; a provider that reads a file should cache its
  /// content.
  ///
  /// - Parameter refreshing: Whether to look again, since a session was sealed with an unknown key.
  /// - Returns: The keys.
  /// - Throws: `ArchiveError` when the keys are unavailable.
  func keys(refreshing: Bool) throws(ArchiveError) -> SessionKeys
}

extension SessionKeyProvider {
  /// Returns a session's name in the store.
  ///
  /// - Parameter identifier: The session's identifier in the program.
  /// - Returns: The name.
  /// - Throws: `ArchiveError` when the keys are unavailable.
  public func name(of identifier: String) throws(ArchiveError) -> SessionName {
    SessionName(bytes: try keys(refreshing: false).names.name(of: identifier))
  }
}

/// Keys in memory, new for each process or supplied by the program.
public final class MemorySessionKeys: SessionKeyProvider {
  private let current: Mutex<SessionKeys>

  /// Makes a provider.
  ///
  /// - Parameter keys: The keys; new ones by default.
  public init(_ keys: SessionKeys = SessionKeys()) { current = Mutex(keys) }

  /// Returns the keys.
  public func keys(refreshing: Bool = false) -> SessionKeys { current.withLock { $0 } }

  /// Replaces the sealing key while hosts run.
  ///
  /// - Parameter key: Seals from now on; a new one by default.
  public func rotate(to key: ArchiveKey = ArchiveKey()) {
    current.withLock { $0 = $0.replacingSealingKey(by: key) }
  }
}

/// Session keys in a file that is the same on all nodes.
///
/// The file can be a mounted secret, for instance. It has a line for each key: a word and 64
/// hexadecimal digits. `name` is the naming key, `seal` the sealing key, `open` a former sealing
/// key. Empty lines and lines that begin with `#` are left out. To replace the sealing key, first add
/// the new one as an `open` line on all nodes; then make it the `seal` line, and turn the former one
/// into an `open` line. Hosts read the file again when it has changed.
///
/// If the file is missing or malformed while a host runs, the host keeps the keys it has, and the log
/// says so once.
public final class SessionKeyFile: SessionKeyProvider {
  /// The absolute path of the file.
  public let path: String
  private let makesMissing: Bool
  private let known = Mutex(Known())
  private let now: @Sendable () -> Duration
  private let logger: Logger
  private let files = PosixFileSystem()

  private struct Known {
    var keys: SessionKeys?
    /// When the file was changed that they are from.
    var changed: Date?
    /// When it was looked at last.
    var looked: Duration?
    /// What was wrong with it then.
    var problem: String?
  }

  /// Makes a provider for a file.
  ///
  /// - Parameters:
  ///   - path: The file. A relative path begins at the present working directory, also if that
  ///     changes later.
  ///   - makesMissing: Whether to make a file with new keys, readable by its owner only, if none
  ///     exists when keys are first needed. Pass `false` where several nodes receive the file from
  ///     elsewhere: a node that made keys of its own would find no session.
  ///   - logger: Receives an error when the file becomes unusable, without a key.
  public convenience init(
    path: String, makesMissing: Bool = true,
    logger: Logger = Logger(label: "restoration.sessions")
  ) {
    self.init(path: path, makesMissing: makesMissing, logger: logger, clock: ContinuousClock())
  }

  package init<C: Clock>(path: String, makesMissing: Bool, logger: Logger, clock: C)
  where C.Duration == Duration {
    self.path = URL(fileURLWithPath: path).path
    (self.makesMissing, self.logger) = (makesMissing, logger)
    let start = clock.now
    now = { start.duration(to: clock.now) }
  }

  /// Returns the keys in the file.
  ///
  /// Checks the file once a second, and when a key is unknown.
  public func keys(refreshing: Bool) throws(ArchiveError) -> SessionKeys {
    let now = now()
    let known = known.withLock { $0 }
    if let keys = known.keys, !refreshing, let looked = known.looked, now - looked < .seconds(1) {
      return keys
    }
    let changed = changed
    if let keys = known.keys, !refreshing, changed == known.changed {
      self.known.withLock { $0.looked = now }
      return keys
    }
    do throws(ArchiveError) {
      let isMissing = known.keys == nil && makesMissing && !files.exists(path)
      let keys = try isMissing ? make() : read()
      self.known.withLock {
        $0 = Known(keys: keys, changed: isMissing ? self.changed : changed, looked: now)
      }
      return keys
    } catch {
      guard let keys = known.keys else { throw error }
      let problem = "\(error)"
      let isNew = self.known.withLock { known in
        defer { (known.looked, known.problem) = (now, problem) }
        return known.problem != problem
      }
      if isNew { logger.error("The sessions' keys stay as they were: \(problem)") }
      return keys
    }
  }

  /// When the file was changed last; `nil` when there is none.
  private var changed: Date? {
    // A mounted secret is a link whose target changes.
    let target = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    let attributes = try? FileManager.default.attributesOfItem(atPath: target)
    return attributes?[.modificationDate] as? Date
  }

  private func read() throws(ArchiveError) -> SessionKeys {
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
      throw ArchiveError(
        .keyUnavailable, "The file of the sessions' keys cannot be read", file: path)
    }
    var (naming, sealing, former) = (ArchiveKey?.none, ArchiveKey?.none, [ArchiveKey]())
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in lines.enumerated() {
      let words = line.split(whereSeparator: \.isWhitespace)
      guard let word = words.first, !word.hasPrefix("#") else { continue }
      guard words.count == 2, let bytes = SessionName(text: String(words[1]))?.bytes,
        let key = ArchiveKey(bytes: bytes)
      else { throw malformed(line: index + 1) }
      switch word {
      case "name" where naming == nil: naming = key
      case "seal" where sealing == nil: sealing = key
      case "open": former.append(key)
      default: throw malformed(line: index + 1)
      }
    }
    guard let naming, let sealing else { throw malformed(line: nil) }
    return SessionKeys(naming: naming, sealing: sealing, former: former)
  }

  /// Returns an error that reveals of the file at most the number of its wrong line.
  private func malformed(line: Int?) -> ArchiveError {
    ArchiveError(
      .keyUnavailable,
      "The file of the sessions' keys needs one `name` line, one `seal` line, and `open` lines for former "
        + "keys, each with 64 hexadecimal digits\(line.map { "; line \($0) is wrong" } ?? "")",
      file: path)
  }

  /// Writes new keys, unless another process was faster.
  private func make() throws(ArchiveError) -> SessionKeys {
    let keys = SessionKeys()
    let text = "name \(keys.naming.text)\nseal \(keys.sealing.text)\n"
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    let new = path + "." + String(UInt64.random(in: 0...UInt64.max), radix: 16)
    try files.createFolder(folder)
    try files.write(Array(text.utf8), to: new)
    defer { try? files.remove(new) }
    // Creating a link is atomic: of several processes, one succeeds.
    _ = try files.link(new, to: path)
    try files.syncFolder(folder)
    return try read()
  }
}

extension ArchiveKey {
  fileprivate var text: String { SessionName(bytes: bytes).text }
}
