// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Glibc
import RestorationArchive
import Synchronization

/// A disk in memory that knows what a power cut may leave of it.
///
/// The model, which is stricter than the file systems of today:
/// - Bytes that were not synced may be lost, in any combination of sectors of 512 bytes; a lost
///   sector holds what it held before, zeros at the end of a file. The file may have any length
///   between the synced and the new one that ends with a sector.
/// - Names that were not synced with their folder may be lost in any combination and order: each
///   creation, link, removal and renaming by itself, but each of them as a whole.
/// - Syncing a file does not sync its name. What a failed sync was to write may be lost for good,
///   whatever is synced later.
/// - Making a folder is durable at once, as the real file system syncs the one above.
final class ModelDisk: Sendable {
  static let sector = 512

  /// What there is: names, and the contents of the files that they name.
  struct Image: Hashable, Sendable {
    var names: [String: Int] = [:]
    var files: [Int: [UInt8]] = [:]

    func bytes(_ name: String) -> [UInt8]? { names[name].flatMap { files[$0] } }
  }

  /// What happened to the disk, in order.
  enum Effect: Sendable {
    /// Names that change at once; `nil` removes.
    case names([String: Int?])
    case bytes(file: Int, size: Int, [UInt8])
    case syncedBytes(file: Int)
    case syncedNames(folder: String)
    case failedBytes(file: Int)
    case failedNames(folder: String)
  }

  /// An operation that fails.
  struct Fault: Sendable {
    let number: Int32
    let first: Int
    /// Whether all operations from there on fail.
    let lasts: Bool

    func strikes(_ operation: Int) -> Bool { lasts ? operation >= first : operation == first }
  }

  struct State: Sendable {
    /// The disk as it was when recording began; all of it is durable.
    var start = Image()
    /// The disk as programs see it.
    var now = Image()
    var effects: [Effect] = []
    var nextFile = 0
    var folders: Set<String> = []
    /// How many operations there were.
    var operations = 0
    var fault: Fault?
    /// Which process holds which file.
    var locks: [String: Int] = [:]
    var refusesLocks = false
  }

  let state: Mutex<State>

  init(_ image: Image = Image(), fault: Fault? = nil) {
    var state = State()
    (state.start, state.now, state.fault) = (image, image, fault)
    state.folders = Set(image.names.keys.map(folder(of:)))
    state.nextFile = (image.files.keys.max() ?? -1) + 1
    self.state = Mutex(state)
  }

  var now: Image { state.withLock { $0.now } }
  var operations: Int { state.withLock { $0.operations } }
  var effects: [Effect] { state.withLock { $0.effects } }
  var start: Image { state.withLock { $0.start } }

  /// Lets the n-th operation from now fail, or all from there on.
  func fail(_ number: Int32, at operation: Int, lasts: Bool = false) {
    state.withLock { state in
      state.fault = Fault(number: number, first: state.operations + operation, lasts: lasts)
    }
  }

  /// Lets all operations work from now on.
  func repair() { state.withLock { $0.fault = nil } }

  /// Makes everything durable, and records anew from here.
  func settle() {
    state.withLock { state in
      state.start = state.now
      state.effects = []
    }
  }

  /// A process has died: it holds nothing any more.
  func end(process: Int) {
    state.withLock { state in state.locks = state.locks.filter { $0.value != process } }
  }

  /// Lets every lock fail, as on a file system that has none.
  func refuseLocks() { state.withLock { $0.refusesLocks = true } }

  /// Removes all files and folders, locks included, but keys.
  func removeAll() {
    state.withLock { state in
      state.now.names = state.now.names.filter { $0.key.hasSuffix("key") }
      state.folders = state.folders.filter { $0.hasSuffix("keys") }
      state.locks = [:]
    }
    settle()
  }

  /// Changes a file behind everybody's back, durably, as a bad sector does.
  func damage(_ path: String) {
    state.withLock { state in
      guard let file = state.now.names[path], var bytes = state.now.files[file] else { return }
      bytes[bytes.count / 2] ^= 4
      state.now.files[file] = bytes
    }
    settle()
  }
}

func folder(of path: String) -> String {
  String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
}

/// The disk as one process uses it.
struct ModelFileSystem: FileSystem {
  let disk: ModelDisk
  var process = 1

  /// Counts an operation; throws when it is to fail, after what it does nevertheless.
  private func operation(
    _ failing: (inout ModelDisk.State) -> Void = { _ in },
    _ body: (inout ModelDisk.State) throws(ArchiveError) -> Void
  ) throws(ArchiveError) {
    let result = disk.state.withLock { state in
      Result { () throws(ArchiveError) in
        state.operations += 1
        if let fault = state.fault, fault.strikes(state.operations - 1) {
          failing(&state)
          throw ArchiveError(.inputOutput, "The test's disk failed", systemError: fault.number)
        }
        try body(&state)
      }
    }
    try result.get()
  }

  func read(_ path: String, limit: Int) throws(ArchiveError) -> [UInt8]? {
    var bytes: [UInt8]?
    try operation { bytes = $0.now.bytes(path) }
    if let bytes, bytes.count > limit { throw ArchiveError(.limitExceeded, "Too large") }
    return bytes
  }

  func exists(_ path: String) -> Bool {
    disk.state.withLock { $0.now.names[path] != nil || $0.folders.contains(path) }
  }

  func createFolder(_ path: String) throws(ArchiveError) {
    try operation { $0.folders.insert(path) }
  }

  func write(_ bytes: [UInt8], to path: String) throws(ArchiveError) {
    try operation { state throws(ArchiveError) in
      guard state.folders.contains(folder(of: path)) else { throw Self.missing }
      if state.now.names[path] != nil { state.set([path: nil]) }
      state.set([path: state.nextFile])
      state.nextFile += 1
    }
    try operation {
      $0.write(bytes.prefix(bytes.count / 2), to: path, isNew: true); $0.set([path: nil])
    } _: {
      $0.write(bytes[...], to: path, isNew: true)
    }
    try operation { state in
      state.sync(path, fails: true)
      state.set([path: nil])
    } _: {
      $0.sync(path, fails: false)
    }
  }

  func open(_ path: String, after end: ArchiveEnd) throws(ArchiveError) -> (any AppendableFile)? {
    var file: File?
    try operation { state in
      guard let number = state.now.names[path], let bytes = state.now.files[number],
        state.now.names.values.count(where: { $0 == number }) == 1, end.matches(bytes)
      else { return }
      file = File(system: self, path: path)
    }
    return file
  }

  private final class File: AppendableFile {
    let system: ModelFileSystem
    let path: String

    init(system: ModelFileSystem, path: String) { (self.system, self.path) = (system, path) }

    func append(_ bytes: [UInt8]) throws(ArchiveError) {
      try system.operation {
        $0.write(bytes.prefix(bytes.count / 2), to: path, isNew: false)
      } _: {
        $0.write(bytes[...], to: path, isNew: false)
      }
    }

    func sync() throws(ArchiveError) {
      try system.operation {
        $0.sync(path, fails: true)
      } _: {
        $0.sync(path, fails: false)
      }
    }
  }

  func rename(_ path: String, to newPath: String) throws(ArchiveError) {
    try operation { state throws(ArchiveError) in
      guard let file = state.now.names[path] else { throw Self.missing }
      // As POSIX has it: nothing happens when both name the same file.
      if state.now.names[newPath] != file { state.set([path: nil, newPath: file]) }
    }
  }

  func link(_ path: String, to newPath: String) throws(ArchiveError) -> Bool {
    var isFree = false
    try operation { state throws(ArchiveError) in
      guard let file = state.now.names[path] else { throw Self.missing }
      isFree = state.now.names[newPath] == nil
      if isFree { state.set([newPath: file]) }
    }
    return isFree
  }

  func remove(_ path: String) throws(ArchiveError) {
    try operation { if $0.now.names[path] != nil { $0.set([path: nil]) } }
  }

  func syncFolder(_ path: String) throws(ArchiveError) {
    try operation {
      $0.effects.append(.failedNames(folder: path))
    } _: {
      $0.effects.append(.syncedNames(folder: path))
    }
  }

  func claim(_ path: String) throws(ArchiveError) -> Bool {
    var isOwn = false
    try operation { state throws(ArchiveError) in
      guard state.folders.contains(folder(of: path)) else { throw Self.missing }
      if state.refusesLocks {
        throw ArchiveError(.inputOutput, "There are no locks", systemError: ENOLCK)
      }
      isOwn = state.locks[path, default: process] == process
      if isOwn { state.locks[path] = process }
    }
    return isOwn
  }

  func release(_ path: String) {
    disk.state.withLock { state in
      if state.locks[path] == process { state.locks[path] = nil }
    }
  }

  private static let missing = ArchiveError(
    .inputOutput, "There is no such file", systemError: ENOENT)
}

extension ModelDisk.State {
  mutating func set(_ names: [String: Int?]) {
    effects.append(.names(names))
    for (name, file) in names { now.names[name] = file }
    for file in names.values.compactMap(\.self) where now.files[file] == nil {
      now.files[file] = []
    }
  }

  mutating func write(_ bytes: ArraySlice<UInt8>, to path: String, isNew: Bool) {
    guard let file = now.names[path] else { return }
    let old = isNew ? [] : now.files[file] ?? []
    now.files[file] = old + bytes
    effects.append(.bytes(file: file, size: old.count, Array(bytes)))
  }

  mutating func sync(_ path: String, fails: Bool) {
    guard let file = now.names[path] else { return }
    effects.append(fails ? .failedBytes(file: file) : .syncedBytes(file: file))
  }
}
