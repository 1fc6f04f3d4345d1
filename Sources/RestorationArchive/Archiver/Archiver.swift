// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import Logging

/// Seals snapshots, writes them to a store and reads them back.
///
/// The actor that owns the objects hands over a snapshot and continues; sealing and writing happen
/// on the archiver's own queue. If several snapshots are waiting, only the newest is written.
public final class Archiver: Sendable {
  let log: ArchiverLog
  let keys: KeyRing
  let queue: ArchiveQueue

  /// Creates an archiver for a store and a key provider.
  ///
  /// - Parameters:
  ///   - store: Holds the archives.
  ///   - keys: Provides the key.
  ///   - logger: Receives one warning per unreadable archive.
  public init(
    store: any ArchiveStore, keys: any KeyProvider,
    logger: Logger = Logger(label: "restoration.archive")
  ) {
    log = ArchiverLog(logger)
    self.keys = KeyRing(keys, log: log)
    queue = ArchiveQueue(Archive(store, keys: self.keys, log: log))
  }

  /// Creates an archiver with the default store and a key file.
  ///
  /// Archives are in the XDG state folder. The key file is in the XDG data folder.
  ///
  /// The key file is only as safe as its file mode; see ``KeyFile``. If there is state only under a
  /// former identifier, that state and its key are used.
  ///
  /// - Parameter application: Its identifiers name the folders.
  /// - Throws: ``ArchiveError`` when the identifier cannot name a folder.
  public convenience init(for application: ApplicationDescription) throws(ArchiveError) {
    self.init(
      store: try FileStore(for: application), keys: try KeyFile(for: application))
    log.logger.debug("The key lies in a file, which protects it as far as the file's mode does")
  }

  /// Creates an archiver with the default store and another key provider.
  ///
  /// - Parameters:
  ///   - application: Its identifiers name the folder.
  ///   - keys: Provides the key, for example from the desktop's keyring.
  /// - Throws: ``ArchiveError`` when the identifier cannot name a folder.
  public convenience init(for application: ApplicationDescription, keys: any KeyProvider)
    throws(ArchiveError)
  { self.init(store: try FileStore(for: application), keys: keys) }

  /// Sets the application whose archives these are.
  ///
  /// Archives of its newer versions are left untouched. Must be called before the first look at the
  /// store.
  ///
  package func serve(_ application: ApplicationDescription) {
    queue.sync { $0.reader.readableSchema = application.schemaVersion }
  }

  /// The marker of this process; `nil` until a launch opened an archive.
  package var launchMarker: LaunchMarker? { queue.view.marker }

  // MARK: Time

  /// Runs an action once, after a delay.
  package typealias Timer = @Sendable (Duration, @escaping @Sendable () -> Void) -> Void

  /// The timer for delayed actions; `nil` uses the archiver's queue.
  ///
  /// Tests set their own.
  package var timer: Timer? {
    get { queue.timer }
    set { queue.timer = newValue }
  }

  /// Runs an action once, away from the caller's actor.
  package func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) {
    queue.schedule(after: delay, action)
  }

  /// Waits until all work requested so far is done.
  package func waitUntilIdle() { queue.sync { _ in } }
}
