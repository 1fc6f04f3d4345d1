// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import PosixSupport
package import RestorationArchive
import Synchronization

/// The disk as one process uses it.
package struct SimulatedFileSystem: FileSystem {
  let disk: SimulatedDisk
  let process: Int

  package init(disk: SimulatedDisk, process: Int = 1) {
    (self.disk, self.process) = (disk, process)
  }

  /// Counts an operation; throws if it is to fail.
  ///
  /// A failing operation may have a partial effect, which happens before the error is thrown.
  private func operation(
    _ failing: (inout SimulatedDisk.State) -> Void = { _ in },
    _ body: (inout SimulatedDisk.State) throws(ArchiveError) -> Void
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

  /// Opens a file, as one operation.
  ///
  /// An archiver reads piece by piece; each read is an operation of its own.
  package func open(_ path: String, limit: Int) throws(ArchiveError) -> StoredBytes? {
    var bytes: [UInt8]?
    try operation { state throws(ArchiveError) in
      bytes = state.now.bytes(path)
      if bytes != nil { try state.checkReading(path) }
    }
    guard let bytes else { return nil }
    if bytes.count > limit { throw ArchiveError(.limitExceeded, "Too large") }
    let stored = StoredBytes(bytes)
    return StoredBytes(count: bytes.count) { count, offset throws(ArchiveError) in
      try operation { state throws(ArchiveError) in try state.checkReading(path) }
      return try stored.bytes(count, at: offset)
    }
  }

  package func exists(_ path: String) -> Bool {
    disk.state.withLock { $0.now.names[path] != nil || $0.folders.contains(path) }
  }

  package func names(in place: String) throws(ArchiveError) -> [String] {
    let paths = disk.state.withLock { Array($0.now.names.keys) }
    return paths.filter { folder(of: $0) == place }.map { String($0.dropFirst(place.count + 1)) }
  }

  package func createFolder(_ path: String) throws(ArchiveError) {
    try operation { $0.folders.insert(path) }
  }

  package func write(_ bytes: [UInt8], to path: String) throws(ArchiveError) {
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

  package func copy(_ path: String, to newPath: String) throws(ArchiveError) {
    guard let bytes = try read(path, limit: .max) else { throw Self.missing }
    try write(bytes, to: newPath)
  }

  package func open(_ path: String, after end: ArchiveEnd) throws(ArchiveError) -> (
    any AppendableFile
  )? {
    var file: File?
    try operation { state in
      guard let number = state.now.names[path], let bytes = state.now.files[number],
        state.now.names.values.count(where: { $0 == number }) == 1, end.matches(bytes)
      else { return }
      file = File(system: self, path: path, number: number)
    }
    return file
  }

  private final class File: AppendableFile {
    let system: SimulatedFileSystem
    let path: String
    let number: Int

    init(system: SimulatedFileSystem, path: String, number: Int) {
      (self.system, self.path, self.number) = (system, path, number)
    }

    func isStill(endingIn end: ArchiveEnd) -> Bool {
      system.disk.state.withLock { state in
        state.now.names[path] == number && state.now.files[number].map(end.matches) == true
          && state.now.names.values.count(where: { $0 == number }) == 1
      }
    }

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

  package func rename(_ path: String, to newPath: String) throws(ArchiveError) {
    try operation { state throws(ArchiveError) in
      guard let file = state.now.names[path] else { throw Self.missing }
      // As in POSIX, nothing happens when both names refer to one file.
      if state.now.names[newPath] != file { state.set([path: nil, newPath: file]) }
    }
  }

  package func link(_ path: String, to newPath: String) throws(ArchiveError) -> Bool {
    var isFree = false
    try operation { state throws(ArchiveError) in
      guard let file = state.now.names[path] else { throw Self.missing }
      if state.hasNoLinks {
        throw Self.failure(.notPermitted, "There are no hard links")
      }
      isFree = state.now.names[newPath] == nil
      if isFree { state.set([newPath: file]) }
    }
    return isFree
  }

  package func moveToNew(_ path: String, to newPath: String) throws(ArchiveError) -> Bool {
    var isFree = false
    try operation { state throws(ArchiveError) in
      guard let file = state.now.names[path] else { throw Self.missing }
      isFree = state.now.names[newPath] == nil
      if isFree { state.set([path: nil, newPath: file]) }
    }
    return isFree
  }

  package func remove(_ path: String) throws(ArchiveError) {
    try operation { if $0.now.names[path] != nil { $0.set([path: nil]) } }
  }

  package func syncFolder(_ path: String) throws(ArchiveError) {
    try operation {
      $0.effects.append(.failedNames(folder: path))
    } _: {
      $0.effects.append(.syncedNames(folder: path))
    }
  }

  package func claim(_ path: String) throws(ArchiveError) -> Bool {
    var isOwn = false
    try operation { state throws(ArchiveError) in
      guard state.folders.contains(folder(of: path)) else { throw Self.missing }
      if state.refusesLocks {
        throw Self.failure(.noLocks, "There are no locks")
      }
      isOwn = state.locks[path, default: process] == process
      if isOwn { state.locks[path] = process }
    }
    return isOwn
  }

  package func release(_ path: String) {
    disk.state.withLock { state in
      if state.locks[path] == process { state.locks[path] = nil }
    }
  }

  private static let missing = failure(.missing, "There is no such file")

  private static func failure(_ error: SystemError, _ reason: String) -> ArchiveError {
    ArchiveError(.inputOutput, reason, systemError: error.number)
  }
}

extension SimulatedDisk.State {
  func checkReading(_ path: String) throws(ArchiveError) {
    guard let number = unreadable[path] ?? unreadable[nil] else { return }
    throw ArchiveError(.inputOutput, "The test's disk cannot be read", systemError: number)
  }

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
