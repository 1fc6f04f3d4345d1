// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Logging
import RestorationArchive
import StateRestoration
import Synchronization

/// State that all sessions of a host share.
struct SessionSurroundings: Sendable {
  let application: ApplicationDescription
  let store: any SessionStore
  private let isUncancelled: Bool
  let keys: any SessionKeyProvider
  let options: SessionOptions
  let clock: SessionClock
  let lease: Lease
  /// What the store has answered last.
  let lastAnswer = StoreAnswer()
  let patience: Patience
  let deadlines: Deadlines
  let logger: Logger
  let measures = SessionMeasures()
  /// Runs the host's own tasks; `nil` for Swift's pool.
  ///
  /// A simulation uses an executor of its own.
  let executor: (any TaskExecutor)?
  /// Never used, because coordinators save to the sessions' store.
  private let archiver: Archiver

  init(
    _ application: ApplicationDescription, _ store: any SessionStore,
    _ keys: any SessionKeyProvider, _ options: SessionOptions, _ clock: SessionClock,
    _ lease: Lease, _ logger: Logger, _ executor: (any TaskExecutor)?
  ) {
    self.executor = executor
    (self.application, self.store, self.keys) = (application, store, keys)
    isUncancelled = store is any UncancelledStore
    (self.options, self.clock, self.lease, self.logger) = (options.withWaits, clock, lease, logger)
    patience = Patience(self.options.patience)
    deadlines = Deadlines(clock, executor)
    archiver = Archiver(store: MemoryStore(), keys: MemoryKeyProvider(), logger: logger)
  }

  // MARK: Objects

  func makeCoordinator() -> RestorationCoordinator {
    var logger = logger
    // One log line per call would be too much.
    logger.logLevel = max(logger.logLevel, .notice)
    let coordinator = RestorationCoordinator(
      application, idiom: .headless, archiver: archiver, logger: logger)
    coordinator.budget.objectSize = options.size
    coordinator.budget.archiveSize = options.size
    return coordinator
  }

  /// Notes what did not come back, and asks the program whether the session may be used.
  func check(_ report: RestorationReport) throws(SessionError) {
    guard !report.isComplete || !report.issues.isEmpty else { return }
    measures.didWakeInPart()
    let first = report.issues.first.map { "; the first: \($0.sentence)" } ?? ""
    logger.notice("A session came back in part, with \(report.issues.count) issues\(first)")
    guard options.acceptsPart(report) else { throw .incomplete(report.issues.first?.sentence) }
  }

  // MARK: Keys

  /// Opens the stored bytes of a session.
  func open(_ bytes: [UInt8], of name: SessionName, with archive: inout SessionArchive)
    throws(SessionError) -> ArchiveLoad
  {
    do throws(ArchiveError) {
      return try withOpeningKeys(of: name) { keys throws(ArchiveError) in
        try archive.open(bytes, with: keys, upTo: application.schemaVersion)
      }
    } catch {
      measures.didNotRead()
      logger.error("A session cannot be read, and stays as it is: \(error)")
      throw .unreadable(error)
    }
  }

  /// Tries a session's keys, and once more after a refresh if none of them fits.
  private func withOpeningKeys<Result>(
    of name: SessionName, _ body: ([ArchiveKey]) throws(ArchiveError) -> Result
  ) throws(ArchiveError) -> Result {
    do throws(ArchiveError) {
      return try body(openingKeys(of: name, refreshing: false))
    } catch  where error.code == .wrongKey {
      return try body(openingKeys(of: name, refreshing: true))
    }
  }

  private func openingKeys(of name: SessionName, refreshing: Bool) throws(ArchiveError)
    -> [ArchiveKey]
  {
    let keys = try keys.keys(refreshing: refreshing)
    return ([keys.sealing] + keys.former).flatMap { key in
      ([application.identifier] + application.formerIdentifiers).map {
        key.key(ofSession: name.bytes, in: $0)
      }
    }
  }

  /// Seals the stored bytes of a session for another one, whatever version has saved them.
  ///
  /// - Throws: ``SessionError``.
  @concurrent func resealed(_ bytes: [UInt8], of name: SessionName, for other: SessionName)
    async throws(SessionError) -> [UInt8]
  {
    do throws(ArchiveError) {
      let key = try key(of: other)
      return try withOpeningKeys(of: name) { keys throws(ArchiveError) in
        try SessionArchive.resealed(bytes, from: keys, for: key)
      }
    } catch {
      throw error.code == .keyUnavailable ? .keysUnavailable(error) : .unreadable(error)
    }
  }

  /// Returns the key that seals a session.
  func key(of name: SessionName) throws(ArchiveError) -> ArchiveKey {
    key(of: name, from: try sealingKey())
  }

  /// Returns the key that a session's key is derived from now.
  func sealingKey() throws(ArchiveError) -> ArchiveKey {
    try keys.keys(refreshing: false).sealing
  }

  func key(of name: SessionName, from sealing: ArchiveKey) -> ArchiveKey {
    sealing.key(ofSession: name.bytes, in: application.identifier)
  }

  // MARK: The store

  /// Runs an operation in a task that outlives the caller's cancellation.
  @discardableResult
  func begin<Result: Sendable>(_ body: @escaping @Sendable () async -> Result)
    -> Task<Result, Never>
  { Task(executorPreference: executor) { await body() } }

  /// Runs calls of the store to their end, also for a cancelled caller.
  private func toItsEnd<Result: Sendable>(_ calls: @escaping @Sendable () async -> Result) async
    -> Result
  { if isUncancelled { await calls() } else { await begin(calls).value } }

  /// Calls the store, and retries while it is unreachable.
  ///
  /// It also continues for a cancelled caller: a visitor who goes away must not leave behind a
  /// session whose saved state is unknown.
  ///
  /// - Parameter call: The call to the store.
  /// - Returns: The answer, and whether the call was repeated.
  func patiently<Answer: Sendable>(
    _ call: @escaping @Sendable (any SessionStore) async throws(SessionStoreError) -> Answer
  ) async -> Result<(Answer, wasRepeated: Bool), SessionError> {
    await toItsEnd { await ask(call) }
  }

  /// Tells the store something that nobody has to wait for.
  ///
  /// Asks once, also for a cancelled caller. A store that cannot be reached is asked again, and the
  /// caller does not wait for that.
  ///
  /// - Parameter call: The call to the store.
  /// - Returns: The error when the store refuses.
  @discardableResult
  func tell(
    _ call: @escaping @Sendable (any SessionStore) async throws(SessionStoreError) -> Void
  ) async -> SessionError? {
    await toItsEnd { [self] () async -> SessionError? in
      do throws(SessionStoreError) {
        try await call(store)
        lastAnswer.note(nil)
        return nil
      } catch {
        lastAnswer.note(error)
        guard error.isTransient else { return .storeFailed(error.reason) }
        begin { _ = await patiently(call) }
        return nil
      }
    }
  }

  private func ask<Answer: Sendable>(
    _ call: @Sendable (any SessionStore) async throws(SessionStoreError) -> Answer
  ) async -> Result<(Answer, wasRepeated: Bool), SessionError> {
    let began = clock.now()
    var (delay, wasRepeated) = (Duration.milliseconds(20), false)
    while true {
      do throws(SessionStoreError) {
        let answer = try await call(store)
        lastAnswer.note(nil)
        return .success((answer, wasRepeated))
      } catch {
        lastAnswer.note(error)
        guard error.isTransient else {
          // A refused repetition does not say what became of the first attempt.
          return .failure(
            wasRepeated ? .storeUnavailable(error.reason) : .storeFailed(error.reason))
        }
        wasRepeated = true
        guard clock.now() + delay < patience.end(ofStepFrom: began),
          await begin({ [delay] in (try? await clock.sleep(delay)) != nil }).value
        else {
          return .failure(.storeUnavailable(error.reason))
        }
        delay = min(delay * 2, .seconds(1))
      }
    }
  }
}

/// What a store has answered last, for a health page.
final class StoreAnswer: Sendable {
  private let state = Mutex((isKnown: false, error: SessionStoreError?.none))

  /// Whether a call of the store has ended, well or not.
  var isKnown: Bool { state.withLock { $0.isKnown } }
  /// The error; `nil` when the store did what it was asked.
  var error: SessionStoreError? { state.withLock { $0.error } }

  func note(_ error: SessionStoreError?) { state.withLock { $0 = (true, error) } }
}

extension Duration {
  /// Itself, but not negative, and a century at most.
  ///
  /// Any clock can add it to its time, and sleep as long.
  var asWait: Duration { min(max(self, .zero), .seconds(36_525 * 86_400)) }
}

extension SessionOptions {
  /// The same with durations that any clock can wait for.
  fileprivate var withWaits: SessionOptions {
    var options = self
    if case .writeBehind(let delay) = saving { options.saving = .writeBehind(within: delay.asWait) }
    (options.idleTime, options.age) = (idleTime.asWait, age?.asWait)
    // A shorter lease would end before its renewal, and be renewed without a pause.
    options.lease = max(lease.asWait, .milliseconds(100))
    options.patience = patience.asWait
    options.timeout = timeout.asWait
    return options
  }
}

/// The time of any clock, counted from the creation of this value.
struct SessionClock: Sendable {
  let now: @Sendable () -> Duration
  /// Sleeps; throws when the task is cancelled.
  let sleep: @Sendable (Duration) async throws -> Void

  init<C: Clock>(_ clock: C) where C.Duration == Duration {
    let start = clock.now
    now = { start.duration(to: clock.now) }
    sleep = { try await clock.sleep(for: $0) }
  }
}

/// This node's view of how long it owns its sessions.
///
/// The time counts from before the store was asked, and is a tenth shorter than the store has
/// granted. So this node's hold ends before another node's begins, even if this clock is a little
/// slow. Writes depend on no clock: the epoch fences off the write of a former owner. Only reads of
/// calls that change nothing depend on the lease.
final class Lease: Sendable {
  private let state = Mutex((number: UInt64?.none, end: Duration.zero))

  /// The lease's number from the store; `nil` without a lease.
  ///
  /// A session that was taken under another number may belong to another node by now.
  var number: UInt64? { state.withLock { $0.number } }

  func isHeld(at now: Duration) -> Bool { state.withLock { $0.number != nil && now < $0.end } }

  /// The time until it ends; zero without a lease.
  func left(at now: Duration) -> Duration {
    state.withLock { $0.number == nil ? .zero : max($0.end - now, .zero) }
  }

  /// Whether this lease has run without a break since that number.
  func isHeld(at now: Duration, since number: UInt64) -> Bool {
    state.withLock { $0.number == number && now < $0.end }
  }

  /// Whether it is time to renew the lease.
  func isDue(at now: Duration, of duration: Duration) -> Bool {
    state.withLock { $0.number == nil || now + duration * 6 / 10 >= $0.end }
  }

  /// Records a lease that the store has granted.
  ///
  /// - Parameters:
  ///   - number: Its number.
  ///   - asked: When the store was asked.
  ///   - duration: How long the lease lasts.
  func didRenew(_ number: UInt64, asked: Duration, for duration: Duration) {
    state.withLock { state in
      let end = asked + duration * 9 / 10
      state.end = state.number == number ? max(state.end, end) : end
      state.number = number
    }
  }

  /// Ends the lease because the node has left.
  func didLeave() { state.withLock { $0.number = nil } }
}
