// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Glibc
public import StateRestoration

/// A store and a key that keep a corpus between launches.
public struct CorpusPlace {
  private let store: any ArchiveStore
  private let keys: any KeyProvider

  /// A store and a key that live as long as this value.
  public static func memory() -> CorpusPlace {
    CorpusPlace(store: MemoryStore(), keys: MemoryKeyProvider())
  }

  /// Creates a place in files, as a program uses it.
  ///
  /// - Parameter folder: The folder; created by the first save. It contains the key, too.
  /// - Returns: The place.
  public static func folder(_ folder: String) -> CorpusPlace {
    CorpusPlace(store: FileStore(folder: folder), keys: KeyFile(path: folder + "/key"))
  }

  /// Returns the newest archive as stored; empty when there is none.
  ///
  /// - Throws: The store's error.
  public func archive() throws -> [UInt8] { try store.load(.current, slot: nil) ?? [] }

  /// Waits until the key's file is three seconds old.
  ///
  /// A save reads a younger key file again.
  public static func letKeysAge() { sleep(3) }

  /// Creates an archiver, as each launch of a program does.
  public func archiver() -> Archiver { Archiver(store: store, keys: keys) }

  /// The program that keeps its state here.
  static let program = ApplicationDescription(identifier: "org.example.Benchmark", version: "1.0")
}
