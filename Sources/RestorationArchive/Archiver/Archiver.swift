// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Dispatch
public import Logging
import Synchronization

/// Brings snapshots into a store and back, on a queue of its own.
///
/// The actor that owns the objects hands over a snapshot and goes on; sealing and writing happen
/// here (R8). Of several snapshots that wait, only the newest is written.
public final class Archiver: Sendable {
  let store: any ArchiveStore
  let keys: any KeyProvider
  let logger: Logger
  let queue = DispatchQueue(label: "restoration archiver", qos: .userInitiated)
  let state = Mutex(State())

  struct State {
    /// What is not on disk yet: the newest snapshot of each turn.
    var pending: [PendingSave] = []
    /// Counts what saves must not overtake.
    var turn: UInt64 = 0
    /// Set by the first look at the store.
    var slot: Slot?
    /// The newest application schema that is read here; without an application, any (R154).
    var readableSchema: Int?
    var newestGeneration: UInt64 = 0
    /// What lies in the slot still though it did not open, and is newer than what was restored.
    var passedOver: [ArchiveGeneration] = []
    /// What this process wrote last, as long as it may append to it.
    var appendable: AppendableArchive?
    /// Why what is there is unread, so that nothing is written (R198).
    var unread: ArchiveError?
    /// Whether a look has shown what is there: one that fails later has nothing to keep back.
    var hasLooked = false
    /// Whether the application has given up what cannot be read.
    var isGivenUp = false
    /// What is known of the key's lock (R120).
    var lock = KeyLock()
    /// The state on disk that this process restored or wrote last, and which save it is.
    var saved: SavedState?
    /// What the launch image was that this process wrote last.
    var launchImageDigest: [UInt8]?
    /// The pictures that were read ahead of being asked for.
    var readLaunchImages: LaunchImageFile?
    /// The key that is to follow, while one replaces the other: it opens archives, too.
    var nextKey: ArchiveKey?
    /// Whether the store's candidate for the last good archive is the one this process restored.
    var hasNominated = false
    /// Whether that one has run well, and is to be promoted as soon as there is a key.
    var isProvenGood = false
    /// What was said since the last save that went well.
    var complaints: Set<Complaint> = []
    /// Whether the last save failed.
    var isFailing = false
    /// Says how far this process's launch has come (R193).
    var marker: LaunchMarker?
    var isDeveloperModeEnabled = DebugSwitch.developerMode.isOnForThisProcess
    var isDebugLoggingEnabled = DebugSwitch.debugLogging.isOnForThisProcess
    var uptime: PlayByPlay.Uptime = { ContinuousClock.now - Archiver.start }
    /// Runs something after a while, in place of the archiver's queue.
    var timer: Timer?
  }

  private static let start = ContinuousClock.now

  /// A snapshot that is not on disk yet, and who waits for it.
  struct PendingSave {
    let turn: UInt64
    var state: LoggedState
    var waiters: [@Sendable (Result<SaveResult, ArchiveError>) -> Void]
  }

  /// A state on disk, and the save that wrote it.
  struct SavedState {
    let state: LoggedState
    let identity: SaveIdentity

    init(_ state: LoggedState, _ identity: SaveIdentity) {
      (self.state, self.identity) = (state, identity)
    }

    /// The state as one snapshot.
    var snapshot: RestorationSnapshot { state.flattened() }
  }

  /// Where this process saves.
  struct Slot: Hashable {
    var name: String?
    /// Which of the application's processes this is (R156).
    var instance: Int
  }

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
    self.keys = keys
    self.logger = logger
  }

  /// Runs an action once, after a delay.
  package typealias Timer = @Sendable (Duration, @escaping @Sendable () -> Void) -> Void

  /// Runs what waits for a while; `nil` is the archiver's queue, and tests have their own.
  package var timer: Timer? {
    get { state.withLock { $0.timer } }
    set { state.withLock { $0.timer = newValue } }
  }

  /// Runs an action once, away from the caller's actor.
  package func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) {
    if let timer { return timer(delay, action) }
    queue.asyncAfter(deadline: .after(delay), execute: action)
  }

  /// Says whose archives these are: those of its newer versions are left untouched (R154).
  ///
  /// Called before the first look at the store.
  package func serve(_ application: ApplicationDescription) {
    state.withLock { $0.readableSchema = application.schemaVersion }
  }
}
