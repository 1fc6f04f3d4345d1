// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Glibc
public import RestorationArchive

/// Where a corpus is kept, from one launch to the next: a store and its key.
public struct CorpusPlace {
  private let store: any ArchiveStore
  private let keys: any KeyProvider

  /// A store and a key that live as long as this value.
  public static func memory() -> CorpusPlace {
    CorpusPlace(store: MemoryStore(), keys: MemoryKeyProvider())
  }

  /// Files, as a program has them.
  ///
  /// - Parameter folder: Made when something is saved; the key lies in it, too.
  /// - Returns: The place.
  public static func folder(_ folder: String) -> CorpusPlace {
    CorpusPlace(store: FileStore(folder: folder), keys: KeyFile(path: folder + "/key"))
  }

  /// The newest archive as it lies in the store; empty when there is none.
  ///
  /// - Throws: What reading throws.
  public func archive() throws -> [UInt8] { try store.load(.current, slot: nil) ?? [] }

  /// Waits until the key's file is three seconds old: a younger one is read again at each save.
  public static func letKeysAge() { sleep(3) }

  /// Creates an archiver, as each launch of a program does.
  public func archiver() -> Archiver { Archiver(store: store, keys: keys) }

  /// The program that keeps its state here.
  static let program = ApplicationDescription(identifier: "org.example.Benchmark", version: "1.0")
}
