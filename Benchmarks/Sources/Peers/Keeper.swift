// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import Corpus
public import Dispatch
import Synchronization

/// A way of keeping the state of a program's objects on disk.
public protocol Keeper: AnyObject {
  /// Begins to save one object that has new values, and returns to the objects' actor.
  ///
  /// - Parameter index: The object's index.
  /// - Returns: A function that waits until the change is on disk.
  /// - Throws: An error of the part that runs on the actor.
  func beginSaving(_ index: Int) throws -> () throws -> Void

  /// Launches the program anew: reads what is on disk, and creates the objects.
  ///
  /// The program that has saved has ended by then.
  ///
  /// - Throws: The error of reading.
  func relaunch() throws -> RestoredProgram
}

/// All ways of keeping state.
public enum Keepers {
  /// The key of this package.
  public static let ours = "ours"

  /// The names shown in tables by their keys, the quickest first: slow ones clear the caches.
  public static let names: KeyValuePairs = [
    ours: "this package", "database": "SQLite (GRDB)", "protobuf": "swift-protobuf",
    "json": "JSONEncoder", "archiver": "NSKeyedArchiver",
  ]

  /// The codecs whose file a change replaces.
  public static let codecs: [any Codec] = [ProtobufCodec(), JSONCodec(), KeyedArchiverCodec()]

  /// Saves a corpus in a way of keeping state.
  ///
  /// - Parameters:
  ///   - key: One of ``names``.
  ///   - corpus: The program's objects.
  ///   - folder: A folder for its files; it must exist.
  /// - Returns: A keeper that has saved all objects; `nil` for another key.
  /// - Throws: The error of saving.
  public static func make(_ key: String, _ corpus: Corpus, in folder: String) throws
    -> (any Keeper)?
  {
    switch key {
    case ours: try PackageKeeper(corpus, folder: folder + "/ours")
    case "database": try DatabaseKeeper(corpus, path: folder + "/items.sqlite")
    default:
      try codecs.first { $0.key == key }.map { try makeFile($0, corpus, in: folder) }
    }
  }

  private static func makeFile(_ codec: some Codec, _ corpus: Corpus, in folder: String) throws
    -> any Keeper
  {
    try FileKeeper(corpus, codec, in: folder)
  }
}

/// The end of work on another thread, for one caller that waits.
public final class Completion: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)
  private let result = Mutex(Result<Void, any Error>.success(()))

  /// Creates a completion of work that runs.
  public init() {}

  /// Begins work on a queue.
  ///
  /// - Parameters:
  ///   - queue: The queue.
  ///   - work: The work.
  /// - Returns: A function that waits until the work is done.
  public static func of(
    _ queue: DispatchQueue, _ work: @escaping @Sendable () throws -> Void
  ) -> () throws -> Void {
    let completion = Completion()
    queue.async { completion.finish(Result(catching: work)) }
    return completion.wait
  }

  /// Ends the wait.
  ///
  /// - Parameter result: The work's result.
  public func finish(_ result: Result<Void, any Error>) {
    self.result.withLock { $0 = result }
    semaphore.signal()
  }

  /// Waits until the work is done.
  ///
  /// - Throws: The work's error.
  public func wait() throws {
    semaphore.wait()
    try result.withLock { $0 }.get()
  }
}
