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
  private let queue = DispatchQueue(label: "restoration archiver", qos: .userInitiated)
  let state = Mutex(State())

  struct State {
    /// The newest snapshot that is not on disk yet, and who waits for it.
    var pending: RestorationSnapshot?
    var waiters: [@Sendable (Result<UInt64, ArchiveError>) -> Void] = []
    /// Set by the first look at the store.
    var slot: Slot?
    /// The newest application schema that is read here; without an application, any (R154).
    var readableSchema: Int?
    var newestGeneration: UInt64 = 0
    /// What this process wrote last, as long as it may append to it.
    var appendable: AppendableArchive?
    /// Whether the store's candidate for the last good archive is the one this process restored.
    var hasNominated = false
  }

  /// Where this process saves.
  struct Slot {
    var name: String?
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

  /// Says whose archives these are: those of its newer versions are left untouched (R154).
  ///
  /// Called before the first look at the store.
  package func serve(_ application: ApplicationDescription) {
    state.withLock { $0.readableSchema = application.schemaVersion }
  }

  // MARK: Loading

  /// Opens the newest archive that can be read, and waits for it.
  ///
  /// Damaged archives are set aside and the next older one is tried (R127, R195 a). An archive of
  /// another key or of a newer format is left where it is, and this process reads and saves in a
  /// slot of its own (R48).
  ///
  /// - Returns: The state, and what was passed over on the way.
  public func load() -> ArchiveLoad {
    queue.sync { loadOnQueue() }
  }

  func loadOnQueue() -> ArchiveLoad {
    var load = ArchiveLoad()
    state.withLock { $0.appendable = nil }  // only what this process wrote may grow
    let key: ArchiveKey
    do {
      key = try keys.key()
    } catch {
      logger.error("State is neither restored nor saved: \(error)")
      load.incidents.append(.init(generation: .current, error: error, isSetAside: false))
      return load
    }
    let names = ArchiveSlots.names(for: key)
    guard let name = names.first(where: { open(slot: $0, with: key, into: &load) }) else {
      logger.error("State is not saved: every slot holds an archive that must not be touched.")
      return load
    }
    state.withLock {
      $0.slot = Slot(name: name)
      $0.hasNominated = false
    }
    if let source = load.source {
      do throws(ArchiveError) {
        try store.nominate(source, slot: name)
        state.withLock { $0.hasNominated = true }
      } catch {
        logger.warning("The restored archive cannot become the last good one: \(error)")
      }
    }
    return load
  }

  /// Walks a slot's generations, newest first.
  ///
  /// Stops at one that must not be touched: what is older beside it belongs to its owner too.
  ///
  /// - Returns: `false` when the slot holds an archive that must not be touched.
  private func open(slot: String?, with key: ArchiveKey, into load: inout ArchiveLoad) -> Bool {
    for generation in ArchiveGeneration.allCases {
      do throws(ArchiveError) {
        guard let file = try store.load(generation, slot: slot) else { continue }
        noteGeneration(of: file)
        let found = try ArchiveSeal.open(file, with: key).state()
        try checkSchema(of: found.snapshot)
        load.snapshot = found.snapshot.isWasteful ? found.snapshot.compacted() : found.snapshot
        (load.generation, load.source) = (found.generation, generation)
        if found.isTorn {
          logger.warning(
            "The \(generation) archive ends in bytes that do not open; the state before is restored"
          )
        }
        return true
      } catch {
        var incident = ArchiveLoad.Incident(
          generation: generation, error: error, isSetAside: false)
        switch error.code {
        case .wrongKey, .newerFormat, .newerSchema:
          load.incidents.append(incident)
          logger.warning(
            "The \(generation) archive is left untouched and state is kept beside it: \(error)")
          return false
        case .damaged, .limitExceeded:
          incident.isSetAside = (try? store.setAside(generation, slot: slot)) != nil
          logger.warning("The \(generation) archive is set aside, an older one is tried: \(error)")
        default:
          logger.warning(
            "The \(generation) archive cannot be read, an older one is tried: \(error)")
        }
        load.incidents.append(incident)
      }
    }
    return true
  }

  /// An archive of a newer version of the application is not this one's to read (R154).
  private func checkSchema(of snapshot: RestorationSnapshot) throws(ArchiveError) {
    guard let readable = state.withLock({ $0.readableSchema }),
      let saved = snapshot.applicationSchema, saved > readable
    else { return }
    throw ArchiveError(
      .newerSchema,
      "The archive has schema \(saved) of the application; this version reads up to \(readable)")
  }

  /// Keeps the numbers of coming saves above those of all archives here, damaged ones included.
  ///
  /// The number is not authenticated yet, so one that no application reaches is not believed.
  private func noteGeneration(of file: [UInt8]) {
    guard let number = try? ArchiveSeal.generation(of: file), number < 1 << 62 else { return }
    state.withLock { $0.newestGeneration = max($0.newestGeneration, number) }
  }

  /// The restored archive has run well: it becomes the last good generation (R196).
  public func promoteRestored() {
    queue.async { [self] in
      let (slot, hasNominated) = state.withLock { ($0.slot, $0.hasNominated) }
      // A candidate that another launch left behind may be one that did not run well.
      guard let slot, hasNominated else { return }
      do throws(ArchiveError) {
        try store.promoteNominee(slot: slot.name)
        state.withLock { $0.hasNominated = false }
      } catch {
        logger.warning("The last good archive could not be kept: \(error)")
      }
    }
  }

  /// Gives up everything that was saved, and waits for it without holding up the caller's actor.
  ///
  /// - Throws: ``ArchiveError`` when something could not be removed.
  public func retire() async throws(ArchiveError) {
    let result: Result<Void, ArchiveError> = await withCheckedContinuation { continuation in
      queue.async { [self] in continuation.resume(returning: retireOnQueue()) }
    }
    try result.get()
  }

  /// Gives up everything that was saved, and holds the caller until it is gone (R183).
  ///
  /// - Throws: ``ArchiveError`` when something could not be removed.
  public func retireAndWait() throws(ArchiveError) {
    try queue.sync { retireOnQueue() }.get()
  }

  private func retireOnQueue() -> Result<Void, ArchiveError> {
    if state.withLock({ $0.slot == nil }) { _ = loadOnQueue() }
    // Without a slot of its own this process must not touch what is there (R48, R122).
    guard let slot = state.withLock({ $0.slot }) else {
      return .failure(
        ArchiveError(.keyUnavailable, "The saved state cannot be given up without its key"))
    }
    state.withLock { $0.appendable = nil }
    return Result { () throws(ArchiveError) in try store.removeAll(slot: slot.name) }
  }

  // MARK: Saving

  /// Saves a snapshot and waits for it without holding up the caller's actor.
  ///
  /// - Parameter snapshot: What to save.
  /// - Returns: The number of the save that made it, or a newer one, durable.
  /// - Throws: ``ArchiveError``; the older archive is intact then.
  public func save(_ snapshot: RestorationSnapshot) async throws(ArchiveError) -> UInt64 {
    let result = await withCheckedContinuation { continuation in
      enqueue(snapshot) { continuation.resume(returning: $0) }
    }
    return try result.get()
  }

  /// Saves a snapshot and holds the caller until it is durable (R190).
  ///
  /// For the end of a process or session, signals and tests.
  ///
  /// - Parameters:
  ///   - snapshot: What to save.
  ///   - deadline: How long to wait at the most; `nil` waits as long as it takes.
  /// - Returns: The number of the save that made it durable.
  /// - Throws: ``ArchiveError``; with the code ``ArchiveError/Code/deadlineExceeded`` the save goes
  ///   on and may still succeed.
  public func saveAndWait(_ snapshot: RestorationSnapshot, deadline: Duration? = nil)
    throws(ArchiveError) -> UInt64
  {
    let done = DispatchSemaphore(value: 0)
    let outcome = OutcomeBox()
    enqueue(snapshot) { result in
      outcome.result.withLock { $0 = result }
      done.signal()
    }
    guard done.wait(timeout: deadline.map(Self.time(after:)) ?? .distantFuture) == .success,
      let result = outcome.result.withLock({ $0 })
    else {
      let error = ArchiveError(.deadlineExceeded, "The state was not on disk by the deadline")
      logger.error("\(error)")
      throw error
    }
    return try result.get()
  }

  private static func time(after duration: Duration) -> DispatchTime {
    // Half a century is as good as forever, and does not overflow.
    let bounded = min(max(duration, .zero), .seconds(50 * 365 * 86_400))
    return .now() + .nanoseconds(Int(bounded / .nanoseconds(1)))
  }

  private final class OutcomeBox: Sendable {
    let result = Mutex<Result<UInt64, ArchiveError>?>(nil)
  }

  private func enqueue(
    _ snapshot: RestorationSnapshot,
    _ completion: @escaping @Sendable (Result<UInt64, ArchiveError>) -> Void
  ) {
    state.withLock { state in
      state.pending = snapshot
      state.waiters.append(completion)
    }
    queue.async { [self] in writePending() }
  }

  private func writePending() {
    let (snapshot, waiters) = state.withLock { state in
      defer { (state.pending, state.waiters) = (nil, []) }
      return (state.pending, state.waiters)
    }
    guard let snapshot else { return }  // an earlier turn wrote it together with its own
    let result = Result { () throws(ArchiveError) in try write(snapshot) }
    if case .failure(let error) = result {
      logger.error("The state could not be saved; the older archive is intact: \(error)")
    }
    waiters.forEach { $0(result) }
  }
}
