// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

public import Logging

/// Brings snapshots into a store and back, on a queue of its own.
///
/// The actor that owns the objects hands over a snapshot and goes on; sealing and writing happen
/// here (R8). Of several snapshots that wait, only the newest is written.
public final class Archiver: Sendable {
  let store: any ArchiveStore
  let log: ArchiverLog
  let queue = SaveQueue()
  let keys: KeyRing
  let reader: ArchiveReader
  let slots: ArchiveSlots
  let recovery: Recovery
  let writer: ArchiveWriter
  let launchImages = LaunchImageRecord()

  /// Joins a store and a key.
  ///
  /// - Parameters:
  ///   - store: Where archives lie.
  ///   - keys: Where the key comes from.
  ///   - logger: Told of archives that could not be read, once each.
  public init(
    store: any ArchiveStore, keys: any KeyProvider,
    logger: Logger = Logger(label: "restoration.archive")
  ) {
    self.store = store
    log = ArchiverLog(logger)
    self.keys = KeyRing(keys, log: log)
    reader = ArchiveReader(store, keys: self.keys, log: log)
    slots = ArchiveSlots(store, reader: reader, log: log)
    recovery = Recovery(store, reader: reader, log: log)
    writer = ArchiveWriter(store, reader: reader, log: log)
  }

  /// Keeps an application's state in the usual place: archives in the XDG state folder, sealed with
  /// a key file in the XDG data folder (R50, R120).
  ///
  /// The key file protects as far as its mode does; see ``KeyFile``. State and key under a former
  /// identifier are used where there is no state under the present one.
  ///
  /// - Parameter application: Its identifiers name the folders.
  /// - Throws: ``ArchiveError`` when the identifier cannot name a folder.
  public convenience init(for application: ApplicationDescription) throws(ArchiveError) {
    self.init(
      store: try FileStore(for: application), keys: try KeyFile(for: application))
    log.logger.debug("The key lies in a file, which protects it as far as the file's mode does")
  }

  /// Keeps an application's state in the usual place, sealed with a key from elsewhere (R50, R120).
  ///
  /// - Parameters:
  ///   - application: Its identifiers name the folder.
  ///   - keys: Where the key comes from, such as the desktop's keyring.
  /// - Throws: ``ArchiveError`` when the identifier cannot name a folder.
  public convenience init(for application: ApplicationDescription, keys: any KeyProvider)
    throws(ArchiveError)
  { self.init(store: try FileStore(for: application), keys: keys) }

  /// Says whose archives these are: those of its newer versions are left untouched (R154).
  ///
  /// Called before the first look at the store.
  package func serve(_ application: ApplicationDescription) {
    reader.read(upTo: application.schemaVersion)
  }

  /// The marker of this process; `nil` until an archive was opened at launch.
  package var launchMarker: LaunchMarker? { recovery.marker }

  // MARK: Time

  /// Runs an action once, after a delay.
  package typealias Timer = @Sendable (Duration, @escaping @Sendable () -> Void) -> Void

  /// Runs what waits for a while; `nil` is the archiver's queue, and tests have their own.
  package var timer: Timer? {
    get { queue.timer }
    set { queue.timer = newValue }
  }

  /// Runs an action once, away from the caller's actor.
  package func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) {
    queue.schedule(after: delay, action)
  }

  /// Waits for all that was asked for before.
  package func waitUntilIdle() { queue.sync {} }
}
