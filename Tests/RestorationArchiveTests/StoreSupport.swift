// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import RestorationArchive

/// A temporary folder for one test, removed with this object.
final class TemporaryFolder: Sendable {
  let path: String

  init() {
    path = NSTemporaryDirectory() + "restoration-\(UUID().uuidString)"
    _ = mkdir(path, 0o700)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Returns the permission bits of a file or folder below.
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

/// Both kinds of store, for tests that run on each.
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
  /// The archives that were passed over after crashes, the newest last.
  var passedOver: [[UInt8]] {
    switch self {
    case let store as FileStore:
      (1...9).compactMap {
        FileManager.default.contents(atPath: "\(store.folder)/passed-over-\($0).archive")
          .map { Array($0) }
      }
    case let store as MemoryStore: store.passedOver
    default: []
    }
  }

  /// Returns a damaged archive that was set aside.
  ///
  /// No program needs this, so the protocol does not have it.
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
